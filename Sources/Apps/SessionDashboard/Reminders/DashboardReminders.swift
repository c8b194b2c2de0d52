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
        var holdsLock = false
        /// The time at which the lock was last asked for.
        var lockRequestedAt: ContinuousClock.Instant?
    }

    /// The time between two requests for a lock that another program has.
    private static let lockRetryInterval = Duration.seconds(60)

    /// - Parameter report: receives what a person who reads the terminal has to know.
    package init(
        _ store: SessionStore, hub: SessionHub, environment: [String: String],
        language: PracticeLanguage, clock: any PracticeClock = SystemPracticeClock(),
        report: @escaping @Sendable (String) -> Void
    ) {
        lock = ReminderLock(database: store.path)
        var serviceConfiguration = ReminderService.Configuration(
            store: store, environment: environment, language: language, report: report)
        serviceConfiguration.clock = clock
        serviceConfiguration.page = { notification in
            let reminder = PageReminder(
                id: notification.id, rule: notification.rule, text: notification.text,
                localDateTime: notification.localDateTime)
            return hub.remind(reminder)
                ? .delivered : .failed("no page is open that shows notifications")
        }
        service = ReminderService(serviceConfiguration)
    }

    /// Begins to deliver, on a thread of its own.
    package func start() {
        Thread.detachNewThread { [self] in
            service.run(handlesRule: { self.handlesRule($0) }) { self.shouldContinue() }
        }
    }

    /// Ends; returns at once.
    package func close() {
        state.withLock { $0.isClosed = true }
        service.wake.signal()
        lock.release()
    }

    /// Something has changed: it looks at once.
    func checkNow() { service.wake.signal() }

    /// The program that delivers the reminders of a history.
    enum DeliveryLocation: String, Encodable { case here, elsewhere, none }

    static func deliveryLocation(_ reminders: DashboardReminders?, _ store: SessionStore)
        -> DeliveryLocation
    {
        if reminders?.state.withLock(\.holdsLock) == true { return .here }
        return ReminderLock(database: store.path).isHeldElsewhere ? .elsewhere : .none
    }

    private func handlesRule(_ rule: ReminderRule) -> Bool {
        state.withLock(\.holdsLock) || rule.channels.allSatisfy { $0 == .page }
    }

    private func shouldContinue() -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            let now = ContinuousClock.now
            if !state.holdsLock,
                state.lockRequestedAt.map({ now - $0 >= Self.lockRetryInterval }) ?? true
            {
                state.lockRequestedAt = now
                state.holdsLock = lock.acquire()
            }
            return true
        }
    }
}
