/// Dates and times of day as apps write them.
package enum CivilTime {
    /// Milliseconds since 1970 of `2026-01-17T17:47:13.250`, `T` or a space in the middle, the
    /// fraction and a zone (`Z`, `+0100`, `+01:00`) optional; a time without a zone counts as UTC.
    ///
    /// Only differences of such times are used.
    static func milliseconds(_ text: ArraySlice<UInt8>) -> Int64? {
        var scanner = Scanner(rest: text)
        guard let year = scanner.number(digits: 4), scanner.take("-"),
            let month = scanner.number(digits: 2), (1...12).contains(month), scanner.take("-"),
            let day = scanner.number(digits: 2), (1...31).contains(day),
            scanner.take("T") || scanner.take(" "),
            let hour = scanner.number(digits: 2), hour < 24, scanner.take(":"),
            let minute = scanner.number(digits: 2), minute < 60, scanner.take(":"),
            let second = scanner.number(digits: 2), second < 61
        else { return nil }
        let fraction = scanner.fractionMs()
        guard let zoneMinutes = scanner.zoneMinutes(), scanner.rest.isEmpty else { return nil }
        let minutes = (days(year, month, day) * 24 + hour) * 60 + minute - zoneMinutes
        return Int64((minutes * 60 + second) * 1000 + fraction)
    }

    /// A moment as `2026-01-17T17:47:13+01:00`, with the offset, or `Z` where it is not known.
    ///
    /// - Parameter unixMs: ms since 1970; a fraction of a second is cut off.
    package static func text(unixMs: Int64, offsetMinutes: Int?) -> String {
        let seconds = Int((Double(unixMs) / 1000).rounded(.down)) + 60 * (offsetMinutes ?? 0)
        let day = Int((Double(seconds) / 86_400).rounded(.down))
        let rest = seconds - 86_400 * day
        let (year, month, date) = civil(day)
        let time = [rest / 3600, rest / 60 % 60, rest % 60].map(padded).joined(separator: ":")
        var text = "\(year)-\(padded(month))-\(padded(date))T\(time)"
        guard let offsetMinutes else { return text + "Z" }
        let minutes = abs(offsetMinutes)
        text += offsetMinutes < 0 ? "-" : "+"
        return text + "\(padded(minutes / 60)):\(padded(minutes % 60))"
    }

    private static func padded(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }

    /// The date of a day counted from 1970-01-01; of the year 1 and later.
    private static func civil(_ day: Int) -> (year: Int, month: Int, date: Int) {
        // The estimate is at most a year late.
        var year = 1970 + Int((Double(day) / 365.2425).rounded(.down)) + 1
        while days(year, 1, 1) > day { year -= 1 }
        var month = 12
        while days(year, month, 1) > day { month -= 1 }
        return (year, month, day - days(year, month, 1) + 1)
    }

    /// Days since 1970-01-01 in the Gregorian calendar; years counted from March, so that the leap
    /// day is a year's last.
    package static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month > 2 ? year : year - 1
        let monthFromMarch = (month + 9) % 12
        let leapDays = shifted / 4 - shifted / 100 + shifted / 400
        return 365 * shifted + leapDays + (153 * monthFromMarch + 2) / 5 + day - 1 - 719_468
    }

    private struct Scanner {
        var rest: ArraySlice<UInt8>

        mutating func take(_ character: Unicode.Scalar) -> Bool {
            guard rest.first == UInt8(ascii: character) else { return false }
            rest = rest.dropFirst()
            return true
        }

        mutating func number(digits: Int) -> Int? {
            guard rest.count >= digits else { return nil }
            var value = 0
            for byte in rest.prefix(digits) {
                guard byte >= 0x30, byte <= 0x39 else { return nil }
                value = value * 10 + Int(byte - 0x30)
            }
            rest = rest.dropFirst(digits)
            return value
        }

        mutating func fractionMs() -> Int {
            guard rest.first == 0x2E || rest.first == 0x2C else { return 0 }
            rest = rest.dropFirst()
            var value = 0
            var places = 0
            while let byte = rest.first, byte >= 0x30, byte <= 0x39 {
                if places < 3 { value = value * 10 + Int(byte - 0x30) }
                places += 1
                rest = rest.dropFirst()
            }
            for _ in places..<max(places, 3) { value *= 10 }
            return value
        }

        /// 0 without a zone; nil for something that is none.
        mutating func zoneMinutes() -> Int? {
            while take(" ") {}
            if rest.isEmpty || take("Z") { return 0 }
            let negative = rest.first == UInt8(ascii: "-")
            guard negative || rest.first == UInt8(ascii: "+") else { return nil }
            rest = rest.dropFirst()
            guard let hours = number(digits: 2) else { return nil }
            _ = take(":")
            guard let minutes = number(digits: 2) else { return nil }
            return (negative ? -1 : 1) * (hours * 60 + minutes)
        }
    }
}
