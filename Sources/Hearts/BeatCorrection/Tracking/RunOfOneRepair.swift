/// Artefacts in a row, with no measured interval between them, of which the same number of beats was
/// missed, or too many, in each.
struct RunOfOneRepair: Codable {
    /// So many in a row are repaired.
    static let maxRepaired = 5

    private(set) var count = 0
    private(set) var begin = 0
    private(set) var end = 0
    private(set) var observed = 0
    private(set) var actual = 0

    mutating func add(_ transition: BeatTracker.Transition, _ intervals: Range<Int>) {
        let isWhole =
            transition.kind == .repaired
            && (transition.observedCount == 1 || transition.actualCount == 1)
        guard isWhole else { return }
        // At a changed rate other artefacts interrupt no run.
        if count > Self.maxRepaired,
            transition.observedCount != observed || transition.actualCount != actual
        {
            end = intervals.upperBound
            return
        }
        if count == 0 || transition.observedCount != observed || transition.actualCount != actual {
            self = RunOfOneRepair(
                count: 0, begin: intervals.lowerBound, end: 0,
                observed: transition.observedCount, actual: transition.actualCount)
        }
        count += 1
        end = intervals.upperBound
    }
}
