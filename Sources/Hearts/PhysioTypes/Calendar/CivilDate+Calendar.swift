extension CivilDate {
    /// The day of a year, month and day of the Gregorian calendar, also before it was introduced.
    ///
    /// - Parameter year: any year from -9999 to 9999; year 0 comes before year 1.
    /// - Parameter month: from 1.
    /// - Parameter day: from 1.
    /// - Returns: nil where the calendar has no such day, such as 29 February 2025.
    package init?(year: Int, month: Int, day: Int) {
        guard (-9999...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else {
            return nil
        }
        // Years begin in March here, so that the leap day is a year's last.
        let shifted = year - (month > 2 ? 0 : 1)
        let era = floorDivide(shifted, 400)
        let yearOfEra = shifted - 400 * era
        let monthFromMarch = (month + 9) % 12
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        let dayOfEra = 365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        self.init(dayNumber: era * Self.daysPerEra + dayOfEra - Self.daysToEpoch)
        guard self.month == month else { return nil }
    }

    /// The day that a text of the form `YYYY-MM-DD` names.
    ///
    /// - Returns: nil for any other text, and for a day that the calendar does not have.
    package init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-") else {
            return nil
        }
        func number(_ range: Range<Int>) -> Int? {
            bytes[range].reduce(0) { sum, byte in
                guard let sum, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else {
                    return nil
                }
                return 10 * sum + Int(byte - UInt8(ascii: "0"))
            }
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10) else {
            return nil
        }
        self.init(year: year, month: month, day: day)
    }

    /// Year of the Gregorian calendar.
    package var year: Int { yearMonthDay.year }
    /// Month; 1...12.
    package var month: Int { yearMonthDay.month }
    /// Day of the month; 1...31.
    package var day: Int { yearMonthDay.day }

    /// Day of the week; 0 is Monday, 6 is Sunday.
    package var weekday: Int {
        // 1970-01-01 was a Thursday.
        let shifted = dayNumber + 3
        return shifted - 7 * floorDivide(shifted, 7)
    }

    /// The day as `YYYY-MM-DD`; years of fewer than four digits are filled up with zeros.
    package var text: String {
        let (year, month, day) = yearMonthDay
        let digits = String(year.magnitude)
        let paddedYear = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        return "\(year < 0 ? "-" : "")\(paddedYear)-\(twoDigits(month))-\(twoDigits(day))"
    }

    /// The day that lies `days` later, or earlier where it is negative.
    package func adding(days: Int) -> CivilDate { CivilDate(dayNumber: dayNumber + days) }

    /// Days of 400 years of the calendar, after which it repeats.
    private static let daysPerEra = 146_097
    /// Days from 1 March of year 0 to 1970-01-01.
    private static let daysToEpoch = 719_468

    private var yearMonthDay: (year: Int, month: Int, day: Int) {
        let shifted = dayNumber + Self.daysToEpoch
        let era = floorDivide(shifted, Self.daysPerEra)
        let dayOfEra = shifted - era * Self.daysPerEra
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + 400 * era + (month <= 2 ? 1 : 0), month, day)
    }
}

/// The quotient, rounded towards negative infinity.
package func floorDivide<Value: FixedWidthInteger & SignedInteger>(
    _ a: Value, _ b: Value
) -> Value {
    let quotient = a / b
    return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient
}

/// A number from 0 to 99 with a leading zero below 10.
package func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
