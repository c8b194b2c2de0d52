import Foundation
package import LiveSession
package import PracticePlans
package import SessionHistory
import Synchronization

/// Runs the reminders of a history until it is requested to end: in a program of its own, or beside the page.
package final class ReminderService: Sendable {
    /// The parts and settings that the service runs with.
    package struct Configuration: Sendable {
        package let store: SessionStore
        package var clock: any PracticeClock = SystemPracticeClock()
        package let environment: [String: String]
        package let language: PracticeLanguage
        /// Shows a note in pages of the browser; nil where no page is served here.
        package var page: ReminderDispatcher.ChannelSender?
        /// True if a person can put a reminder off in the notification itself.
        package var offersActions = true
        /// Reports what a person who reads the terminal has to know.
        package let report: @Sendable (String) -> Void

        package init(
            store: SessionStore, environment: [String: String], language: PracticeLanguage,
            report: @escaping @Sendable (String) -> Void
        ) {
            self.store = store
            self.environment = environment
            self.language = language
            self.report = report
        }
    }

    /// Longest wait, since a thread's sleep stands still while the computer sleeps; s.
    private static let maxWaitSeconds = 30.0
    /// Time for which the end waits for announcements under way; s.
    private static let closeTimeoutSeconds = 2.0

    private let configuration: Configuration
    private let desktop: DesktopNotifier
    private let dispatcher: ReminderDispatcher
    /// Rings when there is something to look at: the end, or that the computer is awake again.
    package let wake: WakeSignal
    private let lastProblem = Mutex<String?>(nil)

    package init(_ configuration: Configuration, wake: WakeSignal = WakeSignal()) {
        self.configuration = configuration
        self.wake = wake
        let controller = ReminderController(configuration.store, clock: configuration.clock)
        let (store, report) = (configuration.store, configuration.report)
        let onAction: @Sendable (ReminderNote, NotificationAction) -> Void = { note, action in
            Self.performAction(note, action, controller, store, report)
            wake.signal()
        }
        let desktop = DesktopNotifier(
            environment: configuration.environment, language: configuration.language,
            onAction: configuration.offersActions ? onAction : nil)
        self.desktop = desktop
        dispatcher = ReminderDispatcher(
            showNotification: { desktop.deliver($0) }, showOnPage: configuration.page,
            environment: configuration.environment, reportProblem: configuration.report)
    }

    private static func performAction(
        _ note: ReminderNote, _ action: NotificationAction, _ controller: ReminderController,
        _ store: SessionStore, _ report: (String) -> Void
    ) {
        do {
            guard let rule = try store.reminders().first(where: { $0.id == note.rule }) else {
                return
            }
            switch action {
            case .snooze: try controller.snooze(rule, localDateTime: note.localDateTime)
            case .notToday: try controller.silence(rule, localDateTime: note.localDateTime)
            }
        } catch let error as ReminderError {
            report("\(note.rule ?? ""): \(error.text)")
        } catch {
            report("\(error)")
        }
    }

    /// - Parameter handlesRule: which rules it looks after.
    package func runner(
        handlesRule: @escaping (ReminderRule) -> Bool = { _ in true }
    ) -> ReminderRunner {
        ReminderRunner(
            configuration.store, clock: configuration.clock, language: configuration.language,
            handlesRule: handlesRule
        ) { [dispatcher] in dispatcher.deliver($0, $1) }
    }

    /// Looks once, announces what is due, and waits until it is announced.
    ///
    /// - Parameter seconds: how long it waits.
    package func check(timeoutSeconds seconds: Double) throws(HistoryError) {
        let runner = runner()
        _ = try runner.announceDue()
        runner.waitForDeliveries(timeoutSeconds: seconds)
    }

    /// Looks again and again, at what is due at its moment, on the thread of the caller.
    ///
    /// - Parameter handlesRule: which rules it looks after; asked at each look.
    /// - Parameter shouldContinue: asked before each look; the wake-up is signalled where the answer changes.
    package func run(
        handlesRule: @escaping (ReminderRule) -> Bool = { _ in true },
        while shouldContinue: () -> Bool
    ) {
        let runner = runner(handlesRule: handlesRule)
        let wake = wake
        let wakeObserver = WakeObserver(environment: configuration.environment) { wake.signal() }
        while shouldContinue() {
            let nextDueMs = runOnce(runner)
            wake.wait(milliseconds: waitMs(untilMs: nextDueMs))
        }
        wakeObserver.close()
        runner.waitForDeliveries(timeoutSeconds: Self.closeTimeoutSeconds)
        desktop.close()
    }

    private func runOnce(_ runner: ReminderRunner) -> Int64? {
        do throws(HistoryError) {
            let next = try runner.announceDue()
            lastProblem.withLock { $0 = nil }
            return next
        } catch {
            // A disk that fails is looked at again, and complained of once.
            let text = "\(error)"
            let isNew = lastProblem.withLock { lastProblem in
                defer { lastProblem = text }
                return lastProblem != text
            }
            if isNew { configuration.report(text) }
            return nil
        }
    }

    /// Returns the time to wait; ms.
    private func waitMs(untilMs nextDueMs: Int64?) -> Int32 {
        let maxMs = Self.maxWaitSeconds * 1000
        guard let nextDueMs else { return Int32(maxMs) }
        let left = Double(nextDueMs) - configuration.clock.date.timeIntervalSince1970 * 1000
        return Int32(min(max(left, 0), maxMs).rounded(.up))
    }
}
