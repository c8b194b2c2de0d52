import PhysioDSP

/// The statistics of repeated times of one piece of work.
public struct TimeStatistics: Sendable, Equatable {
    /// The least: what the work takes when nothing disturbs it; ns.
    public let minimum: Double
    public let median: Double
    /// The 90th percentile less the 10th, over the median; nil for a single time.
    public let spread: Double?

    /// - Parameter times: ns; at least one.
    public init(_ times: [Double]) {
        let sorted = times.sorted()
        guard let minimum = sorted.first,
            let median = Statistics.quantile(0.5, ofSorted: sorted),
            let low = Statistics.quantile(0.1, ofSorted: sorted),
            let high = Statistics.quantile(0.9, ofSorted: sorted)
        else { preconditionFailure("statistics need at least one time") }
        self.minimum = minimum
        self.median = median
        spread = sorted.count > 1 && median > 0 ? (high - low) / median : nil
    }
}
