import PhysioTypes
import TestSupport
import Testing

@testable import PracticePlans

@Suite struct PracticeMonthTests {
    private struct Question: Encodable {
        let ask = "months"
        let from: String
        let first = 1800
        let last = 2199
    }

    private struct Response: Decodable {
        let months: [[[Int]]]
    }

    private static let nothing = PracticeDays([], nowMs: 0, zone: .fixed(0))

    @Test(
        .enabled(if: PracticeReference.isAvailable, "skipped: install python3"),
        arguments: WeekStart.allCases)
    func monthsOf400YearsAreThoseOfPython(weekStart: WeekStart) throws {
        let question = Question(from: weekStart.rawValue)
        let responses = try PracticeReference.responses([question], as: Response.self)
        let months = try #require(responses.first).months
        try #require(months.count == 4800)
        let streak = Streak(Self.nothing, .mindful)
        for (index, expected) in months.enumerated() {
            let month = try #require(
                PracticeMonth(
                    year: 1800 + index / 12, month: index % 12 + 1, days: Self.nothing,
                    streak: streak, weeksFrom: weekStart))
            let inMonth = month.weeks.joined().filter(\.isInMonth).map(\.date.dayNumber)
            let isValid = month.weeks.allSatisfy { week in
                week.map(\.date.dayNumber)
                    == Array(week[0].date.dayNumber..<week[0].date.dayNumber + 7)
            }
            guard isValid, [month.weeks.map(\.[0].date.dayNumber), inMonth] == expected else {
                Issue.record("\(month.year)-\(month.month)")
                return
            }
        }
    }

    @Test(arguments: [0, 13, -1])
    func thereAreTwelveMonths(month: Int) {
        let streak = Streak(Self.nothing, .mindful)
        let made = PracticeMonth(
            year: 2026, month: month, days: Self.nothing, streak: streak, weeksFrom: .monday)
        #expect(made == nil)
    }

    @Test func aDayShowsWhatItHolds() throws {
        let first = try #require(CivilDate("2026-02-20"))
        func entry(_ day: Int, _ kind: PracticeKind?) -> CountedEntry {
            CountedEntry(
                start: CivilInstant(
                    unixMs: Int64(first.dayNumber + day) * 86_400_000 + 1000, offsetMinutes: 0),
                mindfulMs: 300_000, workoutMs: 0, kind: kind, origin: .own)
        }
        let resting = first.adding(days: 7)
        let days = PracticeDays(
            (0..<7).map { entry($0, .breathe) } + [entry(6, nil)],
            rest: RestDays([try RestRange(stored: resting, last: resting)]),
            nowMs: Int64(first.dayNumber + 7) * 86_400_000, zone: .fixed(0))
        let month = try #require(
            PracticeMonth(
                year: 2026, month: 2, days: days, streak: Streak(days, .mindful),
                weeksFrom: .monday))
        let cells = month.weeks.joined().filter(\.isInMonth)
        #expect(cells.count == 28)
        #expect(cells[25].date.text == "2026-02-26")
        #expect(cells[25].practiceDay?.kinds == [.breathe, nil])
        // The two sits of the seventh day were at the same time.
        #expect(cells[25].practiceDay?.timeMs(.mindful) == 300_000)
        #expect(cells[25].reward == .earned)
        #expect(cells[24].reward == nil)
        #expect(cells[26].isRestDay)
        #expect(cells[26].practiceDay == nil)
        #expect(!cells[25].isRestDay)
    }
}
