package import Foundation
import GRDB
import Synchronization

/// Writes a running session into the history, a transaction at a time.
///
/// It writes on a queue of its own: a slow disk never stops the caller. While one transaction is
/// under way, what comes waits for the next, which takes all of it. More than ``maxPendingRows`` rows do not
/// wait: recording ends with ``failure``, as it does where the disk is full or the file damaged.
///
/// ```swift
/// let recorder = try store.recorder(session)
/// recorder.record(SessionDataPoint(seconds: 1, heartRate: 64))
/// recorder.commit(session)  // once a second
/// try recorder.finish(session)
/// ```
package final class SessionRecorder: Sendable {
    /// Rows that wait at most: more than a day of a session.
    package static let maxPendingRows = 1_000_000

    private struct State: Sendable {
        var batch = SessionRows.Batch()
        /// The session as of the newest commit.
        var session: BreathingSession?
        var isWriteScheduled = false
        var failure: HistoryError?
        var hasEnded = false
    }

    /// The data in the file; only the queue changes them.
    private struct FileState: Sendable {
        var key: Int64?
        var mark: RunningLock?
        var counts = SessionRows.Counts()
    }

    package let id: UUID
    private let store: SessionStore
    private let state = Mutex(State())
    private let fileState = Mutex(FileState())
    private let queue = DispatchQueue(label: "history.recorder", qos: .utility)

    /// True if the first transaction deletes the existing data of the session.
    private let replacesExisting: Bool
    /// Holds the mark of the session; nil where it is a mark of its own.
    private let claim: ActivityClaim?

    init(_ id: UUID, _ store: SessionStore, replacesExisting: Bool, claim: ActivityClaim? = nil) {
        self.id = id
        self.store = store
        self.replacesExisting = replacesExisting
        self.claim = claim
    }

    /// True if some data of the session are in the file.
    package var isInHistory: Bool { fileState.withLock { $0.key != nil } }

    /// The reason why nothing is written any more; nil while all is well.
    package var failure: HistoryError? { state.withLock(\.failure) }

    // MARK: What comes

    package func record(_ point: SessionDataPoint) { record { $0.points.append(point) } }
    package func record(_ beat: StoredBeat) { record { $0.beats.append(beat) } }
    package func record(_ mark: StoredMark) { record { $0.marks.append(mark) } }
    package func record(_ decision: StoredDecision) { record { $0.decisions.append(decision) } }
    /// Records a curve, replacing the one before.
    package func record(_ curve: [StoredDensity]) { record { $0.resonanceDensityCurve = curve } }

    private func record(_ add: (inout SessionRows.Batch) -> Void) {
        state.withLock { state in
            guard state.failure == nil, !state.hasEnded else { return }
            add(&state.batch)
            if state.batch.count > Self.maxPendingRows {
                state.failure = .diskTooSlow(path: store.path)
                state.batch = SessionRows.Batch()
            }
        }
    }

    // MARK: Writing

    /// Has all that came written, and the session as it is now; returns at once.
    package func commit(_ session: BreathingSession) {
        let needsScheduling = state.withLock { state in
            state.session = session
            defer { state.isWriteScheduled = true }
            return !state.isWriteScheduled
        }
        if needsScheduling { queue.async { self.write() } }
    }

    /// Waits until all is written, and the session with its end.
    ///
    /// - Throws: what kept it from being whole.
    package func finish(_ session: BreathingSession) throws(HistoryError) {
        state.withLock { $0.session = session }
        queue.sync { write() }
        let failure = state.withLock { state -> HistoryError? in
            // Nothing comes after the end.
            defer { state.hasEnded = true }
            return state.failure ?? (state.session == nil ? nil : .busy(path: store.path))
        }
        fileState.withLock { $0.mark = nil }
        if let failure { throw failure }
    }

    /// Takes out again what was written.
    package func discard() throws(HistoryError) {
        state.withLock { state in
            state.hasEnded = true
            state.batch = SessionRows.Batch()
            state.session = nil
        }
        queue.sync {}
        fileState.withLock { $0.mark = nil }
        if isInHistory { try store.removeRows(id) }
    }

    /// Marks the session as running, before its row says so.
    private func begin() throws(HistoryError) -> (RunningLock, SessionRows.Counts) {
        let (mark, counts) = fileState.withLock { ($0.mark, $0.counts) }
        if let mark { return (mark, counts) }
        let new: RunningLock
        if let claim { new = claim.mark } else { new = try RunningLock(id, database: store.path) }
        fileState.withLock { $0.mark = new }
        return (new, counts)
    }

    private func write() {
        let (batch, session) = state.withLock { state in
            state.isWriteScheduled = false
            guard state.failure == nil, !state.hasEnded, let session = state.session else {
                return (SessionRows.Batch(), nil as BreathingSession?)
            }
            defer {
                state.batch = SessionRows.Batch()
                state.session = nil
            }
            return (state.batch, session)
        }
        guard let session else { return }
        do throws(HistoryError) {
            let (mark, counts) = try begin()
            let isFirst = !isInHistory
            let key = try store.write { db in
                // A program that slept while another took its slot writes nothing more.
                if try claim?.isReplaced(db) == true { throw HistoryError.replaced }
                if isFirst { try store.markInterruptedSessions(db) }
                if replacesExisting, isFirst { try SessionRow.remove(session.id, db) }
                let key = try SessionRow.save(session, db)
                try SessionRows.append(batch, after: counts, toSession: key, db)
                return key
            }
            fileState.withLock {
                $0 = FileState(key: key, mark: mark, counts: counts.adding(batch))
            }
        } catch {
            state.withLock { state in
                if case .busy = error {
                    // The next transaction takes it.
                    state.batch = batch.appending(by: state.batch)
                    state.session = state.session ?? session
                } else {
                    state.failure = state.failure ?? error
                }
            }
        }
    }
}

extension SessionStore {
    /// Begins to record a session; it is in the history from its first commit.
    ///
    /// - Parameter claim: of the activity that the session is, with the session's id; nil for a session that claims
    ///   nothing.
    package func makeRecorder(
        _ session: BreathingSession, claim: ActivityClaim? = nil
    ) -> SessionRecorder {
        SessionRecorder(session.id, self, replacesExisting: false, claim: claim)
    }

    /// Writes down which sessions were interrupted, and takes away what their processes left behind.
    func markInterruptedSessions(_ db: Database) throws {
        let running = try Row.fetchAll(db, sql: "SELECT * FROM session WHERE state = 'running'")
        for session in try running.map(session) where session.state == .interrupted {
            _ = try SessionRow.save(session, db)
            RunningLock.remove(session.id, database: path)
        }
    }

    /// A recorder that replaces what the history has of the session.
    package func recorder(replacing session: BreathingSession) -> SessionRecorder {
        SessionRecorder(session.id, self, replacesExisting: true)
    }
}
