import Dispatch
package import Foundation
import GRDB
import Synchronization

/// The one place of a history, held for an activity until ``release()``, or until its process is gone.
///
/// ```swift
/// let claim = try store.claim(Activity(owner: .live, title: "Polar H10", kind: "session"))
/// while claim.look() != .replaced { ... }  // in each step
/// claim.release()
/// ```
package final class ActivityClaim: Sendable {
    /// Whether the place is still ours.
    package enum Standing: Sendable, Equatable {
        case held
        /// Another program has taken it: nothing is to be heard or written any more.
        case replaced
    }

    /// How it is noticed that another program has written.
    enum Watching: Sendable {
        /// The system tells of it, or else as `clock`.
        case changes
        /// The file beside the history is looked at ten times a second.
        case clock
        /// Nobody tells: only ``look()`` after a long absence notices. For tests.
        case nothing
    }

    private struct State: Sendable {
        var activity: Activity
        var standing = Standing.held
        var wishes: [String] = []
        /// When ``look()`` was last called.
        var askedAt = ContinuousClock.now
        var isReleased = false
        /// Of the file at the last look, where nobody had just touched it; nil: the next look reads.
        var seen: PlaceFile.Stamp?
        /// What calls when something may have changed; cancelled at the end.
        var watch: Watch?
        /// Hears that something has changed.
        var notify: @Sendable () -> Void = {}
    }

    /// Made and cancelled under the lock of the state, and touched by nobody else.
    private struct Watch: @unchecked Sendable {
        let source: any DispatchSourceProtocol
        /// The file that is watched; nil for one that looks by the clock.
        let file: PlaceFile.Stamp?
    }

    /// How often the place is looked at where the system does not tell of changes.
    private static let interval = DispatchTimeInterval.milliseconds(100)
    private static let leeway = DispatchTimeInterval.milliseconds(10)
    /// Whoever was away for longer looks before going on: the computer slept, or the process was stopped. A session asks
    /// once a second at least.
    static let longestTrust = Duration.milliseconds(1250)
    /// A disk that does not answer for so long holds nothing up.
    private static let patience = DispatchTimeInterval.milliseconds(500)

    package let id: UUID
    let mark: RunningMark
    private let store: SessionStore
    private let state: Mutex<State>
    private let queue = DispatchQueue(label: "history.activity", qos: .userInitiated)
    /// Another program's long write holds up no look.
    private let writes = DispatchQueue(label: "history.activity.writes", qos: .utility)
    private let longestTrust: Duration

    init(
        _ activity: Activity, _ mark: RunningMark, _ store: SessionStore,
        watching: Watching = .changes, longestTrust: Duration = ActivityClaim.longestTrust
    ) {
        id = activity.id
        self.mark = mark
        self.store = store
        self.longestTrust = longestTrust
        state = Mutex(State(activity: activity))
        guard watching != .nothing else { return }
        if watching == .clock || !watchFile() { watchClock() }
        // Somebody may have been quicker than the watch.
        queue.async { [weak self] in self?.lookNow() }
    }

    deinit { state.withLock { $0.watch?.source.cancel() } }

    // MARK: Being told

    /// - Returns: whether the system tells when others have written.
    private func watchFile() -> Bool {
        guard let file = PlaceFile.opened(store.path) else { return false }
        close(file)
        guard let stamp = PlaceFile.Stamp(store.path),
            let source = PlaceFile.watch(
                store.path, on: queue, { [weak self] in self?.fileChanged() })
        else { return false }
        begin(Watch(source: source, file: stamp))
        return true
    }

    private func watchClock() {
        let source = DispatchSource.makeTimerSource(queue: queue)
        source.schedule(
            deadline: .now() + Self.interval, repeating: Self.interval, leeway: Self.leeway)
        source.setEventHandler { [weak self] in self?.clockTold() }
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

    /// On the claim's queue.
    private func fileChanged() {
        // Whoever takes the file away is not told of the one that others make.
        if let watched = state.withLock(\.watch)?.file,
            !watched.isSameFile(as: PlaceFile.Stamp(store.path))
        {
            watchClock()
        }
        lookNow()
    }

    /// On the claim's queue.
    private func clockTold() {
        // Nearly always nobody has written since the last look.
        let stamp = PlaceFile.Stamp(store.path)
        if let stamp, stamp == state.withLock(\.seen) { return }
        guard lookNow() else { return }
        state.withLock { $0.seen = stamp?.isSettled == true ? stamp : nil }
    }

    /// Has something called, on a thread of the claim's, whenever another program takes the place or wishes something.
    package func whenChanged(_ notify: @escaping @Sendable () -> Void) {
        state.withLock { $0.notify = notify }
    }

    /// Whether the place is still ours, as of the newest look, which others' writes bring about.
    ///
    /// Whoever did not ask for more than a second waits for a look, half a second at most.
    package func look() -> Standing {
        let (standing, isAway) = state.withLock { state in
            let before = state.askedAt
            state.askedAt = .now
            return (state.standing, state.askedAt - before > longestTrust)
        }
        guard standing == .held, isAway else { return standing }
        let looked = DispatchSemaphore(value: 0)
        queue.async {
            self.lookNow()
            looked.signal()
        }
        _ = looked.wait(timeout: .now() + Self.patience)
        return state.withLock(\.standing)
    }

    /// What others asked for since the last call, in its order.
    package func takeWishes() -> [String] {
        state.withLock { state in
            defer { state.wishes.removeAll() }
            return state.wishes
        }
    }

    /// On the claim's queue.
    ///
    /// - Returns: false where the disk did not say.
    @discardableResult
    private func lookNow() -> Bool {
        // A disk that cannot be read says nothing of anybody.
        guard let found = try? store.read({ try ActivityRow.standing($0) }) else { return false }
        if found.id == id.uuidString, let wish = found.wish { take(wish) }
        let (hasChanged, notify) = state.withLock { state in
            // Whoever took the place may have given it up since: it is lost all the same.
            let isReplaced = found.id != id.uuidString && !state.isReleased
            if isReplaced { state.standing = .replaced }
            return (isReplaced, state.notify)
        }
        if hasChanged { notify() }
        return true
    }

    private func take(_ wish: String) {
        writes.async { [self] in
            let isTaken = try? store.write { db in
                try db.execute(
                    sql: "UPDATE activity SET wish = NULL WHERE id = ? AND wish = ?",
                    arguments: [id.uuidString, wish])
                return db.changesCount > 0
            }
            guard isTaken == true else { return }
            let notify = state.withLock { state in
                state.wishes.append(wish)
                return state.notify
            }
            notify()
        }
    }

    /// Tells others how far the activity is; returns at once. Where the disk fails, they hear nothing new.
    ///
    /// - Parameter secondsLeft: until its end, pauses left out; nil: until somebody ends it.
    package func tell(phase: String?, isPaused: Bool, secondsLeft: Double?) {
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
        writes.async { [store] in try? store.write { try ActivityRow.update(changed, $0) } }
    }

    /// Whether two ends are one for whoever reads them: sessions count whole seconds.
    private static func isSameEnd(_ first: Date?, _ second: Date?) -> Bool {
        guard let first, let second else { return first == second }
        return abs(first.timeIntervalSince(second)) < 2
    }

    /// Whether another program has the place, as a transaction sees it.
    func isReplaced(_ db: Database) throws -> Bool {
        try ActivityRow.id(db) != id
    }

    /// Gives the place up; a second time does nothing.
    package func release() {
        let isFirst = state.withLock { state in
            defer { state.isReleased = true }
            state.watch?.source.cancel()
            return !state.isReleased
        }
        guard isFirst else { return }
        writes.sync {
            // Whose process is gone has no place anyway: an error costs nothing.
            _ = try? store.write {
                try $0.execute(sql: "DELETE FROM activity WHERE id = ?", arguments: [id.uuidString])
            }
        }
    }
}
