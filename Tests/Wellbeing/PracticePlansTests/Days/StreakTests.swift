import Foundation
import PhysioTypes
import TestSupport
import Testing

@testable import PracticePlans

@Suite struct StreakTests {
    /// Days as text: x is active, . is not, p is a rest; a number says how often. The last is today.
    private struct History {
        var entries: [CountedEntry] = []
        var rest: [RestRange] = []
        var last = CivilDate(dayNumber: 20_453)

        init(_ text: String) throws {
            let first = last
            for match in text.matches(of: /([x.p])([0-9]*)/) {
                for _ in 0..<(Int(match.2) ?? 1) {
                    if match.1 == "x" { entries.append(Self.entry(last)) }
                    if match.1 == "p" { rest.append(try RestRange(stored: last, last: last)) }
                    last = last.adding(days: 1)
                }
            }
            last = last.adding(days: -1)
            try #require(last > first)
        }

        private static func entry(_ date: CivilDate) -> CountedEntry {
            let noon = Int64(date.dayNumber) * 86_400_000 + 43_200_000
            return CountedEntry(
                start: CivilInstant(unixMs: noon, offsetMinutes: 0), mindfulMs: 120_000,
                workoutMs: 0, kind: .timer, origin: .own)
        }

        var days: PracticeDays {
            PracticeDays(
                entries, rest: RestDays(rest),
                nowMs: Int64(last.dayNumber) * 86_400_000 + 50_000_000, zone: .fixed(0))
        }
    }

    @Test(arguments: [
        ("x6", 6, 0), ("x7", 7, 1), ("x7.", 7, 1), ("x28", 28, 3), ("x7.x", 8, 0),
        ("x7..x", 1, 0), ("x7..", 7, 0), ("x7...", 0, 0), ("x7.x6", 13, 0), ("x7.x7", 14, 1),
        ("x28...x", 29, 0), ("x28....x", 1, 0), ("x28.x7", 35, 3), ("x21..", 21, 2),
        ("x14.x6.x", 21, 0), ("xx.xx", 2, 0), ("x7ppx", 8, 1), ("x4ppx3", 7, 1), ("x7p.x", 8, 0),
    ])
    func rowsOfTheTable(text: String, length: Int, rewards: Int) throws {
        let streak = Streak(try History(text).days, .mindful)
        #expect(streak.length == length)
        #expect(streak.rewards == rewards)
        #expect(Streak(try History(text).days, .workout).length == 0)
    }

    /// A start as `2026-06-01T22:00-07`, and seconds that count.
    private static func entry(_ text: String, seconds: Double = 120) throws -> CountedEntry {
        let match = try #require(text.wholeMatch(of: /(.{10})T(..):(..)([+-]..)/))
        let date = try #require(CivilDate(match.1))
        let hours = try #require(Int(match.4))
        let minutes = try 60 * #require(Int(match.2)) + #require(Int(match.3))
        return CountedEntry(
            start: CivilInstant(
                unixMs: Int64(date.dayNumber * 1440 + minutes - 60 * hours) * 60_000,
                offsetMinutes: 60 * hours),
            mindfulMs: Int64(1000 * seconds), workoutMs: 0, kind: .timer, origin: .own)
    }

    @Test(arguments: [
        (["2026-06-01T22:00-07", "2026-06-03T07:00+09"], 0, 2, 0),
        (["2026-06-01T08:00-04", "2026-06-03T08:00+01"], 0, 1, 0),
        (["2026-06-02T07:00+09", "2026-06-01T20:00-07"], 0, 2, 0),
        (["2026-05-01T22:00+02", "2026-05-03T01:30+02"], 0, 1, 0),
        (["2026-05-01T22:00+02", "2026-05-03T01:30+02"], 180, 2, 0),
    ])
    func flightsAndLateNights(
        starts: [String], dayStart: Int, length: Int, rewards: Int
    ) throws {
        let entries = try starts.map { try Self.entry($0) }
        let last = try #require(entries.last).start
        let days = PracticeDays(
            entries, settings: try DaySettings(dayStartMinutes: dayStart),
            nowMs: last.unixMs + 600_000, zone: .fixed(last.offsetMinutes))
        let streak = Streak(days, .mindful)
        #expect(streak.length == length)
        #expect(streak.rewards == rewards)
    }

