import PhysioDSP
package import PhysioTypes

/// The traces of breathing in the intervals, as reports state them.
///
/// ```swift
/// MetricValues(of: RespirationMetrics(nn))[.breathingRate]
/// ```
package struct RespirationMetrics: MetricFamily {
    /// Rates of intervals and of the ECG that differ by no more than this are the same;
    /// breaths/min.
    package static let maxRateDifference = 1.0

    private let sinusArrhythmia: PorgesBohrerRSA
    /// Frequency of the breath; Hz; nil where it is not known.
    package let peakHz: Double?
    /// The reason that there is no frequency; nil where there is one.
    package let absence: BreathingRate.AbsenceReason?

    /// The amplitude of an ECG decides where there is one: the median of its minutes, if more than
    /// half of them have a rate. The intervals' own rate stands where it agrees with that median
    /// (it is the finer one), and where the ECG shows none. Beats sample both, so an ECG does not
    /// distinguish a breath above half the beat rate from its image either.
    ///
    /// - Parameter ecgRates: breaths/min of each minute, as the shape of the beats shows it; nil
    ///   where a minute has none. Empty without an ECG.
    /// - Complexity: that of the resampling and of a spectrum; allocates.
    package init(_ nn: NNSeries, ecgRates: [Double?] = []) {
        sinusArrhythmia = PorgesBohrerRSA(nn)
        let breathing = BreathingRate(GapFilling(nn).series)
        let measuredRates = ecgRates.compactMap(\.self)
        guard 2 * measuredRates.count > ecgRates.count, breathing.absence != .aboveHalfBeatRate,
            let rate = Statistics.quantile(0.5, ofSorted: measuredRates.sorted()),
            abs((breathing.breathsPerMinute ?? .infinity) - rate) > Self.maxRateDifference
        else {
            (peakHz, absence) = (breathing.peakHz, breathing.absence)
            return
        }
        (peakHz, absence) = (rate / 60, nil)
    }

    /// 60 times the breath's frequency; breaths/min.
    package var breathsPerMinute: Double? { peakHz.map { 60 * $0 } }

    /// The rate where it is known to lie outside the band of Porges and Bohrer, whose number then
    /// says nothing of the breath; breaths/min; otherwise nil.
    package var rateOutsideArrhythmiaBand: Double? {
        guard let hz = peakHz,
            hz < PorgesBohrerRSA.defaultLowHz || hz > PorgesBohrerRSA.defaultHighHz
        else { return nil }
        return 60 * hz
    }

    package func value(of metric: Metric) -> Double? {
        switch metric {
        case .rsaPorgesBohrer:
            rateOutsideArrhythmiaBand == nil ? sinusArrhythmia.meanLnVariance : nil
        case .breathingRate: breathsPerMinute
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
                "breaths a minute that intervals and ECG show", "1/min", interval: .none(.extreme),
                absence: .noBreathingPeak)
        }
    }

    private func row(
        _ title: String, _ unit: String, interval: ConfidenceIntervalMethod,
        absence: MetricAbsenceReason
    ) -> MetricDefinition {
        MetricDefinition(
            key, .respiration, title: title, unit: unit, requirement: .seconds(60),
            comparesAllPairs: false, bands: [], correctionBasis: .intervals, interval: interval,
            absenceReason: absence, method: .respiration, names: .none, programs: [])
    }
}
