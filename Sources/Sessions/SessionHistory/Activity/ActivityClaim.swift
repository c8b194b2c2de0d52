import Dispatch
package import Foundation
import GRDB
import Synchronization

/// The one activity slot of a history, held for an activity until ``release()``, or until its process is gone.
///
/// ```swift
/// let claim = try store.claim(Activity(owner: .live, title: "Polar H10", kind: "session"))
/// while claim.look() != .replaced { ... }  // in each step
/// claim.release()
/// ```
package final class ActivityClaim: Sendable {
    /// The status of the slot: still ours or not.
    package enum Status: Sendable, Equatable {
        case held
        /// Another program has taken it: nothing is to be heard or written any more.
        case replaced
    }

    /// The method by which a write of another program is noticed.
    enum WatchMode: Sendable {
        /// The system reports changes, or else as `polling`.
        case fileChanges
        /// The file beside the history is looked at ten times a second.
        case polling
        /// No notification: only ``currentStatus()`` after a long absence notices. For tests.
        case off
    }

    private struct State: Sendable {
        var activity: Activity
        var status = Status.held
        var requests: [String] = []
        /// The time at which ``currentStatus()`` was last called.
        var lastStatusInstant = ContinuousClock.now
        var isReleased = false
        /// Stamp of the file at the last look, where it had not just been touched; nil: the next look reads.
        var lastStamp: ActivityLockFile.Stamp?
        /// The source of calls when something may have changed; cancelled at the end.
        var watch: Watch?
        /// Hears that something has changed.
        var notify: @Sendable () -> Void = {}
    }

    /// Made and cancelled under the lock of the state, and touched by nothing else.
    private struct Watch: @unchecked Sendable {
        let source: any DispatchSourceProtocol
        /// The file that is watched; nil for one that looks by the clock.
        let file: ActivityLockFile.Stamp?
    }

    /// Interval at which the slot is looked at where the system does not report changes.
    private static let pollInterval = DispatchTimeInterval.milliseconds(100)
    private static let leeway = DispatchTimeInterval.milliseconds(10)
    /// Maximum time without a look: after more, as when the computer slept or the process was stopped, ``currentStatus()`` reads
    /// first. A session asks once a second at least.
    static let maxStatusAge = Duration.milliseconds(1250)
    /// A disk that does not answer for so long holds nothing up.
    private static let statusTimeout = DispatchTimeInterval.milliseconds(500)

    package let id: UUID
    let mark: RunningLock
    private let store: SessionStore
    private let state: Mutex<State>
    private let queue = DispatchQueue(label: "history.activity", qos: .userInitiated)
    /// Another program's long write holds up no look.
    private let writeQueue = DispatchQueue(label: "history.activity.writes", qos: .utility)
    private let maxStatusAge: Duration

    init(
        _ activity: Activity, _ mark: RunningLock, _ store: SessionStore,
        watching: WatchMode = .fileChanges, maxStatusAge: Duration = ActivityClaim.maxStatusAge
    ) {
        id = activity.id
        self.mark = mark
        self.store = store
        self.maxStatusAge = maxStatusAge
        state = Mutex(State(activity: activity))
        guard watching != .off else { return }
        if watching == .polling || !watchFile() { startPolling() }
        // Another program may have been quicker than the watch.
        queue.async { [weak self] in self?.readStatus() }
    }

    deinit { state.withLock { $0.watch?.source.cancel() } }

    // MARK: Notifications

    /// - Returns: whether the system notifies of what others have written.
    private func watchFile() -> Bool {
        guard let file = ActivityLockFile.openOrCreate(store.path) else { return false }
        close(file)
        guard let stamp = ActivityLockFile.Stamp(store.path),
            let source = ActivityLockFile.watch(
                store.path, on: queue, { [weak self] in self?.handleFileChange() })
        else { return false }
        begin(Watch(source: source, file: stamp))
        return true
    }

    private func startPolling() {
        let source = DispatchSource.makeTimerSource(queue: queue)
        source.schedule(
            deadline: .now() + Self.pollInterval, repeating: Self.pollInterval, leeway: Self.leeway)
        source.setEventHandler { [weak self] in self?.handleTimerTick() }
        begin(Watch(source: source, file: nil))
    }

    private func begin(_ watch: Watch) {
        state.withLock { state in
            state.watch?.source.cancel()
            state.watch = watch
            if state.isReleased { watch.source.cancel() }
        }
        watch.source.resume()
    }

    /// Handles a change of the file; on the claim's queue.
    private func handleFileChange() {
        // The watch does not report a new file that others make after this one was removed.
        if let watchedFile = state.withLock(\.watch)?.file,
            !watchedFile.isSameFile(as: ActivityLockFile.Stamp(store.path))
        {
            startPolling()
        }
        readStatus()
    }

    /// Handles a tick of the timer; on the claim's queue.
    private func handleTimerTick() {
        // Nearly always nothing was written since the last look.
        let stamp = ActivityLockFile.Stamp(store.path)
        if let stamp, stamp == state.withLock(\.lastStamp) { return }
        guard readStatus() else { return }
        state.withLock { $0.lastStamp = stamp?.isOlderThanResolution == true ? stamp : nil }
    }

    /// Has something called, on a thread of the claim's, whenever another program takes the slot or requests something.
    package func onChange(_ notify: @escaping @Sendable () -> Void) {
        state.withLock { $0.notify = notify }
    }

    /// The status of the slot as of the newest look, which others' writes bring about.
    ///
    /// A caller that did not ask for more than a second waits for a look, half a second at most.
    package func currentStatus() -> Status {
        let (status, isStatusStale) = state.withLock { state in
            let before = state.lastStatusInstant
            state.lastStatusInstant = .now
            return (state.status, state.lastStatusInstant - before > maxStatusAge)
        }
        guard status == .held, isStatusStale else { return status }
        let statusReadSemaphore = DispatchSemaphore(value: 0)
        queue.async {
            self.readStatus()
            statusReadSemaphore.signal()
        }
        _ = statusReadSemaphore.wait(timeout: .now() + Self.statusTimeout)
        return state.withLock(\.status)
    }

    /// Returns the requests of others since the last call, in their order.
    package func drainRequests() -> [String] {
        state.withLock { state in
            defer { state.requests.removeAll() }
            return state.requests
        }
    }

    /// Reads the status of the slot; on the claim's queue.
    ///
    /// - Returns: false where the disk did not say.
    @discardableResult
    private func readStatus() -> Bool {
        // A disk that cannot be read says nothing of anybody.
        guard let found = try? store.read({ try ActivityRow.status($0) }) else { return false }
        if found.id == id.uuidString, let request = found.request { receive(request) }
        let (hasChanged, notify) = state.withLock { state in
            // The program that took the slot may have given it up since: it is lost all the same.
            let isReplaced = found.id != id.uuidString && !state.isReleased
            if isReplaced { state.status = .replaced }
            return (isReplaced, state.notify)
        }
        if hasChanged { notify() }
        return true
    }

    private func receive(_ request: String) {
        writeQueue.async { [self] in
            let isCleared = try? store.write { db in
                try db.execute(
                    sql: "UPDATE activity SET wish = NULL WHERE id = ? AND wish = ?",
                    arguments: [id.uuidString, request])
                return db.changesCount > 0
            }
            guard isCleared == true else { return }
            let notify = state.withLock { state in
                state.requests.append(request)
                return state.notify
            }
            notify()
        }
    }

    /// Publishes how far the activity is; returns at once. Where the disk fails, others hear nothing new.
    ///
    /// - Parameter secondsLeft: until its end, pauses left out; nil: until a user ends it.
    package func publish(phase: String?, isPaused: Bool, secondsLeft: Double?) {
        let changed = state.withLock { state -> Activity? in
            let before = state.activity
            let endsAt = isPaused ? before.endsAt : secondsLeft.map { Date() + $0 }
            guard
                phase != before.phase || isPaused != before.isPaused
                    || !Self.isSameEnd(endsAt, before.endsAt)
            else { return nil }
            state.activity.phase = phase
            state.activity.isPaused = isPaused
            state.activity.endsAt = endsAt
            return state.activity
        }
        guard let changed else { return }
        writeQueue.async { [store] in try? store.write { try ActivityRow.update(changed, $0) } }
    }

    /// Indicates whether two ends are one for a reader: sessions count whole seconds.
    private static func isSameEnd(_ first: Date?, _ second: Date?) -> Bool {
        guard let first, let second else { return first == second }
        return abs(first.timeIntervalSince(second)) < 2
    }

    /// Indicates whether another program has the slot, as a transaction sees it.
    func isReplaced(_ db: Database) throws -> Bool {
        try ActivityRow.id(db) != id
    }

    /// Gives the slot up; a second time does nothing.
    package func release() {
        let isFirst = state.withLock { state in
            defer { state.isReleased = true }
            state.watch?.source.cancel()
            return !state.isReleased
        }
        guard isFirst else { return }
        writeQueue.sync {
            // A claim whose process is gone has no slot anyway: an error costs nothing.
            _ = try? store.write {
                try $0.execute(sql: "DELETE FROM activity WHERE id = ?", arguments: [id.uuidString])
            }
        }
    }
}
