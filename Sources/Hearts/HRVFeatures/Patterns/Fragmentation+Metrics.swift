/// The metrics of fragmentation: keys, rows, and what their rows share.
extension Fragmentation {
    package enum Metric: String, CataloguedMetric {
        case pip = "HRV_PIP"
        case ials = "HRV_IALS"
        case pss = "HRV_PSS"
        case pas = "HRV_PAS"
    }
}

extension Fragmentation.Metric {
    package var key: MetricKey { MetricKey(.fragmentation(self)) }

    package var definition: MetricDefinition {
        switch self {
        case .pip:
            row("share of inflection points")
        case .ials:
            row("inverse mean length of runs of like differences")
        case .pss:
            row("share of beats in runs below three")
        case .pas:
            row("share of beats in alternations of four or more")
        }
    }

    private func row(_ title: String) -> MetricDefinition {
        MetricDefinition(
            key, .fragmentation, title: title, unit: "", requirement: .beats(100),
            comparesAllPairs: false, bands: [], correctionBasis: .differences,
            interval: .none(.order), absenceReason: .tooFewBeats, method: .fragmentation,
            names: ExternalMetricNames(neurokit: true, kubios: nil, hrvanalysis: []),
            programs: [.neurokit])
    }
}
