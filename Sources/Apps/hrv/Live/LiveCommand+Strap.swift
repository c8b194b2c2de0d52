import ArgumentParser
import BluetoothStraps
import Foundation
import LiveSession
import SensorProtocol
import TerminalView

extension LiveCommand {
    /// A session with a Bluetooth strap.
    ///
    /// - Returns: the exit code of a failure that ended it; what came before is kept.
    func wear(
        _ strap: String, _ session: inout BridgeSession, _ printer: LivePrinter,
        _ view: LiveView?, _ diagnostics: Diagnostics
    ) throws -> ExitCode? {
        let feed = StrapFeed(StrapRadio(), StrapChoice(strap), wantsECG: ecg)
        defer {
            // Letting go may take a while: the terminal is given back before.
            view?.close()
            Self.release(feed)
        }
        diagnostics.summary("looking for \(strap)")
        // The session begins with the strap's first word, not with the search for it.
        var worn: WornStrap?
        var early: [StrapEvent] = []
        defer { try? worn?.log?.flush(atMicroseconds: 0, always: true) }
        while !session.hasEnded, GracefulInterruption.code == nil {
            let now = StrapRadio.monotonicSeconds()
            if let failure = feed.takeECGFailure() {
                diagnostics.error(
                    "no ECG: \(failure.message); without --ecg the strap's own intervals are used",
                    code: "no_ecg")
            }
            for event in feed.take() {
                if case .failed(let failure) = event {
                    diagnostics.error(failure.message, code: "strap")
                    return ExitCode(failure.exitCode)
                }
                tell(event, view, diagnostics)
                early.append(event)
                if worn == nil, Self.begins(event) {
                    let begun = WornStrap(
                        startSeconds: now, log: try openLog(printer.history, diagnostics))
                    take(
                        StrapLines.hello(application: application), 0, begun, &session, diagnostics)
                    worn = begun
                }
                guard var begun = worn else { continue }
                for event in early {
                    guard let line = begun.lines.line(of: event, atSeconds: now) else { continue }
                    take(line, begun.microseconds(now), begun, &session, diagnostics)
                }
                worn = begun
                view?.found(session.deviceName ?? strap)
                early.removeAll()
            }
            // Until the strap talks, nothing happens but keys.
            let time = worn?.microseconds(now) ?? 0
            session.advance(toMicroseconds: time)
            printer.serve(&session, atMicroseconds: time)
            let outputs = session.drain()
            keep(outputs, worn?.log, time, diagnostics)
            try printer.take(outputs, session)
            if let worn { flush(worn.log, time, diagnostics) }
            usleep(Self.pollMicroseconds)
        }
        return worn?.log?.isIncomplete == true ? ExitStatus.ioError.exitCode : nil
    }

    /// A strap that has begun to talk.
    private struct WornStrap {
        let startSeconds: Double
        let log: RawLog?
        var lines: StrapLines

        init(startSeconds: Double, log: RawLog?) {
            self.startSeconds = startSeconds
            self.log = log
            lines = StrapLines(startSeconds: startSeconds)
        }

        func microseconds(_ now: Double) -> Int { Int((now - startSeconds) * 1e6) }
    }

    private func take(
        _ line: BeatlineLine, _ time: Int, _ worn: WornStrap, _ session: inout BridgeSession,
        _ diagnostics: Diagnostics
    ) {
        keep(line.text, worn.log, time, diagnostics)
        session.take(.text(line.text), arrivalMicroseconds: time)
    }

    private static func begins(_ event: StrapEvent) -> Bool {
        switch event {
        case .subscribed(.heartRateMeasurement), .value: true
        default: false
        }
    }

    private static let pollMicroseconds: UInt32 = 20_000

    private func tell(_ event: StrapEvent, _ view: LiveView?, _ diagnostics: Diagnostics) {
        switch event {
        case .found(let strap):
            view?.tell("found \(strap.name): connecting")
            diagnostics.summary("found \(strap.name)")
        case .connected:
            diagnostics.summary("connected")
        case .battery(let percent):
            view?.charge(percent)
            diagnostics.summary("battery \(percent) %")
        case .lost(let reason, _):
            view?.tell("the link is lost (\(reason.text)): looking for it again")
            diagnostics.summary("the link is lost (\(reason.text)): looking for it again")
        case .subscribed, .value, .dropped, .failed, .ended: break
        }
    }

    /// The strap is let go before the program ends, unless that takes too long.
    private static func release(_ feed: StrapFeed) {
        let released = DispatchSemaphore(value: 0)
        Task {
            await feed.end()
            released.signal()
        }
        _ = released.wait(timeout: .now() + .seconds(4))
    }
}
