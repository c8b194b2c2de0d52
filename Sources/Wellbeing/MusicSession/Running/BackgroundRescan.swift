import Dispatch
import MusicLibrary
import Synchronization

/// The weekly look beside the music: on a thread of its own, so that songs are chosen meanwhile.
final class BackgroundRescan: Sendable {
    private struct State {
        var isRunning = false
        var isCancelled = false
        var outcome: Result<WeeklyUpdate.Report, any Error>?
    }

    private let rescan: WeeklyUpdate
    private let store: MusicStore
    private let state = Mutex(State())
    private let group = DispatchGroup()

    init(_ look: WeeklyUpdate, _ store: MusicStore) {
        self.rescan = look
        self.store = store
    }

    /// Begins a look where one is due and none runs.
    func beginIfDue(nowMs: Int64) throws(MusicStoreError) {
        guard !state.withLock(\.isRunning), try store.isRescanDue(nowMs: nowMs) else { return }
        state.withLock { $0.isRunning = true }
        DispatchQueue.global(qos: .utility).async(group: group) { [self] in
            let outcome = Result {
                try rescan.run(store, nowMs: nowMs) { self.state.withLock(\.isCancelled) }
            }
            state.withLock {
                $0.isRunning = false
                $0.outcome = outcome
            }
        }
    }

    /// The report of a look that has ended since the last call; nil where none has.
    func drainReport() throws -> WeeklyUpdate.Report? {
        let outcome = state.withLock { state in
            defer { state.outcome = nil }
            return state.outcome
        }
        return try outcome?.get()
    }

    /// Waits for the end of the look that runs.
    func wait() async {
        await withCheckedContinuation { continuation in
            group.notify(queue: .global()) { continuation.resume() }
        }
    }

    /// Ends the look that runs: songs it has measured are kept, and the next one goes on.
    func cancel() async {
        state.withLock { $0.isCancelled = true }
        await wait()
    }
}
