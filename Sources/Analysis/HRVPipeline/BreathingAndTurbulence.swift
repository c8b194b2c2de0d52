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
        return MetricValues(of: RespirationMetrics(nn, band: settings.spectrum.bands.hf))
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
}
