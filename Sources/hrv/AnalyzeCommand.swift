import ArgumentParser
import Foundation
import HRVFeatures
import HRVPipeline
import HRVReports
import PhysioRecordings
import PhysioTypes

/// `hrv analyze`: recordings in, one row each out.
struct AnalyzeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "analyze",
        abstract: "Compute heart-rate-variability metrics of recordings.",
        discussion: """
            Inputs are files, folders (searched, in the order of their names), WFDB records or - \
            for standard input. One row a recording, or one a window with --window.
            """)

    @Argument(help: "Files, folders, WFDB records, or - for standard input.")
    var inputs: [String]

    @Option(help: ArgumentHelp("Length of a window; s.", valueName: "s"))
    var window: Double?

    @Option(help: ArgumentHelp("Distance of two windows; s (default: the window).", valueName: "s"))
    var step: Double?

    @Option(
        parsing: .unconditional,
        help: "How many recordings are analysed at once (default: processors).")
    var jobs: Int?

    /// Shorter windows hold no two beats, and closer ones no new beat.
    private static let leastWindowSeconds = 1.0

    @Flag(help: "Print how the numbers are made, as a paragraph with references, instead of them.")
    var methods = false

    @OptionGroup(title: "Reading") var input: InputOptions
    @OptionGroup(title: "Analysis") var analysis: AnalysisOptions
    @OptionGroup(title: "Another program's conventions") var dialect: DialectOptions
    @OptionGroup(title: "Day and night") var dayNight: DayNightOptions
    @OptionGroup(title: "Uncertainty") var uncertainty: UncertaintyOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func validate() throws {
        if analysis.estimators.count > 1 {
            throw ValidationError(
                "--psd: a row has one estimator; hrv spectrum compares several")
        }
        try output.validate(isMethods: methods)
        try dialect.validate(analysis, uncertainty)
        if dayNight.night != nil, window != nil {
            throw ValidationError("--night splits the whole recording: not together with --window")
        }
        if step != nil, window == nil { throw ValidationError("--step needs --window") }
        for (name, value) in [("--window", window), ("--step", step)] {
            guard let value else { continue }
            guard value >= Self.leastWindowSeconds, value.isFinite else {
                throw ValidationError("\(name) must be at least 1 s")
            }
        }
        if let jobs, jobs < 1 { throw ValidationError("--jobs must be at least 1") }
        if inputs.count(where: { $0 == "-" }) > 1 {
            throw ValidationError("standard input (-) can be read only once")
        }
    }

    func run() async throws {
        Interruption.install()
        let diagnostics = Diagnostics(isQuiet: output.delivery.quiet)
        let (paths, emptyFolderCount) = try InputPaths.expand(
            inputs, writing: [output.delivery.out], diagnostics)
        let pipeline = AnalysisPipeline(settings: settings)
        let loader = input.loader
        let batch = Batch(
            paths: paths,
            jobCount: jobs ?? ProcessInfo.processInfo.activeProcessorCount
        ) { name throws(RecordingError) in
            ReportEntry(name: name, result: pipeline.analyze(try loader.recording(name)))
        }
        let writer: ResultWriter
        do {
            writer = try ResultWriter(
                sink: OutputSink(path: output.delivery.out), shape: output.shape,
                table: ResultTable(
                    names: output.metricNames, customKeys: customKeys,
                    hasFileColumn: paths.count > 1 || inputs.count > 1,
                    hasIntervals: uncertainty.ci, hasStretch: dayNight.night != nil),
                isMethods: methods)
            var report = BatchReport(
                isStrict: output.delivery.strict, emptyFolderCount: emptyFolderCount,
                diagnostics: diagnostics)
            let progress = ProgressLine(
                total: paths.count, isWanted: !output.noProgress && !output.delivery.quiet)
            try await report.follow(batch, progress) { entry in
                try writer.add(entry)
            }
            try writer.finish(hasResults: report.hasResults)
            report.summarise()
            throw report.status.exitCode
        } catch let failure as OutputSink.Failure {
            throw Self.exitCode(failure, diagnostics)
        }
    }

    private var settings: AnalysisSettings {
        var settings = AnalysisSettings()
        if let window {
            settings.windows = .init(lengthSeconds: window, stepSeconds: step ?? window)
        }
        settings.spectrum = analysis.spectrumSettings
        settings.voice = dialect.voice
        settings.correction = analysis.correction.correction(isLike: dialect.like != nil)
        settings.isForced = analysis.force
        settings.uncertainty = uncertainty.settings
        settings.dayNight = dayNight.settings
        settings.keepsFigures = output.shape == .html
        return settings
    }

    private var customKeys: [String] {
        analysis.spectrumSettings.bands.custom.map { "HRV_\($0.name)_ms2" }
    }

    static func exitCode(_ failure: OutputSink.Failure, _ diagnostics: Diagnostics) -> ExitCode {
        switch failure {
        case .closed:
            return ExitStatus.ok.exitCode
        case .cannotCreate(let text):
            diagnostics.error(text, code: "cannot_create")
            return ExitStatus.cannotCreate.exitCode
        case .cannotWrite(let text):
            diagnostics.error(text, code: "io")
            return ExitStatus.ioError.exitCode
        }
    }
}
