import HRVFeatures
import PhysioTypes

extension AnalysisPipeline {
    /// Respiratory sinus arrhythmia and the breathing rate of a row, the latter in its HF band.
    ///
    /// Nothing of a stretch whose numbers will be withheld, and none whose spectrum is not
    /// estimated.
    func respiration(_ nn: NNSeries) -> MetricValues {
        guard nn.coverage >= AnalysisSettings.minimumCoverage || settings.isForced,
            nn.durationSeconds <= FrequencyDomain.longestStretchSeconds
        else { return [:] }
        var values: MetricValues = [:]
        values[.rsaPorgesBohrer] = PorgesBohrer(nn).meanLnVariance
        values[.breathingRate] =
            BreathingRate(nn, band: settings.spectrum.bands.hf).breathsPerMinute
        return values
    }

    /// Turbulence after the annotated ventricular beats of a row, among its raw beats: what a
    /// correction makes of a premature beat and its pause is of no use here.
    ///
    /// One counts where its sinus intervals before and after are all in the row.
    static func turbulence(in raw: RRSeries, _ rowRanges: [Range<Int>]) -> HeartRateTurbulence {
        let before = HeartRateTurbulence.referenceCount
        let after = HeartRateTurbulence.recoveryCount
        let couplings = rowRanges.flatMap { range in
            range.filter { index in
                raw.marks[index].contains(.ventricular) && index - before >= range.lowerBound
                    && index + 1 + after < range.upperBound
            }
        }
        return HeartRateTurbulence(raw, couplingIntervalIndices: couplings)
    }

    /// Why a metric of breathing or turbulence that nothing speaks against has no number.
    static func breathingAbsence(of key: MetricKey, in nn: NNSeries) -> MissingReason? {
        switch key {
        case .turbulenceOnset, .turbulenceSlope:
            return .notMeasured("no ventricular beat is annotated after which it can be measured")
        case .breathingRate, .rsaPorgesBohrer:
            guard nn.durationSeconds <= FrequencyDomain.longestStretchSeconds else {
                return .notMeasured("the stretch is longer than 48 days: analyse windows of it")
            }
            return key == .breathingRate ? .noPeak : epochAbsence(nn)
        default:
            return nil
        }
    }

    /// No stretch without a gap holds an epoch, or none that does varies.
    private static func epochAbsence(_ nn: NNSeries) -> MissingReason {
        let longest = nn.adjacentRuns.map {
            nn.endTimesSeconds[$0.upperBound - 1] - nn.endTimesSeconds[$0.lowerBound]
        }.max()
        let needed = PorgesBohrer.shortestStretchSeconds
        guard let longest, longest >= needed else {
            return .tooFew(needed: needed, found: longest ?? 0, .seconds)
        }
        return .zeroDenominator
    }
}
