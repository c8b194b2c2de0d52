import PhysioTypes

extension BeatTracker.Transition {
    /// Evidence that one measured interval adds at most; in squared standard deviations, as all of it.
    static let maxMeasuredEvidence = 20.0
    private static let maxMisfitEvidence = 40.0
    private static let unexplainedEvidence = 40.0
    /// The evidence of each interval whose sum was wrong.
    private static let replacementEvidence = 10.0
    /// The evidence of each interval beyond two of one repair.
    private static let longRepairEvidence = 10.0

    /// Evidence that an episode is noise and no sum of single artefacts.
    var evidence: Double {
        let square = min(misfit * misfit, Self.maxMisfitEvidence) - 1
        switch kind {
        case .measured: return min(square, Self.maxMeasuredEvidence)
        case .unexplained: return Self.unexplainedEvidence
        case .replaced, .leftOut: return Self.replacementEvidence * Double(observedCount)
        case .repaired:
            return square + Self.longRepairEvidence * Double(max(0, observedCount - 2))
        }
    }

    /// The artefact that it shows in some intervals; nil where they were measured.
    func artefact(_ intervals: Range<Int>) -> BeatArtefact? {
        let (old, new) = (observedCount, actualCount)
        let artefactKind: CorrectionEvent.Kind
        switch kind {
        case .measured, .unexplained: return nil
        case .replaced, .leftOut: artefactKind = misfit > 0 ? .long : .short
        case .repaired: artefactKind = new > old ? .missed : new < old ? .extra : .ectopic
        }
        return BeatArtefact(
            kind: artefactKind, beatIndex: intervals.lowerBound, intervals: intervals,
            newCount: new,
            keepsTime: kind == .repaired)
    }
}
