import ArgumentParser
import BeatDetection
import Foundation
import HRVPipeline
import HRVReports
import PhysioRecordings
import PhysioTypes

/// `hrv detect`: ECG in, R peaks out.
struct DetectCommand: AsyncParsableCommand {
    enum Shape: String, ExpressibleByArgument, CaseIterable {
        case table, csv, json, ndjson
    }

    static let configuration = CommandConfiguration(
        commandName: "detect",
        abstract: "Find the R peaks of an ECG.",
        discussion: """
            csv: sample,time_s,rr_ms,quality with a line a beat. The time is that of the R peak, \
            between samples; the sample is the nearest one; rr_ms is empty at the first beat and \
            after a gap; quality is 0 ... 1. json and ndjson add the kind of each beat, the quality \
            of every 10 s, and breathing.

            With --annotator NAME --out FOLDER, WFDB annotations FOLDER/RECORD.NAME are written \
            instead, and a header where the folder has none.
            """)

    @Argument(help: "Files, folders, WFDB records, or - for standard input.")
    var inputs: [String]

    @OptionGroup(title: "Reading") var signals: SignalOptions

    @Option(help: "Read inputs as this format; found by their content if not given.")
    var format: String?

    @Option(help: "Shape of the result (default: table on a terminal, csv otherwise).")
    var output: Shape?

    @Option(
        help: ArgumentHelp(
            "Write WFDB annotations under this name, such as hrv; --out names their folder.",
            valueName: "name"))
    var annotator: String?

    @Option(
        parsing: .unconditional,
        help: "How many recordings are searched at once (default: processors).")
    var jobs: Int?

    @OptionGroup var delivery: DeliveryOptions

    @Flag(help: "No progress line.")
    var noProgress = false

    func validate() throws {
        try delivery.validateShape(isOtherChosen: output != nil)
        if let jobs, jobs < 1 { throw ValidationError("--jobs must be at least 1") }
        if inputs.count(where: { $0 == "-" }) > 1 {
            throw ValidationError("standard input (-) can be read only once")
        }
        guard let annotator else { return }
        guard AnnotationFolder.isName(annotator) else {
            throw ValidationError("--annotator \(annotator): a name of letters, such as hrv")
        }
        guard let out = delivery.out, out != "-" else {
            throw ValidationError("--annotator needs --out FOLDER")
        }
        if output != nil || delivery.json || delivery.ndjson {
            throw ValidationError("--annotator writes annotations: leave out --output and --json")
        }
    }

    private var shape: Shape {
        if delivery.json { return .json }
        if delivery.ndjson { return .ndjson }
        if let output { return output }
        return delivery.out == nil && isatty(STDOUT_FILENO) == 1 ? .table : .csv
    }

    func run() async throws {
        Interruption.install()
        let diagnostics = Diagnostics(isQuiet: delivery.quiet)
        let (paths, emptyFolderCount) = try InputPaths.expand(
            inputs, writing: annotator == nil ? [delivery.out] : [], diagnostics)
        do {
            let sink: any DetectionSink =
                if let annotator, let folder = delivery.out {
                    try AnnotationFolder(folder, annotator: annotator)
                } else {
                    DetectionWriter(
                        sink: try OutputSink(path: delivery.out), shape: shape,
                        hasFileColumn: paths.count > 1 || inputs.count > 1)
                }
            var report = BatchReport(
                isStrict: delivery.strict, emptyFolderCount: emptyFolderCount,
                diagnostics: diagnostics, verb: "searched")
            let progress = ProgressLine(
                total: paths.count, isWanted: !noProgress && !delivery.quiet)
            try await report.follow(batch(paths), progress) { entry in try sink.add(entry) }
            try sink.finish(hasResults: report.hasResults)
            report.summarise()
            throw report.status.exitCode
        } catch let failure as OutputSink.Failure {
            throw AnalyzeCommand.exitCode(failure, diagnostics)
        }
    }

    private func batch(_ paths: [String]) -> Batch<DetectionEntry> {
        var options = RecordingFile.Options()
        options.format = format
        options.rateHz = signals.rate
        let loader = RecordingLoader(
            options: options, signal: signals.signal, baseline: signals.detector?.baseline)
        return Batch(
            paths: paths, jobCount: jobs ?? ProcessInfo.processInfo.activeProcessorCount
        ) { name throws(RecordingError) in
            try loader.detection(name)
        }
    }
}

extension DetectionEntry: BatchEntry {
    var messages: [Notice] { notices }
}
