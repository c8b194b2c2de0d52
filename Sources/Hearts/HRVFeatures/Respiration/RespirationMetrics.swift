package import PhysioTypes

/// What breathing leaves in the intervals, as reports state it.
///
/// ```swift
/// MetricValues(of: RespirationMetrics(nn, band: HRVBands.taskForce.hf))[.breathingRate]
/// ```
package struct RespirationMetrics: MetricFamily {
    private let arrhythmia: PorgesBohrer
    private let breathing: BreathingRate

    /// - Parameter band: where the breathing rate is looked for; Hz.
    /// - Complexity: that of the resampling and of a spectrum; allocates.
    package init(_ nn: NNSeries, band: FrequencyBand) {
        arrhythmia = PorgesBohrer(nn)
        breathing = BreathingRate(nn, band: band)
    }

    package func value(of metric: Metric) -> Double? {
        switch metric {
        case .rsaPorgesBohrer: arrhythmia.meanLnVariance
        case .breathingRate: breathing.breathsPerMinute
        }
    }
}

extension RespirationMetrics {
    package enum Metric: String, CataloguedMetric {
        case rsaPorgesBohrer = "HRV_RSA_PB"
        case breathingRate = "HRV_BreathingRate"
    }
}

extension RespirationMetrics.Metric {
    package var key: MetricKey { MetricKey(.respiration(self)) }

    package var definition: MetricDefinition {
        switch self {
        case .rsaPorgesBohrer:
            row(
                "respiratory sinus arrhythmia, Porges and Bohrer", "ln ms^2",
                interval: .none(.order), absence: .noEpoch)
        case .breathingRate:
            row(
                "60 x the highest peak of HF", "1/min", interval: .none(.extreme),
                absence: .noBreathingPeak)
        }
    }

    private func row(
        _ title: String, _ unit: String, interval: IntervalMethod, absence: MetricAbsence
    ) -> MetricDefinition {
        MetricDefinition(
            key, .respiration, title: title, unit: unit, requirement: .seconds(60),
            comparesAllPairs: false, bands: [], correctedShare: .ofIntervals, interval: interval,
            absence: absence, method: .respiration, names: .none, programs: [])
    }
}
