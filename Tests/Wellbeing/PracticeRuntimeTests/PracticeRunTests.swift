import Foundation
import GRDB
import PracticePlans
import PracticeRuntime
import SessionHistory
import TestSupport
import Testing

/// A sit of 15 and 3 min on a clock that the test moves.
@Suite struct PracticeRunTests {
    private let folder = NSTemporaryDirectory() + "practice-\(UUID().uuidString)"
    private let clock = ScriptedClock()

    private func store() throws -> SessionStore {
        try SessionStore(path: folder + "/history.sqlite")
    }

    private func start() throws -> PracticeStart {
        PracticeStart(
            .timer(try TimerPlan()), title: "Sit", owner: .terminalCommand, language: .en,
            version: "1")
    }

    private func begun(_ store: SessionStore) throws -> (PracticeRun, ActivityClaim) {
        let claim = try store.claim(Activity(owner: .terminalCommand, title: "Sit", kind: "timer"))
        let run = PracticeRun(try start(), clock: clock, store: store, claim: claim)
        run.begin(atSeconds: clock.seconds)
        return (run, claim)
    }

    /// Steps of a quarter of a second to a time of the practice.
    @discardableResult
    private func walk(_ run: PracticeRun, _ seconds: Double) -> [PracticeRun.Step] {
        (0..<Int(seconds * 4)).map { _ in
            clock.pass(0.25)
            return run.step()
        }
    }

    @Test func aWholeSitIsStored() throws {
        let store = try store()
        let (run, claim) = try begun(store)
        _ = run.step()
        let began = clock.date
        let steps = walk(run, 1080)
        #expect(steps.filter(\.hasEnded).count == 1 && steps.last?.hasEnded == true)
        let changes = steps.flatMap(\.changes).map { "\($0.change.state.name)" }
        #expect(changes == ["phase2", "finished"])
        #expect(steps.flatMap(\.changes).allSatisfy { $0.lateness >= 0 && $0.lateness <= 0.25 })
        let sounds = steps.flatMap(\.cues).compactMap(\.soundCue?.sound)
        #expect(sounds == [.named(.gongTriple), .named(.gongEnd)])
        let outcome = run.finish()
        let entry = try store.practice(run.id)
        #expect(outcome.entry == entry && entry.state == .ended)
        #expect(entry.mindfulMs == 900_000 && entry.workoutMs == 0 && entry.pauseMs == 0)
        #expect(abs(entry.startedAt.timeIntervalSince(began)) < 0.002)
        #expect(entry.endedAt.timeIntervalSince(entry.startedAt) == 1080)
        #expect(entry.utcOffsetSeconds == 20_700)
        #expect(try store.activity() == nil)
        withExtendedLifetime(claim) {}
    }

    /// Changes of the wall clock affect neither the time left nor the entry.
    @Test func theWallClockDoesNotCount() throws {
        let store = try store()
        let (run, _) = try begun(store)
        let began = clock.date
        walk(run, 100)
        clock.setWall(by: -7200)
        walk(run, 100)
        #expect(run.step().moment.state == .phase1(leftSeconds: 700))
        clock.setWall(by: 90_000)
        walk(run, 880)
        #expect(run.finish().entry?.startedAt == began)
    }

    /// Three hours of sleep: the sit has ended at its true time, its last gong sounds once, and old cues do not.
    @Test func sleepIsNoticed() throws {
        let store = try store()
        let (run, _) = try begun(store)
        walk(run, 60)
        clock.pass(10_800, asleep: true)
        let step = run.step()
        #expect(step.hasEnded && step.cues.isEmpty)
        let late = try #require(step.lateChange)
        #expect(late.state == .finished && late.timeSeconds == 1000 + 1080)
        let entry = try #require(run.finish().entry)
        #expect(entry.mindfulMs == 900_000)
        #expect(entry.sleptMs == 840_000)
        #expect(entry.endedAt.timeIntervalSince(entry.startedAt) == 1080)
    }

    @Test func belowTenSecondsNothingIsStored() throws {
        let store = try store()
        let (run, _) = try begun(store)
        walk(run, 9)
        #expect(run.finish().entry == nil)
        #expect(try store.practices().isEmpty)
        #expect(throws: HistoryError.noPractice(run.id.uuidString)) { try store.practice(run.id) }
    }

