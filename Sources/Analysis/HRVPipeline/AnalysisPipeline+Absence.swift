import HRVFeatures
import PhysioTypes

extension AnalysisPipeline {
    /// Returns the reason that a metric has no number although nothing is against it.
    static func absence(
        of definition: MetricDefinition, in nn: NNSeries, _ respiration: RespirationMetrics?
    ) -> MissingReason {
        switch definition.absenceReason {
        case .tooFewBeats:
            return nn.count < 2
                ? .tooFew(needed: 2, found: Double(nn.count), .beats) : .zeroDenominator
        case .tooFewDifferences:
            let found = nn.successiveDifferencesMs.count
            return found < 2
                ? .tooFew(needed: 2, found: Double(found), .differences) : .zeroDenominator
        case .noPeak:
            return .noPeak
        case .noBreathingPeak:
            return lengthReason(nn)
                ?? respiration?.absence.map { .notMeasured($0.text) } ?? .noPeak
        case .noEpoch:
            return lengthReason(nn)
                ?? respiration?.rateOutsideArrhythmiaBand.map { rate in
                    .notMeasured(
                        "breathing at \(roundedToTenth(rate)) a minute lies outside its band, 7.2 to 24"
                    )
                } ?? epochReason(nn)
        case .noPrematureBeat:
            return .notMeasured("no ventricular beat is annotated after which it can be measured")
        }
    }

    /// Rounded to one decimal.
    static func roundedToTenth(_ number: Double) -> Double { (10 * number).rounded() / 10 }

    private static func lengthReason(_ nn: NNSeries) -> MissingReason? {
        nn.durationSeconds <= FrequencyDomain.maxDurationSeconds
            ? nil : .notMeasured("the stretch is longer than 48 days: analyse windows of it")
    }

    /// No segment without a gap holds an epoch, or none that does varies.
    private static func epochReason(_ nn: NNSeries) -> MissingReason {
        let maxSeconds = nn.contiguousRanges.map {
            nn.endTimesSeconds[$0.upperBound - 1] - nn.endTimesSeconds[$0.lowerBound]
        }.max()
        let needed = PorgesBohrerRSA.minSegmentSeconds
        guard let maxSeconds, maxSeconds >= needed else {
            return .tooFew(needed: needed, found: maxSeconds ?? 0, .seconds)
        }
        return .zeroDenominator
    }
}
