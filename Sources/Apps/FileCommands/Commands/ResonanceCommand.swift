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

/// Rates with commas between them; breaths/min.
struct RateList: ExpressibleByArgument {
    let rates: [Double]

    init?(argument: String) {
        let texts = argument.split(separator: ",", omittingEmptySubsequences: false)
        rates = texts.compactMap { Double($0) }
        guard rates.count == texts.count, rates.allSatisfy(BreathSchedule.rates.contains) else {
            return nil
        }
    }
}

/// `hrv resonance`: the resonance frequency of a recorded protocol.
struct ResonanceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resonance",
        abstract: "Find the breathing rate at which the heart rate swings most.",
        discussion: """
            Of one recording with a schedule of rates (--schedule), or of one recording for each \
            rate (--rates, in the order of the inputs; a rate may come twice). Several inputs with \
            --schedule are several sessions, each by itself.

            For every rate: the breathing rate read from the intervals alone and whether the rate \
            commanded was followed (within 0.3 breaths/min), the six criteria of the stepped protocol and their points. From all together: the resonance rate with its \
            90 % interval, and which of the rates lie in it. No rate is told where its standard \
            deviation is above 0.5 breaths/min. When the first breath began (5 s before to 6 s \
            after --offset) and how breaths were divided is estimated together with the rate; \
            --exact-start states both. With --rates, and with --unknown-phase, only the sizes of \
            the heart's swings are used. Beats are corrected first.

            The curves behind the estimate are simulated, not measured: see Guides/resonance.md.
            """)

    @Argument(help: "Files, folders, WFDB records, or - for standard input.")
    var inputs: [String]

    @OptionGroup(title: "Reading") var input: PacedInputOptions

    @Option(
        help: ArgumentHelp(
            "The rate of each input, in their order; breaths/min; \(BreathSchedule.rates.text()).",
            valueName: "rate,rate..."))
    var rates: RateList?

    @OptionGroup(title: "Breathing") var breathing: ScheduleOptions

    @Flag(help: "Use the rates alone: angles between breath and heart count for nothing.")
    var unknownPhase = false

    @OptionGroup var output: BeatOutputOptions

    func validate() throws {
        try InputPaths.validate(inputs)
        guard (rates == nil) != (breathing.schedule == nil) else {
            throw ValidationError(
                "say how breathing was commanded: either --schedule, such as 6.5:2,6:2,5.5:2, or "
                    + "--rates with one rate for each input")
        }
        guard !(breathing.exactStart && unknownPhase) else {
            throw ValidationError(
                "--exact-start says when breaths began, --unknown-phase that it is not known: give one"
            )
        }
        if rates != nil, breathing.offset != 0 {
            throw ValidationError(
                "--offset belongs to --schedule: with --rates files are taken whole")
        }
    }

    func run() async throws {
        Interruption.install()
        let delivery = output.delivery
        let diagnostics = Diagnostics(isQuiet: delivery.quiet)
        let (paths, emptyFolderCount) = try InputPaths.expand(
            inputs, writing: [delivery.out], diagnostics)
        if let rates, rates.rates.count != paths.count {
            diagnostics.error(
                "--rates names \(rates.rates.count) rates for \(paths.count) inputs: give one for "
                    + "each, in their order", code: "usage")
            throw ExitStatus.usage.exitCode
        }
        do {
            let writer = EntryWriter(
                sink: try OutputSink(path: delivery.out), shape: output.shape,
                table: ResonanceTable(hasFileColumn: paths.count > 1 || inputs.count > 1),
                document: ResonanceText.render)
            var report = BatchReport(
                isStrict: delivery.strict, emptyFolderCount: emptyFolderCount,
                diagnostics: diagnostics, verb: "assessed")
            if let rates {
                try await assessTrials(paths, rates.rates, &report, writer)
            } else if let schedule = breathing.schedule {
                let progress = ProgressLine(
                    total: paths.count, isWanted: !output.batch.noProgress && !delivery.quiet)
                try await report.recordAll(
                    sessionBatch(paths, schedule, report.unusedOptions), progress
                ) {
                    try writer.add($0)
                }
            }
            try writer.finish(hasResults: report.hasResults)
            report.summarise()
            throw report.status.exitCode
        } catch let failure as OutputSink.Failure {
            throw failure.exitCode(diagnostics)
        }
    }

    // MARK: One session a recording

    private func sessionBatch(
        _ paths: [String], _ schedule: BreathSchedule, _ unused: UnusedOptions
    ) -> Batch<ResonanceEntry> {
        let loader = input.loader.run(over: paths, unused)
        let correction = input.correction.correction(isLike: false)
        let breaths = schedule.breaths(fromSeconds: breathing.offset)
        let timing = timing
        return Batch(
            paths: paths, jobCount: output.batch.jobs
        ) { name throws(RecordingError) in
            let beats = CorrectedBeats(try loader.recording(name), correction)
            let assessment = ResonanceAssessment(beats.nn, breaths: breaths, timing: timing)
            return ResonanceEntry(
                names: [name], assessment: assessment,
                recipe: Self.recipe(beats.recipe, timing),
                notices: beats.notices + ScheduleOptions.notices(beats.nn, breaths)
                    + Self.notices(assessment)
                    + assessment.trials.filter(\.isStep).compactMap {
                        Self.notice(
                            commanded: $0.row.breathsPerMinute, found: $0.measuredBreathsPerMinute)
                    })
        }
    }

    // MARK: One recording a rate

    /// Inputs that cannot be read are reported, and their rates left out.
    private func assessTrials(
        _ paths: [String], _ rates: [Double], _ report: inout BatchReport,
        _ writer: EntryWriter<ResonanceTable>
    ) async throws {
        let loader = input.loader.run(over: paths, report.unusedOptions)
        let correction = input.correction.correction(isLike: false)
        let batch = Batch(
            paths: paths, jobCount: output.batch.jobs
        ) { name throws(RecordingError) in
            TrialBeats(
                name: name, beats: CorrectedBeats(try loader.recording(name), correction))
        }
        var trials: [(nn: NNSeries, breathsPerMinute: Double)] = []
        var (names, notices, recipe, index) = ([String](), [Notice](), Recipe(), 0)
        for await item in batch.items() {
            let rate = rates[index]
            index += 1
            var rateNotice: Notice?
            let entry = report.record(item) { trial in
                rateNotice = Self.notice(
                    commanded: rate, found: ResonanceAssessment.breathsPerMinute(of: trial.beats.nn)
                )
                return rateNotice.map { [$0] } ?? []
            }
            guard let trial = entry else { continue }
            trials.append((trial.beats.nn, rate))
            names.append(trial.name)
            if trials.count == 1 { recipe = trial.beats.recipe }
            notices += trial.messages + (rateNotice.map { [$0] } ?? [])
        }
        guard !trials.isEmpty else { return }
        try writer.add(
            ResonanceEntry(
                names: names, assessment: ResonanceAssessment(trials: trials),
                recipe: Self.recipe(recipe, .ratesOnly), notices: notices))
    }

    private var timing: ResonanceAssessment.Timing {
        breathing.exactStart ? .exact : unknownPhase ? .ratesOnly : .estimated
    }

    private static func recipe(
        _ baseRecipe: Recipe, _ timing: ResonanceAssessment.Timing
    ) -> Recipe {
        var recipe = baseRecipe
        switch timing {
        case .exact: recipe.set(.breathPhaseKnowledge, .text("commanded"))
        case .estimated: recipe.set(.breathPhaseKnowledge, .text("estimated"))
        case .ratesOnly: recipe.set(.breathPhaseKnowledge, .text("unknown"))
        }
        recipe.set(.priorMeanBreathsPerMinute, .number(ResonancePrior.adults.mean))
        recipe.set(.priorSDBreathsPerMinute, .number(ResonancePrior.adults.deviation))
        return recipe
    }

    // MARK: What a person should know

    private static func notices(_ assessment: ResonanceAssessment) -> [Notice] {
        guard assessment.isFollowing == false, assessment.responseCount > 0 else { return [] }
        return [
            Notice(
                .warning, code: "not_following",
                "the heart does not follow the commanded breaths: no rate is best, and neither a "
                    + "rate nor its interval is given")
        ]
    }

    /// Notice where the intervals oscillate at another rate than the one commanded.
    private static func notice(commanded: Double, found: Double?) -> Notice? {
        guard let found, abs(found - commanded) > ResonanceAssessment.maxRateDifference
        else { return nil }
        return Notice(
            .warning, code: "other_rate",
            "\(commanded) breaths/min were commanded, the intervals swing most at "
                + "\((found * 10).rounded() / 10): look at the rates, the schedule and its offset")
    }
}

/// The beats at one rate.
struct TrialBeats: BatchEntry {
    let name: String
    let beats: CorrectedBeats

    var messages: [Notice] { beats.notices }
}

extension ResonanceTable: EntryTable {}

extension ResonanceEntry: BatchEntry {
    var name: String { names[0] }
    var messages: [Notice] { notices }
}
