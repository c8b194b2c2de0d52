import Foundation
import GRDB
import ResonanceBreathing
import Testing

@testable import SessionHistory

@Suite struct SessionStoreTests {
    private let history: TemporaryHistory
    private let store: SessionStore

    init() throws {
        history = try TemporaryHistory()
        store = try history.store()
    }

    @Test func aStoredSessionIsReadBackInEveryField() throws {
        let session = BreathingSession.sample()
        try store.keep(session)
        #expect(try store.session(session.id) == session)
        let none = BreathingSession.sample(1, rate: nil)
        try store.keep(none)
        #expect(try SessionStore(path: history.path).session(none.id) == none)
    }

    @Test func aSessionThatWasNotStoredIsNotFound() throws {
        let id = UUID()
        #expect(throws: HistoryError.noSession(id.uuidString)) { try store.session(id) }
        #expect(throws: HistoryError.noSession(id.uuidString)) { try store.details(id) }
        #expect(try store.last() == nil)
        #expect(try store.earlierResonance() == nil)
        #expect(try store.sessions(SessionQuery()).total == 0)
    }

    @Test func pagesListAllOnceNewestFirst() throws {
        let sessions = (0..<7).map { BreathingSession.sample($0, daysAgo: Double(10 - $0)) }
        for session in sessions { try store.keep(session) }
        var (seen, query) = ([UUID](), SessionQuery(limit: 3))
        repeat {
            let page = try store.sessions(query)
            #expect(page.total == 7)
            #expect(page.sessions.count <= 3)
            seen += page.sessions.map(\.id)
            query.cursor = page.next
        } while query.cursor != nil
        #expect(seen == sessions.reversed().map(\.id))
    }

    @Test func sessionsOfOneMomentAreOnDifferentPages() throws {
        for number in 0..<3 { try store.keep(.sample(number)) }
        let first = try store.sessions(SessionQuery(limit: 2))
        let second = try store.sessions(SessionQuery(limit: 2, cursor: first.next))
        #expect(Set((first.sessions + second.sessions).map(\.id)).count == 3)
        #expect(second.next == nil)
    }

    @Test func aRangeOfDatesHoldsItsBeginningOnly() throws {
        let session = BreathingSession.sample()
        try store.keep(session)
        let later = session.startedAt.addingTimeInterval(1)
        let of = { (startedFrom: Date?, startedBefore: Date?) in
            try store.sessions(SessionQuery(startedFrom: startedFrom, startedBefore: startedBefore))
                .total
        }
        #expect(try of(session.startedAt, later) == 1)
        #expect(try of(nil, session.startedAt) == 0)
        #expect(try of(later, nil) == 0)
        #expect(try of(.distantPast, .distantFuture) == 1)
    }

