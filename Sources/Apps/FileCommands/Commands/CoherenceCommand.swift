import ArgumentParser
import CommandSupport
import HRVReports
import PhysioTypes
import RecordingAnalysis
import RecordingFiles
import ResonanceBreathing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The name of a coherence score, as its column is called; `default` is one too.
struct ScoreArgument: ExpressibleByArgument {
    let score: CoherenceScore

    static let allValueStrings = ["default"] + CoherenceTable.columns.map(CoherenceTable.name)

    init?(argument: String) {
        guard
            let found = CoherenceTable.columns.first(where: {
                CoherenceTable.name(of: $0) == argument
            })
                ?? (argument == "default" ? CoherenceScore.defaultScore : nil)
        else { return nil }
        score = found
    }
}

/// `hrv coherence`: every coherence score over time.
struct CoherenceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "coherence",
        abstract: "Follow how far the heart follows commanded breaths, by every coherence score.",
        discussion: """
            Says what was commanded: --rate for one rate throughout, or --schedule. The first \
            inhalation begins at --offset seconds of the recording, and harmonic, multitaper_f and \
            phase_synchrony take the phase of the breath from there; at one constant rate they do \
            not depend on it. The other scores look at the rate alone, or at nothing. Beats may be \
            late, and a schedule may begin otherwise than said: where its rates show by how much, \
            its breaths are laid beside the heart so; --exact-start states that they need not be.

            csv, json and ndjson have t_s and a field for each score, at the whole multiples of \
            --step; a score looks at the last 30 to 120 s before it and has no value until then \
            (json: null, with a reason). harmonic is the default score. msc needs a breathing signal, \
            which phase_synchrony then takes for the breath too. Beats are corrected first.

            \(formulas)
            """)

    private static let formulas = CoherenceTable.columns.map {
        "  \(CoherenceTable.name(of: $0)): \($0.formula)"
    }.joined(separator: "\n")

    @Argument(help: "Files, folders, WFDB records, or - for standard input.")
    var inputs: [String]

    @OptionGroup(title: "Reading") var input: PacedInputOptions

    @Option(
        help: ArgumentHelp(
            "One rate commanded throughout; breaths/min; \(BreathSchedule.rates.text()).",
            valueName: "breaths/min"))
    var rate: Double?

    @OptionGroup(title: "Breathing") var breathing: ScheduleOptions

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "A signal of the same recording that rises while breathing in: its name, or its place "
                + "counted from 0.",
            valueName: "name|index"))
    var breathingSignal: String?

    @Option(help: ArgumentHelp("Distance of two lines; s.", valueName: "s"))
    var step: Double = 5

    @Option(help: ArgumentHelp("Only this score; default is harmonic.", valueName: "name"))
    var score: ScoreArgument?

    @OptionGroup var output: BeatOutputOptions

    private static let stepLimitsSeconds = 0.25...3600.0

    func validate() throws {
        try InputPaths.validate(inputs)
        guard (rate == nil) != (breathing.schedule == nil) else {
            throw ValidationError(
                "say how breathing was commanded: either --rate or --schedule, such as --rate 6")
        }
        if let rate, !BreathSchedule.rates.contains(rate) {
            throw ValidationError("--rate is \(BreathSchedule.rates.text()) breaths/min")
        }
        guard Self.stepLimitsSeconds.contains(step) else {
            throw ValidationError("--step is 0.25 to 3600 s")
        }
    }

    func run() async throws {
        Interruption.install()
        let delivery = output.delivery
        let diagnostics = Diagnostics(isQuiet: delivery.quiet)
        let (paths, emptyFolderCount) = try InputPaths.expand(
            inputs, writing: [delivery.out], diagnostics)
        do {
            let table = CoherenceTable(
                scores: scores, hasFileColumn: paths.count > 1 || inputs.count > 1)
            let writer = EntryWriter(
                sink: try OutputSink(path: delivery.out), shape: output.shape, table: table,
                document: table.text)
            var report = BatchReport(
                isStrict: delivery.strict, emptyFolderCount: emptyFolderCount,
                diagnostics: diagnostics, verb: "followed")
            let progress = ProgressLine(
                total: paths.count, isWanted: !output.batch.noProgress && !delivery.quiet)
            try await report.recordAll(
                batch(paths, report.unusedOptions), progress
            ) { try writer.add($0) }
            try writer.finish(hasResults: report.hasResults)
            report.summarise()
            throw report.status.exitCode
        } catch let failure as OutputSink.Failure {
            throw failure.exitCode(diagnostics)
        }
    }

    private var scores: [CoherenceScore] { score.map { [$0.score] } ?? CoherenceTable.columns }

    private func batch(_ paths: [String], _ unused: UnusedOptions) -> Batch<CoherenceEntry> {
        let loader = input.loader.run(over: paths, unused)
        let correction = input.correction.correction(isLike: false)
        let (scores, step, signal) = (scores, step, breathingSignal)
        let (rate, schedule, offset) = (rate, breathing.schedule, breathing.offset)
        let estimatesStart = schedule != nil && !breathing.exactStart
        return Batch(
            paths: paths, jobCount: output.batch.jobs
        ) { name throws(RecordingError) in
            let beats = CorrectedBeats(try loader.recording(name), correction)
            let breaths = try signal.map { signalName throws(RecordingError) in
                BreathingSignal(try loader.signal(name, signalName, option: "--breathing-signal"))
            }
            let latency =
                estimatesStart
                ? schedule.flatMap {
                    ResonanceAssessment.startDelay(
                        of: beats.nn, breaths: $0.breaths(fromSeconds: offset))
                } : nil
            let commandedBreaths =
                rate.map {
                    BreathSchedule.breaths(rate: $0, fromSeconds: offset, along: beats.nn)
                } ?? schedule?.breaths(fromSeconds: offset + (latency?.seconds ?? 0)) ?? []
            return CoherenceEntry(
                name: name,
                lines: CoherenceTimeline.lines(
                    of: beats.nn, breaths: commandedBreaths, scores: scores, stepSeconds: step,
                    signal: breaths),
                notices: beats.notices + Self.notices(latency)
                    + Self.notices(beats.nn, commandedBreaths, stepSeconds: step))
        }
    }

    /// Returns the notices if commanded breaths and beats do not meet, or lines are left out.
    private static func notices(
        _ nn: NNSeries, _ breaths: [BreathCycle], stepSeconds: Double
    ) -> [Notice] {
        var notices = ScheduleOptions.notices(nn, breaths)
        if CoherenceTimeline.shouldSkipSilence(of: nn, stepSeconds: stepSeconds) {
            notices.append(
                Notice(
                    .note, code: "empty_lines",
                    "lines without a beat in the last 3 s are left out: there are more of them "
                        + "than beats"))
        }
        return notices
    }

    /// Smaller changes of the start are not worth a line; s.
    private static let minReportedLatencySeconds = 0.5

    private static func notices(_ latency: LatencyEstimate?) -> [Notice] {
        guard let latency, abs(latency.seconds) >= minReportedLatencySeconds else { return [] }
        func tenths(_ value: Double) -> String { "\((10 * value).rounded() / 10)" }
        let direction = latency.seconds > 0 ? "later" : "earlier"
        return [
            Notice(
                .note, code: "start",
                "the breaths are laid \(tenths(abs(latency.seconds))) s \(direction) than --schedule "
                    + "and --offset say (+- \(tenths(latency.deviationSeconds)) s), as the heart shows "
                    + "them: with --exact-start they are taken as said")
        ]
    }
}

extension CoherenceTable: EntryTable {}

extension CoherenceEntry: BatchEntry {
    var messages: [Notice] { notices }
}

extension BreathingSignal {
    /// Creates the signal on the recording's clock, which is that of its beats.
    init(_ signal: SampledSignal) {
        self.init(
            startSeconds: 0, sampleRateHz: signal.sampleRateHz, samples: signal.samples)
    }
}
