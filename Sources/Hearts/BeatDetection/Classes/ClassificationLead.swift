import CHeartKernels
import PhysioDSP

/// A lead as beats are classed in it: 125 samples a second, low-passed at 35 Hz, less its baseline.
///
/// Samples come in blocks of any length. The low-pass is a sinc under a Hamming window of 128 ms; a sample
/// between two of the signal is interpolated by one of 64 such filters. The baseline is two moving averages of
/// 0.6 s. Missing samples have the value of the first one. Memory: 4 bytes a sample, so 43 MB for 24 hours.
struct ClassificationLead {
    static let rateHz = 125.0
    /// Half width of the low-pass; samples at ``rateHz``.
    private static let halfWidth = 8.0
    private static let cutoffHz = 35.0
    private static let phaseCount = 64
    /// Half width of the moving averages; samples at ``rateHz``.
    private static let averageHalfWidth = 37
    /// The magnitude from which on samples are missing.
    private static let minMissingMagnitude = 1e15

    private let step: Double
    private let reach: Int
    /// Taps of one phase after the other.
    private let taps: [Float]
    private let tapCount: Int
    /// Samples of the signal from ``firstSample`` on.
    private var pending: [Float] = []
    private var firstSample = 0
    private var sampleCount = 0
    private var resampled: [Float] = []
    /// Samples at ``rateHz`` that were removed from the beginning of ``resampled``.
    private var removedCount = 0
    /// The first sample that is there: it is subtracted from all.
    private var level: Double?
    private(set) var spikes: PacingSpikes

    init(sampleRateHz: Double) {
        step = sampleRateHz / Self.rateHz
        reach = Int((Self.halfWidth * step).rounded(.up))
        taps = Self.taps(step: step, reach: reach)
        tapCount = 2 * reach + 1
        spikes = PacingSpikes(sampleRateHz: sampleRateHz)
    }

    private static func taps(step: Double, reach: Int) -> [Float] {
        (0..<phaseCount).flatMap { phase in
            let taps = (-reach...reach).map { tap -> Double in
                let u = (Double(tap) - Double(phase) / Double(phaseCount)) / step / halfWidth
                guard abs(u) < 1 else { return 0 }
                let v = Double.pi * 2 * cutoffHz / rateHz * halfWidth * u
                let sinc = v == 0 ? 1 : PlatformMath.sin(v) / v
                return sinc * (0.54 + 0.46 * PlatformMath.cos(Double.pi * u))
            }
            let sum = taps.reduce(0, +)
            return taps.map { Float($0 / sum) }
        }
    }

    mutating func push(_ samples: [Double]) {
        if level == nil { level = samples.first { abs($0) < Self.minMissingMagnitude } }
        // Beyond its first sample a signal is taken to be level.
        if sampleCount == 0, let first = samples.first {
            pending = [Float](repeating: Self.value(first, level ?? 0), count: reach)
            firstSample = -reach
        }
        let values = Self.values(samples, level ?? 0)
        pending += values
        spikes.push(values)
        sampleCount += samples.count
        resample(upTo: sampleCount)
    }

    /// Samples that were not recorded: the signal is 0.
    mutating func skip(_ count: Int) {
        var remaining = count
        while remaining > 0 {
            let part = min(remaining, 1 << 14)
            push([Double](repeating: .nan, count: part))
            remaining -= part
        }
    }

    private static func value(_ sample: Double, _ level: Double) -> Float {
        abs(sample) < minMissingMagnitude ? Float(sample - level) : 0
    }

    private static func values(_ samples: [Double], _ level: Double) -> [Float] {
        samples.withUnsafeBufferPointer { samples in
            [Float](unsafeUninitializedCapacity: samples.count) { values, count in
                count = samples.count
                for index in 0..<count { values[index] = value(samples[index], level) }
            }
        }
    }

