/// The metrics of asymmetry: keys, rows, and what their rows share.
extension Asymmetry {
    package enum Metric: String, CataloguedMetric {
        case guzik = "HRV_GI"
        case slopeIndex = "HRV_SI"
        case areaIndex = "HRV_AI"
        case porta = "HRV_PI"
        case ehlers = "HRV_EI"
        case c1d = "HRV_C1d"
        case c1a = "HRV_C1a"
        case sd1d = "HRV_SD1d"
        case sd1a = "HRV_SD1a"
        case c2d = "HRV_C2d"
        case c2a = "HRV_C2a"
        case sd2d = "HRV_SD2d"
        case sd2a = "HRV_SD2a"
        case cd = "HRV_Cd"
        case ca = "HRV_Ca"
        case sdnnd = "HRV_SDNNd"
        case sdnna = "HRV_SDNNa"
    }
}

extension Asymmetry.Metric {
    package var key: MetricKey { MetricKey(.asymmetry(self)) }

    package var definition: MetricDefinition {
        switch self {
        case .guzik:
            row("Guzik's index, by distance", "%", interval: .none(.order), isInNeuroKit: true)
        case .slopeIndex:
            row("slope index, by angle", "%", interval: .none(.order), isInNeuroKit: true)
        case .areaIndex:
            row("area index, by sector", "%", interval: .none(.order), isInNeuroKit: true)
        case .porta:
            row(
                "Porta's index, by count", "%", interval: .resampled(.asymmetry), isInNeuroKit: true
            )
        case .ehlers:
            row(
                "Ehlers' index, skewness of differences", "", interval: .resampled(.asymmetry),
                isInNeuroKit: false)
        case .c1d:
            row(
                "share of decelerations in SD1 squared", "", interval: .resampled(.asymmetry),
                isInNeuroKit: true)
        case .c1a:
            row(
                "share of accelerations in SD1 squared", "", interval: .resampled(.asymmetry),
                isInNeuroKit: true)
        case .sd1d:
            row("SD1 of decelerations", "ms", interval: .resampled(.asymmetry), isInNeuroKit: true)
        case .sd1a:
            row("SD1 of accelerations", "ms", interval: .resampled(.asymmetry), isInNeuroKit: true)
        case .c2d:
            row(
                "share of decelerations in SD2 squared", "", interval: .resampled(.asymmetry),
                isInNeuroKit: true)
        case .c2a:
            row(
                "share of accelerations in SD2 squared", "", interval: .resampled(.asymmetry),
                isInNeuroKit: true)
        case .sd2d:
            row("SD2 of decelerations", "ms", interval: .resampled(.asymmetry), isInNeuroKit: true)
        case .sd2a:
            row("SD2 of accelerations", "ms", interval: .resampled(.asymmetry), isInNeuroKit: true)
        case .cd:
            row(
                "share of decelerations in the whole", "", interval: .resampled(.asymmetry),
                isInNeuroKit: true)
        case .ca:
            row(
                "share of accelerations in the whole", "", interval: .resampled(.asymmetry),
                isInNeuroKit: true)
        case .sdnnd:
            row("SDNN of decelerations", "ms", interval: .resampled(.asymmetry), isInNeuroKit: true)
        case .sdnna:
            row("SDNN of accelerations", "ms", interval: .resampled(.asymmetry), isInNeuroKit: true)
        }
    }

    /// Guzik's, slope and area index are not resampled: rises and falls of a series add up to the
    /// distance of its ends, and joins break that.
    private func row(
        _ title: String, _ unit: String, interval: ConfidenceIntervalMethod, isInNeuroKit: Bool
    ) -> MetricDefinition {
        MetricDefinition(
            key, .asymmetry, title: title, unit: unit, requirement: .beats(100),
            comparesAllPairs: false, bands: [], correctionBasis: .differences, interval: interval,
            absenceReason: .tooFewBeats, method: .asymmetry,
            names: ExternalMetricNames(neurokit: isInNeuroKit, kubios: nil, hrvanalysis: []),
            programs: isInNeuroKit ? [.neurokit] : [])
    }
}
