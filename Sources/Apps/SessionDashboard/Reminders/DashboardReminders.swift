import Foundation
package import LiveSession
package import PracticePlans
package import PracticeRuntime
package import SessionHistory
import Synchronization

/// Delivers reminders while the page is served.
///
/// Where no other program delivers those of the history, it delivers them all. Beside another one it delivers those
/// that only pages of the browser show, which the other cannot.
package final class DashboardReminders: Sendable {
    private let lock: ReminderLock
    private let service: ReminderService
    private let state = Mutex(State())

    private struct State {
        var isClosed = false
        var isHolder = false
        /// When the lock was last asked for.
        var askedAt: ContinuousClock.Instant?
    }

    /// How often the lock is asked for that another program has.
    private static let interval = Duration.seconds(60)

    /// - Parameter report: receives what a person who reads the terminal has to know.
    package init(
        _ store: SessionStore, hub: SessionHub, environment: [String: String],
        language: PracticeLanguage, clock: any PracticeClock = SystemPracticeClock(),
        report: @escaping @Sendable (String) -> Void
    ) {
        lock = ReminderLock(database: store.path)
        var setting = ReminderService.Setting(
            store: store, environment: environment, language: language, report: report)
        setting.clock = clock
        setting.page = { note in
            let reminder = PageReminder(
                id: note.id, rule: note.rule, text: note.text, time: note.time)
            return hub.remind(reminder)
                ? .delivered : .failed("no page is open that shows notifications")
        }
        service = ReminderService(setting)
    }

    /// Begins to deliver, on a thread of its own.
    package func start() {
        Thread.detachNewThread { [self] in
            service.run(isOwn: { self.isOwn($0) }) { self.shouldContinue() }
        }
    }

    /// Ends; returns at once.
    package func close() {
        state.withLock { $0.isClosed = true }
        service.wake.signal()
        lock.release()
    }

    /// Something has changed: it looks at once.
    func look() { service.wake.signal() }

    /// The program that delivers the reminders of a history.
    enum Teller: String, Encodable { case here, elsewhere, none }

    static func teller(_ reminders: DashboardReminders?, _ store: SessionStore) -> Teller {
        if reminders?.state.withLock(\.isHolder) == true { return .here }
        return ReminderLock(database: store.path).isHeldElsewhere ? .elsewhere : .none
    }

    private func isOwn(_ rule: ReminderRule) -> Bool {
        state.withLock(\.isHolder) || rule.via.allSatisfy { $0 == .page }
    }

    private func shouldContinue() -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            let now = ContinuousClock.now
            if !state.isHolder, state.askedAt.map({ now - $0 >= Self.interval }) ?? true {
                state.askedAt = now
                state.isHolder = lock.acquire()
            }
            return true
        }
    }
}
