/// The metrics of the Poincaré plot: keys, rows, and what their rows share.
extension Poincare {
    package enum Metric: String, CataloguedMetric {
        case sd1 = "HRV_SD1"
        case sd2 = "HRV_SD2"
        case sd1sd2 = "HRV_SD1SD2"
        case ellipseArea = "HRV_S"
        case csi = "HRV_CSI"
        case cvi = "HRV_CVI"
        case csiModified = "HRV_CSI_Modified"
    }
}

extension Poincare.Metric {
    package var key: MetricKey { MetricKey(.poincare(self)) }

    package var definition: MetricDefinition {
        switch self {
        case .sd1:
            row(
                "width of the Poincaré cloud", "ms", absence: .tooFewDifferences,
                names: ExternalMetricNames(
                    neurokit: true, kubios: "SD1 (ms)", hrvanalysis: ["sd1"]),
                programs: [.kubios, .neurokit, .pyhrv, .hrvanalysis, .physionet])
        case .sd2:
            row(
                "length of the Poincaré cloud", "ms", absence: .tooFewDifferences,
                names: ExternalMetricNames(
                    neurokit: true, kubios: "SD2 (ms)", hrvanalysis: ["sd2"]),
                programs: [.kubios, .neurokit, .pyhrv, .hrvanalysis, .physionet])
        case .sd1sd2:
            row(
                "SD1 / SD2", "", absence: .tooFewBeats,
                names: ExternalMetricNames(neurokit: true, kubios: nil, hrvanalysis: []),
                programs: [.kubios, .neurokit, .pyhrv, .hrvanalysis, .physionet])
        case .ellipseArea:
            row(
                "area of the ellipse, pi SD1 SD2", "ms^2", absence: .tooFewDifferences,
                names: ExternalMetricNames(neurokit: true, kubios: nil, hrvanalysis: []),
                programs: [.neurokit, .pyhrv])
        case .csi:
            row(
                "cardiac sympathetic index, SD2 / SD1", "", absence: .tooFewBeats,
                names: ExternalMetricNames(
                    neurokit: true, kubios: "SD2/SD1 ratio", hrvanalysis: ["csi", "ratio_sd2_sd1"]),
                programs: [.neurokit, .hrvanalysis])
        case .cvi:
            row(
                "cardiac vagal index, log10(16 SD1 SD2)", "", absence: .tooFewBeats,
                names: ExternalMetricNames(neurokit: true, kubios: nil, hrvanalysis: ["cvi"]),
                programs: [.neurokit, .hrvanalysis])
        case .csiModified:
            row(
                "modified CSI, 4 SD2^2 / SD1", "ms", absence: .tooFewBeats,
                names: ExternalMetricNames(
                    neurokit: true, kubios: nil, hrvanalysis: ["Modified_csi"]),
                programs: [.neurokit, .hrvanalysis])
        }
    }

    private func row(
        _ title: String, _ unit: String, absence: MetricAbsenceReason, names: ExternalMetricNames,
        programs: Set<Dialect>
    ) -> MetricDefinition {
        MetricDefinition(
            key, .poincare, title: title, unit: unit, requirement: .beats(50),
            comparesAllPairs: false, bands: [], correctionBasis: .differences,
            interval: .resampled(.poincare), absenceReason: absence, method: .poincare,
            names: names,
            programs: programs)
    }
}
