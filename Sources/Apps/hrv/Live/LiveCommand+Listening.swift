import ArgumentParser
import Foundation
import LiveSession
import SensorProtocol
import TerminalView

extension LiveCommand {
    /// A session with the bridges that come to an address. It begins when the first one comes.
    ///
    /// - Parameter isAnnounced: whether the address is told.
    /// - Returns: the exit code of a log that could not be kept whole.
    func serve(
        _ address: BridgeAddress, _ session: inout BridgeSession, _ printer: LivePrinter,
        _ view: LiveView?, _ diagnostics: Diagnostics, isAnnounced: Bool = true
    ) throws -> ExitCode? {
        let gate: BridgeGate
        do throws(BridgeListener.Failure) {
            // Only one bridge's time can be the session's.
            gate = BridgeGate(
                try BridgeListener(address),
                limit: clock == .bridge ? 1 : BridgeGate.mostClients)
        } catch {
            diagnostics.error(error.text, code: "listen")
            throw error.exitStatus.exitCode
        }
        if isAnnounced { diagnostics.summary("listening at \(gate.address.text)") }
        var meeting: Meeting?
        while !session.hasEnded, GracefulInterruption.code == nil {
            let due = meeting?.millisecondsUntil(session.dueMicroseconds) ?? Meeting.idleMs
            let wait = view == nil ? due : min(due, Self.frameMs)
            let events = gate.wait(milliseconds: clock == .bridge ? Meeting.idleMs : wait)
            if meeting == nil, events.contains(where: \.isArrival) {
                meeting = Meeting(
                    log: try openLog(printer.history, diagnostics), isAlone: clock == .bridge)
            }
            printer.serve(&session, atMicroseconds: meeting?.now ?? 0)
            guard let meeting else { continue }
            for event in events {
                take(event, meeting, gate, &session, diagnostics)
                try answer(meeting, gate, &session, printer, diagnostics)
            }
            session.advance(toMicroseconds: meeting.now)
            if session.messageCount > 0 { view?.found(session.deviceName ?? "") }
            try answer(meeting, gate, &session, printer, diagnostics)
            flush(meeting.log, meeting.now, diagnostics)
        }
        if !session.hasEnded { session.end() }
        if let meeting {
            try answer(meeting, gate, &session, printer, diagnostics)
            flush(meeting.log, meeting.now, always: true, diagnostics)
        }
        _ = gate.settle(milliseconds: Meeting.farewellMs)
        return meeting?.log?.isIncomplete == true ? ExitStatus.ioError.exitCode : nil
    }

    /// What a session with bridges has from its beginning on.
    private struct Meeting {
        let start = ContinuousClock.now
        let log: RawLog?
        /// Whether there is one bridge, whose end is the session's.
        let isAlone: Bool

        static let idleMs: Int32 = 250
        static let farewellMs: Int32 = 1000

        /// us of the session.
        var now: Int { Int((ContinuousClock.now - start) / .microseconds(1)) }

        /// Rounded up: what is due is due when this is over.
        func millisecondsUntil(_ due: Int) -> Int32 { Int32(max(0, (due - now + 999) / 1000)) }

        func key(_ client: Int) -> Int { isAlone ? BridgeSession.onlyClient : client }
    }

    private func take(
        _ event: BridgeGate.Event, _ meeting: Meeting, _ gate: BridgeGate,
        _ session: inout BridgeSession, _ diagnostics: Diagnostics
    ) {
        let now = meeting.now
        switch event {
        case .joined(let client):
            diagnostics.summary("bridge \(client) has come")
            if !meeting.isAlone { session.join(client, atMicroseconds: now) }
        case .line(let line, let client):
            guard meeting.isAlone || session.isHere(client) else { return }
            keep(line, from: meeting.key(client), meeting.log, now, diagnostics)
            session.take(line, from: meeting.key(client), arrivalMicroseconds: now)
            guard !meeting.isAlone, !session.isHere(client) else { return }
            gate.close(client)
            leave(client, meeting, &session, diagnostics)
        case .left(let client): leave(client, meeting, &session, diagnostics)
        case .refused: diagnostics.summary("one bridge more than there may be was let go")
        }
    }

    private func leave(
        _ client: Int, _ meeting: Meeting, _ session: inout BridgeSession,
        _ diagnostics: Diagnostics
    ) {
        diagnostics.summary("bridge \(client) has gone")
        if meeting.isAlone {
            session.end()
            return
        }
        session.leave(client, atMicroseconds: meeting.now)
        do throws(RawLog.Failure) {
            try meeting.log?.leave(client, atMicroseconds: meeting.now)
        } catch {
            tell(error, diagnostics)
        }
    }

    private func answer(
        _ meeting: Meeting, _ gate: BridgeGate, _ session: inout BridgeSession,
        _ printer: LivePrinter, _ diagnostics: Diagnostics
    ) throws {
        let outputs = session.drainAddressed()
        keep(outputs.map(\.output), meeting.log, meeting.now, diagnostics)
        for addressed in outputs {
            guard case .reply(let reply) = addressed.output else { continue }
            if meeting.isAlone { gate.send(reply) } else { gate.send(addressed) }
            // A bridge whose time is the session's is waited for: nothing is late.
            while meeting.isAlone, GracefulInterruption.code == nil,
                !gate.settle(milliseconds: Meeting.idleMs)
            {}
        }
        try printer.take(outputs.map(\.output), session)
    }
}

extension BridgeGate.Event {
    fileprivate var isArrival: Bool { if case .joined = self { true } else { false } }
}
