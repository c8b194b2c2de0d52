import ArgumentParser
import CommandSupport
import PracticePlans
import ResonanceBreathing

/// `hrv practice timer`: a sit.
struct PracticeTimerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "timer",
        abstract: "Sit: a first phase, and a second one to come back in.",
        discussion: """
            hrv practice timer --for 15 --then 3
            hrv practice timer --open --bell every=5

            Keys: p pause, n next, + five minutes more, m mute, q end.
            """)

    @Option(
        name: .customLong("for"), parsing: .unconditional,
        help: ArgumentHelp("Length of the first phase (default: 15).", valueName: "min"))
    var minutes: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Length of the second phase; 0 for none (default: 3).", valueName: "min"))
    var then: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Time to get ready (default: 0).", valueName: "s"))
    var prepare: Double?

    @Flag(help: "Sit until it is ended.")
    var open = false

    @Option(
        help: ArgumentHelp(
            "A bell in the first phase: every=5 or at=10, min, or half; may be repeated.",
            valueName: "when"))
    var bell: [String] = []

    @Option(
        help: ArgumentHelp(
            "Bells in the first phase at these times, such as 5:00,12:30.", valueName: "times"))
    var bellAt: String?

    @Option(
        help: ArgumentHelp(
            "A sound beneath the sit: brown-noise, drone, a file of this name in sounds/, or none (default: as hrv "
                + "practice settings says).", valueName: "name"))
    var background: String?

    @Option(
        name: .customLong("background-db"), parsing: .unconditional,
        help: ArgumentHelp(
            "Its level: root mean square relative to full scale, -60 to -18 (default: as hrv practice settings says, -36).",
            valueName: "dB"))
    var backgroundDB: Double?

    @Option(help: ArgumentHelp("A sit that is kept.", valueName: "id"))
    var preset: String?

    @Option(
        help: ArgumentHelp(
            "Keep these lengths as a preset of this name, and begin nothing.", valueName: "name"))
    var keepAs: String?

    @OptionGroup var options: PracticeStartOptions

    func validate() throws {
        guard !(open && minutes != nil) else {
            throw ValidationError("choose one of --for and --open")
        }
        guard preset == nil || keepAs == nil else {
            throw ValidationError("choose one of --preset and --keep-as")
        }
        if let backgroundDB, !BackgroundSound.levelRangeDB.contains(backgroundDB) {
            throw ValidationError("--background-db lies in -60 to -18")
        }
        _ = try plan()
    }

    /// The plan of the options; those that are left out are as usual.
    private func plan() throws -> PracticePlan {
        let timedBells = try bellAt.map(BellTimes.minutes) ?? []
        let bells = try bell.map(Self.bell) + timedBells.map { .at(minutes: $0) }
        if let minutes, !Self.minutesRange.contains(minutes) {
            throw ValidationError("--for \(minutes): it lies in 0.02 to 1440 min")
        }
        if let secondPhaseMinutes = then, !(0...1440).contains(secondPhaseMinutes) {
            throw ValidationError("--then \(secondPhaseMinutes): it lies in 0 to 1440 min")
        }
        let plan: TimerPlan
        do throws(PlanError) {
            plan = try TimerPlan(
                prepareSeconds: prepare ?? 0,
                phase1Seconds: open
                    ? nil : minutes.map { 60 * $0 } ?? TimerPlan.defaultPhase1Seconds,
                phase2Seconds: then.map { 60 * $0 } ?? TimerPlan.defaultPhase2Seconds,
                bells: bells)
        } catch {
            throw ValidationError("--\(error.message)")
        }
        if let firstSilentOption = zip(bell, bells).first(where: { plan.silentBells.contains($0.1) }
        ) {
            throw ValidationError(
                "--bell \(firstSilentOption.0): the first phase is over by then, so this bell never rings"
            )
        }
        if let bellAt, timedBells.contains(where: { plan.silentBells.contains(.at(minutes: $0)) }) {
            throw ValidationError(
                "--bell-at \(bellAt): the first phase is over by then, so a bell of these never rings"
            )
        }
        return .timer(plan)
    }

    /// The range of the length, from a second to a day; min.
    private static let minutesRange = 1.0 / 60...1440

    static func bell(_ text: String) throws -> TimerPlan.Bell {
        let parts = text.split(separator: "=", omittingEmptySubsequences: false)
        switch (parts.first, parts.count) {
        case ("half", 1): return .half
        case ("every", 2), ("at", 2):
            guard let minutes = Double(parts[1]) else { break }
            return parts[0] == "every" ? .every(minutes: minutes) : .at(minutes: minutes)
        default: break
        }
        throw ValidationError("--bell \(text): every=5, at=10 or half")
    }

    func run() async throws {
        var launcher = try PracticeLauncher(options)
        try launcher.setBackground(name: background, levelDB: backgroundDB)
        if let newPresetName = keepAs { return try launcher.saveAsPreset(plan(), newPresetName) }
        let chosenPreset = try launcher.preset(
            preset, .timer,
            isOnlyOption: minutes == nil && then == nil && prepare == nil && !open && bell.isEmpty
                && bellAt == nil)
        if chosenPreset == nil, !open, then == nil {
            launcher.showSummary(
                "\(ClockText.text(TimerPlan.defaultPhase2Seconds)) to come back in follow the sit; "
                    + "--then 0 leaves them out")
        }
        try await launcher.run(try chosenPreset?.plan ?? plan(), chosenPreset)
    }
}

