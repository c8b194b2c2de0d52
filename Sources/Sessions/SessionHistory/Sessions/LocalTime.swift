package import Foundation

/// A moment with its offset from UTC, as text: `2026-11-22T15:00:00+01:00`.
package enum LocalTime {
    /// - Returns: with milliseconds where there are some: `2026-11-22T15:00:00.250+01:00`.
    package static func text(_ date: Date, utcOffsetSeconds: Int) -> String {
        let zone = TimeZone(secondsFromGMT: utcOffsetSeconds) ?? .gmt
        let style = Date.ISO8601FormatStyle(timeZone: zone).year().month().day()
            .dateSeparator(.dash).timeSeparator(.colon)
            .time(includingFractionalSeconds: false).timeZone(separator: .colon)
        // Of a fraction the style shows what it cuts off, not what is nearest.
        let milliseconds = Int((date.timeIntervalSince1970 * 1000).rounded())
        let millisecondPart = (milliseconds % 1000 + 1000) % 1000
        let second = Date(timeIntervalSince1970: Double((milliseconds - millisecondPart) / 1000))
        let text = second.formatted(style)
        guard millisecondPart != 0 else { return text }
        let digits = String(1000 + millisecondPart).dropFirst()
        let time = text.prefix(Self.secondsTextLength)
        return "\(time).\(digits)\(text.dropFirst(Self.secondsTextLength))"
    }

    private static let secondsTextLength = 19

    /// - Returns: nil for what is no such text; the offset is in seconds.
    package static func read(_ text: String) -> (date: Date, utcOffsetSeconds: Int)? {
        let plainStyle = Date.ISO8601FormatStyle()
        let date =
            (try? plainStyle.parse(text))
            ?? (try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(text))
        guard let date else { return nil }
        let offsetText = text.suffix(6)
        guard let sign = offsetText.first, sign == "+" || sign == "-" else {
            return text.hasSuffix("Z") ? (date, 0) : nil
        }
        let parts = offsetText.dropFirst().split(separator: ":").compactMap { Int($0) }
        guard parts.count == 2 else { return nil }
        let offset = 3600 * parts[0] + 60 * parts[1]
        return (date, sign == "-" ? -offset : offset)
    }

    /// The moments at which days on the person's calendar begin and end.
    ///
    /// - Parameter text: such as `2026-11-22`.
    /// - Returns: nil for what is no date.
    package static func day(_ text: String, calendar: Calendar = .current) -> DateInterval? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].count == 4, parts[1].count == 2, parts[2].count == 2,
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
        else { return nil }
        let components = DateComponents(year: year, month: month, day: day)
        guard let date = calendar.date(from: components),
            calendar.dateComponents([.year, .month, .day], from: date) == components
        else { return nil }
        return calendar.dateInterval(of: .day, for: date)
    }
}
