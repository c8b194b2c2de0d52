import Foundation
import Testing

@testable import PhysioTypes

@Suite struct CivilDateTests {
    @Test func everyDayOfTwoCenturiesIsThatOfFoundation() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
        for number in stride(from: -36_525, through: 36_525, by: 1) {
            let date = Date(timeIntervalSince1970: Double(number) * 86_400)
            let parts = calendar.dateComponents([.year, .month, .day, .weekday], from: date)
            let day = CivilDate(dayNumber: number)
            guard day.year == parts.year, day.month == parts.month, day.day == parts.day,
                // Foundation counts from Sunday, 1.
                parts.weekday == (day.weekday + 1) % 7 + 1,
                CivilDate(year: day.year, month: day.month, day: day.day) == day,
                CivilDate(day.text) == day
            else {
                Issue.record("day \(number) is \(day.text)")
                return
            }
        }
    }

    @Test(arguments: [
        ("1970-01-01", 0), ("1969-12-31", -1), ("2024-02-29", 19_782), ("2000-02-29", 11_016),
        ("0001-01-01", -719_162), ("0000-02-29", -719_469), ("9999-12-31", 2_932_896),
    ])
    func aDayIsNamedByYearMonthAndDay(text: String, number: Int) {
        #expect(CivilDate(text)?.dayNumber == number)
        #expect(CivilDate(dayNumber: number).text == text)
    }

    @Test(arguments: [
        "2025-02-29", "1900-02-29", "2025-04-31", "2025-13-01", "2025-00-10", "2025-01-00",
        "2025-1-01", "2025-01-1", "25-01-01", "2025/01/01", "2025-01-01T", "", "+025-01-01",
        "２０２５-01",
    ])
    func whatNoCalendarHasIsNoDay(text: String) {
        #expect(CivilDate(text) == nil)
    }

    @Test func anInstantIsReadOnItsOwnWall() {
        let table: [(Int64, Int, String, String, String)] = [
            (0, 0, "1970-01-01", "00:00", "+00:00"),
            (-1, 0, "1969-12-31", "23:59", "+00:00"),
            (0, -480, "1969-12-31", "16:00", "-08:00"),
            (0, 345, "1970-01-01", "05:45", "+05:45"),
            (1_767_225_599_000, 1, "2026-01-01", "00:00", "+00:01"),
        ]
        for (time, offset, date, clock, offsetText) in table {
            let civil = CivilInstant(unixMs: time, offsetMinutes: offset)
            #expect(civil.date.text == date)
            #expect(civil.clockText == clock)
            #expect(civil.offsetText == offsetText)
        }
    }
}
