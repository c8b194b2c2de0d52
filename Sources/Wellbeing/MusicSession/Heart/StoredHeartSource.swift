package import Foundation
package import SessionHistory
import Synchronization

/// The heart of the session that runs now, as the history has it: a second or two behind.
///
/// Sessions may end and others begin meanwhile; while none runs there are no beats. While the session's pacer leads, its
/// beats are paced. Those of a simulated session are excluded.
package final class StoredHeartSource: MusicHeartSource {
    private struct State {
        var session: UUID?
        /// The time of the last beat that was read; s of the session.
        var seconds = 0.0
        var notices: [String] = []
        var reportedError: String?
    }

    private let store: SessionStore
    private let state = Mutex(State())

    package init(_ store: SessionStore) { self.store = store }

    package var session: UUID? { state.withLock(\.session) }

    package func drainBeats() -> [ReceivedBeat] {
        do throws(HistoryError) {
            guard let running = try store.runningSession() else {
                state.withLock { $0.session = nil }
                return []
            }
            let after = state.withLock { state in
                if state.session != running.id { (state.session, state.seconds) = (running.id, 0) }
                return state.seconds
            }
            let tail = try store.tail(running.id, afterSeconds: after)
            let origin = running.startedAt.timeIntervalSince1970
            let paced = tail.points.filter { $0.breathsPerMinute != nil }.map(\.seconds)
            state.withLock { state in
                state.seconds = max(state.seconds, tail.beats.last?.seconds ?? 0)
                state.reportedError = nil
            }
            return tail.beats.map { beat in
                ReceivedBeat(
                    timeSeconds: origin + beat.seconds, intervalMs: beat.intervalMs,
                    isValid: beat.artefact == nil,
                    isPaced: paced.contains { abs($0 - beat.seconds) <= 1.5 },
                    isExcluded: running.source.isExcluded)
            }
        } catch {
            state.withLock { state in
                if state.reportedError != "\(error)" { state.notices.append("\(error)") }
                state.reportedError = "\(error)"
            }
            return []
        }
    }

    package func drainNotices() -> [String] {
        state.withLock { state in
            defer { state.notices.removeAll() }
            return state.notices
        }
    }

    package func close() {}
}
