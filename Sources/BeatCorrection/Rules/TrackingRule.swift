public import PhysioTypes

/// A rule that follows the beats of a stretch and knows itself which intervals take the place of
/// which. It looks once.
public protocol TrackingRule: BeatRule {
    /// - Parameter intervalsMs: n >= 0 intervals that follow one another; each finite, above 0.
    func verdict(on intervalsMs: [Double]) -> BeatVerdict
}

extension TrackingRule {
    public func faults(in intervalsMs: [Double]) -> [CorrectionEvent.Kind?] {
        var kinds = [CorrectionEvent.Kind?](repeating: nil, count: intervalsMs.count)
        for fault in verdict(on: intervalsMs).faults { kinds[fault.beat] = fault.kind }
        return kinds
    }
}
