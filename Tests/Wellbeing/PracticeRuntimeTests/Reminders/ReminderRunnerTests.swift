import Foundation
import PhysioTypes
import PracticePlans
import PracticeRuntime
import SessionHistory
import TestSupport
import Testing

/// One look after the other, with a clock of the test's; the times are those of Kathmandu, 5:45 ahead.
@Suite struct ReminderRunnerTests {
    private let history: ReminderHistory
    private let clock = ScriptedClock()
    private let deliveries: RecordedDeliveries

    init() throws {
        history = try ReminderHistory()
        deliveries = RecordedDeliveries(clock)
    }

    /// 2026-11-24 at a time of Kathmandu; ms since 1970.
    private func ms(_ hour: Int, _ minute: Int, day: Int = 24) -> Int64 {
        let midnight = Int64(1_795_478_400_000) - Int64(345) * 60_000
        return midnight + Int64((day - 24) * 1440 + hour * 60 + minute) * 60_000
    }

    private var runner: ReminderRunner { .with(history.store, clock, deliveries) }

    @Test func whatIsDueIsAnnouncedOnceAndNotEarly() throws {
        try history.keep(.sample(at: "07:00,21:00", sinceMs: ms(6, 0)))
        let runner = runner
        clock.show(ms: ms(7, 0) - 1)
        #expect(try runner.look() == ms(7, 0))
        #expect(deliveries.all.isEmpty)
        clock.show(ms: ms(7, 0))
        _ = try runner.look()
        #expect(try runner.look() == ms(21, 0))
        #expect(deliveries.all == [.init(id: "sit 2026-11-24T07:00", atMs: ms(7, 0))])
        let event = try #require(try history.store.reminderEvents(of: ["sit"], from: "").first)
        #expect(
            event.state == "told" && event.channelName == "desktop" && event.changedAtMs == ms(7, 0)
        )
        // A program that begins anew.
        _ = try self.runner.look()
        #expect(deliveries.all.count == 1)
    }

    @Test func aWayThatFailsIsWrittenDown() throws {
        try history.keep(.sample(sinceMs: ms(6, 0)))
        clock.show(ms: ms(7, 0))
        let failedDeliveries = RecordedDeliveries(clock, via: nil)
        _ = try ReminderRunner.with(history.store, clock, failedDeliveries).look()
        _ = try runner.look()
        #expect(try history.states("sit") == ["2026-11-24T07:00": "failed"])
        #expect(failedDeliveries.all.count == 1 && deliveries.all.isEmpty)
    }

    @Test func aChangedReminderIsNoticed() throws {
        try history.keep(.sample(at: "21:00", sinceMs: ms(6, 0)))
        let runner = runner
        clock.show(ms: ms(6, 30))
        #expect(try runner.look() == ms(21, 0))
        try history.keep(.sample(at: "07:00", sinceMs: ms(6, 0)))
        #expect(try runner.look() == ms(7, 0))
        _ = try StoredReminder.delete("sit", history.store)
        #expect(try runner.look() == nil)
    }

    @Test func anActivityIsNotDisturbed() throws {
        try history.keep(.sample(sinceMs: ms(6, 0)))
        clock.show(ms: ms(7, 0))
        let claim = try history.store.claim(
            Activity(owner: .terminalCommand, title: "Sit", kind: "timer"))
        _ = try runner.look()
        claim.release()
        _ = try runner.look()
        #expect(deliveries.all.isEmpty)
        #expect(try history.states("sit") == ["2026-11-24T07:00": "busy"])
    }

    @Test func whatWasDoneIsNotAskedFor() throws {
        try history.keep(
            .sample("a", condition: .unlessDone([.mindful], within: .day), sinceMs: ms(6, 0)),
            .sample("b", condition: .unlessDone([.workout], within: .day), sinceMs: ms(6, 0)))
        var sit = PracticeEntry(
            startedAt: Date(timeIntervalSince1970: Double(ms(6, 10)) / 1000),
            utcOffsetSeconds: 20_700, kind: "timer", title: "Sit", origin: .manual)
        sit.mindfulMs = 120_000
        try history.store.save(sit)
        clock.show(ms: ms(7, 0))
        _ = try runner.look()
        #expect(deliveries.all.map(\.id) == ["b 2026-11-24T07:00"])
        #expect(try history.states("a") == ["2026-11-24T07:00": "done"])
    }

    @Test func aSnoozedOneAsksAnewAndASilentOneDoesNot() throws {
        let rule = try ReminderRule.sample(at: "07:00,08:00", sinceMs: ms(6, 0))
        try history.keep(rule)
        let controller = ReminderController(history.store, clock: clock)
        clock.show(ms: ms(6, 50))
        #expect(throws: ReminderError.notAnnounced) { try controller.snooze(rule) }
        clock.show(ms: ms(7, 0))
        let runner = runner
        _ = try runner.look()
        #expect(try controller.status(rule).canSnooze)
        try controller.snooze(rule, minutes: 30)
        #expect(try !controller.status(rule).canSnooze)
        #expect(try runner.look() == ms(7, 30))
        #expect(try controller.status(rule).next?.atMs == ms(7, 30))
        clock.show(ms: ms(7, 30))
        _ = try runner.look()
        #expect(deliveries.all.map(\.atMs) == [ms(7, 0), ms(7, 30)])
        try controller.silence(rule)
        #expect(try controller.status(rule).next?.atMs == ms(7, 0, day: 25))
        clock.show(ms: ms(8, 0))
        _ = try runner.look()
        clock.show(ms: ms(7, 0, day: 25))
        _ = try runner.look()
        #expect(deliveries.all.map(\.atMs) == [ms(7, 0), ms(7, 30), ms(7, 0, day: 25)])
        #expect(
            try history.states("sit") == [
                "2026-11-24T07:00": "dismissed", "2026-11-24T08:00": "dismissed",
                "2026-11-25T07:00": "told",
            ])
    }

    @Test func silencedBeforeItWasAnnounced() throws {
        let rule = try ReminderRule.sample(sinceMs: ms(6, 0))
        try history.keep(rule)
        clock.show(ms: ms(6, 30))
        try ReminderController(history.store, clock: clock).silence(rule)
        clock.show(ms: ms(7, 0))
        _ = try runner.look()
        #expect(deliveries.all.isEmpty)
        #expect(throws: ReminderError.notAnnounced) {
            try ReminderController(history.store, clock: clock).silence(rule)
        }
    }

    /// The program that looks announces it, although the history was written by both.
    @Test func oneOfSeveralProgramsAnnounces() throws {
        try history.keep(.sample(sinceMs: ms(6, 0)))
        clock.show(ms: ms(7, 0))
        let stores = try (0..<4).map { _ in try history.other() }
        DispatchQueue.concurrentPerform(iterations: 4) { [clock, deliveries] index in
            _ = try? ReminderRunner.with(stores[index], clock, deliveries).look()
        }
        #expect(deliveries.all.count == 1)
    }

    @Test func theEndOfAPracticeWhoseProgramDied() throws {
        let plan = PracticePlan.timer(try TimerPlan(phase1Seconds: 600, phase2Seconds: 0))
        clock.show(ms: ms(7, 0))
        let activity = Activity(owner: .terminalCommand, title: "Morning", kind: "timer")
        try die(activity, plan)
        let runner = runner
        _ = try runner.look()
        #expect(deliveries.all.isEmpty)
        clock.pass(590)
        _ = try runner.look()
        _ = try runner.look()
        _ = try self.runner.look()
        #expect(deliveries.all.map(\.id) == [activity.id.uuidString])
    }

    /// A practice runs for 20 s, and its process is gone: no process holds its mark any more.
    private func die(_ activity: Activity, _ plan: PracticePlan) throws {
        let store = try history.other()
        let claim = try store.claim(activity)
        let run = PracticeRun(
            PracticeStart(
                plan, title: activity.title, owner: .terminalCommand, language: .en, version: "0"),
            clock: clock, store: store, claim: claim)
        run.begin(atSeconds: clock.seconds)
        for _ in 0..<3 {
            _ = run.step()
            clock.pass(10)
        }
        try eventually("the entry") { (try? store.practice(activity.id)) != nil }
    }
}
