import PhysioTypes
import Testing

@testable import PracticePlans

@Suite struct PracticeDaysTests {
    private static let day: Int64 = 86_400_000

    private static func entry(
        _ date: String, mindfulMs: Int64 = 0, workoutMs: Int64 = 0, kind: PracticeKind? = .timer,
        origin: CountedEntry.Origin = .own
    ) throws -> CountedEntry {
        let date = try #require(CivilDate(date))
        return CountedEntry(
            start: CivilInstant(unixMs: Int64(date.dayNumber) * day, offsetMinutes: 0),
            mindfulMs: mindfulMs, workoutMs: workoutMs, kind: kind, origin: origin)
    }

    private static func days(_ entries: [CountedEntry]) -> PracticeDays {
        PracticeDays(entries, nowMs: 20_600 * day, zone: .fixed(0))
    }

    /// 2026-03-01 is a Sunday.
    @Test(arguments: [
        (
            PracticePeriod.day, WeekStart.monday, ["2026-02-28", "2026-03-01", "2026-03-02"],
            [5, 7, 11]
        ),
        (.week, .monday, ["2026-02-23", "2026-03-02"], [12, 11]),
        (.week, .sunday, ["2026-02-22", "2026-03-01"], [5, 18]),
        (.month, .monday, ["2026-02-01", "2026-03-01"], [5, 18]),
    ])
    func minutesAddUp(
        period: PracticePeriod, weekStart: WeekStart, firsts: [String], sums: [Int64]
    ) throws {
        let days = Self.days([
            try Self.entry("2026-02-27", mindfulMs: 100),
            try Self.entry("2026-02-28", mindfulMs: 5, workoutMs: 50),
            try Self.entry("2026-03-01", mindfulMs: 7),
            try Self.entry("2026-03-02", mindfulMs: 11),
            try Self.entry("2026-03-03", mindfulMs: 100),
        ])
        let range = try #require(CivilDate("2026-02-28"))...#require(CivilDate("2026-03-02"))
        let totals = PracticeTotal.totals(days, by: period, in: range, weeksFrom: weekStart)
        #expect(totals.map(\.first.text) == firsts)
        #expect(totals.map { $0.timeMs(.mindful) } == sums)
        #expect(totals[0].timeMs(.workout) == 50)
    }

    @Test func periodsWithoutEntriesAreZero() throws {
        let range = try #require(CivilDate("2024-02-28"))...#require(CivilDate("2024-03-01"))
        let totals = PracticeTotal.totals(Self.days([]), by: .day, in: range, weeksFrom: .monday)
        #expect(totals.map(\.first.text) == ["2024-02-28", "2024-02-29", "2024-03-01"])
        #expect(totals.allSatisfy { $0.mindfulMs == 0 && $0.workoutMs == 0 })
    }

    @Test func aFilterMatchesWhatMeetsAllItsConditions() throws {
        let entries = [
            try Self.entry("2026-03-01", mindfulMs: 60_000, kind: .timer, origin: .own),
            try Self.entry("2026-03-02", mindfulMs: 90_000, kind: nil, origin: .imported),
            try Self.entry(
                "2026-03-03", mindfulMs: 10, workoutMs: 120_000, kind: .interval, origin: .manual),
        ]
        func indices(_ filter: EntryFilter) -> [Int] {
            entries.indices.filter { filter.matches(entries[$0], DaySettings()) }
        }
        let second = try #require(CivilDate("2026-03-02"))
        #expect(indices(EntryFilter()) == [0, 1, 2])
        #expect(indices(EntryFilter(kinds: [.timer, nil])) == [0, 1])
        #expect(indices(EntryFilter(kinds: [])) == [])
        #expect(indices(EntryFilter(origins: [.manual, .imported])) == [1, 2])
        #expect(indices(EntryFilter(dates: second...second)) == [1])
        #expect(indices(EntryFilter(kinds: [.interval], origins: [.own])) == [])
        #expect(indices(EntryFilter(lengthRangeMs: 60_000...90_000)) == [0, 1])
        #expect(indices(EntryFilter(lengthRangeMs: 60_001...119_999)) == [1])
        #expect(indices(EntryFilter(lengthRangeMs: 90_001...86_400_000)) == [2])
        let late = try DaySettings(dayStartMinutes: 1)
        #expect(EntryFilter(dates: second...second).matches(entries[2], late))
    }

    @Test func settingsHaveRanges() throws {
        #expect(throws: DaysError.outOfRange(setting: "dayStart", found: 361, allowed: 0...360)) {
            try DaySettings(dayStartMinutes: 361)
        }
        #expect(throws: DaysError.outOfRange(setting: "active", found: 0, allowed: 1...60)) {
            try DaySettings(dayStartMinutes: 0, activeMinutes: 0)
        }
        #expect(throws: DaysError.self) { try DaySettings(dayStartMinutes: -1) }
        #expect(throws: DaysError.self) { try DaySettings(dayStartMinutes: 0, activeMinutes: 61) }
        #expect(try DaySettings(dayStartMinutes: 360, activeMinutes: 60).minActiveMs == 3_600_000)
    }

    @Test func aRestIsSetNoMoreThanAWeekBack() throws {
        let today = CivilDate(dayNumber: 20_000)
        let earliest = today.adding(days: -7)
        let early = today.adding(days: -8)
        #expect(throws: DaysError.restTooLongAgo(first: early, earliest: earliest)) {
            try RestRange(first: early, last: today, setOn: today)
        }
        #expect(throws: DaysError.restEndsBeforeItBegins(first: today, last: earliest)) {
            try RestRange(first: today, last: earliest, setOn: today)
        }
        #expect(throws: DaysError.restTooLong(days: 367, limit: 366)) {
            try RestRange(first: today, last: today.adding(days: 366), setOn: today)
        }
        let rest = try RestRange(first: earliest, last: today.adding(days: 300), setOn: today)
        #expect(rest.first == earliest)
    }

    /// The rests are compared with a set of days.
    @Test func restsAreCountedOnce() throws {
        let spans = [3...5, 5...6, 7...7, 10...12, 11...11, 20...20]
        let rest = RestDays(
            try spans.shuffled().map {
                try RestRange(
                    stored: CivilDate(dayNumber: $0.lowerBound),
                    last: CivilDate(dayNumber: $0.upperBound))
            })
        let all = Set(spans.joined())
        for first in 0...22 {
            let date = CivilDate(dayNumber: first)
            #expect(rest.contains(date) == all.contains(first))
            let next = (first...40).first { !all.contains($0) }
            #expect(rest.firstDayWithoutRest(from: date).dayNumber == next)
            for last in first...23 {
                let count = all.count { first < $0 && $0 < last }
                #expect(rest.count(between: date, and: CivilDate(dayNumber: last)) == count)
            }
        }
    }
}
