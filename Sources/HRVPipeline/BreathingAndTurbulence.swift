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

    /// Turbulence after the annotated ventricular beats of a row.
    ///
    /// One counts where its sinus intervals before and after are all in the row, side by side.
    func turbulence(_ nn: NNSeries, in raw: RRSeries) -> HeartRateTurbulence {
        let before = HeartRateTurbulence.referenceCount
        let after = HeartRateTurbulence.recoveryCount
        let couplings = raw.marks.indices.filter { index in
            guard raw.marks[index].contains(.ventricular), index >= before,
                index + 1 + after < raw.count,
                let first = nn.firstPlace(endingAt: raw.endTimesSeconds[index - before]),
                let last = nn.firstPlace(endingAt: raw.endTimesSeconds[index + 1 + after])
            else { return false }
            // The coupling interval and the pause are not NN.
            return last - first == before + after - 1
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

extension NNSeries {
    /// Place of the first interval that ends at that time exactly.
    fileprivate func firstPlace(endingAt time: Double) -> Int? {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if endTimesSeconds[middle] < time { low = middle + 1 } else { high = middle }
        }
        return low < count && endTimesSeconds[low] == time ? low : nil
    }
}