    @Test(arguments: ["", "1", "1.2.3", "a.b"]) func aCursorOfNoPageIsRefused(_ text: String) {
        #expect(throws: HistoryError.self) {
            try store.sessions(SessionQuery(cursor: text))
        }
    }

    @Test(arguments: SessionSource.allCases) func simulatedAndReplayedSessionsAreExcluded(
        _ source: SessionSource
    ) throws {
        let session = BreathingSession.sample(source: source)
        try store.keep(session)
        let isExcluded = source == .simulated || source == .replay
        let now = session.startedAt.addingTimeInterval(60)
        #expect(try store.sessions(SessionQuery(.own)).total == (isExcluded ? 0 : 1))
        #expect(try store.sessions(SessionQuery(.excluded)).total == (isExcluded ? 1 : 0))
        #expect(try store.sessions(SessionQuery(nil)).total == 1)
        #expect(try (store.last() == nil) == isExcluded)
        #expect(try store.trend(days: 7, now: now).isEmpty == isExcluded)
        #expect(try store.trend(last: 30).isEmpty == isExcluded)
        #expect(try (store.earlierResonance(now: now) == nil) == isExcluded)
    }

    @Test func theSessionBeforeIsOfTheSameKind() throws {
        let own = BreathingSession.sample(0, daysAgo: 3)
        let excluded = BreathingSession.sample(1, source: .simulated, daysAgo: 2)
        let next = BreathingSession.sample(2, daysAgo: 1)
        for session in [own, excluded, next] { try store.keep(session) }
        #expect(try store.details(next.id).previous == own)
        #expect(try store.details(excluded.id).previous == nil)
        #expect(try store.details(own.id).previous == nil)
    }

    @Test func trendsGoFromOldToNewWithinTheirDays() throws {
        for days in [40.0, 6, 2, 8] { try store.keep(.sample(daysAgo: days)) }
        let now = BreathingSession.sample().startedAt
        let week = try store.trend(days: 7, now: now)
        #expect(
            week.map(\.startedAt) == [
                "2025-11-16T09:26:40.125+01:00",
                "2025-11-20T09:26:40.125+01:00",
            ])
        #expect(week[0].averageRMSSD == 48.25 && week[0].resonance == 5.5)
        #expect(try store.trend(days: 30, now: now).count == 3)
        #expect(try store.trend(days: 90, now: now).count == 4)
        #expect(try store.trend(last: 2) == week)
    }

    @Test func theNextSessionBeginsAtTheNewestEstimate() throws {
        try store.keep(.sample(daysAgo: 10, rate: 5.0))
        try store.keep(.sample(daysAgo: 4, rate: 6.0))
        try store.keep(.sample(daysAgo: 1, rate: nil))
        var vague = BreathingSession.sample()
        vague.resonance.deviation = 0.6
        try store.keep(vague)
        let earlier = try store.earlierResonance(now: BreathingSession.sample().startedAt)
        #expect(earlier?.ageDays == 4)
        #expect(
            earlier?.estimate
                == ResonanceEstimate(breathsPerMinute: 6, deviation: 0.18, low: 5.7, high: 6.3))
    }

    @Test func settingsAreOneRow() throws {
        #expect(try store.settings() == UserSettings())
        var settings = UserSettings()
        settings.minutes = 15
        settings.language = "de"
        settings.preset = BreathPreset.box.id
        try store.save(settings)
        settings.petals = 6
        try store.save(settings)
        #expect(try store.settings() == settings)
        #expect(try history.count("settings") == 1)
    }

    @Test func onlyTheOwnerReadsTheFiles() throws {
        try store.keep(.sample())
        for name in ["", "-wal", "-shm"] {
            let file = try FileManager.default.attributesOfItem(atPath: history.path + name)
            #expect(file[.posixPermissions] as? Int == 0o600, "\(name)")
        }
        let copy = history.folder + "/open.sqlite"
        _ = FileManager.default.createFile(
            atPath: copy, contents: nil, attributes: [.posixPermissions: 0o644])
        _ = try SessionStore(path: copy)
        let file = try FileManager.default.attributesOfItem(atPath: copy)
        #expect(file[.posixPermissions] as? Int == 0o600)
    }

    @Test(arguments: [
        ("synchronous", "2"), ("secure_delete", "1"), ("foreign_keys", "1"),
        ("journal_mode", "wal"),
    ]) func commitsAreSyncedAndDeletionsOverwrite(_ name: String, _ value: String) throws {
        let found = try store.pool.write { try String.fetchOne($0, sql: "PRAGMA \(name)") }
        #expect(found == value)
    }

    @Test func theFileLiesWhereThePlatformKeepsData() {
        #if !os(macOS)
            #expect(
                SessionStore.defaultPath(environment: ["HOME": "/h", "XDG_DATA_HOME": "/x"])
                    == "/x/resonance/history.sqlite")
            #expect(
                SessionStore.defaultPath(environment: ["HOME": "/h", "XDG_DATA_HOME": "x"])
                    == "/h/.local/share/resonance/history.sqlite")
        #endif
    }
}
