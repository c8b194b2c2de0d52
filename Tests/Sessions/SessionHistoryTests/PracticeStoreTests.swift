import Foundation
import GRDB
import TestSupport
import Testing

@testable import SessionHistory

extension PracticeEntry {
    /// An entry with a value in every field.
    static func sit(_ number: Int = 0, kind: String = "timer") -> PracticeEntry {
        var entry = PracticeEntry(
            startedAt: Date(timeIntervalSince1970: 1_763_800_000.125 + 86_400 * Double(number)),
            utcOffsetSeconds: 20_700, kind: kind, title: "Evening sit", plan: #"{"version":1}"#,
            toolkitVersion: "0.9.0")
        entry.endedAt = entry.startedAt + 930.5
        entry.events = #"[{"t":0}]"#
        entry.state = .ended
        entry.mindfulMs = 900_250 + Int64(number)
        entry.workoutMs = 17
        entry.pauseMs = 30_250
        entry.sleptMs = 1_500
        entry.source = "insight-timer"
        entry.session = UUID()
        entry.heart = #"{"min":52}"#
        entry.note = "Rain, and a \"bell\""
        entry.rating = 4
        return entry
    }
}

@Suite struct PracticeStoreTests {
    @Test func anEntryIsReadAsItWasWritten() throws {
        let history = try TemporaryHistory()
        let entry = PracticeEntry.sit()
        try history.store().save(entry)
        #expect(try history.store().practice(entry.id) == entry)
        var changed = entry
        changed.note = nil
        changed.rating = 1
        try history.store().save(changed)
        #expect(try history.store().practices() == [changed])
    }

