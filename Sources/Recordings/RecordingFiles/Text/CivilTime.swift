/// Dates and times of day as apps write them.
package enum CivilTime {
    /// A date with a time of day, as a text states it.
    package struct Stamp: Equatable, Sendable {
        /// The date and time as written, counted from 1970 as if they were in UTC; ms.
        package let wallClockMs: Int64
        package let zone: Zone

        package init(wallClockMs: Int64, zone: Zone) {
            self.wallClockMs = wallClockMs
            self.zone = zone
        }

        /// Milliseconds since 1970; of a stamp without a zone ``wallClockMs``.
        package var unixMs: Int64 {
            if case .offset(let minutes) = zone {
                wallClockMs - 60_000 * Int64(minutes)
            } else {
                wallClockMs
            }
        }
    }

    /// The zone of a stamp.
    package enum Zone: Equatable, Sendable {
        /// An unstated zone: local time, its offset unknown.
        case unstated
        /// UTC (`Z` or `-00:00`), which says nothing of the clock on the wall.
        case utc
        /// The clock on the wall, with its offset from UTC; min, east positive.
        case offset(minutes: Int)
    }

    /// Milliseconds since 1970 of a ``stamp(_:)``; a time without a zone counts as UTC.
    static func milliseconds(_ text: ArraySlice<UInt8>) -> Int64? { stamp(text)?.unixMs }

    /// The stamp in a text of its own.
    package static func stamp(_ text: String) -> Stamp? { stamp(Array(text.utf8)[...]) }

    /// The stamp `2026-01-17T17:47:13.250`, `T` or a space in the middle, the fraction and a zone
    /// (`Z`, `+0100`, `+01:00`) optional.
    ///
    /// - Returns: nil for anything else.
    static func stamp(_ text: ArraySlice<UInt8>) -> Stamp? {
        var scanner = Scanner(remaining: text)
        guard let year = scanner.number(digits: 4), scanner.consume("-"),
            let month = scanner.number(digits: 2), (1...12).contains(month), scanner.consume("-"),
            let day = scanner.number(digits: 2), (1...31).contains(day),
            scanner.consume("T") || scanner.consume(" "),
            let hour = scanner.number(digits: 2), hour < 24, scanner.consume(":"),
            let minute = scanner.number(digits: 2), minute < 60, scanner.consume(":"),
            let second = scanner.number(digits: 2), second < 61
        else { return nil }
        let fraction = scanner.fractionMs()
        guard let zone = scanner.zone(), scanner.remaining.isEmpty else { return nil }
        let minutes = (days(year, month, day) * 24 + hour) * 60 + minute
        return Stamp(wallClockMs: Int64((minutes * 60 + second) * 1000 + fraction), zone: zone)
    }

    /// The stamp as text: `2026-01-17T17:47:13.250`, the fraction only where there is one, then
    /// the zone as far as it is known.
    package static func text(_ stamp: Stamp) -> String {
        let fractionMs = Int(((stamp.wallClockMs % 1000) + 1000) % 1000)
        let shown = text(unixMs: stamp.wallClockMs, offsetMinutes: nil).dropLast()
        let zeros = fractionMs < 10 ? "00" : fractionMs < 100 ? "0" : ""
        let time = shown + (fractionMs == 0 ? "" : ".\(zeros)\(fractionMs)")
        switch stamp.zone {
        case .unstated: return String(time)
        case .utc: return time + "Z"
        case .offset(let minutes):
            let offset = text(unixMs: stamp.unixMs, offsetMinutes: minutes).suffix(6)
            return String(time) + offset
        }
    }

    /// A moment as `2026-01-17T17:47:13+01:00`, with the offset, or `Z` where it is not known.
    ///
    /// - Parameter unixMs: ms since 1970; a fraction of a second is cut off.
    package static func text(unixMs: Int64, offsetMinutes: Int?) -> String {
        let seconds = Int((Double(unixMs) / 1000).rounded(.down)) + 60 * (offsetMinutes ?? 0)
        let day = Int((Double(seconds) / 86_400).rounded(.down))
        let secondOfDay = seconds - 86_400 * day
        let (year, month, date) = dateOfDay(day)
        let time = [secondOfDay / 3600, secondOfDay / 60 % 60, secondOfDay % 60].map(padded).joined(
            separator: ":")
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
    private static func dateOfDay(_ day: Int) -> (year: Int, month: Int, date: Int) {
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
        var remaining: ArraySlice<UInt8>

        mutating func consume(_ character: Unicode.Scalar) -> Bool {
            guard remaining.first == UInt8(ascii: character) else { return false }
            remaining = remaining.dropFirst()
            return true
        }

        mutating func number(digits: Int) -> Int? {
            guard remaining.count >= digits else { return nil }
            var value = 0
            for byte in remaining.prefix(digits) {
                guard byte >= 0x30, byte <= 0x39 else { return nil }
                value = value * 10 + Int(byte - 0x30)
            }
            remaining = remaining.dropFirst(digits)
            return value
        }

        mutating func fractionMs() -> Int {
            guard remaining.first == 0x2E || remaining.first == 0x2C else { return 0 }
            remaining = remaining.dropFirst()
            var value = 0
            var digitCount = 0
            while let byte = remaining.first, byte >= 0x30, byte <= 0x39 {
                if digitCount < 3 { value = value * 10 + Int(byte - 0x30) }
                digitCount += 1
                remaining = remaining.dropFirst()
            }
            for _ in digitCount..<max(digitCount, 3) { value *= 10 }
            return value
        }

        /// The zone that the rest states; nil for something that is none.
        mutating func zone() -> Zone? {
            while consume(" ") {}
            if remaining.isEmpty { return .unstated }
            if consume("Z") { return .utc }
            let isNegative = remaining.first == UInt8(ascii: "-")
            guard isNegative || remaining.first == UInt8(ascii: "+") else { return nil }
            remaining = remaining.dropFirst()
            guard let hours = number(digits: 2) else { return nil }
            _ = consume(":")
            guard let minutes = number(digits: 2) else { return nil }
            // RFC 3339: -00:00 is UTC where the local offset is not known.
            if isNegative, hours == 0, minutes == 0 { return .utc }
            return .offset(minutes: (isNegative ? -1 : 1) * (hours * 60 + minutes))
        }
    }
}
