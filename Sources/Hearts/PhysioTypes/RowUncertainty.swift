/// How sure the metrics of a row are: an interval for each number, or the reason why it has none.
public struct RowUncertainty: Sendable, Equatable {
    /// By the metric's key; each in the metric's unit.
    public let intervals: [String: ClosedRange<Double>]
    /// For each metric that has a value and no interval.
    public let reasons: [String: MissingReason]
    /// Beats of a block of the resampling; nil where none was done.
    public let blockBeatCount: Int?
    /// How many times the beats were drawn anew; nil where they were not.
    public let resampleCount: Int?

    public init(
        intervals: [String: ClosedRange<Double>], reasons: [String: MissingReason],
        blockBeatCount: Int?, resampleCount: Int?
    ) {
        self.intervals = intervals
        self.reasons = reasons
        self.blockBeatCount = blockBeatCount
        self.resampleCount = resampleCount
    }
}
