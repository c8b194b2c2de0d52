import ArgumentParser
import CommandSupport
import Foundation
import LivePipeline
import LiveSession
import PhysioTypes
import PracticeRuntime
import ResonanceBreathing
import SessionHistory
import TerminalView

/// `hrv pace`: paces breathing, without a sensor.
struct PaceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pace",
        abstract: "Pace breathing; no sensor is needed.",
        discussion: """
            On a terminal a bar fills while breathing in and empties while breathing out. \
            Elsewhere every phase and tap is a line of the line protocol, 250 to 500 ms ahead.

            One session at a time: where another terminal or page runs one, this one ends with code 75, \
            unless --force takes its place. Piped, it runs beside any other.

            Breathe gently; stop when you feel light-headed.
            """)

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "\(BreathRateLimits.userChoice.text()) (default: \(BreathRateLimits.defaultStartRate)).",
            valueName: "breaths/min"))
    var rate: Double?

    @Option(
        help: ArgumentHelp(
            "A pattern: " + BreathPreset.builtIn.map(\.id).joined(separator: ", ")
                + ", or one of your own (hrv practice presets).",
            valueName: "name"))
    var preset: String?

    @Flag(help: "No pause between breathing in and out.")
    var noHold = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Length (default: until Ctrl-C).", valueName: "min"))
    var duration: Double?

    @Flag(help: "Take the place of a session that another terminal or page runs.")
    var force = false

    @OptionGroup var location: DatabaseOption

    func validate() throws {
        let limits = BreathRateLimits.userChoice
        if let rate {
            guard preset == nil else {
                throw ValidationError("a preset has its own rate: leave out --rate or --preset")
            }
            guard limits.contains(rate) else {
                throw ValidationError(
                    "--rate lies in \(limits.lowest) to \(limits.highest) breaths/min")
            }
        }
        if let duration, !(duration > 0 && duration <= 1440) {
            throw ValidationError("--duration is above 0 and at most 1440 min")
        }
    }

    func run() throws {
        let wake = WakeSignal()
        Interruption.install(waking: wake)
        let diagnostics = Diagnostics(isQuiet: false)
        // Piped, it needs no history but for a preset of the person's own.
        let isOwnPreset = preset.map { BreathPreset.find($0) == nil } ?? false
        let store =
            Terminal.isStandardOutput || isOwnPreset
            ? try location.openIfPossible("other programs do not see what runs here", diagnostics)
            : nil
        let plan = try plan(store)
        let launcher = SessionLauncher(
            store: plan.claim == nil ? nil : store, database: location.path,
            logsFolder: location.logsFolder, version: ToolkitVersion.current,
            finalizeEntry: { $0.credited(SystemPracticeClock()) })
        let preparedSession = try launcher.prepare(plan, diagnostics)
        let display: any SessionObserver =
            Terminal.isStandardOutput
            ? PaceBar() : LivePrinter(style: .cues, waitsForReader: false, diagnostics)
        let outcome = preparedSession.run(NoSensorSource(), observers: [display], wake: wake) {
            Interruption.code != nil
        }
        if outcome.isReplaced {
            diagnostics.summary("another program has taken this session's place")
        }
        if let code = Interruption.code { throw ExitCode(code) }
    }

    /// Piped, it runs beside any other; on a terminal a person breathes with it.
    private func plan(_ store: SessionStore?) throws -> SessionPlan {
        let rate = rate ?? BreathRateLimits.defaultStartRate
        var pacing = PacerPlan(.fixed, sessionSeconds: 60 * (duration ?? 1440))
        pacing.startBreathsPerMinute = rate
        var settings = StreamingSettings(plan: pacing)
        settings.pattern = try preset.map { try BreathPreset.resolve($0, store) }?.pattern
        settings.hasHold = !noHold
        var plan = SessionPlan(
            .none, settings, title: preset ?? "\(LiveSummary.tenths(rate)) breaths/min",
            application: "hrv pace \(ToolkitVersion.current)")
        plan.minutes = duration
        plan.isStored = false
        if Terminal.isStandardOutput {
            plan.claim = .init(.terminalCommand, kind: "pacing", isForced: force)
        }
        return plan
    }
}
