import HRVFeatures
import PhysioTypes

/// How much of what the metrics are made of comes from corrected beats.
struct CorrectedShares {
    /// Among the intervals; 0...1.
    let ofIntervals: Double
    /// Among the differences of neighbours: those with a corrected interval at either end; 0...1.
    let ofDifferences: Double

    /// Share above which a metric is withheld. A correction writes in what its own rule expects; a
    /// fifth of that is no measurement any more.
    static let limit = 0.2

    init(_ nn: NNSeries) {
        var differences = 0
        var touched = 0
        for index in 1..<max(1, nn.count) where nn.isAdjacentToPrevious[index] {
            differences += 1
            if nn.isCorrected[index] || nn.isCorrected[index - 1] { touched += 1 }
        }
        ofIntervals =
            nn.count > 0 ? Double(nn.isCorrected.count { $0 }) / Double(nn.count) : 0
        ofDifferences = differences > 0 ? Double(touched) / Double(differences) : 0
    }

    /// The share for a metric; 0...1.
    ///
    /// Spectra, templates and boxes count as their intervals.
    func share(of definition: MetricDefinition) -> Double {
        switch definition.family {
        case .poincare, .fragmentation, .asymmetry: return ofDifferences
        default: return Self.differenceKeys.contains(definition.key) ? ofDifferences : ofIntervals
        }
    }

    /// What speaks against reporting a number of that share.
    func obstacle(_ share: Double) -> MissingReason? {
        share > Self.limit ? .corrected(limit: Self.limit, found: share) : nil
    }

    /// In % by key; empty where no beat was corrected.
    func percent(of metrics: [MetricResult]) -> [String: Double] {
        guard ofIntervals > 0 else { return [:] }
        var result: [String: Double] = [:]
        for metric in metrics {
            let definition = MetricKey(rawValue: metric.key).map(MetricDefinition.of)
            result[metric.key] = 100 * (definition.map(share) ?? ofIntervals)
        }
        return result
    }

    private static let differenceKeys: Set<MetricKey> = [
        .rmssd, .sdsd, .cvsd, .sdRMSSD, .nn50, .nn20, .pnn50, .pnn20, .decelerationCapacity,
        .accelerationCapacity,
    ]
}
