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

    private struct State: Sendable {
        var activity: Activity
        var standing = Standing.held
        var wishes: [String] = []
        /// When it was last known whether the place is ours.
        var lookedAt = ContinuousClock.now
        /// Whether the disk was waited for, and did not answer: once is enough.
        var hasWaited = false
        var isReleased = false
        /// Of the files at the last look, where nobody had just written; nil: the next look reads.
        var seen: HistoryStamp?
        /// Hears that something has changed.
        var notify: @Sendable () -> Void = {}
    }

    /// How often the place is looked at.
    private static let interval = DispatchTimeInterval.milliseconds(250)
    private static let leeway = DispatchTimeInterval.milliseconds(20)
    /// Whoever was away for longer looks before going on: the computer slept, or the process was stopped.
    private static let longestTrust = Duration.seconds(1)
    /// A disk that does not answer for so long holds nothing up.
    private static let patience = DispatchTimeInterval.milliseconds(500)

    package let id: UUID
    let mark: RunningMark
    private let store: SessionStore
    private let state: Mutex<State>
    private let queue = DispatchQueue(label: "history.activity", qos: .userInitiated)
    /// Another program's long write holds up no look.
    private let writes = DispatchQueue(label: "history.activity.writes", qos: .utility)
    private let timer: Timer

    /// Made in the beginning, cancelled at the end, and touched by nobody else.
    private struct Timer: @unchecked Sendable {
        let source: any DispatchSourceTimer
    }

    init(_ activity: Activity, _ mark: RunningMark, _ store: SessionStore) {
        id = activity.id
        self.mark = mark
        self.store = store
        state = Mutex(State(activity: activity))
        let source = DispatchSource.makeTimerSource(queue: queue)
        timer = Timer(source: source)
        source.schedule(
            deadline: .now() + Self.interval, repeating: Self.interval, leeway: Self.leeway)
        source.setEventHandler { [weak self] in self?.lookNow() }
        source.resume()
    }

    deinit { timer.source.cancel() }

    /// Has something called, on a thread of the claim's, whenever another program takes the place or wishes something.
    package func whenChanged(_ notify: @escaping @Sendable () -> Void) {
        state.withLock { $0.notify = notify }
    }

    /// Whether the place is still ours: the disk is asked four times a second, beside whoever calls.
    ///
    /// After more than a second without a look the caller waits for one, half a second at most.
    package func look() -> Standing {
        let (standing, isAway) = state.withLock { state in
            let isAway =
                !state.hasWaited && ContinuousClock.now - state.lookedAt > Self.longestTrust
            state.hasWaited = state.hasWaited || isAway
            return (state.standing, isAway)
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
    private func lookNow() {
        // Nearly always nobody has written since the last look.
        let stamp = HistoryStamp(path: store.path)
        if let stamp, stamp == state.withLock(\.seen) {
            return state.withLock { ($0.lookedAt, $0.hasWaited) = (.now, false) }
        }
        // A disk that cannot be read says nothing of anybody.
        guard let found = try? store.read({ try ActivityRow.standing($0) }) else { return }
        if found.id == id.uuidString, let wish = found.wish { take(wish) }
        let (hasChanged, notify) = state.withLock { state in
            // Whoever took the place may have given it up since: it is lost all the same.
            let isReplaced = found.id != id.uuidString && !state.isReleased
            if isReplaced { state.standing = .replaced }
            (state.lookedAt, state.hasWaited) = (.now, false)
            state.seen = stamp?.isSettled == true ? stamp : nil
            return (isReplaced, state.notify)
        }
        if hasChanged { notify() }
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
            guard phase != before.phase || isPaused != before.isPaused else { return nil }
            state.activity.phase = phase
            state.activity.isPaused = isPaused
            if !isPaused { state.activity.endsAt = secondsLeft.map { Date() + $0 } }
            return state.activity
        }
        guard let changed else { return }
        writes.async { [store] in try? store.write { try ActivityRow.update(changed, $0) } }
    }

    /// Whether another program has the place, as a transaction sees it.
    func isReplaced(_ db: Database) throws -> Bool {
        try ActivityRow.id(db) != id
    }

    /// Gives the place up; a second time does nothing.
    package func release() {
        let isFirst = state.withLock { state in
            defer { state.isReleased = true }
            return !state.isReleased
        }
        guard isFirst else { return }
        timer.source.cancel()
        writes.sync {
            // Whose process is gone has no place anyway: an error costs nothing.
            _ = try? store.write {
                try $0.execute(sql: "DELETE FROM activity WHERE id = ?", arguments: [id.uuidString])
            }
        }
    }
}
