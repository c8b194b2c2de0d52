public import PhysioTypes

/// Two conventions on the same beats: which metrics differ, by how much, and which single choice
/// makes the difference.
///
/// A metric that both give and that differs by more than ``equalityTolerance`` is computed again under the
/// first conventions with one choice of the second's at a time. A choice accounts for the part of the
/// difference by which it moves the metric; two choices that only matter together, and two that undo
/// each other, account for shares that do not add up to 1.
///
/// ```swift
/// let comparison = DialectComparison(
///     of: nn, Conventions(), Dialect.hrvanalysis.conventions())
/// comparison.differences.first?.causes.first?.setting
/// ```
public struct DialectComparison: Sendable {
    /// The effect of one choice on a metric.
    public struct Cause: Sendable, Equatable {
        /// Name of the choice.
        public let setting: String
        /// The choice on either side.
        public let first: String
        public let second: String
        /// The share of the difference that it accounts for: 1 is all of it; above 1 where others
        /// undo a part, below 0 where it makes the difference larger.
        public let share: Double
    }

    public struct Difference: Sendable, Equatable {
        public let key: MetricKey
        public let first: Double
        public let second: Double
        /// The choices that move the metric: first those that move it towards the second value, the
        /// one that leaves the smallest rest at the head; then those that move it away. Empty where
        /// none moves it alone.
        public let causes: [Cause]

        /// Second less first over the first; nil where that is 0.
        public var relativeDifference: Double? { first == 0 ? nil : (second - first) / abs(first) }

        /// The first of the causes, where it accounts for the whole difference.
        public var singleCause: Cause? {
            causes.first.flatMap { abs($0.share - 1) <= fullShareTolerance ? $0 : nil }
        }
    }

    /// Relative deviation up to which two values are the same.
    public static let equalityTolerance = 1e-9
    /// A share that is nearer to 1 is all of a difference.
    static let fullShareTolerance = 1e-6
    /// Smaller shares are not listed.
    static let minListedShare = 0.001

    /// The differences in the order of the catalogue.
    public let differences: [Difference]
    /// Metrics that are the same on both sides.
    public let equalKeys: [MetricKey]
    /// Metrics that only one side gives.
    public let firstOnlyKeys: [MetricKey]
    public let secondOnlyKeys: [MetricKey]

    /// - Parameter firstMetrics: those the first side gives; nil for all; likewise the second's.
    /// - Complexity: one computation of a group of metrics for each choice that differs; all pairs
    ///   are compared in segments of up to ``MetricDefinition/maxBeatsForAllPairs`` only.
    public init(
        of nn: NNSeries, _ first: Conventions, _ second: Conventions,
        firstMetrics: Set<MetricKey>? = nil, secondMetrics: Set<MetricKey>? = nil
    ) {
        let a = first.values(of: nn).filter { firstMetrics?.contains($0.key) ?? true }
        let b = second.values(of: nn).filter { secondMetrics?.contains($0.key) ?? true }
        let keys = MetricDefinition.all.map(\.key)
        firstOnlyKeys = keys.filter { a[$0] != nil && b[$0] == nil }
        secondOnlyKeys = keys.filter { a[$0] == nil && b[$0] != nil }
        let commonValues = keys.compactMap { key in
            a[key].flatMap { first in b[key].map { (key, first, $0) } }
        }
        equalKeys = commonValues.filter { Self.isSame($0.1, $0.2) }.map(\.0)
        let isGapFree = nn.contiguousRanges.count <= 1
        let trialResults = first.settings(differingFrom: second).filter {
            // What is done about gaps changes nothing where there are none.
            !isGapFree || $0.name != Conventions.gapsName
        }.map { setting in
            var mixedConventions = first
            setting.copy(from: second, to: &mixedConventions)
            return (setting, mixedConventions.values(of: nn, groups: setting.groups))
        }
        differences = commonValues.filter { !Self.isSame($0.1, $0.2) }.map { key, a, b in
            let causes = trialResults.compactMap { setting, values -> Cause? in
                guard let value = values[key], !Self.isSame(value, a) else { return nil }
                return Cause(
                    setting: setting.name, first: setting.text(in: first),
                    second: setting.text(in: second), share: (value - a) / (b - a))
            }
            return Difference(
                key: key, first: a, second: b,
                causes: causes.filter { abs($0.share) >= Self.minListedShare }
                    .sorted {
                        ($0.share > 0 ? 0 : 1, abs($0.share - 1))
                            < ($1.share > 0 ? 0 : 1, abs($1.share - 1))
                    })
        }
    }

    private static func isSame(_ a: Double, _ b: Double) -> Bool {
        abs(a - b) <= equalityTolerance * max(abs(a), abs(b))
    }
}
