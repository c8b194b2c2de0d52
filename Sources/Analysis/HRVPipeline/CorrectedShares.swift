import HRVFeatures
import PhysioTypes

/// The shares of corrected beats in the data from which the metrics are computed: stated beside
/// each metric.
///
/// What withholds numbers is the share of artefacts in the row, of every metric alike.
struct CorrectedShares {
    /// The share among the intervals; 0...1.
    let intervalShare: Double
    /// The share among the differences of neighbours: those with a corrected interval at either
    /// end; 0...1.
    let differenceShare: Double

    /// Share of artefacts above which a row has no numbers. A correction writes in what its own
    /// rule expects; with artefacts in a fifth of the beats that is no measurement any more.
    static let limit = 0.2
    /// Share of artefacts above which there is a warning.
    static let warningLimit = 0.05

    init(_ nn: NNSeries) {
        var differenceCount = 0
        var correctedCount = 0
        for index in 1..<max(1, nn.count) where nn.isAdjacentToPrevious[index] {
            differenceCount += 1
            if nn.isCorrected[index] || nn.isCorrected[index - 1] { correctedCount += 1 }
        }
        intervalShare =
            nn.count > 0 ? Double(nn.isCorrected.count { $0 }) / Double(nn.count) : 0
        differenceShare = differenceCount > 0 ? Double(correctedCount) / Double(differenceCount) : 0
    }

    /// The share for a metric; 0...1.
    func share(of definition: MetricDefinition) -> Double {
        switch definition.correctionBasis {
        case .intervals: intervalShare
        case .differences: differenceShare
        }
    }

    /// Returns the shares in % by key; empty if no beat was corrected.
    func percent(of metrics: [MetricResult]) -> [String: Double] {
        guard intervalShare > 0 else { return [:] }
        var result: [String: Double] = [:]
        for metric in metrics {
            let definition = MetricKey(rawValue: metric.key).map(MetricDefinition.of)
            result[metric.key] = 100 * (definition.map(share) ?? intervalShare)
        }
        return result
    }
}
