/// The uncertainty of the metrics of a row: an interval for each number, or the reason why it has
/// none.
public struct RowUncertainty: Sendable, Equatable {
    /// The intervals by the metric's key; each in the metric's unit.
    public let intervals: [String: ClosedRange<Double>]
    /// The reason for each metric that has a value and no interval.
    public let reasons: [String: MissingReason]
    /// Beats of a block of the resampling; nil where none was done.
    public let blockBeatCount: Int?
    /// The number of times that the beats were drawn anew; nil where they were not.
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
