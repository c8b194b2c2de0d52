import PhysioDSP

/// The reference coherence score: how much of the heart rate's power between 0.04 and 0.15 Hz lies
/// at the breathing frequency.
///
/// Of n heart-rate samples at rate r, the mean removed, no taper, with df = r / n, all in Double:
/// - the band is the bins max(1, floor(0.04 / df)) ... min(n / 2, floor(0.15 / df)), n / 2 an
///   integer division; without a last bin above the first the score is 0;
/// - the target is bin round(f / df), halves away from zero, f the breathing frequency, with its
///   two neighbours, cut to the band; where nothing is left the score is 0;
/// - the score is the power in the target over the power in the band, 0 ... 1; 0 below 32 samples,
///   and 0 without power.
///
/// Known flaw: at 30 s and 4 Hz the band has four bins and the target three of them, so that noise
/// scores about 0.75. Up to 53 samples at 4 Hz the band is one bin and the score 0.
///
/// "Without power" means a band power that rounding alone can produce: at most (4 ulp)^2 n times
/// the sum of the squares of the samples, ulp = 2^-52. A constant series is below it, whatever its
/// value; a sine of 60 beats/min +- 1e-10 is above.
///
/// ```swift
/// let coherence = PowerShareCoherence(sampleCount: 120)
/// let turnsPerSample = 5.5 / 60 / 4
/// let heartRatesBpm = (0..<120).map {
///     70 + 5 * PlatformMath.sin(2 * .pi * turnsPerSample * Double($0))
/// }
/// coherence.score(heartRatesBpm, breathsPerMinute: 5.5)  // 0.9765
/// ```
///
/// - SeeAlso: ``scores(of:breathsPerMinute:)`` and ``StreamingPowerShareCoherence`` for a score
///   after every sample of a long series.
public struct PowerShareCoherence: Sendable {
    /// The band; Hz.
    public static let lowHz = 0.04
    public static let highHz = 0.15
    /// The number of samples below which the score is 0.
    public static let minimumSampleCount = 32
    /// Bins on either side of the breathing frequency's that count as target.
    public static let targetHalfWidthBins = 1

    /// Samples of a window, n.
    public let sampleCount: Int
    public let sampleRateHz: Double
    /// The bins of the band; nil where the score is 0 for lack of samples or of a second bin.
    public let band: ClosedRange<Int>?
    private let transform: RealFFT

    /// - Parameter sampleCount: samples of a window; 1 ... 2^24.
    /// - Parameter sampleRateHz: above 0.
    public init(sampleCount: Int, sampleRateHz: Double = 4) {
        precondition((1...(1 << 24)).contains(sampleCount), "a window has 1 to 2^24 samples")
        precondition(
            sampleRateHz > 0 && sampleRateHz.isFinite, "a sample rate is above 0 Hz and finite")
        self.sampleCount = sampleCount
        self.sampleRateHz = sampleRateHz
        let stepHz = sampleRateHz / Double(sampleCount)
        let first = max(1, (Self.lowHz / stepHz).rounded(.down))
        let last = min(Double(sampleCount / 2), (Self.highHz / stepHz).rounded(.down))
        band =
            sampleCount >= Self.minimumSampleCount && last > first ? Int(first)...Int(last) : nil
        transform = RealFFT(count: sampleCount)
    }

    /// The target bins inside the band; nil where there are none.
    ///
    /// - Parameter breathsPerMinute: finite, and not negative.
    public func targetBins(breathsPerMinute: Double) -> ClosedRange<Int>? {
        precondition(
            breathsPerMinute >= 0 && breathsPerMinute.isFinite, "a breathing rate is a number >= 0")
        guard let band else { return nil }
        let stepHz = sampleRateHz / Double(sampleCount)
        let centre = (breathsPerMinute / 60 / stepHz).rounded(.toNearestOrAwayFromZero)
        let reach = Double(Self.targetHalfWidthBins)
        let first = max(Double(band.lowerBound), centre - reach)
        let last = min(Double(band.upperBound), centre + reach)
        return first <= last ? Int(first)...Int(last) : nil
    }

    /// The score of one window.
    ///
    /// - Parameter heartRatesBpm: n samples at equal distances; beats/min, or any other unit.
    /// - Parameter breathsPerMinute: the breathing rate; finite, and not negative.
    /// - Returns: 0 ... 1; NaN where a sample is not finite (or its square is not).
    /// - Complexity: O(n log n); allocates.
    public func score(_ heartRatesBpm: [Double], breathsPerMinute: Double) -> Double {
        precondition(heartRatesBpm.count == sampleCount, "a window has \(sampleCount) samples")
        let target = targetBins(breathsPerMinute: breathsPerMinute)
        guard let band, let mean = Statistics.mean(heartRatesBpm) else { return 0 }
        let spectrum = transform.forward(heartRatesBpm.map { $0 - mean })
        let powers = spectrum[band].map(\.squaredMagnitude)
        let energy = heartRatesBpm.reduce(0) { $0 + $1 * $1 }
        return score(powers: powers.span, energy: energy, target: target)
    }

    /// The scores of all windows of a series: the first of its first n samples, then one a sample.
    ///
    /// - Parameter heartRatesBpm: m samples at equal distances.
    /// - Parameter breathsPerMinute: the breathing rate; finite, and not negative.
    /// - Returns: m - n + 1 scores, none where m is below n; each as ``score(_:breathsPerMinute:)``
    ///   of its window, within 1e-10.
    /// - Complexity: O((m + n) bins of the band), memory besides the result O(n bins); allocates.
    ///   To score many series, keep a ``StreamingPowerShareCoherence``.
    public func scores(of heartRatesBpm: [Double], breathsPerMinute: Double) -> [Double] {
        guard heartRatesBpm.count >= sampleCount else { return [] }
        var stream = StreamingPowerShareCoherence(self)
        var scores = [Double](repeating: 0, count: heartRatesBpm.count)
        var span = scores.mutableSpan
        stream.push(heartRatesBpm.span, breathsPerMinute: breathsPerMinute, into: &span)
        return Array(scores[(sampleCount - 1)...])
    }

    /// The score of a window, given |X[k]|^2 for the bins of the band and the sum of the squares of
    /// its samples.
    func score(powers: Span<Double>, energy: Double, target: ClosedRange<Int>?) -> Double {
        guard let band else { return 0 }
        guard energy.isFinite else { return .nan }
        var bandPower = 0.0
        var targetPower = 0.0
        for index in powers.indices {
            let power = powers[index]
            bandPower += power
            if let target, target.contains(band.lowerBound + index) { targetPower += power }
        }
        let rounding = 4 * Double.ulpOfOne
        let hasPower = bandPower > rounding * rounding * Double(sampleCount) * energy
        return hasPower ? min(1, targetPower / bandPower) : 0
    }
}
