public import PhysioTypes

/// One analysed recording under the name it goes by in reports.
public struct ReportEntry: Sendable {
    /// Path or name of the input, as the person gave it.
    public let name: String
    public let result: AnalysisResult
    /// The same recording analysed with other spectral estimators, for comparison.
    public let otherEstimatorResults: [AnalysisResult]

    public init(name: String, result: AnalysisResult, otherEstimatorResults: [AnalysisResult] = [])
    {
        self.name = name
        self.result = result
        self.otherEstimatorResults = otherEstimatorResults
    }
}