    /// Makes the samples whose surroundings lie before an index.
    private mutating func resample(upTo end: Int) {
        let first = count
        let newCount = max(0, Int(Double(end) / step) + 1 - first)
        let halfPhase = 0.5 / Double(Self.phaseCount)
        var computableCount = newCount
        while computableCount > 0,
            Int(Double(first + computableCount - 1) * step + halfPhase) + reach >= end
        {
            computableCount -= 1
        }
        guard computableCount > 0 else { return }
        let (step, begin, tapCount) = (step, reach + firstSample, tapCount)
        let newSamples = pending.withUnsafeBufferPointer { samples in
            taps.withUnsafeBufferPointer { taps in
                [Float](unsafeUninitializedCapacity: computableCount) { buffer, count in
                    guard let samples = samples.baseAddress, let taps = taps.baseAddress,
                        let out = buffer.baseAddress
                    else { return }
                    ck_beat_class_resample(
                        InstructionSet.inUse.level, taps, tapCount, Self.phaseCount, samples, begin,
                        first, step, computableCount, out)
                    count = computableCount
                }
            }
        }
        resampled += newSamples
        let next = Int(Double(count) * step) - reach - 1
        if next - firstSample > 1 << 14 {
            pending.removeFirst(next - firstSample)
            firstSample = next
        }
    }

    /// Samples at ``rateHz`` since the beginning.
    var count: Int { removedCount + resampled.count }

    /// Number of samples that are stored, of either rate.
    var storedCount: Int { pending.count + resampled.count + spikes.storedCount }

    /// Removes samples at ``rateHz`` before an index.
    mutating func removeSamples(before index: Int) {
        let removableCount = min(max(index - removedCount, 0), resampled.count)
        resampled.removeFirst(removableCount)
        removedCount += removableCount
        spikes.removeSpikes(before: Double(removedCount) / Self.rateHz)
    }

    /// Samples at ``rateHz`` of a range that is stored, less the baseline.
    func signal(in range: Range<Int>) -> [Float] {
        var samples = Array(
            resampled[(range.lowerBound - removedCount)..<(range.upperBound - removedCount)])
        let averages = [Float](unsafeUninitializedCapacity: samples.count) { averages, count in
            samples.withUnsafeBufferPointer { samples in
                Self.forEachMean(of: samples) { averages[$0] = $1 }
            }
            count = samples.count
        }
        samples.withUnsafeMutableBufferPointer { samples in
            averages.withUnsafeBufferPointer { averages in
                Self.forEachMean(of: averages) { samples[$0] -= $1 }
            }
        }
        return samples
    }

    /// Resamples up to the last sample, beyond which the signal is taken to be level.
    mutating func end() {
        guard sampleCount > 0, let last = pending.last else { return }
        pending += [Float](repeating: last, count: reach + 1)
        resample(upTo: sampleCount + reach)
    }

    /// Samples of the whole lead at ``rateHz``, less the baseline, and before that.
    consuming func finish() -> (signal: [Float], resampled: [Float]) {
        end()
        return (signal(in: removedCount..<count), resampled)
    }

    /// Calls a function with the mean over 75 samples around each one; fewer at the ends.
    @inline(__always) private static func forEachMean(
        of values: UnsafeBufferPointer<Float>, _ body: (_ index: Int, _ mean: Float) -> Void
    ) {
        let (count, reach) = (values.count, averageHalfWidth)
        var sum = 0.0
        for index in 0..<min(reach, count) { sum += Double(values[index]) }
        func meansAtEnd(_ range: Range<Int>) {
            for index in range {
                let enteringValue = index + reach < count ? Double(values[index + reach]) : 0
                let leavingValue = index > reach ? Double(values[index - reach - 1]) : 0
                sum += enteringValue - leavingValue
                let used = min(index + reach + 1, count) - max(index - reach, 0)
                body(index, Float(sum / Double(used)))
            }
        }
        let begin = min(reach + 1, count)
        let end = max(begin, count - reach)
        meansAtEnd(0..<begin)
        let share = 1 / Double(2 * reach + 1)
        for index in begin..<end {
            sum += Double(values[index + reach]) - Double(values[index - reach - 1])
            body(index, Float(sum * share))
        }
        meansAtEnd(end..<count)
    }
}