    @Test func whatCannotBeIsRefused() throws {
        let history = try TemporaryHistory()
        let store = try history.store()
        for rating in [0, 6, -1] {
            var entry = PracticeEntry.sit()
            entry.rating = rating
            #expect(throws: HistoryError.self) { try store.save(entry) }
        }
        var long = PracticeEntry.sit()
        long.note = String(repeating: "x", count: PracticeEntry.maxNoteLength + 1)
        #expect(throws: HistoryError.self) { try store.save(long) }
        #expect(try history.count("practice") == 0)
        #expect(throws: HistoryError.noPractice(long.id.uuidString)) {
            try store.practice(long.id)
        }
    }

    /// The log is practice and the led sessions of the person's own; a session that recorded the heart of a sit counts
    /// once, as the sit.
    @Test func theLogJoinsLedSessions() throws {
        let history = try TemporaryHistory()
        let store = try history.store()
        var unled = BreathingSession.sample(1)
        unled.pacer = "none"
        var short = BreathingSession.sample(2)
        short.durationSeconds = 9.9
        let led = BreathingSession.sample(3)
        let simulated = BreathingSession.sample(4, source: .simulated)
        var recorded = BreathingSession.sample(5)
        recorded.pacer = "fixed"
        for session in [unled, short, led, simulated, recorded] {
            try store.add(SessionDetails(session: session))
        }
        var sit = PracticeEntry.sit(-2)
        sit.session = recorded.id
        try store.save(sit)

        let log = try store.practiceLog()
        #expect(log.map(\.id) == [sit.id, led.id])
        #expect(log.map(\.kind) == ["timer", "session"])
        #expect(log[1].mindfulMs == 600_300 && log[1].workoutMs == 0)
        #expect(log[1].endedAt == led.startedAt + 600.3)

        var query = PracticeQuery()
        query.includesExcluded = true
        #expect(try Set(store.practiceLog(query).map(\.id)) == [sit.id, led.id, simulated.id])
        query = PracticeQuery()
        query.kinds = ["timer"]
        #expect(try store.practiceLog(query).map(\.id) == [sit.id])
        query = PracticeQuery()
        query.startedFrom = led.startedAt
        #expect(try store.practiceLog(query).map(\.id) == [led.id])
        (query.startedFrom, query.startedBefore) = (nil, led.startedAt)
        #expect(try store.practiceLog(query).map(\.id) == [sit.id])
        query = PracticeQuery()
        query.origins = [.manual]
        #expect(try store.practiceLog(query).isEmpty)
        query = PracticeQuery()
        query.limit = 1
        #expect(try store.practiceLog(query).map(\.id) == [led.id])
    }

    /// The lines that count are those of the log, whatever is asked for.
    @Test func linesOfCreditAreThoseOfTheLog() throws {
        let store = try TemporaryHistory().store()
        var sit = PracticeEntry.sit(-2)
        (sit.mindfulMs, sit.workoutMs) = (1_200_000, 0)
        var run = PracticeEntry.sit(-1)
        (run.kind, run.mindfulMs, run.workoutMs) = ("interval", 0, 600_000)
        for entry in [sit, run] { try store.save(entry) }
        try store.add(SessionDetails(session: .sample(3)))
        try store.add(SessionDetails(session: .sample(4, source: .simulated)))
        // 600.3 s is what the led session of number 3 lasts.
        for (minMs, maxMs, lengths) in [
            (nil, nil, [600_000, 600_300, 1_200_000]), (600_001, nil, [600_300, 1_200_000]),
            (600_300, 1_199_999, [600_300]), (nil, 600_000, [600_000]),
        ] as [(Int64?, Int64?, [Int64])] {
            var query = PracticeQuery()
            (query.minCreditMs, query.maxCreditMs) = (minMs, maxMs)
            let log = try store.practiceLog(query)
            let lines = try store.creditLines(query)
            #expect(log.map { max($0.mindfulMs, $0.workoutMs) }.sorted() == lengths)
            #expect(
                lines.sorted { $0.startedMs < $1.startedMs }
                    == log.map {
                        CreditLine(
                            startedMs: Int64(($0.startedAt.timeIntervalSince1970 * 1000).rounded()),
                            utcOffsetSeconds: $0.utcOffsetSeconds, kind: $0.kind,
                            mindfulMs: $0.mindfulMs, workoutMs: $0.workoutMs, origin: $0.origin,
                            isExcluded: $0.isExcluded)
                    })
        }
    }

    /// An entry whose process is gone was interrupted, for the next reader.
    @Test func aRunningEntryWithoutAProcessWasInterrupted() throws {
        let history = try TemporaryHistory()
        let store = try history.store()
        var entry = PracticeEntry.sit()
        entry.state = .running
        func run() throws {
            let claim = try store.claim(
                Activity(id: entry.id, owner: .terminalCommand, title: "a", kind: "timer"))
            try store.save(entry, claim: claim)
            #expect(try store.practice(entry.id).state == .running)
            #expect(try store.interruptedPractice() == nil)
            #expect(throws: HistoryError.isRunning) { try store.deletePractice(entry.id) }
            #expect(throws: HistoryError.isRunning) {
                try store.deleteEverything(logsFolder: history.logs)
            }
            withExtendedLifetime(claim) {}
        }
        try run()
        try eventually("the mark is gone") {
            (try? store.practice(entry.id).state) == .interrupted
        }
        #expect(try store.practice(entry.id).state == .interrupted)
        #expect(try store.interruptedPractice()?.id == entry.id)
        #expect(try store.practiceLog().map(\.state) == [.interrupted])
        // The next write settles it in the file.
        try store.save(PracticeEntry.sit(1))
        let state: String = try history.rows(
            "SELECT state FROM practice WHERE id = '\(entry.id.uuidString)'")[0]["state"]
        #expect(state == "interrupted")
    }

    /// A forced claim closes the entry of the one before, which writes nothing any more.
    @Test func forceClosesTheEntry() throws {
        let history = try TemporaryHistory()
        let (store, other) = (try history.store(), try history.store())
        var entry = PracticeEntry.sit()
        entry.state = .running
        let claim = try store.claim(
            Activity(id: entry.id, owner: .terminalCommand, title: "a", kind: "timer"))
        try store.save(entry, claim: claim)
        let forcedClaim = try other.claim(
            Activity(owner: .page, title: "b", kind: "timer"), isForced: true
        ) { known in
            var known = known
            known.mindfulMs += 7
            return known
        }
        entry.mindfulMs += 7
        entry.state = .replaced
        #expect(try other.practice(entry.id) == entry)
        var late = entry
        late.state = .running
        #expect(throws: HistoryError.replaced) { try store.save(late, claim: claim) }
        #expect(try other.practice(entry.id) == entry)
        withExtendedLifetime(forcedClaim) {}
    }

    @Test func importedTwiceItIsThereOnce() throws {
        let history = try TemporaryHistory()
        let store = try history.store()
        let entries = (0..<3).map { PracticeEntry.sit($0) }
        #expect(try store.add(practices: entries) == 3)
        #expect(try store.add(practices: entries) == 0)
        // The same practice under another id, as another program writes it, to the second.
        var same = PracticeEntry.sit(1)
        same.startedAt -= 0.125
        same.mindfulMs = 900_000
        #expect(try store.add(practices: [same]) == 0)
        same.startedAt += 60
        #expect(try store.add(practices: [same]) == 1)
    }

    @Test func deletedItLeavesNoByte() throws {
        let history = try TemporaryHistory()
        let store = try history.store()
        var entry = PracticeEntry.sit()
        entry.note = "marker-4711-of-a-note"
        try store.save(entry)
        try store.deletePractice(entry.id)
        for name in try FileManager.default.contentsOfDirectory(atPath: history.folder) {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: history.folder + "/" + name))
            #expect(bytes.range(of: Data("marker-4711".utf8)) == nil)
        }
        #expect(try store.practices().isEmpty)
    }

    @Test func everythingGoesTogether() throws {
        let history = try TemporaryHistory()
        let store = try history.store()
        try store.save(PracticeEntry.sit())
        try store.add(SessionDetails(session: .sample()))
        try store.save(items: [PracticeItem(kind: "reminder", id: "morning", value: "{}")])
        try store.save(restDays: [StoredRestDays(firstDay: 20_000, lastDay: 20_002)])
        let event = ReminderEvent(
            reminderID: "morning", occurrence: "2026-11-24T07:00", state: "told", changedAtMs: 1)
        #expect(try store.advance(event, from: nil))
        #expect(try store.deleteEverything(logsFolder: history.logs) == 2)
        for table in ["practice", "session", "practice_item", "practice_rest", "reminder_event"] {
            #expect(try history.count(table) == 0)
        }
    }

    @Test func presetsAndRestDaysAreStored() throws {
        let history = try TemporaryHistory()
        let store = try history.store()
        let items = ["b", "a"].map { PracticeItem(kind: "breathe", id: $0, value: "{\"id\":1}") }
        try store.save(items: items)
        try store.save(items: [PracticeItem(kind: "timer", id: "a", value: "{}")])
        #expect(try store.practiceItems(kind: "breathe").map(\.id) == ["a", "b"])
        #expect(try store.deleteItem(kind: "breathe", id: "a"))
        #expect(try !store.deleteItem(kind: "breathe", id: "a"))
        #expect(try store.practiceItems(kind: "timer").count == 1)
        let days = [
            StoredRestDays(firstDay: 5, lastDay: 9), StoredRestDays(firstDay: 12, lastDay: 12),
        ]
        try store.save(restDays: days.reversed())
        #expect(try store.restDays() == days)
    }

    /// One of two runners that know the same advances an occurrence.
    @Test func oneRunnerAnnounces() throws {
        let history = try TemporaryHistory()
        let (store, other) = (try history.store(), try history.store())
        let telling = ReminderEvent(
            reminderID: "a", occurrence: "2026-11-24T07:00", state: "telling", changedAtMs: 5)
        #expect(try store.advance(telling, from: nil))
        #expect(try !other.advance(telling, from: nil))
        var announced = telling
        announced.state = "told"
        announced.channelName = "desktop"
        #expect(try other.advance(announced, from: telling))
        #expect(try !store.advance(announced, from: telling))
        #expect(try store.reminderEvents(of: ["b", "a"], from: "2026-11-24") == [announced])
        #expect(try store.reminderEvents(of: ["a"], from: "2026-11-25").isEmpty)
        #expect(try store.reminderEvents(of: ["b"], from: "").isEmpty)
    }

    /// Many are written at once, but for those that another runner settled.
    @Test func eachOfManyIsWrittenWhereItIsAsKnown() throws {
        let store = try TemporaryHistory().store()
        let events = ["07:00", "08:00"].map {
            ReminderEvent(
                reminderID: "a", occurrence: "2026-11-24T\($0)", state: "missed", changedAtMs: 5)
        }
        #expect(try store.advance(events[1], from: nil))
        #expect(
            try store.advance(events.map { ReminderChange($0, from: nil) }) == [true, false])
        #expect(try store.reminderEvents(of: ["a"], from: "2026-11-24") == events)
    }

    /// A file of either earlier version gets the tables; all that was in it stays.
    @Test(arguments: [1, 2]) func earlierFilesGetTheTables(version: Int) throws {
        let history = try TemporaryHistory()
        try history.store().add(SessionDetails(session: .sample()))
        try DatabaseQueue(path: history.path).write { db in
            try db.execute(
                sql: """
                    DROP VIEW practice_log; DROP TABLE practice; DROP TABLE practice_item;
                    DROP TABLE practice_rest; DROP TABLE reminder_event;
                    ALTER TABLE session DROP COLUMN latency_s;
                    ALTER TABLE session DROP COLUMN latency_deviation_s;
                    DELETE FROM grdb_migrations WHERE identifier IN ('3', '4');
                    """)
            guard version == 1 else { return }
            try db.execute(
                sql: "DROP TABLE activity; DELETE FROM grdb_migrations WHERE identifier = '2'")
        }
        let store = try history.store()
        try store.save(PracticeEntry.sit())
        #expect(try store.sessions(SessionQuery()).sessions.count == 1)
        #expect(try store.practiceLog().count == 2)
        #expect(try store.activity() == nil)
    }

    @Test func aBackupHoldsPractice() throws {
        let history = try TemporaryHistory()
        let store = try history.store()
        let entry = PracticeEntry.sit()
        try store.save(entry)
        let copy = history.folder + "/copy.sqlite"
        try store.backUp(to: copy)
        #expect(try SessionStore(path: copy).practices() == [entry])
    }
}
