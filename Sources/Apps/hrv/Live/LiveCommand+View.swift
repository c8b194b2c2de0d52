import Foundation
import LivePipeline
import LiveSession
import PhysioSimulation
import SensorProtocol
import TerminalView

extension LiveCommand {
    /// The full-screen view, where somebody looks: standard output is a terminal, time is ours, and the keys
    /// can come from somewhere.
    func view(_ clock: BridgeSession.Clock, minutes: Double?) -> LiveView? {
        let environment = ProcessInfo.processInfo.environment
        let readsTerminal = bridge == "-" && isatty(STDIN_FILENO) == 1
        guard Terminal.isOutput, !ndjson, clock == .wall, !readsTerminal,
            !["", "dumb"].contains(environment["TERM"] ?? "")
        else { return nil }
        let notice = FirstRunNotice(environment: environment)
        let readiness: SessionReadiness? =
            strap != nil
            ? SessionReadiness(.strap) : bridge != nil ? SessionReadiness(.bridge) : nil
        return LiveView(
            title: strap ?? bridge.map { _ in "bridge" } ?? "Simulated person \(who.index)",
            durationSeconds: minutes.map { 60 * $0 },
            keys: bridge != "-" && isatty(STDIN_FILENO) == 1
                ? .standardInput : .controllingTerminal,
            notice: notice.isDue ? notice : nil, readiness: readiness, environment: environment)
    }

    /// Where lines are shown on a terminal, the notice comes before them, once.
    func showNotice() {
        guard Terminal.isOutput, isatty(STDERR_FILENO) == 1, !ndjson else { return }
        let notice = FirstRunNotice(environment: ProcessInfo.processInfo.environment)
        guard notice.isDue else { return }
        for sentence in FirstRunNotice.sentences {
            Diagnostics(isQuiet: false).summary(sentence)
        }
        notice.remember()
    }

    /// What the person did goes into the log.
    func keep(
        _ outputs: [BridgeSession.Output], _ log: RawLog?, _ time: Int, _ diagnostics: Diagnostics
    ) {
        for case .log(let line) in outputs { keep(line.text, log, time, diagnostics) }
    }

    /// A session with a simulated person as long as it lasts: each stretch comes when its time has come.
    func watch(
        _ session: inout BridgeSession, _ printer: LivePrinter, _ diagnostics: Diagnostics
    ) throws {
        var person = simulatedPerson(diagnostics)
        var lines = person.greeting(name: "Simulated person \(who.index)")
        let start = ContinuousClock.now
        while !session.hasEnded, GracefulInterruption.code == nil {
            let now = Int((ContinuousClock.now - start) / .microseconds(1))
            if now >= person.now {
                for line in lines { session.take(.text(line), arrivalMicroseconds: now) }
                let outputs = session.drain()
                try printer.take(outputs, session)
                for case .reply(let reply) in outputs { _ = person.read(reply.text) }
                lines = person.stretch()
            }
            session.advance(toMicroseconds: now)
            printer.serve(&session, atMicroseconds: now)
            usleep(Self.watchMicroseconds)
        }
    }

    private static let watchMicroseconds: UInt32 = 20_000
}
