import ArgumentParser
import CommandSupport
import HRVFeatures
import HRVPipeline
import HRVReports
import PhysioTypes
import RecordingAnalysis
import RecordingFiles

/// `hrv explain`: which metrics differ between two dialects, and by which setting.
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
        abstract: "Show which metrics differ between two programs, and by which setting.",
        discussion: """
            Both sides are computed from the same beats. Each metric that differs is computed again \
            with one setting of the second side at a time: the one that leaves the smallest rest is \
            named. With one --like the other side is our own conventions.
            """)

    @Argument(help: "A file, a WFDB record, or - for standard input.")
    var input: String

    @Option(
        help: ArgumentHelp("A program to compare; once or twice.", valueName: "program"))
    var like: [ComparedProgram]

    @Flag(help: "Reproduce the programs' known defects too.")
    var withDefects = false

    @OptionGroup(title: "Reading") var reading: InputOptions
    @OptionGroup(title: "Correction") var correction: CorrectionOptions

    @Option(help: "Shape of the result (default: table).")
    var output: Shape?

    @OptionGroup var delivery: DeliveryOptions

    func validate() throws {
        try delivery.validateShape(isOtherChosen: output != nil)
        guard (1...2).contains(like.count) else {
            throw ValidationError("--like is given once or twice: two programs are compared")
        }
        try correction.validate(isLike: true)
    }

    func run() throws {
        let diagnostics = Diagnostics(isQuiet: delivery.quiet)
        let recording: Recording
        do throws(RecordingError) {
            recording = try reading.loader.recording(input)
        } catch {
            diagnostics.error(input, error)
            throw ExitStatus(error).exitCode
        }
        for notice in recording.notices { diagnostics.notice(input, notice) }
        let nnSeries = nnSeries(recording)
        if let emptyNotice = AnalysisPipeline.noIntervalsNotice(of: nnSeries, raw: recording.rr) {
            diagnostics.error(input, emptyNotice.text, code: emptyNotice.code)
            throw ExitStatus.badData.exitCode
        }
        do throws(OutputSink.Failure) {
            let sink = try OutputSink(path: delivery.out)
            try sink.write(resultText(comparisonTable(nnSeries)))
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

    private func resultText(_ table: ComparisonTable) -> String {
        switch delivery.json ? .json : delivery.ndjson ? .ndjson : output ?? .table {
        case .table: table.text
        case .json: table.object.pretty + "\n"
        case .ndjson: table.object.compact + "\n"
        }
    }
}