    @Test func nothingIsStoredOfACancelledPractice() throws {
        let store = try store()
        let (run, _) = try begun(store)
        walk(run, 40)
        try eventually("it is written") { (try? store.practices().count) == 1 }
        #expect(run.apply(.cancel) == .accepted)
        #expect(run.step().hasEnded)
        let outcome = run.finish()
        #expect(outcome.isCancelled && outcome.entry == nil)
        #expect(try store.practices().isEmpty)
    }

    /// A request of another program is an input like a key.
    @Test func requestsAreInputs() throws {
        let (store, other) = (try store(), try store())
        let (run, claim) = try begun(store)
        walk(run, 20)
        #expect(try other.request(PracticeInput.pause.request, of: claim.id))
        try eventually("it is paused") { run.step().moment.isPaused }
        #expect(try other.request(PracticeInput.extend(minutes: 2).request, of: claim.id))
        try eventually("it is longer") {
            _ = run.step()
            return run.timeline.inputs.last?.input == .extend(minutes: 2)
        }
        #expect(try other.activity()?.isPaused == true)
        for text in ["extend", "extend x", "extend 1e9", "sit", "", "pause now"] {
            #expect(PracticeInput(request: text) == nil)
        }
    }

    /// A program that is gone: its practice counts up to the last sign of life, and can be taken up.
    @Test func aKilledPracticeCanBeResumed() throws {
        let store = try store()
        func begin() throws -> UUID {
            let (run, _) = try begun(store)
            walk(run, 300)
            try eventually("it is written") {
                (try? store.practice(run.id).mindfulMs) ?? 0 >= 290_000
            }
            return run.id
        }
        let id = try begin()
        try eventually("nobody runs it") {
            (try? store.practice(id).state) == .interrupted
        }
        let credited = try store.practice(id).mindfulMs
        #expect(credited >= 290_000 && credited <= 300_000)
        clock.pass(120)
        let entry = try #require(try store.interruptedPractice())
        let stored = try #require(StoredPractice(entry, clock: clock))
        #expect(stored.canResume(clock))
        let claim = try store.claim(
            Activity(id: id, owner: .terminalCommand, title: "Sit", kind: "timer"))
        let run = PracticeRun(
            resuming: entry, stored.events, try start(), clock: clock, store: store, claim: claim)
        #expect(run.step().moment.state == .phase1(leftSeconds: 480))
        walk(run, 660)
        let end = try #require(run.finish().entry)
        #expect(end.id == id && end.state == .ended && end.mindfulMs == 900_000)
        #expect(try store.practices().count == 1)
    }

    /// Begins a sit, and leaves it without an end after some seconds.
    private func abandoned(_ store: SessionStore, after seconds: Double) throws -> UUID {
        let (run, _) = try begun(store)
        _ = run.step()
        walk(run, seconds)
        try eventually("it is written") { (try? store.practice(run.id)) != nil }
        return run.id
    }

    /// Killed after 3 s: nothing lists or counts it, and it can be resumed.
    @Test func aPracticeOfAFewSecondsCanBeResumed() throws {
        let store = try store()
        let id = try abandoned(store, after: 3)
        try eventually("nobody runs it") { (try? store.practice(id).state) == .interrupted }
        #expect(try store.practices().isEmpty && store.practiceLog().isEmpty)
        #expect(try store.creditLines().isEmpty)
        #expect(try store.practiceIDs(beginningWith: id.uuidString).isEmpty)
        clock.pass(60)
        let entry = try #require(try store.interruptedPractice())
        let stored = try #require(StoredPractice(entry, clock: clock))
        #expect(entry.id == id && stored.canResume(clock))
        let claim = try store.claim(
            Activity(id: id, owner: .terminalCommand, title: "Sit", kind: "timer"))
        let run = PracticeRun(
            resuming: entry, stored.events, try start(), clock: clock, store: store, claim: claim)
        #expect(run.step().moment.state == .phase1(leftSeconds: 900 - 63))
        walk(run, 1080 - 63)
        #expect(run.finish().entry?.mindfulMs == 900_000)
        #expect(try store.practiceLog().map(\.id) == [id])
    }

