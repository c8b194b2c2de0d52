public import PhysioTypes

/// A rule that says which beats of a segment are artefacts.
///
/// Rules know lengths alone: no times, no gaps. How an artefact is repaired is not theirs to decide
/// (``BeatRepair``). Any type can be one:
///
/// ```swift
/// struct TooFast: BeatRule {
///     let name = "too-fast"
///     func artefacts(in intervalsMs: [Double]) -> [CorrectionEvent.Kind?] {
///         intervalsMs.map { $0 < 350 ? .short : nil }
///     }
/// }
/// ArtefactCorrection(rule: TooFast()).correct(rr)
/// ```
public protocol BeatRule: Sendable {
    /// The name in the log of changes.
    var name: String { get }

    /// Maximum number of looks at a segment, each after what the one before found was repaired; 1 or
    /// more. A pass counts only where it finds less than the one before.
    var passLimit: Int { get }

    /// The number of intervals on either side that the verdict on one depends on, where that is
    /// few: then later passes look only around what was repaired. At the beginning it may also
    /// depend on all. nil: on all anywhere.
    var reach: Int? { get }

    /// The artefact at the beat that ends each interval; nil where there is none.
    ///
    /// Where two kinds claim one interval, extra beats come first, then missed ones, ectopic ones,
    /// and the rest. `gap` is not for rules to say.
    ///
    /// - Parameter intervalsMs: n >= 0 intervals that follow one another; each finite, above 0.
    /// - Returns: n kinds or nil.
    func artefacts(in intervalsMs: [Double]) -> [CorrectionEvent.Kind?]
}

extension BeatRule {
    public var passLimit: Int { 1 }
    public var reach: Int? { nil }
}

/// The rules that have a name of their own; the first is the default of ``ArtefactCorrection``.
public enum BeatRules {
    /// Every rule with its default parameters.
    public static let all: [any BeatRule] =
        [ResonantRule(), LipponenRule(), LipponenRule(followsPaperStrictly: true)]
        + MedianThresholdRule.Level.allCases.map { MedianThresholdRule(level: $0) }
        + [
            MalikRule(), KamathRule(), KarlssonRule(), AcarRule(), BerntsonRule(),
            NeighbourhoodMeanRule(), RangeRule(),
        ]

    /// The rule of that name, if there is one.
    public static func named(_ name: String) -> (any BeatRule)? {
        all.first { $0.name == name }
    }
}
