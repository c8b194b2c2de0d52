import Dispatch
import Foundation
import SessionHistory
import Synchronization

/// Writes the entry of a running practice, on a queue of its own: a slow disk never makes a gong late.
///
/// What fails is remembered once; the practice goes on without a history.
final class PracticeWriter: Sendable {
    private struct State: Sendable {
        var failure: HistoryError?
        var isReported = false
        /// The newest entry that waits; those before it are not needed any more.
        var pendingEntry: PracticeEntry?
    }

    private let store: SessionStore
    private let claim: ActivityClaim?
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "practice.keeper", qos: .utility)

    init(_ store: SessionStore, claim: ActivityClaim?) {
        self.store = store
        self.claim = claim
    }

    /// Has an entry written instead of the one before; returns at once.
    func save(_ entry: PracticeEntry) {
        let isFirst = state.withLock { state in
            defer { state.pendingEntry = entry }
            return state.pendingEntry == nil
        }
        if isFirst { queue.async { self.write() } }
    }

    /// Writes the last entry and waits for it, or removes what was written where there is none.
    func finish(_ entry: PracticeEntry?, id: UUID) {
        if let entry { save(entry) }
        queue.sync {
            write()
            guard entry == nil else { return }
            do throws(HistoryError) {
                try store.discardPractice(id, claim: claim)
            } catch {
                fail(error)
            }
        }
    }

    /// Returns the error that prevented the entry from being written; each failure once.
    func nextFailure() -> HistoryError? {
        state.withLock { state in
            guard !state.isReported, let failure = state.failure else { return nil }
            state.isReported = true
            return failure
        }
    }

    /// The error that prevented the entry from being written.
    var failure: HistoryError? { state.withLock(\.failure) }

    private func write() {
        let entry = state.withLock { state in
            defer { state.pendingEntry = nil }
            return state.pendingEntry
        }
        guard let entry else { return }
        do throws(HistoryError) {
            try store.save(entry, claim: claim)
            // A disk that works again has the whole entry.
            state.withLock { $0.failure = nil }
        } catch {
            fail(error)
        }
    }

    private func fail(_ error: HistoryError) {
        // A practice whose slot was claimed writes nothing, and has nothing to complain of.
        guard error != .replaced else { return }
        state.withLock { $0.failure = error }
    }
}
