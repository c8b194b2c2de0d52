import ArgumentParser
import CommandSupport
import HRVFeatures
import HRVPipeline
import HRVReports
import PhysioTypes
import RecordingAnalysis
import RecordingFiles

/// `hrv explain`: which metrics differ between two dialects, and by which setting; or why beats of an ECG bound
/// no NN interval.
struct ExplainCommand: ParsableCommand {
    enum Shape: String, ExpressibleByArgument, CaseIterable {
        case table, json, ndjson
    }

    /// A dialect, or our own conventions.
    struct ComparedProgram: ExpressibleByArgument {
        static let ownName = "resonance"
        static let allValueStrings = [ownName] + Dialect.allCases.map(\.rawValue)

        let dialect: Dialect?

        init() { dialect = nil }

        init?(argument: String) {
            dialect = Dialect(rawValue: argument)
            if dialect == nil, argument != Self.ownName { return nil }
        }

        var title: String { dialect?.title ?? "Resonance" }

        func conventions(_ nn: NNSeries, includingDefects: Bool) -> Conventions {
            dialect?.conventions(
                recordingSeconds: nn.durationSeconds, includingDefects: includingDefects)
                ?? Conventions()
        }
    }

    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Show which metrics differ between two programs, or why a beat is left out.",
        discussion: """
            Both sides are computed from the same beats. Each metric that differs is computed again \
            with one setting of the second side at a time: the one that leaves the smallest rest is \
            named. With one --like the other side is our own conventions.

            With --beat, the beat of an ECG nearest to a time is explained instead: its class with the \
            probability, how early it comes, and its width and similarity against the person's normal \
            beat.
            """)

    @Argument(help: "A file, a WFDB record, or - for standard input.")
    var input: String

    @Option(
        help: ArgumentHelp("A program to compare; once or twice.", valueName: "program"))
    var like: [ComparedProgram] = []

    @Option(
        help: ArgumentHelp(
            "Explain the beat of an ECG nearest to this time after the first sample; may be repeated.",
            valueName: "seconds"))
    var beat: [Double] = []

    @Flag(help: "Reproduce the programs' known defects too.")
    var withDefects = false

    @OptionGroup(title: "Reading") var reading: InputOptions
    @OptionGroup(title: "Correction") var correction: CorrectionOptions

    @Option(help: "Shape of the result (default: table).")
    var output: Shape?

    @OptionGroup var delivery: DeliveryOptions

    func validate() throws {
        try delivery.validateShape(isOtherChosen: output != nil)
        if !beat.isEmpty {
            guard like.isEmpty else {
                throw ValidationError(
                    "--beat explains beats, --like programs: leave one of them out")
            }
            guard beat.allSatisfy({ $0.isFinite && $0 >= 0 }) else {
                throw ValidationError("--beat needs a time in seconds, 0 or more")
            }
            return
        }
        guard (1...2).contains(like.count) else {
            throw ValidationError("--like is given once or twice: two programs are compared")
        }
        try correction.validate(isLike: true)
    }

    func run() throws {
        let diagnostics = Diagnostics(isQuiet: delivery.quiet)
        guard beat.isEmpty else { return try explainBeats(diagnostics) }
        let recording: Recording
        do throws(RecordingError) {
            recording = try reading.loader.recording(input)
        } catch {
            diagnostics.error(input, error)
            throw ExitStatus(error).exitCode
        }
        for notice in recording.notices { diagnostics.notice(input, notice) }
        let nnSeries = nnSeries(recording)
        if let emptyNotice = AnalysisPipeline.noNNIntervalsNotice(of: nnSeries, raw: recording.rr) {
            diagnostics.error(input, emptyNotice.text, code: emptyNotice.code)
            throw ExitStatus.badData.exitCode
        }
        let table = comparisonTable(nnSeries)
        try write(text: table.text, object: table.object, diagnostics)
    }

    private func explainBeats(_ diagnostics: Diagnostics) throws {
        let entry: DetectionEntry
        do throws(RecordingError) {
            entry = try reading.loader.detectBeats(input).entry
        } catch {
            diagnostics.error(input, error)
            throw ExitStatus(error).exitCode
        }
        let found = beat.compactMap { BeatExplanation(entry, nearest: $0) }
        guard !found.isEmpty else {
            diagnostics.error(
                input, "no beat was found in the signal \(entry.record.signal.name)", code: "empty")
            throw ExitStatus.badData.exitCode
        }
        try write(
            text: found.map { $0.text + "\n" }.joined(),
            object: .object([
                ("file", .text(input)), ("signal", .text(entry.record.signal.name)),
                ("beats", .array(found.map(\.object))),
            ]), diagnostics)
    }

    private func write(text: String, object: OrderedJSON, _ diagnostics: Diagnostics) throws {
        do throws(OutputSink.Failure) {
            let sink = try OutputSink(path: delivery.out)
            switch delivery.json ? .json : delivery.ndjson ? .ndjson : output ?? .table {
            case .table: try sink.write(text)
            case .json: try sink.write(object.prettyText + "\n")
            case .ndjson: try sink.write(object.compactText + "\n")
            }
            try sink.finish()
        } catch {
            throw error.exitCode(diagnostics)
        }
    }

    private func nnSeries(_ recording: Recording) -> NNSeries {
        correction.correction(isLike: true)?.correct(recording.rr).nn ?? NNSeries(recording.rr)
    }

    private func comparisonTable(_ nn: NNSeries) -> ComparisonTable {
        let programs = like.count == 2 ? like : like + [ComparedProgram()]
        let comparison = DialectComparison(
            of: nn, programs[0].conventions(nn, includingDefects: withDefects),
            programs[1].conventions(nn, includingDefects: withDefects),
            firstMetrics: programs[0].dialect?.metrics, secondMetrics: programs[1].dialect?.metrics)
        return ComparisonTable(
            file: input, first: programs[0].title, second: programs[1].title, comparison: comparison
        )
    }
}
