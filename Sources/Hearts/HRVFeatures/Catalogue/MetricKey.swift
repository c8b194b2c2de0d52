/// A metric that the toolkit computes, by the name its results carry.
///
/// A key is a metric of one family. The family's `Metric` lists its metrics with their rows, so no
/// key exists without one; ``MetricDefinition`` states unit and meaning.
///
/// ```swift
/// TimeDomain(nn).values[.rmssd]
/// MetricKey(rawValue: "HRV_RMSSD") == .rmssd  // true
/// ```
public struct MetricKey: Sendable, Hashable, CaseIterable {
    package let member: FamilyMetric

    /// The families and their metrics.
    package enum FamilyMetric: Sendable, Hashable {
        case timeDomain(TimeDomain.Metric)
        case geometric(GeometricMetrics.Metric)
        case frequencyDomain(FrequencyDomain.Metric)
        case poincare(Poincare.Metric)
        case nonlinear(NonlinearMetrics.Metric)
        case fragmentation(Fragmentation.Metric)
        case asymmetry(Asymmetry.Metric)
        case respiration(RespirationMetrics.Metric)
        case turbulence(HeartRateTurbulence.Metric)

        var metric: any CataloguedMetric {
            switch self {
            case .timeDomain(let metric): metric
            case .geometric(let metric): metric
            case .frequencyDomain(let metric): metric
            case .poincare(let metric): metric
            case .nonlinear(let metric): metric
            case .fragmentation(let metric): metric
            case .asymmetry(let metric): metric
            case .respiration(let metric): metric
            case .turbulence(let metric): metric
            }
        }
    }

    package init(_ member: FamilyMetric) { self.member = member }

    /// The metric of that name.
    ///
    /// - Returns: nil for a name that is not in the catalogue.
    public init?(rawValue: String) {
        guard let key = Self.keysByName[rawValue] else { return nil }
        self = key
    }

    /// The name in every table, such as `HRV_RMSSD`.
    public var rawValue: String { member.metric.rawValue }

    /// Every metric, in the order of the tables.
    public static let allCases: [MetricKey] = MetricDefinition.all.map(\.key)

    private static let keysByName = Dictionary(
        uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })
}

/// Numbers of one segment of beats. A metric without an entry could not be computed.
public typealias MetricValues = [MetricKey: Double]
