/// The spikes of a pacemaker in one lead at its own rate.
///
/// A spike is the sharpest point within 100 ms: its second difference over 2.8 ms is 2.75 times as large as any
/// other there, and the signal 22 to 200 ms after it has at least 0.45 of the range around it, as the wide QRS
/// complex of a paced beat has. A narrow R wave is as sharp, but little of it is left 22 ms later.
///
/// In the MIT-BIH records no other beat has such points in 40 % of the beats around it
/// (`Guides/beat-class-report.md`). The factors are ratios, so unit and polarity do not matter.
struct PacingSpikes {
    /// Hz; at 250 a narrow QRS complex is as sharp: of the MIT-BIH records at that rate 1,537 other beats have spikes.
    static let minSampleRateHz = 300.0
    private static let differenceStepSeconds = 0.0028
    private static let reachSeconds = 0.1
    /// Distance from the spike within which a second difference is its own.
    private static let spikeHalfWidthSeconds = 0.014
    private static let afterSpikeRangeSeconds = 0.022...0.2
    private static let beforeSpikeSeconds = 0.04
    private static let minSharpness: Float = 2.75
    private static let minAfterSpikeRangeShare: Float = 0.45
    /// Second difference of a spike over the range around it, below which it is noise of a flat signal.
    private static let minHeight: Float = 0.03

    /// A beat has a spike from so long before its R peak to so long after it; s.
    private static let spikeOffsetRangeSeconds = -0.15...0.04
    /// Reach within which beats with spikes are counted, and their share from which on the heart is paced.
    private static let pacedReachSeconds = 60.0
    private static let minShare = 0.4

    private let sampleRateHz: Double
    private let step: Int
    private let reach: Int
    private let spikeHalfWidth: Int
    private let afterSpikeOffsets: Range<Int>
    private let beforeSpikeCount: Int
    /// Samples from ``firstSample`` on.
    private var pending: [Float] = []
    /// Magnitude of the second difference at each of them, as bits, which are in the same order; 0 at the ends.
    private var sharpness: [UInt32] = []
    private var firstSample = 0
    /// Sample that the next cell of ``reach`` samples begins with.
    private var nextCellStart = 0
    /// Time of each spike from the first sample on; s.
    private(set) var seconds: [Double] = []

    init(sampleRateHz: Double) {
        func count(_ seconds: Double) -> Int { Int((seconds * sampleRateHz).rounded()) }
        self.sampleRateHz = sampleRateHz
        step = max(1, count(Self.differenceStepSeconds))
        reach = count(Self.reachSeconds)
        spikeHalfWidth = count(Self.spikeHalfWidthSeconds)
        afterSpikeOffsets =
            count(
                Self.afterSpikeRangeSeconds.lowerBound)..<count(
                Self.afterSpikeRangeSeconds.upperBound)
        beforeSpikeCount = count(Self.beforeSpikeSeconds)
    }

    /// Number of samples that are stored.
    var storedCount: Int { pending.count }

    /// Takes the next samples; finite.
    mutating func push(_ samples: some Collection<Float>) {
        guard sampleRateHz >= Self.minSampleRateHz else { return }
        pending += samples
        appendSharpness()
        let end = firstSample + pending.count - step
        while nextCellStart + reach + afterSpikeOffsets.upperBound < end {
            findSpike(from: nextCellStart)
            nextCellStart += reach
        }
        let unused = nextCellStart - reach - step - firstSample
        if unused > 1 << 14 {
            pending.removeFirst(unused)
            sharpness.removeFirst(unused)
            firstSample += unused
        }
    }

    /// Removes the spikes before a time.
    mutating func removeSpikes(before time: Double) { seconds.removeAll { $0 < time } }

    private mutating func appendSharpness() {
        let begin = max(sharpness.count, step)
        let end = pending.count - step
        guard begin < end else { return }
        sharpness += repeatElement(0, count: begin - sharpness.count)
        let step = step
        sharpness += pending.withUnsafeBufferPointer { x in
            let later = UnsafeBufferPointer(rebasing: x[(begin + step)...])
            let now = UnsafeBufferPointer(rebasing: x[begin...])
            let earlier = UnsafeBufferPointer(rebasing: x[(begin - step)...])
            return [UInt32](unsafeUninitializedCapacity: end - begin) { differences, count in
                count = end - begin
                for index in 0..<count {
                    differences[index] =
                        (later[index] - 2 * now[index] + earlier[index]).magnitude.bitPattern
                }
            }
        }
    }

    /// Finds the spike in a cell of ``reach`` samples, whose surroundings are known.
    private mutating func findSpike(from cell: Int) {
        let found = pending.withUnsafeBufferPointer { samples in
            sharpness.withUnsafeBufferPointer { sharpness -> Int? in
                // Beside most samples another one is soon found.
                func isSharp(_ range: Range<Int>, above limit: UInt32) -> Bool {
                    for index in range.clamped(to: 0..<sharpness.count)
                    where sharpness[index] > limit {
                        return true
                    }
                    return false
                }
                let begin = cell - firstSample
                let part = UnsafeBufferPointer(
                    rebasing: sharpness[begin..<min(begin + reach, sharpness.count)])
                var height: UInt32 = 0
                for value in part { height = max(height, value) }
                guard height > 0, let offset = part.firstIndex(of: height) else { return nil }
                let index = begin + offset
                let value = Float(bitPattern: height)
                let limit = (value / Self.minSharpness).bitPattern
                if isSharp(index + spikeHalfWidth + 1..<index + reach, above: limit)
                    || isSharp(max(0, index - reach)..<max(0, index - spikeHalfWidth), above: limit)
                {
                    return nil
                }
                let whole = Self.range(
                    samples, max(0, index - beforeSpikeCount)..<index + afterSpikeOffsets.upperBound
                )
                let left = Self.range(
                    samples,
                    index + afterSpikeOffsets.lowerBound..<index + afterSpikeOffsets.upperBound)
                return value >= Self.minHeight * whole
                    && left >= Self.minAfterSpikeRangeShare * whole
                    ? index : nil
            }
        }
        if let found { seconds.append(Double(found + firstSample) / sampleRateHz) }
    }

    private static func range(_ samples: UnsafeBufferPointer<Float>, _ range: Range<Int>) -> Float {
        var (low, high) = (Float.infinity, -Float.infinity)
        for index in range {
            low = min(low, samples[index])
            high = max(high, samples[index])
        }
        return high - low
    }

    /// Returns whether each beat is paced: it has a spike, and so have 40 % of the beats within a minute.
    ///
    /// - Parameter spikes: times of the spikes of one lead; s; ascending.
    /// - Parameter seconds: times of the R peaks; s; ascending.
    static func isPaced(_ spikes: [Double], seconds: [Double]) -> [Bool] {
        guard !spikes.isEmpty else { return [Bool](repeating: false, count: seconds.count) }
        var next = 0
        let hasSpike = seconds.map { time in
            while next < spikes.count, spikes[next] < time + spikeOffsetRangeSeconds.lowerBound {
                next += 1
            }
            return next < spikes.count && spikes[next] <= time + spikeOffsetRangeSeconds.upperBound
        }
        var (low, high, count) = (0, 0, 0)
        return seconds.indices.map { beat in
            while high < seconds.count, seconds[high] <= seconds[beat] + pacedReachSeconds {
                if hasSpike[high] { count += 1 }
                high += 1
            }
            while seconds[low] < seconds[beat] - pacedReachSeconds {
                if hasSpike[low] { count -= 1 }
                low += 1
            }
            return hasSpike[beat] && Double(count) > minShare * Double(high - low)
        }
    }
}
