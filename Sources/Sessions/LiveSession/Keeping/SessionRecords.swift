import Foundation
package import PhysioTypes
import SensorProtocol

/// What is kept of a hosted session: the log of what arrived, and its place in the history.
///
/// A disk that fails ends what is kept, not the session; it is told once.
package final class SessionRecords {
    private let log: RawLog?
    private let keeper: SessionKeeper?
    private let tell: (Notice) -> Void

    /// - Parameter log: nil where none is kept.
    /// - Parameter keeper: nil where the history is not to have the session.
    /// - Parameter tell: hears what could not be kept.
    package init(log: RawLog?, keeper: SessionKeeper?, tell: @escaping (Notice) -> Void) {
        self.log = log
        self.keeper = keeper
        self.tell = tell
    }

    /// A line arrived.
    func keep(_ line: LineFramer.Line, from client: Int, atMicroseconds now: Int) {
        attempt { () throws(RawLog.Failure) in
            try log?.append(line, from: client, arrivalMicroseconds: now)
        }
    }

    /// A bridge is gone.
    func left(_ client: Int, atMicroseconds now: Int) {
        attempt { () throws(RawLog.Failure) in try log?.leave(client, atMicroseconds: now) }
    }

    /// The session gave something; what was kept is synced where it is time.
    func take(
        _ outputs: [BridgeSession.Output], _ session: borrowing BridgeSession,
        atMicroseconds now: Int
    ) {
        for case .log(let line) in outputs {
            keep(.text(line.text), from: BridgeSession.onlyClient, atMicroseconds: now)
        }
        keeper?.take(outputs, session)
        attempt { () throws(RawLog.Failure) in try log?.flush(atMicroseconds: now) }
        tellFailure()
    }

    /// The session is over.
    ///
    /// - Returns: how it is found in the history; nil where nothing is kept of it.
    func finish(_ session: borrowing BridgeSession) -> UUID? {
        attempt { () throws(RawLog.Failure) in try log?.flush(atMicroseconds: 0, always: true) }
        let id = keeper?.finish(session)
        tellFailure()
        return id
    }

    /// Takes away what was kept.
    func discard() {
        keeper?.discard()
        log?.discard()
        tellFailure()
    }

    private func tellFailure() {
        if let failure = keeper?.newFailure() {
            tell(Notice(.warning, code: "history", failure))
        }
    }

    private func attempt(_ work: () throws(RawLog.Failure) -> Void) {
        do throws(RawLog.Failure) {
            try work()
        } catch {
            tell(Notice(.warning, code: "log", "the log at \(error.path) is cut: \(error.text)"))
        }
    }
}
