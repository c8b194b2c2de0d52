import ArgumentParser
import BeatDetection
import CommandSupport
import HRVReports
import PhysioTypes
import RecordingFiles

/// `hrv score`: detected beats against annotated ones.
struct ScoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "score",
        abstract: "Compare detected beats with annotated ones, by the rules of ANSI/AAMI EC57.",
        discussion: """
            Inputs are WFDB records, or folders of them, with two files of annotations each. A beat \
            is found if a detection lies within the tolerance; each detection counts for one beat. \
            Ventricular flutter is not scored. Sensitivity, positive predictivity (ppv) and F1 are \
            in per cent; offset is detected less annotated time. The same for ventricular (v_) and \
            supraventricular beats (s_), with the false positive rate (fpr): fusion and \
            unknown beats called V, and unknown ones called S, are no error. gross is the sum over the records, \
            average the mean of their figures.
            """)

    @Argument(help: "WFDB records, or folders of them.")
    var inputs: [String]

    @Option(help: "Ending of the annotations that are right.")
    var reference = "atr"

    @Option(help: "Ending of the annotations that are judged.")
    var test = "hrv"

    @Option(
        help: ArgumentHelp(
            "Folder of the annotations that are judged (default: beside the record).",
            valueName: "folder"))
    var testDir: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Leave out the beginning; the standard leaves out 300 s.", valueName: "s"))
    var skipFirst = 0.0

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How far a detection may be off.", valueName: "ms"))
    var toleranceMs = 150.0

    @Option(help: "Shape of the result (default: table on a terminal, csv otherwise).")
    var output: EntryOutputFormat?

    @OptionGroup var delivery: DeliveryOptions

    func validate() throws {
        try delivery.validateShape(isOtherChosen: output != nil)
        try InputPaths.validate(inputs)
        guard skipFirst >= 0, skipFirst.isFinite else {
            throw ValidationError("--skip-first is 0 s or more")
        }
        guard toleranceMs > 0, toleranceMs <= 1000 else {
            throw ValidationError("--tolerance-ms lies above 0 and is 1000 ms at most")
        }
    }

    func run() throws {
        Interruption.install()
        let diagnostics = Diagnostics(isQuiet: delivery.quiet)
        let (expandedPaths, emptyFolderCount) = try InputPaths.expand(
            inputs, writing: [delivery.out], diagnostics)
        // Of what a folder holds, records alone have annotations.
        let paths = expandedPaths.filter { inputs.contains($0) || $0.hasSuffix(".hea") }
        guard !paths.isEmpty else {
            diagnostics.error("no WFDB records in \(inputs.joined(separator: ", "))", code: "empty")
            throw ExitStatus.noInput.exitCode
        }
        var comparison = BeatComparison()
        comparison.windowSeconds = toleranceMs / 1000
        comparison.learningPeriodSeconds = skipFirst
        var scores: [(name: String, score: BeatScore)] = []
        var report = BatchReport(
            isStrict: delivery.strict, emptyFolderCount: emptyFolderCount,
            diagnostics: diagnostics, verb: "compared")
        for path in paths {
            let item = Batch<ScoreEntry>.Item(path: path, outcome: outcome(path, comparison))
            if let entry = report.record(item) { scores.append((entry.name, entry.score)) }
        }
        do throws(OutputSink.Failure) {
            let sink = try OutputSink(path: delivery.out)
            if scores.isEmpty {
                sink.discard()
            } else {
                try sink.write(text(ScoreTable(scores)))
                try sink.finish()
            }
        } catch {
            throw error.exitCode(diagnostics)
        }
        report.summarise()
        throw report.status.exitCode
    }

    private func text(_ table: ScoreTable) -> String {
        switch delivery.shape(output) {
        case .table: table.text
        case .csv: table.csv
        case .json: table.json.prettyText + "\n"
        case .ndjson: table.ndjson
        }
    }

    private func outcome(
        _ path: String, _ comparison: BeatComparison
    ) -> Result<ScoreEntry, RecordingError> {
        do throws(RecordingError) {
            let referenceFile = try WFDBAnnotationFile.read(path: path, annotator: reference)
            let testFile = try WFDBAnnotationFile.read(path: testPath(path), annotator: test)
            return .success(
                ScoreEntry(
                    name: path,
                    score: comparison.score(
                        BeatMarks(testFile), reference: BeatMarks(referenceFile)),
                    messages: referenceFile.notices + testFile.notices))
        } catch {
            return .failure(error)
        }
    }

    private func testPath(_ path: String) -> String {
        guard let testDir else { return path }
        return testDir + "/" + FilePath.name(of: path)
    }
}

/// The comparison of one record.
private struct ScoreEntry: BatchEntry {
    let name: String
    let score: BeatScore
    let messages: [Notice]
}

extension ScoreTable {
    /// A row a record, in their order, and the sum and the mean of several.
    fileprivate init(_ scores: [(name: String, score: BeatScore)]) {
        let gross = scores.map(\.score).reduce(BeatScore(), +)
        let average = BeatScoreAverage(scores.map(\.score))
        self.init(
            records: scores.map { Row($0.name, $0.score) }, grossRow: Row("gross", gross),
            averageRow: Row(
                name: "average", sensitivity: average.sensitivity,
                ppv: average.positivePredictivity, f1: average.f1,
                ventricularFigures: ClassFigures(average.ventricular),
                supraventricularFigures: ClassFigures(average.supraventricular)))
    }
}

extension ScoreTable.Row {
    fileprivate init(_ name: String, _ score: BeatScore) {
        self.init(
            name: name, tp: score.truePositives, fp: score.falsePositives,
            fn: score.falseNegatives, sensitivity: score.sensitivity,
            ppv: score.positivePredictivity, f1: score.f1, offsetMeanMs: score.offsetMeanMs,
            offsetDeviationMs: score.offsetDeviationMs,
            ventricularFigures: ScoreTable.ClassFigures(score.ventricular),
            supraventricularFigures: ScoreTable.ClassFigures(score.supraventricular))
    }
}

extension ScoreTable.ClassFigures {
    fileprivate init(_ average: BeatScoreAverage.ClassAverage) {
        self.init(
            sensitivity: average.sensitivity, ppv: average.positivePredictivity,
            fpr: average.falsePositiveRate)
    }

    fileprivate init(_ score: BeatClassScore) {
        self.init(
            tp: score.truePositives, fp: score.falsePositives, fn: score.falseNegatives,
            sensitivity: score.sensitivity, ppv: score.positivePredictivity,
            fpr: score.falsePositiveRate)
    }
}

extension BeatMarks {
    init(_ file: WFDBAnnotationFile) {
        self.init(
            marks: file.annotations.compactMap { annotation in
                annotation.symbol.map {
                    Mark(
                        position: Double(annotation.sample), symbol: $0,
                        subtype: Int(annotation.subtype))
                }
            }, sampleRateHz: file.sampleRateHz)
    }
}
