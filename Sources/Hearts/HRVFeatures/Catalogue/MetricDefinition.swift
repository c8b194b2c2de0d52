/// The data that a metric needs before a report states it.
public enum MetricRequirement: Sendable, Equatable {
    /// NN intervals.
    case beats(Int)
    /// Length of the window; s. One NN interval less is enough: a recording of five
    /// minutes ends with the last beat inside them.
    case seconds(Double)
    /// Segments of that many minutes.
    case segments(Int, minutes: Int)
    /// Premature ventricular beats that turbulence can be measured after.
    case prematureBeats(Int)
}

/// One row of the catalogue: everything that the toolkit knows of a metric but its value.
///
/// Tables, reports, intervals, the gate against poor data, the methods paragraph and the names of
/// other programs read it here, and nowhere keep a list of metrics of their own.
public struct MetricDefinition: Sendable {
    /// The rooms of the catalogue.
    public enum Family: String, Sendable, CaseIterable {
        case timeDomain = "Time domain"
        case geometric = "Geometric"
        case frequencyDomain = "Frequency domain"
        case poincare = "Poincaré plot"
        case nonlinear = "Nonlinear"
        case fragmentation = "Fragmentation"
        case asymmetry = "Asymmetry"
        case respiration = "Respiration"
        case turbulence = "Turbulence"
    }

    public let key: MetricKey
    public let family: Family
    /// One phrase: what the number is.
    public let title: String
    /// `ms`, `ms^2`, `%`, `Hz`, `1/min`, `beats`, or empty for a pure number.
    public let unit: String
    /// The requirement of a report; the metric itself may need less.
    public let requirement: MetricRequirement
    /// True if every vector is compared with every other, at a cost that grows with the square of
    /// the beats.
    package let comparesAllPairs: Bool
    /// The frequency bands that the beats and the estimator have to show; empty for a metric that
    /// is not of the spectrum.
    package let bands: [HRVBands.StandardBand]
    /// The beats or differences of which the share of corrected ones is stated.
    package let correctionBasis: CorrectionBasis
    /// The way in which the metric's interval is computed.
    package let interval: ConfidenceIntervalMethod
    /// The reason that the number can be missing although the data carry it.
    package let absenceReason: MetricAbsenceReason
    /// The part of the methods paragraph that describes it.
    package let method: MetricMethod
    /// The names in other programs.
    package let names: ExternalMetricNames
    /// The programs that give the metric and whose number is reproduced here. Where a program gives
    /// one that is not reproduced, the guide has the reason.
    package let programs: Set<Dialect>

    /// No parameter has a default: a new metric decides each of them.
    package init(
        _ key: MetricKey, _ family: Family, title: String, unit: String,
        requirement: MetricRequirement, comparesAllPairs: Bool, bands: [HRVBands.StandardBand],
        correctionBasis: CorrectionBasis, interval: ConfidenceIntervalMethod,
        absenceReason: MetricAbsenceReason,
        method: MetricMethod, names: ExternalMetricNames, programs: Set<Dialect>
    ) {
        self.key = key
        self.family = family
        self.title = title
        self.unit = unit
        self.requirement = requirement
        self.comparesAllPairs = comparesAllPairs
        self.bands = bands
        self.correctionBasis = correctionBasis
        self.interval = interval
        self.absenceReason = absenceReason
        self.method = method
        self.names = names
        self.programs = programs
    }

    /// Beats up to which metrics that compare every vector with every other are computed: about
    /// three hours. They describe a steady state, which longer segments are not in, and their cost
    /// grows with the square of the beats.
    public static let maxBeatsForAllPairs = 12_000

    /// Maximum number of beats of a segment that the metric is computed for unless forced; nil without a limit.
    public var maxBeats: Int? { comparesAllPairs ? Self.maxBeatsForAllPairs : nil }

    /// Every metric, in the order of the tables.
    public static let all: [MetricDefinition] = Family.allCases.flatMap(\.definitions)

    /// The definition of a key.
    ///
    /// - Complexity: O(1).
    public static func of(_ key: MetricKey) -> MetricDefinition {
        definitionsByKey[key] ?? key.member.metric.definition
    }

    private static let definitionsByKey = Dictionary(uniqueKeysWithValues: all.map { ($0.key, $0) })

    /// Least length for ULF; s.
    static let minULFSeconds = 72_000.0
}
