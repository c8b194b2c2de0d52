public import PhysioTypes

/// A rule that follows the beats of a segment and decides itself which intervals replace which. It
/// looks once.
public protocol TrackingRule: BeatRule {
    /// - Parameter intervalsMs: n >= 0 intervals that follow one another; each finite, above 0.
    /// - Parameter priorRhythm: the rhythm on the other side of a gap, for a segment too short to learn its
    ///   rhythm from alone; afterwards this segment is part of it.
    func verdict(on intervalsMs: [Double], prior priorRhythm: inout PriorRhythm) -> BeatVerdict
}

extension TrackingRule {
    public func artefacts(in intervalsMs: [Double]) -> [CorrectionEvent.Kind?] {
        var kinds = [CorrectionEvent.Kind?](repeating: nil, count: intervalsMs.count)
        var unknownRhythm = PriorRhythm()
        for artefact in verdict(on: intervalsMs, prior: &unknownRhythm).artefacts {
            kinds[artefact.beatIndex] = artefact.kind
        }
        return kinds
    }
}