    /// A practice that counted for nothing is not taken up after its planned end, and goes when
    /// another practice runs.
    @Test func aPracticeOfAFewSecondsEndsWithItsPlan() throws {
        let store = try store()
        let id = try abandoned(store, after: 3)
        try eventually("nobody runs it") { (try? store.practice(id).state) == .interrupted }
        clock.pass(1076)
        let entry = try #require(try store.interruptedPractice())
        let stored = try #require(StoredPractice(entry, clock: clock))
        #expect(stored.canResume(clock))
        clock.pass(2)
        #expect(!stored.canResume(clock))
        let (next, _) = try begun(store)
        walk(next, 20)
        #expect(next.finish().entry != nil)
        #expect(throws: HistoryError.noPractice(id.uuidString)) { try store.practice(id) }
    }

    /// The wall clock counts after a restart; a sit that ended meanwhile has its true end.
    @Test(arguments: [(200.0, false), (5000.0, true)])
    func aRestartOfTheComputer(seconds: Double, hasEnded: Bool) throws {
        let store = try store()
        func begin() throws -> UUID {
            let (run, _) = try begun(store)
            walk(run, 300)
            try eventually("it is written") {
                (try? store.practice(run.id).mindfulMs) ?? 0 >= 290_000
            }
            return run.id
        }
        let id = try begin()
        clock.reboot(after: seconds)
        try eventually("nobody runs it") {
            (try? store.practice(id).state) == .interrupted
        }
        let entry = try #require(try store.interruptedPractice())
        let stored = try #require(StoredPractice(entry, clock: clock))
        let claim = try store.claim(
            Activity(id: id, owner: .terminalCommand, title: "Sit", kind: "timer"))
        let run = PracticeRun(
            resuming: entry, stored.events, try start(), clock: clock, store: store, claim: claim)
        let step = run.step()
        #expect(step.hasEnded == hasEnded)
        if !hasEnded { #expect(step.moment.state == .phase1(leftSeconds: 900 - 300 - seconds)) }
        let end = try #require(run.finish().entry)
        #expect(end.mindfulMs == (hasEnded ? 900_000 : 500_000))
        let length = end.endedAt.timeIntervalSince(end.startedAt)
        #expect(abs(length - (hasEnded ? 1080 : 500)) < 0.01)
    }

    /// A forced claim credits the entry up to then; the one before falls silent and writes nothing.
    @Test func forceCreditsUpToThen() throws {
        let (store, other) = (try store(), try store())
        let (run, claim) = try begun(store)
        walk(run, 100)
        try eventually("it is written") { (try? store.practice(run.id).mindfulMs) ?? 0 >= 90_000 }
        clock.pass(9)
        let clock = clock
        let forcedClaim = try other.claim(
            Activity(owner: .page, title: "b", kind: "timer"), isForced: true
        ) { $0.credited(clock) }
        try eventually("it is told") { claim.currentStatus() == .replaced }
        let step = run.step()
        #expect(step.isReplaced && step.hasEnded && step.cues.isEmpty)
        clock.pass(50)
        #expect(run.finish().isReplaced)
        let entry = try other.practice(run.id)
        #expect(entry.state == .replaced && entry.mindfulMs == 109_000)
        withExtendedLifetime(forcedClaim) {}
    }

    /// A history that cannot be written stops no sit; the error is reported once, and at the end.
    @Test func anErrorOfTheHistoryIsReported() throws {
        let store = try store()
        let (run, claim) = try begun(store)
        walk(run, 5)
        // The first sign of life may be on its way.
        var patient = Configuration()
        patient.busyMode = .timeout(10)
        try DatabaseQueue(path: store.path, configuration: patient).write { db in
            try db.execute(sql: "DROP VIEW practice_log; DROP TABLE practice")
        }
        var errors = walk(run, 60).compactMap(\.error)
        try eventually("it is told") {
            errors += [run.step().error].compactMap(\.self)
            return !errors.isEmpty
        }
        let rest = walk(run, 1015)
        #expect(rest.last?.hasEnded == true)
        #expect(errors.count + rest.compactMap(\.error).count == 1)
        let outcome = run.finish()
        #expect(outcome.error != nil && outcome.entry == nil)
        withExtendedLifetime(claim) {}
    }
}
