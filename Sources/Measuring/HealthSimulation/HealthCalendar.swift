/// Days and times of day of the Gregorian calendar, as counts and as text.
package enum HealthCalendar {
    package static let dayMs: Int64 = 86_400_000

    /// Days since 1970-01-01.
    package static func day(year: Int, month: Int, day: Int) -> Int {
        let shifted = month > 2 ? year : year - 1
        let monthFromMarch = (month + 9) % 12
        let leapDays = shifted / 4 - shifted / 100 + shifted / 400
        return 365 * shifted + leapDays + (153 * monthFromMarch + 2) / 5 + day - 719_469
    }

    /// Year, month and day of a count of days since 1970-01-01, for years after 0.
    package static func date(_ day: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = day + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let year = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * year + year / 4 - year / 100)
        let month = (5 * dayOfYear + 2) / 153
        let isJanuaryOrFebruary = month >= 10
        return (
            year + 400 * era + (isJanuaryOrFebruary ? 1 : 0),
            isJanuaryOrFebruary ? month - 9 : month + 3,
            dayOfYear - (153 * month + 2) / 5 + 1
        )
    }

    /// `2026-11-20`.
    package static func text(_ day: Int) -> String {
        let (year, month, day) = date(day)
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }

    /// The day of `2026-11-20`; nil for anything else, days that no month has among it.
    package static func day(_ text: String) -> Int? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2],
            (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        let number = self.day(year: year, month: month, day: day)
        return self.text(number) == text ? number : nil
    }

    /// The day that a clock with this offset shows at a moment; days since 1970-01-01.
    package static func day(unixMs: Int64, offsetMinutes: Int) -> Int {
        let wallClockMs = unixMs + Int64(offsetMinutes) * 60_000
        return Int(wallClockMs >= 0 ? wallClockMs / dayMs : (wallClockMs - dayMs + 1) / dayMs)
    }

    static func padded(_ number: Int, _ count: Int) -> String {
        let digits = "\(number)"
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
}
