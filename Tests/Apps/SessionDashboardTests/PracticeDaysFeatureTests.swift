import FlyingFox
import Foundation
import PhysioTypes
import TestSupport
import Testing

@testable import SessionDashboard

/// Streaks, months and sums as the page asks for them.
@Suite(.timeLimit(.minutes(1))) struct PracticeDaysFeatureTests {
    private static let today = CivilDate(year: 2026, month: 11, day: 24)

    /// A history whose last day is today: x is active, . is not, p is a rest; a number says how often.
    private static func page(_ text: String) async throws -> PracticeLogPage {
        let page = try PracticeLogPage()
        let days = text.matches(of: /([x.p])([0-9]*)/).flatMap {
            [Substring](repeating: $0.1, count: Int($0.2) ?? 1)
        }
        var rest: [String] = []
        for (index, day) in days.enumerated() {
            let date = try #require(today).adding(days: index + 1 - days.count).text
            if day == "x" { try await page.add(date + "T07:00", minutes: 2) }
            if day == "p" { rest.append(#"{"first":"\#(date)","last":"\#(date)"}"#) }
        }
        let response = try await page.call(
            .PUT, "rest", #"{"rest":[\#(rest.joined(separator: ","))]}"#)
        #expect(response.status == .ok, "\(response.error)")
        return page
    }

    private static func streak(
        _ page: PracticeLogPage, _ measure: String
    ) async throws -> [String: Any] {
        try #require(
            try await page.call(.GET, "streaks").list("streaks").first {
                $0["measure"] as? String == measure
            })
    }

    /// Rows of the table of the specification, and what today then is.
    @Test(arguments: [
        ("x6", 6, 0, 1, "active"), ("x7", 7, 1, 7, "active"), ("x7.", 7, 1, 7, "open"),
        ("x28", 28, 3, nil, "active"), ("x7.x", 8, 0, 6, "active"),
        ("x7..x", 1, 0, 6, "active"), ("x7..", 7, 0, 7, "open"), ("x7...", 0, 0, 7, "none"),
        ("x14.x6.x", 21, 0, 6, "active"), ("x21..", 21, 2, 7, "open"),
        ("x7ppx", 8, 1, 6, "active"), ("x4ppx3", 7, 1, 7, "active"), ("x7p", 7, 1, 7, "rest"),
    ])
    func rowsOfTheTable(
        text: String, length: Int, rewards: Int, next: Int?, today: String
    ) async throws {
        let page = try await Self.page(text)
        let mindful = try await Self.streak(page, "mindful")
        #expect(mindful["length"] as? Int == length)
        #expect(mindful["rewards"] as? Int == rewards)
        #expect(mindful["daysToNextReward"] as? Int == next)
        #expect(mindful["today"] as? String == today)
        let openUntil = mindful["openUntil"] as? String
        #expect(openUntil == (today == "open" ? "2026-11-25T00:00:00+01:00" : nil))
        #expect(try await Self.streak(page, "workout")["length"] as? Int == 0)
    }

    /// A person who flies from Los Angeles to Tokyo has missed no day.
    @Test func aFlightCostsNothing() async throws {
        let page = try PracticeLogPage(now: "2026-06-03T07:10:00+09:00", zone: "Asia/Tokyo")
        try await page.add("2026-06-01T22:00:00-07:00", minutes: 5)
        try await page.add("2026-06-03T07:00:00+09:00", minutes: 5)
        #expect(try await Self.streak(page, "mindful")["length"] as? Int == 2)
    }

    @Test func theSettingsSayWhenADayBeginsAndWhatMakesItActive() async throws {
        let page = try PracticeLogPage(now: "2026-05-03T08:00:00+02:00")
        try await page.add("2026-05-01T22:00", minutes: 4)
        try await page.add("2026-05-03T01:30", minutes: 4)
        #expect(try await Self.streak(page, "mindful")["length"] as? Int == 1)
        let late = try await page.call(.PUT, "settings", #"{"dayStartMinutes":180}"#)
        #expect(late.status == .ok)
        let streak = try await Self.streak(page, "mindful")
        #expect(streak["length"] as? Int == 2)
        #expect(streak["openUntil"] as? String == "2026-05-04T03:00:00+02:00")
        _ = try await page.call(
            .PUT, "settings", #"{"dayStartMinutes":180,"activeMinutes":5}"#)
        #expect(try await Self.streak(page, "mindful")["length"] as? Int == 0)
        #expect(try await page.call(.GET, "streaks").object["activeSeconds"] as? Double == 300)
    }

    private static func days(_ response: PracticeLogPage.Response) throws -> [[String: Any]] {
        try #require(response.object["weeks"] as? [[[String: Any]]]).flatMap { $0 }
    }

    /// November 2026 begins on a Sunday and has thirty days.
    @Test(arguments: [
        ("monday", 42, "2026-10-26", "2026-12-06"), ("sunday", 35, "2026-11-01", "2026-12-05"),
    ])
    func aMonthHasWholeWeeks(
        weekStart: String, count: Int, first: String, last: String
    ) async throws {
        let page = try PracticeLogPage()
        _ = try await page.call(.PUT, "settings", #"{"weekStart":"\#(weekStart)"}"#)
        let response = try await page.call(.GET, "calendar?month=2026-11")
        let days = try Self.days(response)
        #expect(days.count == count)
        #expect(days.first?["date"] as? String == first)
        #expect(days.last?["date"] as? String == last)
        #expect(days.count { $0["isInMonth"] as? Bool == true } == 30)
        // From the first of them to the 24th.
        let past = weekStart == "monday" ? 30 : 24
        #expect(days.count { $0["isFuture"] as? Bool == true } == count - past)
        #expect(response.object["previous"] as? String == "2026-10")
        #expect(response.object["next"] as? String == "2026-12")
        #expect(response.object["weekStart"] as? String == weekStart)
    }

    @Test func aMonthListsTheTotalsOfItsDays() async throws {
        let page = try await Self.page("x7.xp")
        try await page.add("2026-11-23T18:00", minutes: 30, #","kind":"interval""#)
        let days = try Self.days(try await page.call(.GET, "calendar"))
        func day(_ date: String) throws -> [String: Any] {
            try #require(days.first { $0["date"] as? String == date })
        }
        func tally(_ date: String, _ measure: String) throws -> [String: Any] {
            try #require(try day(date)[measure] as? [String: Any])
        }
        #expect(try day("2026-11-23")["kinds"] as? [String] == ["interval", "timer"])
        #expect(try tally("2026-11-23", "mindful")["seconds"] as? Double == 120)
        #expect(try tally("2026-11-23", "workout")["seconds"] as? Double == 1800)
        #expect(try tally("2026-11-23", "workout")["isActive"] as? Bool == true)
        #expect(try tally("2026-11-21", "mindful")["reward"] as? String == "earned")
        #expect(try tally("2026-11-22", "mindful")["reward"] as? String == "spent")
        #expect(try tally("2026-11-22", "mindful")["isActive"] as? Bool == false)
        #expect(try day("2026-11-24")["isRest"] as? Bool == true)
        #expect(try day("2026-11-14")["kinds"] as? [String] == [])
    }

    @Test func sumsByDayWeekAndMonth() async throws {
        let page = try PracticeLogPage()
        // Of two at the same time the union counts.
        try await page.add("2026-11-22T07:00", minutes: 20)
        try await page.add("2026-11-22T07:10", minutes: 20)
        try await page.add("2026-11-23T07:00", minutes: 10, #","kind":"interval""#)
        func sums(_ query: String) async throws -> [[String]] {
            try await page.call(.GET, "minutes?" + query).list("totals").map { total in
                [
                    "\(total["first"] ?? "")", "\(total["mindfulSeconds"] ?? "")",
                    "\(total["workoutSeconds"] ?? "")",
                ]
            }
        }
        #expect(
            try await sums("by=day&from=2026-11-22&to=2026-11-24") == [
                ["2026-11-22", "1800", "0"], ["2026-11-23", "0", "600"], ["2026-11-24", "0", "0"],
            ])
        #expect(
            try await sums("by=week&from=2026-11-16") == [
                ["2026-11-16", "1800", "0"], ["2026-11-23", "0", "600"],
            ])
        #expect(try await sums("by=month&from=2026-11-01") == [["2026-11-01", "1800", "600"]])
        #expect(try await sums("by=day").count == 14)
    }

    @Test(arguments: [
        ("calendar?month=2026-13", "2026-11"), ("calendar?month=2026-11-01", "2026-11"),
        ("minutes?by=year", "day, week or month"), ("minutes?from=yesterday", "2026-11-22"),
        ("minutes?from=2026-11-25&to=2026-11-24", "3660"),
        ("minutes?from=1000-01-01", "3660"), ("entries?day=24.11.2026", "2026-11-22"),
    ])
    func whatCannotBeIsSaid(address: String, words: String) async throws {
        let response = try await PracticeLogPage().call(.GET, address)
        #expect(response.status == .unprocessableContent)
        #expect(response.error.contains(words), "\(response.error)")
    }
}
