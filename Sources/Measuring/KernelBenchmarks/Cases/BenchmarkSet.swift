/// The cases that are always measured.
public enum BenchmarkSet {
    /// Every case at a scale; inputs are made when a case is measured.
    public static func cases(_ scale: BenchmarkScale) -> [BenchmarkCase] {
        CoherenceCases.cases(scale) + HarmonicCoherenceCases.cases(scale)
            + LombScargleCases.cases(scale) + WelchCases.cases(scale)
            + TransformCases.cases(scale) + SeriesCases.cases(scale)
            + FeatureCases.cases(scale) + CorrectionCases.cases(scale)
            + DetectionCases.cases(scale) + PacerCases.cases(scale) + SoundCases.cases
            + PracticeDaysCases.cases + SongCases.cases(scale)
            + MusicChoiceCases.cases(scale)
    }
}
