import ArgumentParser
import CommandSupport
import Foundation
import LiveSession
import PhysioTypes
import PracticePlans
import PracticeRuntime
import SessionHistory

/// The options for the run of a practice. Spelled the same for a sit, for breathing and for
/// intervals.
struct PracticeStartOptions: ParsableArguments {
    @Option(help: "What the entry is called (default: what the plan is).")
    var title: String?

    @Flag(help: "Take the place of an activity that another terminal or page runs.")
    var force = false

    @Option(
        help: ArgumentHelp(
            "A program that plays raw samples from its standard input: 16 bits, little-endian, 48,000 a second, "
                + "one channel; none for silence (default: pacat, pw-cat or aplay).",
            valueName: "command"))
    var player: String?

    @Option(
        parsing: .unconditional, help: "How loud, 0 to 1 (default: as hrv practice settings says).")
    var level: Double?

    @Flag(
        inversion: .prefixedNo,
        help:
            "Speak what a workout announces; needs espeak-ng (default: as hrv practice settings says)."
    )
    var speech: Bool?

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "A heart beside the practice: \(PracticeHeartSource.help). Its session is kept with the entry; a "
                + "sensor that is lost ends nothing.",
            valueName: "source"))
    var heart: [String] = []

    @Flag(help: "Keep no entry.")
    var discard = false

    @Flag(help: "Let the computer fall asleep meanwhile.")
    var allowSleep = false

    @Flag(help: "Tell each change and how late it was on standard error.")
    var verbose = false

    @Flag(help: "Only errors on standard error.")
    var quiet = false

    @OptionGroup var location: DatabaseOption

    func validate() throws {
        guard level.map((0...1).contains) ?? true else {
            throw ValidationError("--level lies in 0 to 1")
        }
        if let title, title.isEmpty || title.count > Activity.maxTitleLength {
            throw ValidationError("--title has 1 to \(Activity.maxTitleLength) characters")
        }
        if let player, player != "none", PlayerCommand(player) == nil {
            throw ValidationError("--player \(player): a quote is not closed")
        }
        _ = try heartSource
    }

    /// nil where no heart is asked for.
    var heartSource: PracticeHeartSource? {
        get throws { heart.isEmpty ? nil : try PracticeHeartSource(heart) }
    }

    /// The players to be tried; none for silence.
    var players: [PlayerCommand] {
        if player == "none" { return [] }
        if let command = player.flatMap(PlayerCommand.init) { return [command] }
        return PlayerCommand.desktopPlayers(sampleRateHz: SoundSamples.defaultRateHz)
    }

    /// - Parameter usualTitle: where no title is asked for.
    func start(
        _ plan: PracticePlan, usualTitle: String, _ settings: PracticeSettings,
        _ language: PracticeLanguage
    ) -> PracticeStart {
        var start = PracticeStart(
            plan, title: title ?? usualTitle, owner: .terminalCommand, language: language,
            version: ToolkitVersion.current)
        start.level = level ?? settings.level
        start.speaks = speech ?? settings.speech
        start.creditRules = settings.creditRules
        start.isStored = !discard
        return start
    }
}

extension SessionStore {
    /// The language of the settings, or that of the environment where they name none.
    func practiceLanguage() -> PracticeLanguage {
        let chosen = ((try? settings()) ?? UserSettings()).language
        return chosen.flatMap(PracticeLanguage.init(rawValue:)) ?? .environmentLanguage
    }
}

extension PracticeLanguage {
    static var environmentLanguage: PracticeLanguage {
        PracticeLanguage(environment: ProcessInfo.processInfo.environment)
    }

    /// Creates the language that the environment names: `LC_ALL`, `LC_MESSAGES`, then `LANG`.
    init(environment: [String: String]) {
        let localeName = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }
            .first { !$0.isEmpty }
        self = localeName.flatMap { PracticeLanguage(rawValue: String($0.prefix(2))) } ?? .en
    }
}

extension PlanError {
    /// The end of a command whose option cannot be.
    func usage(_ option: String) -> ValidationError {
        ValidationError("\(option) \(found): \(range)")
    }
}
