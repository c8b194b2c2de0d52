import ArgumentParser
import BeatCorrection
import CommandSupport
import HRVPipeline
import HRVReports
import PhysioTypes
import RecordingAnalysis
import RecordingFiles

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// `hrv correct`: raw beats in, NN intervals and every change out.
struct CorrectCommand: AsyncParsableCommand {
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
        return "  " + rule.name + (RuleArgument.summaries[rule.name].map { space + $0 } ?? "")
    }.joined(separator: "\n")

    @Argument(help: "Files, folders, WFDB records, or - for standard input.")
    var inputs: [String]

    @OptionGroup(title: "Reading") var input: InputOptions
    @OptionGroup(title: "Correction") var correction: CorrectionOptions

    @Option(
        help: ArgumentHelp(
            "Draw the beats with every change as well: a file, or with several inputs a folder for "
                + "one drawing each.",
            valueName: "path"))
    var svg: String?

    @OptionGroup var output: BeatOutputOptions

    func validate() throws {
        if let correct = correction.correct, correct.rule == nil {
            throw ValidationError(
                "--correct none corrects nothing: name a rule, or leave it out for "
                    + "\(ArtefactCorrection().rule.name); hrv analyze --correct none takes the "
                    + "beats as they are")
        }
        if svg == "-" { throw ValidationError("--svg needs the path of a file or a folder") }
        try InputPaths.validate(inputs)
    }

    func run() async throws {
        Interruption.install()
        let delivery = output.delivery
        let diagnostics = Diagnostics(isQuiet: delivery.quiet)
        let (paths, emptyFolderCount) = try InputPaths.expand(
            inputs, writing: [delivery.out, svg], diagnostics)
        let hasSeveralInputs = paths.count > 1 || inputs.count > 1
        do {
            var drawings: DrawingFolder?
            if let svg { drawings = try DrawingFolder(svg, isSeveral: hasSeveralInputs) }
            let writer = EntryWriter(
                sink: try OutputSink(path: delivery.out), shape: output.shape,
                table: CorrectionTable(hasFileColumn: hasSeveralInputs)
            ) { CorrectionText.render($0, width: Terminal.width) }
            var report = BatchReport(
                isStrict: delivery.strict, emptyFolderCount: emptyFolderCount,
                diagnostics: diagnostics, verb: "corrected")
            let progress = ProgressLine(
                total: paths.count, isWanted: !output.batch.noProgress && !delivery.quiet)
            try await report.recordAll(
                batch(paths, report.unusedOptions), progress
            ) { entry in
                try writer.add(entry)
                try drawings?.write(entry)
            }
            try writer.finish(hasResults: report.hasResults)
            report.summarise()
            throw report.status.exitCode
        } catch let failure as OutputSink.Failure {
            throw failure.exitCode(diagnostics)
        }
    }

    private func batch(
        _ paths: [String], _ unused: UnusedOptions
    ) -> Batch<CorrectionEntry> {
        let pipeline = CorrectionPipeline(
            correction.correction(isLike: false) ?? ArtefactCorrection())
        let loader = input.loader.run(over: paths, unused)
        return Batch(
            paths: paths, jobCount: output.batch.jobs
        ) { name throws(RecordingError) in
            CorrectionEntry(name: name, result: pipeline.correct(try loader.recording(name)))
        }
    }
}