    @Test(arguments: [(59.999, 0), (60, 1)])
    func twoMinutesMakeADayActive(seconds: Double, length: Int) throws {
        let entries = [
            try Self.entry("2026-06-01T07:00+02", seconds: 60),
            try Self.entry("2026-06-01T20:00+02", seconds: seconds),
        ]
        let days = PracticeDays(
            entries, nowMs: entries[1].start.unixMs + 600_000, zone: .fixed(120))
        #expect(Streak(days, .mindful).length == length)
    }

    @Test func entriesAtTheSameTimeCountOnce() throws {
        let entries = [
            try Self.entry("2026-06-01T07:00+02", seconds: 90),
            try Self.entry("2026-06-01T07:01+02", seconds: 59.999),
        ]
        let days = PracticeDays(
            entries, nowMs: entries[1].start.unixMs + 600_000, zone: .fixed(120))
        #expect(days.days.map(\.mindful?.timeMs) == [119_999])
        #expect(Streak(days, .mindful).length == 0)
    }

    @Test func todayIsOpenUntilTheNextDayBegins() throws {
        let entries = [
            try Self.entry("2026-10-23T20:00+02"), try Self.entry("2026-10-24T20:00+02"),
        ]
        let zone = ZoneRules.named("Europe/Berlin")
        // On 25 October 2026, a day of 25 hours in Berlin; it ends at 03:00 of the 26th.
        let noon = entries[1].start.unixMs + 17 * 3_600_000
        let settings = try DaySettings(dayStartMinutes: 180)
        let open = Streak(
            PracticeDays(entries, settings: settings, nowMs: noon, zone: zone), .mindful)
        #expect(open.length == 2)
        #expect(open.openUntilMs == 1_792_980_000_000)
        #expect(open.daysToNextReward == 5)
        let done = entries + [try Self.entry("2026-10-25T11:00+01")]
        let closed = Streak(
            PracticeDays(done, settings: settings, nowMs: noon, zone: zone), .mindful)
        #expect(closed.length == 3)
        #expect(closed.openUntilMs == nil)
        let date = try #require(CivilDate("2026-10-25"))
        let rest = RestDays([try RestRange(first: date, last: date, setOn: date)])
        let resting = Streak(
            PracticeDays(entries, rest: rest, settings: settings, nowMs: noon, zone: zone),
            .mindful)
        #expect(resting.length == 2)
        #expect(resting.openUntilMs == nil)
    }

    /// An active day of rest counts as any active day.
    @Test func practiceOnARestDayMakesItActive() throws {
        var history = try History("x6")
        history.rest = [try RestRange(stored: history.last, last: history.last)]
        #expect(Streak(history.days, .mindful).length == 6)
    }

    @Test func rewardsStandOnTheirDays() throws {
        let history = try History("x7.x7..x")
        let streak = Streak(history.days, .mindful)
        let first = history.last.adding(days: -17)
        #expect(
            streak.changes == [
                first.adding(days: 6): .earned, first.adding(days: 7): .spent,
                first.adding(days: 14): .earned, first.adding(days: 15): .spent,
            ])
        #expect(streak.best == 14)
        #expect(streak.length == 1)
        #expect(Streak(try History("x28").days, .mindful).daysToNextReward == nil)
    }

    @Test func whatLiesMoreThan26HoursAheadIsLeftOut() throws {
        let entry = try Self.entry("2026-06-03T12:00+00")
        let ahead = PracticeDays.maxAheadMs
        for (early, count) in [(ahead, 1), (ahead + 1, 0)] {
            let days = PracticeDays([entry], nowMs: entry.start.unixMs - early, zone: .fixed(0))
            #expect(Streak(days, .mindful).length == count)
            #expect(days.future.count == 1 - count)
        }
    }
}
