public import PhysioTypes

/// Says how well windows of an ECG carry their beats.
///
/// The value of a window is the median quality of its beats, times the share of its samples that
/// are neither missing nor flat nor railed; 0 without a beat. Flat is what keeps one value for
/// ``minFlatSeconds``; railed is what keeps the highest or the lowest value of the window for
/// ``minRailSeconds`` (3 samples at least), where that lies further from the mean than a quarter of
/// the range.
///
/// ```swift
/// var meter = SignalQualityMeter(sampleRateHz: 250)
/// meter.add([Double](repeating: 0, count: 2500))
/// meter.finish(beatQualities: []).flags  // leadOff
/// ```
public struct SignalQualityMeter: Sendable {
    /// Usual length of a window; s.
    public static let windowSeconds = 10.0
    /// One value for so long is no signal; s.
    public static let minFlatSeconds = 0.5
    /// The end of the range for so long is cut off; s.
    public static let minRailSeconds = 0.016
    /// Share of missing and flat samples from which a lead counts as off.
    public static let minLeadOffShare = 0.1
    /// Share of railed samples from which a window counts as saturated.
    public static let minSaturatedShare = 0.01
    /// Median quality of beats below which a window counts as noisy.
    public static let minMedianQuality = 0.5

    private let sampleRateHz: Double
    private let minFlatSampleCount: Int
    private let minRailSampleCount: Int
    private var startSample: Int
    private var count = 0
    private var presentSampleCount = 0
    private var flatSampleCount = 0
    private var sum = 0.0
    private var low = Rail()
    private var high = Rail()
    private var value = Double.nan
    private var runLength = 0

    /// The outermost value so far, and how many samples stay there.
    private struct Rail: Sendable {
        var value = Double.nan
        var count = 0
    }

    /// - Parameter startSample: index, in the signal, of the first sample that will be added.
    /// - Precondition: the rate is finite and above 0.
    public init(sampleRateHz: Double, startSample: Int = 0) {
        precondition(sampleRateHz > 0 && sampleRateHz.isFinite, "a rate is above 0 Hz")
        self.startSample = startSample
        self.sampleRateHz = sampleRateHz
        minFlatSampleCount = max(2, Int((Self.minFlatSeconds * sampleRateHz).rounded(.up)))
        minRailSampleCount = max(3, Int((Self.minRailSeconds * sampleRateHz).rounded(.up)))
    }

    /// Takes the samples that follow; NaN and infinities are missing.
    ///
    /// - Complexity: O(n); allocates nothing.
    public mutating func add(_ samples: UnsafeBufferPointer<Double>) {
        count += samples.count
        for sample in samples {
            if sample == value {
                runLength += 1
            } else {
                endRun()
                value = sample
                runLength = 1
            }
        }
    }

    /// The same with an array.
    public mutating func add(_ samples: [Double]) {
        samples.withUnsafeBufferPointer { add($0) }
    }

    /// The window since the last call; the next one begins behind it.
    ///
    /// - Parameter beatQualities: of the beats in the window, in any order; 0 ... 1.
    public mutating func finish(beatQualities: [Double]) -> SignalQuality {
        endRun()
        let railedSampleCount = totalRailedCount
        let missingCount = count - presentSampleCount
        let lostSampleShare =
            count > 0
            ? Double(missingCount + flatSampleCount + railedSampleCount) / Double(count) : 1
        let median = Self.median(beatQualities)
        var flags: SignalQuality.Flags = []
        if Double(missingCount + flatSampleCount) >= Self.minLeadOffShare * Double(count) {
            flags.insert(.leadOff)
        }
        if Double(railedSampleCount) >= Self.minSaturatedShare * Double(max(1, count)) {
            flags.insert(.saturated)
        }
        if let median, median < Self.minMedianQuality { flags.insert(.noisy) }
        if median == nil, lostSampleShare < 0.5 { flags.insert(.noBeats) }
        let quality = SignalQuality(
            startSeconds: Double(startSample) / sampleRateHz,
            durationSeconds: Double(count) / sampleRateHz,
            value: (median ?? 0) * max(0, 1 - lostSampleShare), flags: flags)
        resetWindow()
        return quality
    }

    private mutating func resetWindow() {
        startSample += count
        (count, presentSampleCount, flatSampleCount, sum, runLength) = (0, 0, 0, 0, 0)
        (low, high, value) = (Rail(), Rail(), .nan)
    }

    /// Counts the samples of one value that were just passed.
    private mutating func endRun() {
        guard runLength > 0, value.isFinite else { return }
        presentSampleCount += runLength
        sum += value * Double(runLength)
        if runLength >= minFlatSampleCount {
            flatSampleCount += runLength
            return
        }
        if !(value <= high.value) { high = Rail(value: value) }
        if !(value >= low.value) { low = Rail(value: value) }
        guard runLength >= minRailSampleCount else { return }
        if value == high.value { high.count += runLength }
        if value == low.value { low.count += runLength }
    }

    private var totalRailedCount: Int {
        guard presentSampleCount > 0 else { return 0 }
        let mean = sum / Double(presentSampleCount)
        let threshold = 0.25 * (high.value - low.value)
        return (high.value - mean > threshold ? high.count : 0)
            + (mean - low.value > threshold ? low.count : 0)
    }

    private static func median(_ values: [Double]) -> Double? {
        guard !values.isEmpty else { return nil }
        let sorted = values.sorted()
        return 0.5 * (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2])
    }
}
