import RecordingFiles

/// Dates of an export: `2020-04-10 20:14:05 -0700`, and of version 8 `20150616071916-0700`.
enum HealthDate {
    /// The years that a record can be of; other calendars count higher.
    private static let validYears = 1970...2199
    /// Largest offset from UTC; min.
    private static let maxUTCOffsetMinutes = 14 * 60

    /// The moment that a date names; nil for anything but the two forms, for a day or a time that does not exist, and
    /// without an offset.
    static func instant(_ text: XMLText) -> HealthInstant? {
        let digits = text.base
        switch text.count {
        case 25:
            guard digits[4] == dash, digits[7] == dash, digits[10] == space, digits[13] == colon,
                digits[16] == colon, digits[19] == space
            else { return nil }
            return instant(digits, positions: (5, 8, 11, 14, 17, 20))
        case 19: return instant(digits, positions: (4, 6, 8, 10, 12, 14))
        default: return nil
        }
    }

    private static let dash = UInt8(ascii: "-")
    private static let space = UInt8(ascii: " ")
    private static let colon = UInt8(ascii: ":")

    /// - Parameter positions: of month, day, hour, minute, second and offset.
    private static func instant(
        _ text: UnsafePointer<UInt8>, positions: (Int, Int, Int, Int, Int, Int)
    ) -> HealthInstant? {
        let year = twoDigits(text) * 100 + twoDigits(text + 2)
        let month = twoDigits(text + positions.0)
        let day = twoDigits(text + positions.1)
        let hour = twoDigits(text + positions.2)
        let minute = twoDigits(text + positions.3)
        let second = twoDigits(text + positions.4)
        // What is no digit makes a number below 0.
        guard twoDigits(text) >= 0, twoDigits(text + 2) >= 0, validYears.contains(year),
            (1...12).contains(month), day >= 1, day <= dayCount(ofMonth: month, year),
            (0..<24).contains(hour), (0..<60).contains(minute), (0..<60).contains(second),
            let utcOffsetMinutes = utcOffsetMinutes(text + positions.5)
        else { return nil }
        let minutes =
            (CivilTime.days(year, month, day) * 24 + hour) * 60 + minute - utcOffsetMinutes
        return HealthInstant(
            unixMs: Int64(minutes * 60 + second) * 1000, writtenOffsetMinutes: utcOffsetMinutes)
    }

    /// Two digits; below 0 where they are none.
    @inline(__always)
    private static func twoDigits(_ text: UnsafePointer<UInt8>) -> Int {
        let tens = text[0] &- 0x30
        let ones = text[1] &- 0x30
        return tens < 10 && ones < 10 ? Int(tens) * 10 + Int(ones) : -1_000_000
    }

    /// `+0545`; min.
    private static func utcOffsetMinutes(_ text: UnsafePointer<UInt8>) -> Int? {
        let hours = twoDigits(text + 1)
        let minutes = twoDigits(text + 3)
        let total = hours * 60 + minutes
        guard text[0] == dash || text[0] == UInt8(ascii: "+"), hours >= 0,
            (0..<60).contains(minutes), total <= maxUTCOffsetMinutes
        else { return nil }
        return text[0] == dash ? -total : total
    }

    private static func dayCount(ofMonth month: Int, _ year: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }
}
