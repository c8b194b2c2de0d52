import PhysioDSP
public import PhysioTypes

/// Time-domain metrics of NN intervals.
///
/// x are the NN intervals in ms, N their count; d the differences of neighbours, none across a
/// gap. Each metric is computed from the least its formula needs and is nil below; the lengths
/// below which a number should not be reported are in ``MetricDefinition``.
///
/// Constant series: every dispersion is exactly 0, and ratios over a dispersion are nil. Values
/// are finite for every series of finite intervals. Gaps: means and dispersions use all intervals,
/// differences only those of neighbours.
///
/// ```swift
/// TimeDomain(NNSeries(intervalsMs: [800, 810, 795, 820, 805])).rmssdMs  // sqrt(293.75)
/// ```
///
/// - SeeAlso: Task Force 1996, Circulation 93:1043, doi 10.1161/01.CIR.93.5.1043. Where later
///   practice differs in a convention, the field below says which is used.
public struct TimeDomain: Sendable, Equatable {
    /// Mean of x; ms; N >= 1.
    public let meanNNMs: Double?
    /// Standard deviation of x over N - 1; ms; N >= 2.
    public let sdnnMs: Double?
    /// Square root of the mean of d^2; ms; one difference.
    public let rmssdMs: Double?
    /// Standard deviation of d over their count - 1; ms; two differences.
    public let sdsdMs: Double?
    /// The number of |d| above 50 ms (not equal to it).
    public let nn50Count: Int?
    /// The number of |d| above 20 ms (not equal to it).
    public let nn20Count: Int?
    /// The number of differences.
    public let differenceCount: Int
    /// Median of x; ms.
    public let medianNNMs: Double?
    /// 1.4826 times the median of |x - median|: a standard deviation that ignores outliers; ms.
    public let madNNMs: Double?
    /// Upper less lower quartile, linear between neighbours; ms.
    public let iqrNNMs: Double?
    /// 20 % quantile of x, linear between neighbours; ms.
    public let prc20NNMs: Double?
    /// 80 % quantile of x; ms.
    public let prc80NNMs: Double?
    /// Shortest and longest x; ms.
    public let minNNMs: Double?
    public let maxNNMs: Double?
    /// Mean of 60000 / x; beats/min. Not 60000 over the mean of x, which is lower.
    public let meanHeartRateBpm: Double?
    /// Standard deviation of 60000 / x over N - 1; beats/min.
    public let sdHeartRateBpm: Double?

    /// Thresholds of pNN50 and pNN20; ms; a difference counts when it is above.
    static let nn50ThresholdMs = 50.0
    static let nn20ThresholdMs = 20.0
    /// 1 / (0.75 quantile of the normal distribution): makes the median absolute deviation of
    /// normal data equal their standard deviation.
    static let madScale = 1.4826

    /// - Complexity: O(N log N) for the quantiles; allocates a few arrays of N.
    public init(_ nn: NNSeries) {
        let intervals = nn.intervalsMs
        let differences = nn.successiveDifferencesMs
        let sorted = intervals.sorted()
        let median = Statistics.quantile(0.5, ofSorted: sorted)
        let rates = intervals.map { 60_000 / $0 }

        meanNNMs = Statistics.mean(intervals)
        sdnnMs = Statistics.standardDeviation(intervals)
        differenceCount = differences.count
        rmssdMs = Statistics.mean(differences.map { $0 * $0 }).map { $0.squareRoot() }
        sdsdMs = Statistics.standardDeviation(differences)
        nn50Count = Self.count(differences, above: Self.nn50ThresholdMs)
        nn20Count = Self.count(differences, above: Self.nn20ThresholdMs)
        medianNNMs = median
        madNNMs = median.flatMap { median in
            let deviations = intervals.map { abs($0 - median) }.sorted()
            return Statistics.quantile(0.5, ofSorted: deviations).map { Self.madScale * $0 }
        }
        if let upper = Statistics.quantile(0.75, ofSorted: sorted),
            let lower = Statistics.quantile(0.25, ofSorted: sorted)
        {
            iqrNNMs = upper - lower
        } else {
            iqrNNMs = nil
        }
        prc20NNMs = Statistics.quantile(0.2, ofSorted: sorted)
        prc80NNMs = Statistics.quantile(0.8, ofSorted: sorted)
        minNNMs = sorted.first
        maxNNMs = sorted.last
        meanHeartRateBpm = Statistics.mean(rates)
        sdHeartRateBpm = Statistics.standardDeviation(rates)
    }

    /// 100 times the share of |d| above 50 ms among the differences; %.
    public var pnn50Percent: Double? { percent(nn50Count) }
    /// 100 times the share of |d| above 20 ms among the differences; %.
    public var pnn20Percent: Double? { percent(nn20Count) }
    /// SDNN over mean NN.
    public var cvnn: Double? { ratio(sdnnMs, meanNNMs) }
    /// RMSSD over mean NN.
    public var cvsd: Double? { ratio(rmssdMs, meanNNMs) }
    /// MadNN over median NN.
    public var mcvNN: Double? { ratio(madNNMs, medianNNMs) }
    /// SDNN over RMSSD.
    public var sdRMSSD: Double? { ratio(sdnnMs, rmssdMs) }
    /// Longest less shortest NN; ms.
    public var rangeNNMs: Double? {
        guard let minNNMs, let maxNNMs else { return nil }
        return maxNNMs - minNNMs
    }
    /// 60000 over the longest NN; beats/min.
    public var minHeartRateBpm: Double? { maxNNMs.map { 60_000 / $0 } }
    /// 60000 over the shortest NN; beats/min.
    public var maxHeartRateBpm: Double? { minNNMs.map { 60_000 / $0 } }

    /// The metrics by key.
    public var values: MetricValues { MetricValues(of: self) }

    private static func count(_ differences: [Double], above threshold: Double) -> Int? {
        differences.isEmpty ? nil : differences.count { abs($0) > threshold }
    }

    private func percent(_ count: Int?) -> Double? {
        count.map { 100 * Double($0) / Double(differenceCount) }
    }
}

extension TimeDomain: MetricFamily {
    package func value(of metric: Metric) -> Double? {
        switch metric {
        case .meanNN: meanNNMs
        case .sdnn: sdnnMs
        // Those of ``SegmentStatistics``: a series has them for each length of segments.
        case .sdann1, .sdnni1, .sdann2, .sdnni2, .sdann5, .sdnni5: nil
        case .rmssd: rmssdMs
        case .sdsd: sdsdMs
        case .cvnn: cvnn
        case .cvsd: cvsd
        case .medianNN: medianNNMs
        case .madNN: madNNMs
        case .mcvNN: mcvNN
        case .iqrNN: iqrNNMs
        case .sdRMSSD: sdRMSSD
        case .prc20NN: prc20NNMs
        case .prc80NN: prc80NNMs
        case .nn50: nn50Count.map(Double.init)
        case .nn20: nn20Count.map(Double.init)
        case .pnn50: pnn50Percent
        case .pnn20: pnn20Percent
        case .minNN: minNNMs
        case .maxNN: maxNNMs
        case .rangeNN: rangeNNMs
        case .meanHR: meanHeartRateBpm
        case .sdHR: sdHeartRateBpm
        case .minHR: minHeartRateBpm
        case .maxHR: maxHeartRateBpm
        }
    }
}

/// a / b; nil where either is missing or b is 0.
func ratio(_ numerator: Double?, _ denominator: Double?) -> Double? {
    guard let numerator, let denominator, denominator != 0 else { return nil }
    return numerator / denominator
}
