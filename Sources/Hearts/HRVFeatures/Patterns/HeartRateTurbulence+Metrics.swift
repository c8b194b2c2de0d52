/// The metrics of heart rate turbulence: keys, rows, and what their rows share.
extension HeartRateTurbulence {
    package enum Metric: String, CataloguedMetric {
        case turbulenceOnset = "HRV_HRT_TO"
        case turbulenceSlope = "HRV_HRT_TS"
    }
}

extension HeartRateTurbulence.Metric {
    package var key: MetricKey { MetricKey(.turbulence(self)) }

    package var definition: MetricDefinition {
        switch self {
        case .turbulenceOnset:
            row("turbulence onset", "%")
        case .turbulenceSlope:
            row("turbulence slope", "ms/beat")
        }
    }

    private func row(_ title: String, _ unit: String) -> MetricDefinition {
        MetricDefinition(
            key, .turbulence, title: title, unit: unit, requirement: .prematureBeats(1),
            comparesAllPairs: false, bands: [], correctionBasis: .intervals,
            interval: .none(.order), absenceReason: .noPrematureBeat, method: .turbulence,
            names: .none,
            programs: [])
    }
}
