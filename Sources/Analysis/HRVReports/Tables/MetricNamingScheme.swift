public import HRVFeatures

/// The names under which a table gives its metrics. Only the names change, never the numbers.
public enum MetricNamingScheme: String, Sendable, CaseIterable {
    /// The toolkit's own keys, every metric.
    case resonance
    /// The toolkit's own keys, but no two that differ only in the case of their letters: databases and Spark take such
    /// names for one.
    case sql
    /// The columns of NeuroKit2's `hrv`.
    case neurokit
    /// The labels of a Kubios report.
    case kubios
    /// The keys of the Python package hrv-analysis.
    case hrvanalysis

    /// The name of a metric; nil where the other tool has none, and the table leaves it out.
    public func name(of key: MetricKey) -> String? { names(of: key).first }

    /// Every name of a metric; some tools give one number twice.
    public func names(of key: MetricKey) -> [String] {
        let names = MetricDefinition.of(key).names
        return switch self {
        case .resonance: [key.rawValue]
        case .sql: [key == .correlationDimension ? "HRV_CorrDim" : key.rawValue]
        case .neurokit: names.neurokit ? [key.rawValue] : []
        case .kubios: names.kubios.map { [$0] } ?? []
        case .hrvanalysis: names.hrvanalysis
        }
    }
}
