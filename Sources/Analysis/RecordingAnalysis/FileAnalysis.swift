public import HRVPipeline
public import HRVReports
public import RecordingFiles

/// Analyses a file of beats or of an ECG in one call: reads it, finds its beats where it holds none,
/// corrects them and computes every metric.
///
/// ```swift
/// let entry = try FileAnalysis().analyze("datasets/small/rest.txt")
/// print(TextTable.render([entry]))
/// ```
public struct FileAnalysis: Sendable {
    private let loader: RecordingLoader
    private let pipeline: AnalysisPipeline

    /// - Parameters:
    ///   - loader: how files are read and beats are found.
    ///   - settings: how the metrics are made.
    public init(
        loader: RecordingLoader = RecordingLoader(),
        settings: AnalysisSettings = AnalysisSettings()
    ) {
        self.loader = loader
        pipeline = AnalysisPipeline(settings: settings)
    }

    /// The metrics of one recording, ready for a table, a document or a page.
    ///
    /// - Parameter name: a path, or `-` for standard input.
    /// - Returns: the result under that name; a metric that the data cannot carry has a reason
    ///   instead of a value.
    /// - Throws: every case of ``RecordingError``, which says what was found and what to do.
    /// - Complexity: about a second for a day of beats; memory of the beats, not of the samples.
    public func analyze(_ name: String) throws(RecordingError) -> ReportEntry {
        ReportEntry(name: name, result: pipeline.analyze(try loader.recording(name)))
    }

    /// The metrics of every recording of an input, in its order.
    ///
    /// - Parameter name: a path, or `-` for standard input.
    /// - Returns: at least one; each under its own name, as ``NamedRecording`` has it. A recording
    ///   that cannot be read does not stop the others.
    /// - Throws: where nothing of the input can be read.
    public func analyzeAll(
        _ name: String
    ) throws(RecordingError) -> [(name: String, outcome: Result<ReportEntry, RecordingError>)] {
        try loader.recordings(name).map { recording in
            let outcome = recording.outcome.map {
                ReportEntry(name: recording.name, result: pipeline.analyze($0))
            }
            return (recording.name, outcome)
        }
    }
}
