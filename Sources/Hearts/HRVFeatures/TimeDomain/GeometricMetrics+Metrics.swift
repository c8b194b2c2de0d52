/// The metrics of the histogram: keys, rows, and what their rows share.
extension GeometricMetrics {
    package enum Metric: String, CataloguedMetric {
        case hti = "HRV_HTI"
        case tinn = "HRV_TINN"
    }
}

extension GeometricMetrics.Metric {
    package var key: MetricKey { MetricKey(.geometric(self)) }

    package var definition: MetricDefinition {
        switch self {
        case .hti:
            row(
                "HRV triangular index", "",
                names: ExternalMetricNames(
                    neurokit: true, kubios: "RR tri index", hrvanalysis: ["triangular_index"]),
                programs: [.taskForce, .kubios, .neurokit, .pyhrv, .hrvanalysis])
        case .tinn:
            row(
                "base of the least-squares triangle", "ms",
                names: ExternalMetricNames(
                    neurokit: true, kubios: "TINN (ms)", hrvanalysis: ["tinn"]),
                programs: [.taskForce, .kubios, .neurokit, .pyhrv])
        }
    }

    /// The fullest bin and the feet of a triangle are extremes, which no resample exceeds.
    private func row(
        _ title: String, _ unit: String, names: ExternalMetricNames, programs: Set<Dialect>
    ) -> MetricDefinition {
        MetricDefinition(
            key, .geometric, title: title, unit: unit, requirement: .seconds(1200),
            comparesAllPairs: false, bands: [], correctionBasis: .intervals,
            interval: .none(.extreme), absenceReason: .tooFewBeats, method: .histogram,
            names: names,
            programs: programs)
    }
}
