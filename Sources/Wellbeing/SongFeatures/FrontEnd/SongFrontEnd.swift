import CSignalKernels
import PhysioDSP

/// Mono samples to ``SongCurves``, block by block.
///
/// Frame t is centred on sample `hop` t; what lies outside the song counts as 0. Its onset strength
/// is
///
///     sum over bands b of max(0, L[t][b] - L[t-2][b]),   L = ln(1 + 100 x[t][b] / mean of x[.][b])
///
/// with x the powers of ``BandPowers``. The mean is the song's, as long as it lasts ten minutes or
/// less. The powers of a longer one are not kept: each ten minutes are divided by the mean from the
/// song's beginning to their end. So memory is bounded by 10 MB for the powers, and the curves grow
/// by 1.2 KB a second. Everything is the same to the bit however the song is divided into blocks.
package struct SongFrontEnd: Sendable {
    /// Frames whose powers are kept: ten minutes at 100 a second.
    static let framesPerPart = 60_000
    /// Frames of two hours, for which the curves have space from the start.
    private static let expectedFrameCount = 721_700
    /// The factor of powers, in terms of their mean, before 1 is added.
    private static let compressionFactor = 100.0
    /// Bands of `lowOnsets`; the third has its top at 187 Hz.
    private static let lowBandCount = 3
    /// First band of `highOnsets`, with its top at 1.04 kHz.
    private static let firstHighBand = 12
    /// Mean power of a band below which it is empty: 300 dB below full scale.
    private static let minPower = 1e-30
    /// Frames whose power is below this share of the mean (60 dB less) are silence in between.
    private static let minSoundingShare = 1e-6

    let powers: BandPowers
    private var decimators: [HalfBandDecimator]
    private var samples: [Float]
    private var sampleCount: Int
    private var decimatedSampleCount = 0
    private var frameCount = 0
    private var scratch: [Float]
    private var batch: [Float]
    private var centre: [Float]
    /// Powers of the frames of this part, the last two of the part before it in front.
    private var rows: [Float]
    private var rowCount = 0
    /// Rows in front that the last part has counted.
    private var countedRowCount = 0
    private var bandSums = [Double](repeating: 0, count: BandPowers.bandCount)
    private var curves: SongCurves

    /// - Parameter sampleRateHz: 8,000 to 192,000.
    package init(sampleRateHz: Double) {
        let layout = FrameLayout(sampleRateHz: sampleRateHz)
        powers = BandPowers(layout)
        decimators = (0..<layout.halvingCount).map { _ in HalfBandDecimator() }
        samples = [Float](repeating: 0, count: powers.sampleCount)
        sampleCount = layout.length / 2
        scratch = [Float](repeating: 0, count: powers.scratchCount)
        batch = [Float](repeating: 0, count: BandPowers.frameCount * BandPowers.bandCount)
        centre = [Float](repeating: 0, count: BandPowers.frameCount * 2)
        rows = []
        rows.reserveCapacity((Self.framesPerPart + BandPowers.frameCount) * BandPowers.bandCount)
        curves = SongCurves(frameRateHz: layout.frameRateHz)
        curves.onsets.reserveCapacity(Self.expectedFrameCount)
        curves.lowOnsetStrengths.reserveCapacity(Self.expectedFrameCount)
        curves.highOnsetStrengths.reserveCapacity(Self.expectedFrameCount)
    }

    /// Takes mono samples, and overwrites them.
    ///
    /// - Precondition: at most `HalfBandDecimator.blockCount` finite samples.
    /// - Complexity: linear; allocates nothing during the first two hours.
    package mutating func push(_ block: UnsafeMutableBufferPointer<Float>) {
        decimate(block, from: 0)
    }

    /// The curves; nothing is taken after that.
    package mutating func finish() -> SongCurves {
        for stage in decimators.indices {
            var zeros = [Float](repeating: 0, count: HalfBandDecimator.tailCount)
            zeros.withUnsafeMutableBufferPointer { decimate($0, from: stage) }
        }
        let total =
            decimatedSampleCount == 0 ? 0 : (decimatedSampleCount - 1) / powers.layout.hop + 1
        while frameCount < total {
            for i in sampleCount..<samples.count { samples[i] = 0 }
            sampleCount = samples.count
            analyseBatch(keeping: min(BandPowers.frameCount, total - frameCount))
        }
        endPart()
        rows = []
        return curves
    }

    private mutating func decimate(_ block: UnsafeMutableBufferPointer<Float>, from stage: Int) {
        var count = block.count
        for stage in stage..<decimators.count {
            count = decimators[stage].decimate(
                UnsafeMutableBufferPointer(rebasing: block[..<count]))
        }
        appendFrames(UnsafeBufferPointer(rebasing: block[..<count]))
    }

    private mutating func appendFrames(_ block: UnsafeBufferPointer<Float>) {
        decimatedSampleCount += block.count
        var consumedCount = 0
        while consumedCount < block.count {
            let filledCount = sampleCount
            let count = min(block.count - consumedCount, samples.count - filledCount)
            samples.withUnsafeMutableBufferPointer { samples in
                guard let to = samples.baseAddress, let from = block.baseAddress else { return }
                (to + filledCount).update(from: from + consumedCount, count: count)
            }
            consumedCount += count
            sampleCount += count
            if sampleCount == samples.count { analyseBatch(keeping: BandPowers.frameCount) }
        }
    }

    /// The powers of the next sixteen frames, of which `retained` belong to the song.
    private mutating func analyseBatch(keeping retained: Int) {
        powers.run(samples, scratch: &scratch, bands: &batch, centre: &centre)
        frameCount += retained
        for t in 0..<retained {
            curves.magnitudeSum += Double(centre[2 * t])
            curves.frequencyMomentSum += Double(centre[2 * t + 1])
            for band in 0..<BandPowers.bandCount {
                bandSums[band] += Double(batch[t * BandPowers.bandCount + band])
            }
        }
        rows.append(contentsOf: batch[..<(retained * BandPowers.bandCount)])
        rowCount += retained
        let used = BandPowers.frameCount * powers.layout.hop
        let left = samples.count - used
        samples.withUnsafeMutableBufferPointer { samples in
            guard let start = samples.baseAddress else { return }
            start.update(from: start + used, count: left)
        }
        sampleCount = left
        if rowCount >= Self.framesPerPart { endPart() }
    }

    /// Onset strengths and fullness of the rows kept, whose last two stay for the next part.
    private mutating func endPart() {
        countSoundingBands()
        guard rowCount > countedRowCount else { return }
        if curves.onsets.isEmpty {
            // The first two frames have none two before them.
            curves.onsets += [0, 0].prefix(rowCount)
            curves.lowOnsetStrengths += [0, 0].prefix(rowCount)
            curves.highOnsetStrengths += [0, 0].prefix(rowCount)
        }
        guard rowCount > 2 else { return }
        appendOnsets(count: rowCount - 2)
        rows.removeFirst((rowCount - 2) * BandPowers.bandCount)
        rowCount = 2
        countedRowCount = 2
    }

    private mutating func appendOnsets(count: Int) {
        let scale = bandSums.map { sum -> Float in
            let mean = sum / Double(frameCount)
            return mean > Self.minPower ? Float(Self.compressionFactor / mean) : 0
        }
        var all = [Float](repeating: 0, count: count)
        var low = all
        var high = all
        ck_band_changes_onsets(
            InstructionSet.inUse.level, rows, BandPowers.bandCount, scale, Self.lowBandCount,
            Self.firstHighBand, count, &all, &low, &high)
        curves.onsets += all
        curves.lowOnsetStrengths += low
        curves.highOnsetStrengths += high
    }

    /// Adds up exp(entropy of the powers): the number of bands that sound, were they equally loud.
    private mutating func countSoundingBands() {
        let first = countedRowCount * BandPowers.bandCount
        let count = rowCount - countedRowCount
        guard count > 0 else { return }
        var entropies = [Float](repeating: 0, count: count)
        var totals = [Float](repeating: 0, count: count)
        rows.withUnsafeBufferPointer { rows in
            guard let rows = rows.baseAddress else { return }
            ck_band_changes_entropy(
                InstructionSet.inUse.level, rows + first, BandPowers.bandCount,
                count, &entropies, &totals)
        }
        let threshold = Self.minSoundingShare * bandSums.reduce(0, +) / Double(frameCount)
        for (entropy, total) in zip(entropies, totals)
        where Double(total) > max(threshold, Self.minPower) {
            curves.soundingBandSum += PlatformMath.exp(Double(entropy))
            curves.soundingFrameCount += 1
        }
    }
}
