/// The names of a metric in other programs, for tables that carry their names.
package struct ExternalMetricNames: Sendable {
    /// True if NeuroKit2's `hrv` has a column of the toolkit's own name.
    package let neurokit: Bool
    /// The label in a Kubios report; nil where it has none.
    package let kubios: String?
    /// The keys of the Python package hrv-analysis, which gives some numbers twice.
    package let hrvanalysis: [String]

    /// No parameter has a default: a new metric decides each of them.
    package init(neurokit: Bool, kubios: String?, hrvanalysis: [String]) {
        self.neurokit = neurokit
        self.kubios = kubios
        self.hrvanalysis = hrvanalysis
    }

    /// The metric has a name in none of them.
    package static let none = ExternalMetricNames(neurokit: false, kubios: nil, hrvanalysis: [])
}
