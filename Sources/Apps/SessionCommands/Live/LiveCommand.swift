import ArgumentParser
import CommandSupport
import Foundation
import LiveProtocol
import LiveSession
import PhysioTypes
import PracticeRuntime
import SessionHistory
import TerminalView

/// `hrv live`: a live session.
struct LiveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "live",
        abstract: "Breathe with feedback from a heart-rate sensor.",
        discussion: """
            One source: --strap NAME (hrv straps lists those in reach); --bridge - reads lines of \
            the line protocol on standard input and answers on standard output; --bridge \
            tcp://127.0.0.1:PORT, unix:PATH or ws://127.0.0.1:PORT listens for up to eight bridges; \
            --simulate breathes with a simulated person; --replay reads the log of a session, or any \
            recording of a bridge, again.

            --clock bridge takes the time from the lines, so that a session runs as fast as it is \
            read and always gives the same result; it is the default of --simulate and --replay.

            On a terminal a view of the whole screen is drawn, led by keys: p pauses, m marks, q \
            ends, ? names the others. It needs --clock wall, which --simulate has to be told.

            A session is kept in the history (hrv history) from its first beat on, second by second; \
            what was found in the last one is where the next begins, unless --find-rate looks anew. \
            Simulated ones are kept apart. A replay is kept only with --keep: its session is mostly \
            there already.

            One session at a time: where another terminal or page runs one on the same history, this \
            one ends with code 75, unless --force takes its place. Simulated, replayed and piped \
            sessions run beside any other.

            Data on standard output elsewhere: replies for --bridge -, metric lines with --ndjson, \
            else a line of figures every five seconds. The summary goes to standard error.

            Not a medical device. Breathe gently; stop when you feel light-headed.
            """)

    @Option(
        help: ArgumentHelp(
            "Lines of bridges: - for standard input, or where to listen (tcp://HOST:PORT, unix:PATH, "
                + "ws://HOST:PORT).",
            valueName: "address"))
    var bridge: String?

    @Flag(help: "A simulated person.")
    var simulate = false

    @Option(help: ArgumentHelp("The log of a session.", valueName: "path"))
    var replay: String?

    @Option(help: ArgumentHelp("A Bluetooth strap: its name or address.", valueName: "name"))
    var strap: String?

    @OptionGroup(title: "Breathing") var pacing: PacingOptions

    @Option(help: "Whose time counts (default: bridge for --simulate and --replay, else wall).")
    var clock: BridgeSession.Clock?

    @Option(help: ArgumentHelp("The device that counts, where several send.", valueName: "key"))
    var dev: String?

    @Flag(help: "Find the beats in the strap's ECG: for hearts whose odd beats a strap leaves out.")
    var ecg = false

    @Flag(help: "One JSON object a line: the figures of every second.")
    var ndjson = false

    @Flag(help: "Keep no log of what arrives.")
    var noRawLog = false

    @Flag(help: "Keep nothing of this session.")
    var discard = false

    @Flag(help: "Take the place of a session that another terminal or page runs.")
    var force = false

    @Flag(help: "Keep what --replay reads in the history too, apart from sessions of one's own.")
    var keep = false

    @OptionGroup var location: DatabaseOption

    @Flag(help: "Show the session in a browser, too: prints the address of the page.")
    var dashboard = false

    @OptionGroup(title: "Page") var page: DashboardOptions

    @Flag(help: "Only errors on standard error.")
    var quiet = false

    @OptionGroup(title: "Simulated person") var personChoice: PersonChoice

    func validate() throws {
        let sources = [bridge != nil, simulate, replay != nil, strap != nil]
        guard sources.count(where: { $0 }) == 1 else {
            throw ValidationError(
                "name one source: --strap NAME, --bridge -, --simulate or --replay PATH")
        }
        if let bridge {
            guard bridge == "-" || BridgeEndpoint.isAddress(bridge) else {
                throw ValidationError(
                    "--bridge \(bridge): neither - (standard input) nor tcp://HOST:PORT nor unix:PATH nor "
                        + "ws://127.0.0.1:PORT"
                )
            }
            guard bridge != "-" || !ndjson else {
                throw ValidationError(
                    "--bridge - already answers with metric lines: leave out --ndjson")
            }
        }
        if strap != nil, clock == .bridge {
            throw ValidationError("a strap has no clock of its own: leave out --clock bridge")
        }
        if ecg, simulate {
            throw ValidationError("a simulated person has no ECG: leave out --ecg")
        }
        if dashboard, replay != nil || clock == .bridge {
            throw ValidationError(
                "a page shows what happens now: leave out --clock bridge; hrv dashboard plays a session again"
            )
        }
        if keep, replay == nil {
            throw ValidationError("only --replay needs --keep: all else is kept anyway")
        }
        if keep, discard {
            throw ValidationError("--keep and --discard contradict each other")
        }
        if replay != nil, clock == .wall {
            throw ValidationError(
                "the time of a replay is in its lines: leave out --clock wall")
        }
    }

    func run() async throws {
        let wake = WakeSignal()
        Interruption.install(waking: wake)
        let diagnostics = Diagnostics(isQuiet: quiet)
        let store = try openHistory(diagnostics)
        let plan = try plan(store, diagnostics)
        let launcher = SessionLauncher(
            store: store, database: location.path, logsFolder: location.logsFolder,
            version: ToolkitVersion.current, finalizeEntry: { $0.credited(SystemPracticeClock()) })
        let preparedSession = try launcher.prepare(plan, diagnostics)
        let liveDashboard = try await openDashboard(plan, store, wake, diagnostics)
        let view = view(minutes: plan.minutes)
        defer { view?.close() }
        if view == nil { showNotice() }
        for link in liveDashboard?.makeLinks() ?? [] {
            view?.showMessage(link)
            diagnostics.summary("page: \(link)")
        }
        view?.makeLinks = { liveDashboard?.makeLinks() ?? [] }
        let openedSource = try await openSource(plan, wake, diagnostics)
        var observers: [any SessionObserver] = [
            LivePrinter(style: style(view), waitsForReader: plan.clock == .bridge, diagnostics)
        ]
        if let hub = liveDashboard?.hub { observers.append(hub) }
        if let view { observers.append(view) }
        let outcome = await SessionThread.run { [observers] in
            preparedSession.run(openedSource.source, observers: observers, wake: wake) {
                Interruption.code != nil
            }
        }
        await openedSource.close()
        view?.close()
        reportOutcome(outcome, diagnostics)
        let interruptionCode = Interruption.code
        await liveDashboard?.close(diagnostics)
        if let interruptionCode { throw ExitCode(interruptionCode) }
        try checkOutcome(outcome, diagnostics)
    }

    private func style(_ view: LiveView?) -> LivePrinter.Style {
        if bridge == "-", !Terminal.isStandardOutput { return .bridgeReplies }
        return ndjson ? .metrics : view == nil ? .plain : .silent
    }

    // MARK: The end

    private func reportOutcome(_ outcome: SessionOutcome, _ diagnostics: Diagnostics) {
        if !outcome.isRefused {
            for line in LiveSummary.lines(outcome.totals) { diagnostics.summary(line) }
        }
        if let id = outcome.storedSession {
            diagnostics.summary("kept in the history as \(id.uuidString)")
        }
        if outcome.isDiscarded, outcome.errors.isEmpty {
            diagnostics.summary("nothing of this session is kept")
        }
        if outcome.isReplaced {
            diagnostics.summary("another program has taken this session's place")
        }
    }

    private func checkOutcome(_ outcome: SessionOutcome, _ diagnostics: Diagnostics) throws {
        if let failure = outcome.failure {
            diagnostics.error(failure.text, code: failure.code)
            throw ExitCode(failure.exitCode)
        }
        guard outcome.errors.isEmpty else { throw ExitStatus.ioError.exitCode }
        guard !outcome.isEndedByCommand, !outcome.isReplaced, outcome.messageCount == 0 else {
            return
        }
        diagnostics.error(
            outcome.lineCount > 0
                ? "none of \(outcome.lineCount) lines is of the line protocol"
                : "nothing arrived", code: "empty")
        throw ExitStatus.noInput.exitCode
    }
}
