#if DBus
    import Foundation
    import PracticePlans
    import Synchronization
    import TestSupport
    import Testing

    @testable import PracticeRuntime

    /// Notifications on a real bus, whose server a test plays.
    @Suite(.needsStandIn) struct NotificationBusTests {
        private let bus: StandInBus
        private let chosen = Chosen()
        private let note: ReminderNote

        private final class Chosen: Sendable {
            let actions = Mutex<[NotificationAction]>([])
            var all: [NotificationAction] { actions.withLock(\.self) }
        }

        init() throws {
            bus = try StandInBus(nil)
            let rule = try ReminderRule.sample()
            note = ReminderNote(
                rule, try #require(ReminderOccurrence(ruleID: "sit", text: "2026-11-24T07:00")),
                .gmt)
        }

        private func server(_ scenario: String) throws -> DesktopStandIn {
            try DesktopStandIn(scenario, at: bus.address)
        }

        private func sender(hears: Bool = true) -> NotificationBus {
            let hear: @Sendable (ReminderNote, NotificationAction) -> Void = { [chosen] _, action in
                chosen.actions.withLock { $0.append(action) }
            }
            return NotificationBus(
                address: bus.address, language: .en, onAction: hears ? hear : nil)
        }

        @Test func aServerWithoutActionsShowsTheEscapedText() throws {
            defer { bus.stop() }
            let server = try server("plain")
            #expect(sender().deliver(note) == .delivered)
            try server.wait(for: "notify")
            let shown = try #require(server.events("notify").first)
            #expect(shown["summary"] as? String == "Resonance")
            #expect(shown["body"] as? String == "Time to sit &lt;b&gt; &amp; breathe")
            #expect((shown["actions"] as? [String])?.isEmpty == true)
            #expect(shown["expires"] as? Int == -1 && shown["replaces"] as? Int == 0)
        }

        @Test func aServerThatCanDoNothingShowsTheTextAsItIs() throws {
            defer { bus.stop() }
            let server = try server("bare")
            #expect(sender().deliver(note) == .delivered)
            try server.wait(for: "notify")
            #expect(
                server.events("notify").first?["summary"] as? String == "Time to sit <b> & breathe")
        }

        @Test(arguments: NotificationAction.allCases)
        func anActionIsHeard(action: NotificationAction) throws {
            defer { bus.stop() }
            let server = try server("actions")
            let sender = sender()
            #expect(sender.deliver(note) == .delivered)
            try server.wait(for: "notify")
            #expect(
                server.events("notify").first?["actions"] as? [String] == [
                    "snooze", "Snooze", "not-today", "Not today",
                ])
            try server.order("invoke nothing")
            try server.order("invoke \(action.rawValue)")
            try eventually("the action") { !chosen.all.isEmpty }
            #expect(chosen.all == [action])
            sender.close()
        }

        @Test func aClosedNotificationHasNoActions() throws {
            defer { bus.stop() }
            let server = try server("actions")
            let sender = sender()
            #expect(sender.deliver(note) == .delivered)
            try server.order("close")
            try server.order("invoke snooze")
            // What is shown next is chosen, and nothing before it.
            #expect(sender.deliver(note) == .delivered)
            try server.order("invoke not-today")
            try eventually("the action") { !chosen.all.isEmpty }
            #expect(chosen.all == [.notToday])
        }

        @Test func aTransientSenderOffersNoActions() throws {
            defer { bus.stop() }
            let server = try server("actions")
            #expect(sender(hears: false).deliver(note) == .delivered)
            try server.wait(for: "notify")
            #expect((server.events("notify").first?["actions"] as? [String])?.isEmpty == true)
        }

        @Test func withoutAServerOrABusItFailsAtOnce() throws {
            let begin = ContinuousClock.now
            guard case .failed = sender().deliver(note) else {
                Issue.record("it was shown")
                return
            }
            bus.stop()
            guard case .failed = sender().deliver(note) else {
                Issue.record("it was shown")
                return
            }
            #expect(ContinuousClock.now - begin < .seconds(3))
        }

        @Test(arguments: ["deaf", "deaf-notify"])
        func aServerThatHangsIsLeft(scenario: String) throws {
            defer { bus.stop() }
            let server = try server(scenario)
            #expect(
                sender().deliver(note) == .unanswered("the notification server does not answer"))
            server.stop()
        }

        @Test func aKilledServerIsFollowedByTheNextOne() throws {
            defer { bus.stop() }
            let sender = sender()
            let first = try server("plain")
            #expect(sender.deliver(note) == .delivered)
            first.stop()
            guard case .failed = sender.deliver(note) else {
                Issue.record("it was shown by nobody")
                return
            }
            let second = try server("bare")
            #expect(sender.deliver(note) == .delivered)
            try second.wait(for: "notify")
            #expect(second.events("notify").first?["body"] as? String == "")
        }

        /// The bus itself goes away and another one comes.
        @Test func aBusThatEndedIsLookedForAnew() throws {
            let sender = sender()
            let server = try server("plain")
            #expect(sender.deliver(note) == .delivered)
            bus.stop()
            server.stop()
            for _ in 0..<2 {
                guard case .failed = sender.deliver(note) else {
                    Issue.record("it was shown")
                    return
                }
            }
        }
    }
#endif
