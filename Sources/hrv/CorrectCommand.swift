import ArgumentParser
import BeatCorrection
import Foundation
import HRVPipeline
import HRVReports
import PhysioRecordings
import PhysioTypes

/// `hrv correct`: raw beats in, NN intervals and every change out.
struct CorrectCommand: AsyncParsableCommand {
    enum Shape: String, ExpressibleByArgument, CaseIterable {
        case table, csv, json, ndjson
    }

    static let configuration = CommandConfiguration(
        commandName: "correct",
        abstract: "Correct beats that were missed, that are none, or that are out of place.",
        discussion: """
            csv: t_s,rr_ms,nn_ms,flag with a line for each raw interval and each beat that was put \
            in; rr_ms is empty for the latter, nn_ms where an interval was left out or became part \
            of the next, flag where nothing was changed. json and ndjson add counts by kind, the \
            log of every change, and SDNN and RMSSD before and after.

            Rules for --correct:
            \(ruleList)
            """)

    /// A rule a line.
    private static let ruleList = BeatRules.all.map { rule in
        let space = String(repeating: " ", count: max(1, 20 - rule.name.count))
        return "  " + rule.name + (RuleArgument.words[rule.name].map { space + $0 } ?? "")
    }.joined(separator: "\n")

    @Argument(help: "Files, folders, WFDB records, or - for standard input.")
    var inputs: [String]

    @OptionGroup(title: "Reading") var input: InputOptions
    @OptionGroup(title: "Correction") var correction: CorrectionOptions

    @Option(help: "Shape of the result (default: table on a terminal, csv otherwise).")
    var output: Shape?

    @Option(
        help: ArgumentHelp(
            "Draw the beats with every change as well: a file, or with several inputs a folder for "
                + "one drawing each.",
            valueName: "path"))
    var svg: String?

    @Option(
        parsing: .unconditional,
        help: "How many recordings are corrected at once (default: processors).")
    var jobs: Int?

    @OptionGroup var delivery: DeliveryOptions

    @Flag(help: "No progress line.")
    var noProgress = false

    func validate() throws {
        try delivery.validateShape(isOtherChosen: output != nil)
        if let correct = correction.correct, correct.rule == nil {
            throw ValidationError(
                "--correct none corrects nothing: name a rule, or leave it out for "
                    + "\(ArtefactCorrection().rule.name); hrv analyze --correct none takes the "
                    + "beats as they are")
        }
        if svg == "-" { throw ValidationError("--svg needs the path of a file or a folder") }
        if let jobs, jobs < 1 { throw ValidationError("--jobs must be at least 1") }
        if inputs.count(where: { $0 == "-" }) > 1 {
            throw ValidationError("standard input (-) can be read only once")
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
            inputs, writing: [delivery.out, svg], diagnostics)
        let isSeveral = paths.count > 1 || inputs.count > 1
        do {
            var drawings: DrawingFolder?
            if let svg { drawings = try DrawingFolder(svg, isSeveral: isSeveral) }
            let writer = CorrectionWriter(
                sink: try OutputSink(path: delivery.out), shape: shape, hasFileColumn: isSeveral)
            var report = BatchReport(
                isStrict: delivery.strict, emptyFolderCount: emptyFolderCount,
                diagnostics: diagnostics, verb: "corrected")
            let progress = ProgressLine(
                total: paths.count, isWanted: !noProgress && !delivery.quiet)
            try await report.follow(batch(paths), progress) { entry in
                try writer.add(entry)
                try drawings?.write(entry)
            }
            try writer.finish(hasResults: report.hasResults)
            report.summarise()
            throw report.status.exitCode
        } catch let failure as OutputSink.Failure {
            throw AnalyzeCommand.exitCode(failure, diagnostics)
        }
    }

    private func batch(_ paths: [String]) -> Batch<CorrectionEntry> {
        let pipeline = CorrectionPipeline(
            correction.correction(isLike: false) ?? ArtefactCorrection())
        let loader = input.loader
        return Batch(
            paths: paths,
            jobCount: jobs ?? ProcessInfo.processInfo.activeProcessorCount
        ) { name throws(RecordingError) in
            CorrectionEntry(name: name, result: pipeline.correct(try loader.recording(name)))
        }
    }
}
