import ArgumentParser
import Foundation
import LivePipeline
import LiveSession
import PhysioSimulation
import PhysioTypes
import ResonanceBreathing
import SensorProtocol
import SessionHistory
import TerminalView

/// `hrv live`: a live session.
struct LiveCommand: ParsableCommand {
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

    @Flag(help: "Keep what --replay reads in the history too, apart from sessions of one's own.")
    var keep = false

    @OptionGroup var place: DatabaseOption

    @Flag(help: "Show the session in a browser, too: prints the address of the page.")
    var dashboard = false

    @OptionGroup(title: "Page") var page: DashboardOptions

    @Flag(help: "Only errors on standard error.")
    var quiet = false

    @OptionGroup(title: "Simulated person") var who: PersonChoice

    func validate() throws {
        let sources = [bridge != nil, simulate, replay != nil, strap != nil]
        guard sources.count(where: { $0 }) == 1 else {
            throw ValidationError(
                "name one source: --strap NAME, --bridge -, --simulate or --replay PATH")
        }
        if let bridge {
            guard
                bridge == "-" || BridgeAddress(bridge) != nil
                    || BridgeAddress.webSocketPort(bridge) != nil
            else {
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

    func run() throws {
        GracefulInterruption.install()
        let diagnostics = Diagnostics(isQuiet: quiet)
        let minutes = pacing.duration ?? (simulate ? PacingOptions.usualMinutes : nil)
        let clock = clock ?? ((simulate && !dashboard) || replay != nil ? .bridge : .wall)
        let store = try openHistory(diagnostics)
        var settings = try pacing.settings(minutes: minutes ?? PacingOptions.usualMinutes)
        settings.plan?.earlier = earlier(in: store, diagnostics)
        var session = try BridgeSession(
            settings, clock: clock,
            durationSeconds: minutes.map { 60 * $0 }, device: dev, wantsECG: ecg,
            application: application)
        let shown = try dashboard ? openDashboard(settings, minutes, store, diagnostics) : nil
        let view = view(clock, minutes: minutes)
        defer { view?.close() }
        if view == nil { showNotice() }
        for link in shown?.newLinks() ?? [] { tell(page: link, view, diagnostics) }
        view?.newLinks = { shown?.newLinks() ?? [] }
        let printer = LivePrinter(
            style: bridge == "-" && !Terminal.isOutput
                ? .replies : ndjson ? .metrics : view == nil ? .plain : .nothing,
            waits: clock == .bridge, view: view,
            history: LiveHistory(
                isKept ? store : nil, start(settings, minutes), view: view, diagnostics),
            dashboard: shown, diagnostics)
        var failure: ExitCode?
        do {
            if simulate, clock == .wall {
                try watch(&session, printer, diagnostics)
            } else if simulate {
                try converse(&session, printer, diagnostics)
            } else if let replay {
                try read(replay, &session, printer, diagnostics)
            } else if let strap {
                failure = try wear(strap, &session, printer, view, diagnostics)
            } else if let port = bridge.flatMap({ BridgeAddress.webSocketPort($0) }) {
                failure = try serveWebSockets(port, &session, printer, view, diagnostics)
            } else if let address = bridge.flatMap({ BridgeAddress($0) }) {
                failure = try serve(address, &session, printer, view, diagnostics)
            } else {
                failure = try listen(&session, clock, printer, view, diagnostics)
            }
        } catch is LineChannel.Closed {
            // Nobody reads any more: the end, and no error.
        }
        if !session.hasEnded { session.end() }
        let outputs = session.drain()
        try? printer.take(outputs, session)
        try? printer.finish()
        view?.close()
        summarise(session.totals, diagnostics)
        if shown?.room.isDiscarded == true {
            if !printer.history.discard() { failure = failure ?? ExitStatus.ioError.exitCode }
        } else if !printer.history.finish(session) {
            failure = failure ?? ExitStatus.ioError.exitCode
        }
        let interruption = GracefulInterruption.code
        shown?.close(kept: printer.history.keptID, diagnostics)
        if let interruption { throw ExitCode(interruption) }
        if let failure { throw failure }
        if view?.isEndedByKey == true { return }
        guard session.messageCount > 0 else {
            diagnostics.error(
                session.lineCount > 0
                    ? "none of \(session.lineCount) lines is of the line protocol"
                    : "nothing arrived", code: "empty")
            throw ExitStatus.noInput.exitCode
        }
    }

    var application: String { "hrv live \(ToolkitVersion.current)" }

    // MARK: Sources

    func simulatedPerson(_ diagnostics: Diagnostics) -> PersonBridge {
        let population = PersonPopulation(
            seed: who.seeding.drawn(diagnostics), scenario: who.scenario ?? .base)
        return PersonBridge(population.person(who.index), sendsRespiration: false)
    }

    private func converse(
        _ session: inout BridgeSession, _ printer: LivePrinter, _ diagnostics: Diagnostics
    ) throws {
        var person = simulatedPerson(diagnostics)
        var lines = person.greeting(name: "Simulated person \(who.index)")
        while !session.hasEnded, GracefulInterruption.code == nil {
            for line in lines { session.take(.text(line), arrivalMicroseconds: person.now) }
            let outputs = session.drain()
            try printer.take(outputs, session)
            for case .reply(let reply) in outputs { _ = person.read(reply.text) }
            lines = person.stretch()
        }
    }

    private func read(
        _ path: String, _ session: inout BridgeSession, _ printer: LivePrinter,
        _ diagnostics: Diagnostics
    ) throws {
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY)
        guard descriptor >= 0 else {
            diagnostics.error(path, "no such file, or it may not be read", code: "not_found")
            throw ExitStatus.noInput.exitCode
        }
        let channel = LineChannel(input: descriptor, output: STDOUT_FILENO)
        var replay = LogReplay()
        while !session.hasEnded, GracefulInterruption.code == nil {
            switch channel.next(withinMs: Self.idleMs) {
            case .line(let line): replay.take(line, &session)
            case .nothing: continue
            case .end: return
            }
            let outputs = session.drain()
            try printer.take(outputs, session)
        }
    }

    /// - Returns: the exit code of a log that could not be kept whole.
    private func listen(
        _ session: inout BridgeSession, _ clock: BridgeSession.Clock, _ printer: LivePrinter,
        _ view: LiveView?, _ diagnostics: Diagnostics
    ) throws -> ExitCode? {
        let channel = LineChannel(input: STDIN_FILENO, output: STDOUT_FILENO)
        let log = try openLog(printer.history, diagnostics)
        let start = ContinuousClock.now
        func now() -> Int { Int((ContinuousClock.now - start) / .microseconds(1)) }
        func result() -> ExitCode? {
            flush(log, now(), always: true, diagnostics)
            return log?.isIncomplete == true ? ExitStatus.ioError.exitCode : nil
        }
        defer { flush(log, now(), always: true, diagnostics) }
        while !session.hasEnded, GracefulInterruption.code == nil {
            // Rounded up: what is due is due when this is over.
            let due = Int32(max(0, (session.dueMicroseconds - now() + 999) / 1000))
            let wait = channel.next(
                withinMs: clock == .wall ? min(due, view == nil ? due : Self.frameMs) : Self.idleMs)
            let time = now()
            switch wait {
            case .line(let line):
                keep(line, log, time, diagnostics)
                session.take(line, arrivalMicroseconds: time)
            case .nothing: break
            case .end: return result()
            }
            session.advance(toMicroseconds: time)
            if session.messageCount > 0 { view?.found(session.deviceName ?? "") }
            printer.serve(&session, atMicroseconds: time)
            let outputs = session.drain()
            keep(outputs, log, time, diagnostics)
            try printer.take(outputs, session)
            flush(log, time, diagnostics)
        }
        return result()
    }

    private static let idleMs: Int32 = 250
    /// Of the view.
    static let frameMs: Int32 = 50

    /// Opens the log of a session that begins now.
    func openLog(_ history: LiveHistory, _ diagnostics: Diagnostics) throws -> RawLog? {
        guard !noRawLog, !discard else {
            try history.begin(log: nil)
            return nil
        }
        do throws(RawLog.Failure) {
            let log = try RawLog(path: place.logsFolder + "/" + RawLog.newName())
            diagnostics.summary("log: \(log.path)")
            try history.begin(log: log)
            return log
        } catch {
            diagnostics.error(
                "no log can be kept at \(error.path): \(error.text); --no-raw-log goes without",
                code: "log")
            throw ExitStatus.cannotCreate.exitCode
        }
    }

    /// A full disk ends the log, not the session.
    func keep(
        _ line: LineFramer.Line, from client: Int = BridgeSession.onlyClient, _ log: RawLog?,
        _ time: Int, _ diagnostics: Diagnostics
    ) {
        do throws(RawLog.Failure) {
            try log?.append(line, from: client, arrivalMicroseconds: time)
        } catch {
            tell(error, diagnostics)
        }
    }

    func keep(_ line: String, _ log: RawLog?, _ time: Int, _ diagnostics: Diagnostics) {
        keep(.text(line), log, time, diagnostics)
    }

    /// What was kept is made to outlast a power cut, where it is time.
    func flush(
        _ log: RawLog?, _ time: Int, always: Bool = false, _ diagnostics: Diagnostics
    ) {
        do throws(RawLog.Failure) {
            try log?.flush(atMicroseconds: time, always: always)
        } catch {
            tell(error, diagnostics)
        }
    }

    func tell(_ failure: RawLog.Failure, _ diagnostics: Diagnostics) {
        diagnostics.error("the log at \(failure.path) is cut: \(failure.text)", code: "log")
    }

    // MARK: The end

    private func summarise(_ totals: SessionTotals, _ diagnostics: Diagnostics) {
        for line in LiveSummary.lines(totals) { diagnostics.summary(line) }
    }
}
