import ArgumentParser
import CommandSupport
import HRVPipeline
import HRVReports
import PhysioTypes
import RecordingAnalysis
import RecordingFiles

/// `hrv spectrum`: the power spectral density of recordings.
struct SpectrumCommand: AsyncParsableCommand {
    enum Shape: String, ExpressibleByArgument, CaseIterable {
        case csv, json, ndjson, svg
    }

    static let configuration = CommandConfiguration(
        commandName: "spectrum",
        abstract: "Estimate the power spectral density of recordings.",
        discussion: """
            csv: f_hz,psd_ms2_per_hz. json and ndjson add band powers, method, resolution and the \
            95 % confidence interval. svg: a drawing with the bands and the confidence band. \
            Several estimators, as in --psd lomb,welch,burg, are drawn over one another; csv then \
            has a column estimator, json an array estimators. Below the density of a recording of \
            20 minutes or more, svg shows its spectrogram, by the first estimator.
            """)

    @Argument(help: "Files, folders, WFDB records, or - for standard input.")
    var inputs: [String]

    @OptionGroup(title: "Reading") var input: InputOptions
    @OptionGroup(title: "Analysis") var analysis: AnalysisOptions
    @OptionGroup(title: "Analysis") var correction: CorrectionOptions

    @Option(help: "Shape of the result (default: csv).")
    var output: Shape?

    @Flag(help: "No spectrogram below the density of a long recording (svg).")
    var noSpectrogram = false

    @OptionGroup var delivery: DeliveryOptions

    private var shape: Shape {
        delivery.json ? .json : delivery.ndjson ? .ndjson : output ?? .csv
    }

    func validate() throws {
        try delivery.validateShape(isOtherChosen: output != nil)
        try InputPaths.validate(inputs)
    }

    func run() async throws {
        Interruption.install()
        let diagnostics = Diagnostics(isQuiet: delivery.quiet)
        let (paths, emptyFolderCount) = try InputPaths.expand(
            inputs, writing: [delivery.out], diagnostics)
        guard shape != .svg || paths.count == 1 else {
            diagnostics.error("svg shows one recording: name a single one", code: "usage")
            throw ExitStatus.usage.exitCode
        }
        let pipelines = self.pipelines
        var report = BatchReport(
            isStrict: delivery.strict, emptyFolderCount: emptyFolderCount, diagnostics: diagnostics)
        let loader = input.loader.run(over: paths, report.unusedOptions)
        let batch = Batch(
            paths: paths
        ) { name throws(RecordingError) in
            let recording = try loader.recording(name)
            let results = pipelines.map { $0.analyze(recording) }
            return ReportEntry(
                name: name, result: results[0], otherEstimatorResults: Array(results.dropFirst()))
        }
        do {
            let writer = EntryWriter(
                sink: try OutputSink(path: delivery.out),
                shape: EntryOutputFormat(rawValue: shape.rawValue) ?? .table,
                table: SpectrumTable(
                    hasFileColumn: paths.count > 1, hasEstimatorColumn: pipelines.count > 1)
            ) { $0.compactMap(SpectrumTable.svg).joined() }
            for await item in batch.items() {
                if let entry = report.record(item, examine: Self.missingSpectrumNotices) {
                    try writer.add(entry)
                }
            }
            try writer.finish(hasResults: report.hasResults)
            report.summarise()
            throw report.status.exitCode
        } catch let failure as OutputSink.Failure {
            throw failure.exitCode(diagnostics)
        }
    }

    /// One analysis for each estimator.
    private var pipelines: [AnalysisPipeline] {
        analysis.estimators.enumerated().map { index, estimator in
            var settings = AnalysisSettings()
            settings.spectrum = analysis.spectrumSettings
            settings.spectrum.estimator = estimator
            settings.isForced = analysis.force
            settings.correction = correction.correction(isLike: false)
            settings.keepsFigures = true
            settings.includesSpectrogram = shape == .svg && !noSpectrogram && index == 0
            return AnalysisPipeline(settings: settings)
        }
    }

    private static func missingSpectrumNotices(_ entry: ReportEntry) -> [Notice] {
        let results = [entry.result] + entry.otherEstimatorResults
        let missingResults = results.filter { $0.figures?.spectrum == nil }
        guard !missingResults.isEmpty else { return [] }
        var text = "no spectrum could be estimated"
        if missingResults.count < results.count {
            text += " by " + missingResults.map(SpectrumTable.methodName).joined(separator: ", ")
        }
        return [Notice(.warning, code: "no_spectrum", text)]
    }
}
