/// A metric of a family's list: a name in the tables, and the row of the catalogue that belongs to
/// it.
///
/// The list is an enumeration whose raw values are the names; ``definition`` is an exhaustive
/// `switch` over it, so the compiler asks for the row of a new metric.
package protocol CataloguedMetric: RawRepresentable<String>, CaseIterable, Sendable, Hashable {
    /// The metric among those of all families.
    var key: MetricKey { get }
    /// The metric's row.
    var definition: MetricDefinition { get }
}

/// The computation of the metrics of a family.
///
/// ``value(of:)`` is an exhaustive `switch` over the family's list, so the compiler asks for the
/// value of a new metric.
package protocol MetricFamily {
    associatedtype Metric: CataloguedMetric

    /// The number; nil where its formula has too few data or divides by 0.
    func value(of metric: Metric) -> Double?
}

extension MetricDefinition.Family {
    /// The rows of the family, in the order of the tables.
    var definitions: [MetricDefinition] {
        func rows<Metric: CataloguedMetric>(_ list: Metric.Type) -> [MetricDefinition] {
            Metric.allCases.map(\.definition)
        }
        return switch self {
        case .timeDomain: rows(TimeDomain.Metric.self)
        case .geometric: rows(GeometricMetrics.Metric.self)
        case .frequencyDomain: rows(FrequencyDomain.Metric.self)
        case .poincare: rows(Poincare.Metric.self)
        case .nonlinear: rows(NonlinearMetrics.Metric.self)
        case .fragmentation: rows(Fragmentation.Metric.self)
        case .asymmetry: rows(Asymmetry.Metric.self)
        case .respiration: rows(RespirationMetrics.Metric.self)
        case .turbulence: rows(HeartRateTurbulence.Metric.self)
        }
    }
}

extension MetricValues {
    /// The numbers of a family that are there.
    package init<Family: MetricFamily>(of family: Family) {
        self.init(present: Family.Metric.allCases.map { ($0.key, family.value(of: $0)) })
    }

    /// Creates the values from those pairs that have a number.
    init(present pairs: [(MetricKey, Double?)]) {
        self.init(minimumCapacity: pairs.count)
        for (key, value) in pairs {
            if let value, value.isFinite { self[key] = value }
        }
    }
}
