import HRVFeatures
import PhysioTypes

/// The result of one estimator for a recording, for a chart.
struct SpectrumEstimate {
    /// Name of the estimator, such as `Welch`.
    let title: String
    let spectrum: AnalysisFigures.Spectrum?
    /// The row of the whole recording, for the powers of the bands.
    let row: AnalysisRow?

    init(title: String = "", spectrum: AnalysisFigures.Spectrum?, row: AnalysisRow? = nil) {
        self.title = title
        self.spectrum = spectrum
        self.row = row
    }

    init(_ result: AnalysisResult) {
        let name = SpectrumTable.methodName(result)
        self.init(
            title: SpectrumSettings.Estimator(rawValue: name)?.title ?? name,
            spectrum: result.figures?.spectrum, row: result.rows.first)
    }
}
