import PhysioTypes

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

/// What the beginning of an irregular part took back.
struct IrregularOnset: Codable {
    /// The first interval that showed it.
    let index: Int
    let faults: [BeatFault]
    /// The irregular part before, if the two became one.
    let irregular: Range<Int>?
    /// The episode that it ended, and the evidence that it is noise.
    let episode: Range<Int>
    let evidence: Double
}

extension BeatTracker.Transition {
    /// Evidence that one measured interval adds at most; in squared standard deviations, as all of it.
    static let maxEvidenceOfMeasured = 20.0
    private static let maxEvidenceOfMisfit = 40.0
    private static let evidenceOfUnexplained = 40.0
    /// Of each interval whose sum was wrong.
    private static let evidenceOfReplaced = 10.0
    /// Of each interval beyond two of one repair.
    private static let evidenceOfLongRepair = 10.0

    /// Evidence that an episode is noise and no sum of single artefacts.
    var evidence: Double {
        let square = min(misfit * misfit, Self.maxEvidenceOfMisfit) - 1
        switch kind {
        case .measured: return min(square, Self.maxEvidenceOfMeasured)
        case .unexplained: return Self.evidenceOfUnexplained
        case .replaced, .leftOut: return Self.evidenceOfReplaced * Double(observedCount)
        case .repaired:
            return square + Self.evidenceOfLongRepair * Double(max(0, observedCount - 2))
        }
    }

    /// The artefact that it shows in some intervals; nil where they were measured.
    func fault(_ intervals: Range<Int>) -> BeatFault? {
        let (old, new) = (observedCount, actualCount)
        let faultKind: CorrectionEvent.Kind
        switch kind {
        case .measured, .unexplained: return nil
        case .replaced, .leftOut: faultKind = misfit > 0 ? .long : .short
        case .repaired: faultKind = new > old ? .missed : new < old ? .extra : .ectopic
        }
        return BeatFault(
            kind: faultKind, beat: intervals.lowerBound, intervals: intervals, newCount: new,
            keepsTime: kind == .repaired)
    }
}
