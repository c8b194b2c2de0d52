import HRVFeatures
import PhysioDSP
import PhysioTypes

extension AnalysisPipeline {
    /// Respiratory sinus arrhythmia and the breathing rate of a row.
    ///
    /// Nil for a segment whose numbers will be withheld or made by the rules of another program,
    /// and for one whose spectrum is not estimated.
    ///
    /// - Parameter minutes: breathing as the ECG of the recording shows it; those that lie in the
    ///   row count.
    func respiration(_ beats: RowBeats, _ minutes: [BreathingEpoch]) -> RespirationMetrics? {
        let nn = beats.nn
        guard
            beats.coverageWithEctopicBeats >= AnalysisSettings.minimumCoverage || settings.isForced,
            beats.coverageWithEctopicBeats >= AnalysisSettings.minimumCoverageWhenForced,
            nn.durationSeconds <= FrequencyDomain.maxDurationSeconds,
            settings.selectedDialect == nil,
            !Cancellation.isRequested
        else { return nil }
        let rates = minutes.filter { minute in
            let end = minute.startSeconds + minute.durationSeconds
            guard minute.startSeconds < nn.endSeconds, end > nn.startSeconds else { return false }
            let epochBeats = nn.window(startSeconds: minute.startSeconds, endSeconds: end)
            return 2 * epochBeats.coveredSeconds > minute.durationSeconds
        }.map(\.breathsPerMinute)
        return RespirationMetrics(nn, ecgRates: rates)
    }

    /// Turbulence after the annotated ventricular beats of a row, among its raw beats: what a
    /// correction makes of a premature beat and its pause is of no use here.
    ///
    /// One counts where its sinus intervals before and after are all in the row.
    static func turbulence(in raw: RRSeries, _ rowRanges: [Range<Int>]) -> HeartRateTurbulence {
        let beatCountBefore = HeartRateTurbulence.referenceIntervalCount
        let beatCountAfter = HeartRateTurbulence.recoveryIntervalCount
        let couplingIndices = rowRanges.flatMap { range in
            range.filter { index in
                raw.marks[index].contains(.ventricular)
                    && index - beatCountBefore >= range.lowerBound
                    && index + 1 + beatCountAfter < range.upperBound
            }
        }
        return HeartRateTurbulence(raw, couplingIntervalIndices: couplingIndices)
    }
}
