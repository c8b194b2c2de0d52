/// The calibrated spectrogram: the periodograms of segments that move along an even series.
///
/// Every column is the plain periodogram of its segment, on the scale of ``WelchPSD``: for a
/// segment y of n samples at rate r, its mean removed, tapered with h, the one-sided density is 2
/// |sum h y exp(-2 pi i f t)|^2 / (r sum h^2), not doubled at 0 and at half the rate. Segments are
/// padded with zeros to at least twice their length. The mean of the columns is Welch's density
/// where both have the same segments.
///
/// A column separates two frequencies that differ by the taper's noise bandwidth / segment, and sees
/// what changes within half a segment as one.
///
/// - SeeAlso: Welch 1967, IEEE Trans. Audio Electroacoust. 15:70; Allen and Rabiner 1977, Proc.
///   IEEE 65:1558.
public struct ShortTimePSD: Sendable {
    /// Length of a segment; s.
    public let segmentSeconds: Double
    /// The time from one segment to the next; s; rounded to whole samples, at least one.
    public let stepSeconds: Double
    public let taper: Taper

    /// - Precondition: both lengths are above 0.
    public init(segmentSeconds: Double, stepSeconds: Double, taper: Taper = .hann) {
        precondition(segmentSeconds > 0 && stepSeconds > 0, "segment and step are above 0 s")
        self.segmentSeconds = segmentSeconds
        self.stepSeconds = stepSeconds
        self.taper = taper
    }

    /// The density around the middle of each segment that fits into the series; the first begins
    /// with the first sample. No value feels the ends: ``TimeFrequencyMap/coneOfInfluenceSeconds`` is 0.
    ///
    /// - Parameter samples: m numbers of some unit u.
    /// - Parameter sampleRateHz: above 0.
    /// - Returns: a density in u^2/Hz from 0 to half the rate; nil where the series is shorter than
    ///   a segment or a segment has fewer than 4 samples. A constant segment has density 0 but for
    ///   rounding. NaN or infinity, in the samples or by overflow of their squares, shows in the
    ///   columns whose segments hold it and in no other.
    /// - Complexity: O(segment log segment) a column; allocates the map and one workspace. A series
    ///   that is still growing needs ``WelchPlan`` for its newest segment only.
    public func map(of samples: [Double], sampleRateHz: Double) -> TimeFrequencyMap? {
        precondition(sampleRateHz > 0, "a sample rate is above 0 Hz")
        let seconds = segmentSeconds * sampleRateHz
        guard seconds.rounded() >= 4, seconds.rounded() <= Double(samples.count) else { return nil }
        let length = Int(seconds.rounded())
        let step = Int(min(Double(samples.count), max(1, (stepSeconds * sampleRateHz).rounded())))
        let starts = Array(stride(from: 0, through: samples.count - length, by: step))
        guard
            let plan = WelchPSD(segmentSeconds: segmentSeconds, taper: taper)
                .plan(sampleCount: length, sampleRateHz: sampleRateHz)
        else { return nil }
        let half = Double(length - 1) / 2
        return TimeFrequencyMap(
            timesSeconds: starts.map { (Double($0) + half) / sampleRateHz },
            frequenciesHz: (0..<plan.densityCount).map { Double($0) * plan.stepHz },
            values: Self.periodograms(samples, starts, plan),
            coneOfInfluenceSeconds: [Double](repeating: 0, count: plan.densityCount),
            spanSeconds: Double(samples.count - 1) / sampleRateHz)
    }

    /// The columns, one after the other.
    private static func periodograms(
        _ samples: [Double], _ starts: [Int], _ plan: WelchPlan
    ) -> [Double] {
        var workspace = WelchWorkspace(for: plan)
        var density = [Double](repeating: 0, count: plan.densityCount)
        var values: [Double] = []
        values.reserveCapacity(starts.count * plan.densityCount)
        for start in starts {
            let segment = samples.span.extracting(start..<start + plan.segmentLength)
            var span = density.mutableSpan
            plan.density(segment, into: &span, using: &workspace)
            values += density
        }
        return values
    }
}
