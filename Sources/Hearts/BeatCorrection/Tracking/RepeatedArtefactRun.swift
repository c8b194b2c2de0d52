/// Artefacts in a row, with no measured interval between them, of which the same number of beats was
/// missed, or too many, in each.
struct RepeatedArtefactRun: Codable {
    /// The largest number of artefacts in a row that are repaired.
    static let maxRepairedCount = 5

    private(set) var count = 0
    private(set) var begin = 0
    private(set) var end = 0
    private(set) var observedCount = 0
    private(set) var actualCount = 0

    mutating func add(_ transition: BeatTracker.Transition, _ intervals: Range<Int>) {
        let isSplitOrMerge =
            transition.kind == .repaired
            && (transition.observedCount == 1 || transition.actualCount == 1)
        guard isSplitOrMerge else { return }
        // At a changed rate other artefacts interrupt no run.
        if count > Self.maxRepairedCount,
            transition.observedCount != observedCount || transition.actualCount != actualCount
        {
            end = intervals.upperBound
            return
        }
        if count == 0 || transition.observedCount != observedCount
            || transition.actualCount != actualCount
        {
            self = RepeatedArtefactRun(
                count: 0, begin: intervals.lowerBound, end: 0,
                observedCount: transition.observedCount, actualCount: transition.actualCount)
        }
        count += 1
        end = intervals.upperBound
    }

    private enum CodingKeys: String, CodingKey {
        case count, begin, end
        case observedCount = "observed"
        case actualCount = "actual"
    }
}
