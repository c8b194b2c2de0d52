import Foundation
import HRVPipeline
import LiveSession
import PhysioTypes
import SessionHistory

/// Keeps a session of `hrv live` in the history.
final class LiveHistory {
    private let store: SessionStore?
    private let view: LiveView?
    private let diagnostics: Diagnostics
    private var start: SessionStart
    private var keeper: SessionKeeper?

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

    /// - Returns: whether what was to be kept is kept.
    func finish(_ session: borrowing BridgeSession) -> Bool {
        guard let keeper else { return true }
        if let id = keeper.finish(session) {
            diagnostics.summary("kept in the history as \(id.uuidString)")
        }
        tellFailure()
        return keeper.failure == nil
    }
}
