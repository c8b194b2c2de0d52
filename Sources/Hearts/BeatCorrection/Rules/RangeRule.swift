public import PhysioTypes

/// An interval is wrong where its length lies outside limits.
///
/// - SeeAlso: the default limits, 300 to 2000 ms (30 to 200 beats/min), are those of hrv-analysis.
public struct RangeRule: BeatRule, Equatable {
    /// Lengths an interval can have; ms.
    public var limitsMs: ClosedRange<Double>
    public let name = "range"

    public init(limitsMs: ClosedRange<Double> = 300...2000) {
        self.limitsMs = limitsMs
    }

    public func artefacts(in intervalsMs: [Double]) -> [CorrectionEvent.Kind?] {
        intervalsMs.map { limitsMs.contains($0) ? nil : .range }
    }
}
