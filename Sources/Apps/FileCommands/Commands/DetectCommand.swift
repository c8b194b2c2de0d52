import ArgumentParser
import BeatDetection
import CommandSupport
import HRVPipeline
import HRVReports
import PhysioTypes
import RecordingAnalysis
import RecordingFiles

/// `hrv detect`: ECG in, R peaks out.
struct DetectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "detect",
        abstract: "Find the R peaks of an ECG.",
        discussion: """
            csv: sample,time_s,rr_ms,quality,class,class_probability with a line a beat. The time is that of the R peak, \
            between samples; the sample is the nearest one; rr_ms is empty at the first beat and \
            after a gap; quality is 0 ... 1, empty with a --detector that measures none. class is N, S, V, F or Q \
            (ANSI/AAMI EC57), by the first two leads that are named as ECG, or the one of \
            --signal. Of the MIT-BIH records, each judged by models fitted to the \
            others, one lead finds about 94 % of the V beats and 69 % of the S beats; 95 % of \
            the V and 85 % of the S are right, fewer in noise; two leads find 97 % and 69 %, of \
            which 95 % and 93 % are right. F (a fusion of V and N) needs two leads, \
            and a third to a half of them are found. Q is a paced beat, or one that the signal does not show. json \
            and ndjson add the kind of each beat, the quality of every 10 s, breathing, the rhythms \
            found (runs, pairs, bigeminy, trigeminy, pauses above 2 s, irregular as in atrial \
            fibrillation) and a summary with the beats of each hour. This is no diagnosis.

            With --annotator NAME --out FOLDER, WFDB annotations FOLDER/RECORD.NAME are written \
            instead, and a header where the folder has none. They count the frames of a WFDB \
            record; the first beat carries the text \"\(AnnotationFolder.signature)\"; rhythms are + \
            with (VT, (IVR, (SVTA, (B, (T, (AFIB or, where none was found, (N. Annotations \
            without that text are somebody else's and are never replaced.
            """)

    @Argument(help: "Files, folders, WFDB records, or - for standard input.")
    var inputs: [String]

    @OptionGroup(title: "Reading") var signals: SignalOptions

    @Option(help: BeatFileOptions.partHelp)
    var part: String?

    @Option(help: "Read inputs as this format; found by their content if not given.")
    var format: String?

    @Option(
        help: ArgumentHelp(
            "Write WFDB annotations under this name, such as hrv; --out names their folder.",
            valueName: "name"))
    var annotator: String?

    @OptionGroup var output: BeatOutputOptions

    func validate() throws {
        try InputPaths.validate(inputs)
        try BeatFileOptions.validate(format: format)
        guard let annotator else { return }
        guard AnnotationFolder.isAnnotatorName(annotator) else {
            throw ValidationError(
                "--annotator \(annotator): a name of letters that is no ending of recordings or "
                    + "results, such as hrv")
        }
        guard let out = output.delivery.out, out != "-" else {
            throw ValidationError("--annotator needs --out FOLDER")
        }
        if output.output != nil || output.delivery.json || output.delivery.ndjson {
            throw ValidationError("--annotator writes annotations: leave out --output and --json")
        }
    }

    func run() async throws {
        Interruption.install()
        let delivery = output.delivery
        let diagnostics = Diagnostics(isQuiet: delivery.quiet)
        let (paths, emptyFolderCount) = try InputPaths.expand(
            inputs, writing: annotator == nil ? [delivery.out] : [], diagnostics)
        do {
            let sink: any DetectionSink =
                if let annotator, let folder = delivery.out {
                    try annotationFolder(folder, annotator, paths, diagnostics)
                } else {
                    EntryWriter(
                        sink: try OutputSink(path: delivery.out), shape: output.shape,
                        table: DetectionTable(
                            hasFileColumn: paths.count > 1 || inputs.count > 1),
                        document: DetectionText.render)
                }
            var report = BatchReport(
                isStrict: delivery.strict, emptyFolderCount: emptyFolderCount,
                diagnostics: diagnostics, verb: "searched")
            let progress = ProgressLine(
                total: paths.count, isWanted: !output.batch.noProgress && !delivery.quiet)
            try await report.recordAll(
                batch(paths, report.unusedOptions), progress
            ) { entry in try sink.add(entry) }
            try sink.finish(hasResults: report.hasResults)
            report.summarise()
            throw report.status.exitCode
        } catch let failure as OutputSink.Failure {
            throw failure.exitCode(diagnostics)
        }
    }

    /// - Throws: exit code 64 where a file would be replaced that is not ours.
    private func annotationFolder(
        _ path: String, _ annotator: String, _ inputs: [String], _ diagnostics: Diagnostics
    ) throws -> AnnotationFolder {
        let folder = AnnotationFolder(path, annotator: annotator, inputs: inputs)
        if let refusal = folder.refusal {
            diagnostics.error(refusal, code: "usage")
            throw ExitStatus.usage.exitCode
        }
        try folder.create()
        return folder
    }

    private func batch(_ paths: [String], _ unused: UnusedOptions) -> Batch<FoundBeats> {
        var options = RecordingFile.Options()
        options.format = format
        var inputLoader = signals.loader(options)
        inputLoader.part = part
        let loader = inputLoader.run(over: paths, unused)
        return Batch(
            paths: paths, jobCount: output.batch.jobs
        ) { name throws(RecordingError) in
            try loader.detectBeats(name)
        }
    }
}

/// The destination of detected beats.
protocol DetectionSink: AnyObject {
    func add(_ found: FoundBeats) throws
    /// Completes the output; where nothing was searched, none is made.
    func finish(hasResults: Bool) throws
}

extension EntryWriter: DetectionSink where Table == DetectionTable {
    func add(_ found: FoundBeats) throws { try add(found.entry) }
}
