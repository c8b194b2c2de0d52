import HealthSimulation
import Testing

@Suite struct HealthCalendarTests {
    @Test func daysCountOneAfterTheOther() {
        var number = 0
        var wrong: [Int] = []
        for year in 1970...2110 {
            let february = XMLScan.isLeap(year) ? 29 : 28
            for (month, length) in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
                .enumerated()
            {
                for day in 1...length {
                    let isRight =
                        HealthCalendar.date(number) == (year, month + 1, day)
                        && HealthCalendar.day(year: year, month: month + 1, day: day) == number
                    if !isRight { wrong.append(number) }
                    number += 1
                }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.prefix(3))")
    }

    @Test(arguments: [
        ("1970-01-01", 0), ("2000-02-29", 11_016), ("2026-11-20", 20_777), ("2024-12-31", 20_088),
    ])
    func textsAreDates(text: String, number: Int) {
        #expect(HealthCalendar.day(text) == number && HealthCalendar.text(number) == text)
    }

    @Test(arguments: [
        "2026-02-30", "2025-02-29", "2026-13-01", "2026-1-1", "2026-01-01-01", "", "20260101",
        "-001-01-01", "2026-00-10",
    ])
    func otherTextsAreNone(text: String) { #expect(HealthCalendar.day(text) == nil) }

    @Test func aDayEndsAtMidnightOfTheClockOnTheWall() {
        // 2026-11-20 00:00 +01:00 is 1795129200 s.
        let midnight: Int64 = 20_777 * 86_400_000 - 3_600_000
        #expect(HealthCalendar.day(unixMs: midnight, offsetMinutes: 60) == 20_777)
        #expect(HealthCalendar.day(unixMs: midnight - 1, offsetMinutes: 60) == 20_776)
        #expect(HealthCalendar.day(unixMs: midnight, offsetMinutes: 345) == 20_777)
        #expect(HealthCalendar.day(unixMs: -1, offsetMinutes: 0) == -1)
    }
}