/// `hrv practice breathe`: breaths of one pattern, counted.
struct PracticeBreatheCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "breathe",
        abstract: "Breathe a pattern, counted.",
        discussion: """
            hrv practice breathe box
            hrv practice breathe 4-7-8 --repeat 8

            hrv practice presets lists the patterns, your own among them.

            Breathe gently; stop when you feel light-headed.
            """)

    @Argument(help: ArgumentHelp("A preset.", valueName: "preset"))
    var name: String

    @Option(
        name: .customLong("repeat"),
        help: ArgumentHelp("How many breaths (default: as the preset says).", valueName: "n"))
    var repetitions: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Time to get ready (default: 0).", valueName: "s"))
    var prepare: Double?

    @OptionGroup var options: PracticeStartOptions

    func run() async throws {
        let launcher = try PracticeLauncher(options)
        guard let chosenPreset = try launcher.preset(name, .breathe, isOnlyOption: true),
            case .breathing(let presetPlan) = chosenPreset.plan
        else { return }
        let plan: BreathingPlan
        do throws(PlanError) {
            plan = try BreathingPlan(
                prepareSeconds: prepare ?? presetPlan.prepareSeconds, pattern: presetPlan.pattern,
                repetitions: repetitions ?? presetPlan.repetitions, cues: presetPlan.cues)
        } catch {
            throw ValidationError("--\(error.message)")
        }
        try await launcher.run(.breathing(plan), chosenPreset)
    }
}

/// `hrv practice interval`: rounds of work and rest.
struct PracticeIntervalCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "interval",
        abstract: "Train: rounds of work and rest.",
        discussion: """
            hrv practice interval --work 20 --rest 10 --rounds 8 --speech

            Keys: p pause, n next part, m mute, q end.
            """)

    @Option(parsing: .unconditional, help: ArgumentHelp("Work (default: 30).", valueName: "s"))
    var work: Double?

    @Option(parsing: .unconditional, help: ArgumentHelp("Rest (default: 15).", valueName: "s"))
    var rest: Double?

    @Option(help: ArgumentHelp("Rounds (default: 10).", valueName: "n"))
    var rounds: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Time to get ready (default: 10).", valueName: "s"))
    var prepare: Double?

    @Flag(help: "Count the last three seconds of each part aloud.")
    var countAloud = false

    @Option(help: ArgumentHelp("Intervals that are kept.", valueName: "id"))
    var preset: String?

    @Option(
        help: ArgumentHelp(
            "Keep these lengths as a preset of this name, and begin nothing.", valueName: "name"))
    var keepAs: String?

    @OptionGroup var options: PracticeStartOptions

    func validate() throws {
        guard preset == nil || keepAs == nil else {
            throw ValidationError("choose one of --preset and --keep-as")
        }
        _ = try plan()
    }

    private func plan() throws -> PracticePlan {
        do throws(PlanError) {
            return .interval(
                try IntervalPlan(
                    prepareSeconds: prepare ?? IntervalPlan.defaultPrepareSeconds,
                    workSeconds: work ?? IntervalPlan.defaultWorkSeconds,
                    restSeconds: rest ?? IntervalPlan.defaultRestSeconds,
                    rounds: rounds ?? IntervalPlan.defaultRoundCount, countsAloud: countAloud))
        } catch {
            throw ValidationError("--\(error.message)")
        }
    }

    func run() async throws {
        let launcher = try PracticeLauncher(options)
        if let newPresetName = keepAs { return try launcher.saveAsPreset(plan(), newPresetName) }
        let chosenPreset = try launcher.preset(
            preset, .interval,
            isOnlyOption: work == nil && rest == nil && rounds == nil && prepare == nil
                && !countAloud)
        try await launcher.run(try chosenPreset?.plan ?? plan(), chosenPreset)
    }
}

/// `hrv practice again`: the last practice once more.
struct PracticeAgainCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "again",
        abstract: "Begin the last practice again, by its plan and its title.")

    @OptionGroup var options: PracticeStartOptions

    func run() async throws { try await PracticeLauncher(options).runAgain() }
}
