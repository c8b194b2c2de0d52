import Foundation
import LivePipeline
import LiveSession
import PhysioTypes
import SessionHistory
import TerminalView

/// Keeps a session of `hrv live` in the history.
final class LiveHistory {
    private let store: SessionStore?
    private let view: LiveView?
    private let diagnostics: Diagnostics
    private var start: SessionStart
    private var keeper: SessionKeeper?
    private var log: RawLog?
    /// How the session is found in the history; nil where it is not there.
    private(set) var keptID: UUID?

    /// - Parameter store: nil where nothing is to be kept.
    init(
        _ store: SessionStore?, _ start: SessionStart, view: LiveView?, _ diagnostics: Diagnostics
    ) {
        self.store = store
        self.start = start
        self.view = view
        self.diagnostics = diagnostics
    }

    /// The session's time begins now.
    ///
    /// - Parameter log: its raw log.
    func begin(log: RawLog?) throws(RawLog.Failure) {
        start.startedAt = Date()
        start.rawLogName = log.map { URL(fileURLWithPath: $0.path).lastPathComponent }
        keeper = store.map { SessionKeeper($0, start) }
        self.log = log
        try log?.begin(start.note)
    }

    /// Sessions without a log begin with what they give out first.
    func take(_ outputs: [BridgeSession.Output], _ session: borrowing BridgeSession) {
        if keeper == nil, store != nil, !outputs.isEmpty { try? begin(log: nil) }
        guard let keeper else { return }
        keeper.take(outputs, session)
        tellFailure()
    }

    private func tellFailure() {
        guard let text = keeper?.newFailure() else { return }
        view?.tell(text)
        diagnostics.error(text, code: "history")
    }

    /// Takes away what was kept of the session.
    ///
    /// - Returns: whether nothing is left.
    func discard() -> Bool {
        keeper?.discard()
        log?.discard()
        tellFailure()
        guard keeper?.failure == nil else { return false }
        diagnostics.summary("nothing of this session is kept")
        return true
    }

    /// - Returns: whether what was to be kept is kept.
    func finish(_ session: borrowing BridgeSession) -> Bool {
        guard let keeper else { return true }
        keptID = keeper.finish(session)
        if let keptID { diagnostics.summary("kept in the history as \(keptID.uuidString)") }
        tellFailure()
        return keeper.failure == nil
    }
}
