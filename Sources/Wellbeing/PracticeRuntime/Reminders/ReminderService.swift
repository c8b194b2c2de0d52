import Foundation
package import LiveSession
package import PracticePlans
package import SessionHistory
import Synchronization

/// Runs the reminders of a history until it is requested to end: in a program of its own, or beside the page.
package final class ReminderService: Sendable {
    /// What it runs with.
    package struct Setting: Sendable {
        package let store: SessionStore
        package var clock: any PracticeClock = SystemPracticeClock()
        package let environment: [String: String]
        package let language: PracticeLanguage
        /// Shows a note in pages of the browser; nil where no page is served here.
        package var page: ReminderPost.Way?
        /// Whether a person can put a reminder off in the notification itself.
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

    private let setting: Setting
    private let desktop: DesktopWay
    private let post: ReminderPost
    /// Rings when there is something to look at: the end, or that the computer is awake again.
    package let wake: SessionWake
    private let complaint = Mutex<String?>(nil)

    package init(_ setting: Setting, wake: SessionWake = SessionWake()) {
        self.setting = setting
        self.wake = wake
        let controller = ReminderController(setting.store, clock: setting.clock)
        let (store, report) = (setting.store, setting.report)
        let act: @Sendable (ReminderNote, NotificationAction) -> Void = { note, action in
            Self.act(note, action, controller, store, report)
            wake.signal()
        }
        let desktop = DesktopWay(
            environment: setting.environment, language: setting.language,
            onAction: setting.offersActions ? act : nil)
        self.desktop = desktop
        post = ReminderPost(
            desktop: { desktop.deliver($0) }, page: setting.page,
            environment: setting.environment, complain: setting.report)
    }

    private static func act(
        _ note: ReminderNote, _ action: NotificationAction, _ controller: ReminderController,
        _ store: SessionStore, _ report: (String) -> Void
    ) {
        do {
            guard let rule = try store.reminders().first(where: { $0.id == note.rule }) else {
                return
            }
            switch action {
            case .snooze: try controller.snooze(rule, time: note.time)
            case .notToday: try controller.silence(rule, time: note.time)
            }
        } catch let error as ReminderError {
            report("\(note.rule ?? ""): \(error.text)")
        } catch {
            report("\(error)")
        }
    }

    /// - Parameter isOwn: which rules it looks after.
    package func runner(
        isOwn: @escaping (ReminderRule) -> Bool = { _ in true }
    ) -> ReminderRunner {
        ReminderRunner(
            setting.store, clock: setting.clock, language: setting.language, isOwn: isOwn
        ) { [post] in post.deliver($0, $1) }
    }

    /// Looks once, announces what is due, and waits until it is announced.
    ///
    /// - Parameter seconds: how long it waits.
    package func check(timeoutSeconds seconds: Double) throws(HistoryError) {
        let runner = runner()
        _ = try runner.pass()
        runner.waitForDeliveries(timeoutSeconds: seconds)
    }

    /// Looks again and again, at what is due at its moment, on the thread of the caller.
    ///
    /// - Parameter isOwn: which rules it looks after; asked at each look.
    /// - Parameter shouldContinue: asked before each look; the wake-up is signalled where the answer changes.
    package func run(
        isOwn: @escaping (ReminderRule) -> Bool = { _ in true }, while shouldContinue: () -> Bool
    ) {
        let runner = runner(isOwn: isOwn)
        let wake = wake
        let wakes = WakeWatch(environment: setting.environment) { wake.signal() }
        while shouldContinue() {
            let nextDueMs = look(runner)
            wake.wait(milliseconds: rest(untilMs: nextDueMs))
        }
        wakes.close()
        runner.waitForDeliveries(timeoutSeconds: Self.closeTimeoutSeconds)
        desktop.close()
    }

    private func look(_ runner: ReminderRunner) -> Int64? {
        do throws(HistoryError) {
            let next = try runner.pass()
            complaint.withLock { $0 = nil }
            return next
        } catch {
            // A disk that fails is looked at again, and complained of once.
            let text = "\(error)"
            let isNew = complaint.withLock { complaint in
                defer { complaint = text }
                return complaint != text
            }
            if isNew { setting.report(text) }
            return nil
        }
    }

    /// How long to wait; ms.
    private func rest(untilMs nextDueMs: Int64?) -> Int32 {
        let maxMs = Self.maxWaitSeconds * 1000
        guard let nextDueMs else { return Int32(maxMs) }
        let left = Double(nextDueMs) - setting.clock.date.timeIntervalSince1970 * 1000
        return Int32(min(max(left, 0), maxMs).rounded(.up))
    }
}
