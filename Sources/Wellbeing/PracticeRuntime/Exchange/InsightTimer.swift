import Foundation
import PhysioTypes
import RecordingFiles
import SessionHistory

/// Insight Timer's log as CSV: `Started At,Duration,Preset,Activity`.
///
/// Times are of the clock on the wall, with the month or the day first: `05/27/2026 16:03:29`, or with AM and PM.
/// Which one it is shows in the file as a whole. Durations are hours, minutes and seconds without leading zeros:
/// `0:21:4`.
enum InsightTimer {
    static func isHeader(_ cells: [String]) -> Bool {
        cells.count >= 2 && cells[0] == "Started At" && cells[1] == "Duration"
    }

    /// - Parameter rows: with the row of names.
    /// - Parameter dates: order of day and month; nil: as the rows show it.
    static func read(
        _ rows: [CSVText.Row], zone: TimeZone, dates: RRTextOptions.DateOrder?, now: Date,
        version: String
    ) throws(PracticeImportError) -> PracticeReading {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let starts = rows.dropFirst().map { row in
            row.cells.count >= 2
                ? WrittenStart(row.cells[0], line: "line \(row.line)", calendar) : nil
        }
        let order = if let dates { dates } else { try order(of: starts.compactMap(\.self), now) }
        var reading = PracticeReading(now: now)
        reading.hasTimesWithoutZone = true
        for (row, start) in zip(rows.dropFirst(), starts) {
            let location = "line \(row.line)"
            guard let start = start?.date(order) else {
                reading.errors.append("\(location): \(row.cells[0].prefix(40)) is no time")
                continue
            }
            guard let durationSeconds = durationSeconds(row.cells[1]) else {
                reading.errors.append("\(location): \(row.cells[1].prefix(40)) is no duration")
                continue
            }
            func cell(_ column: Int) -> String? {
                row.cells.count > column && !row.cells[column].isEmpty ? row.cells[column] : nil
            }
            let title = cell(2) ?? cell(3) ?? "Insight Timer"
            var entry = PracticeEntry(
                startedAt: start, utcOffsetSeconds: zone.secondsFromGMT(for: start), kind: "timer",
                title: title, origin: .imported, toolkitVersion: version)
            entry.mindfulMs = 1000 * Int64(durationSeconds)
            entry.endedAt = start + Double(durationSeconds)
            entry.source = "insight-timer"
            reading.add(entry, location)
        }
        return reading
    }

    /// The one order in which every date exists, or in which none is yet to come.
    private static func order(
        of starts: [WrittenStart], _ now: Date
    ) throws(PracticeImportError) -> RRTextOptions.DateOrder {
        guard let open = starts.first(where: { $0.dayFirstDate != $0.monthFirstDate }) else {
            return .monthFirst
        }
        switch (starts.first { $0.monthFirstDate == nil }, starts.first { $0.dayFirstDate == nil })
        {
        case (let dayFirst?, let monthFirst?):
            throw .mixedDates(dayFirst: dayFirst.text, monthFirst: monthFirst.text)
        case (_?, nil): return .dayFirst
        case (nil, _?): return .monthFirst
        case (nil, nil):
            let possibleOrders = RRTextOptions.DateOrder.allCases.filter { order in
                starts.allSatisfy { start in start.date(order).map { $0 <= now } ?? false }
            }
            guard possibleOrders.count == 1 else { throw .ambiguousDates(open.text) }
            return possibleOrders[0]
        }
    }

    /// A time as a row states it, in both orders of day and month.
    private struct WrittenStart {
        /// The row and what stands in it.
        let text: String
        let dayFirstDate: Date?
        let monthFirstDate: Date?

        /// - Returns: nil for what is no time in either order.
        init?(_ cell: String, line: String, _ calendar: Calendar) {
            text = "\(line): \(cell.prefix(40))"
            dayFirstDate = InsightTimer.startDate(cell, .dayFirst, calendar)
            monthFirstDate = InsightTimer.startDate(cell, .monthFirst, calendar)
            guard dayFirstDate != nil || monthFirstDate != nil else { return nil }
        }

        func date(_ order: RRTextOptions.DateOrder) -> Date? {
            order == .dayFirst ? dayFirstDate : monthFirstDate
        }
    }

    /// `05/27/2026 16:03:29` or `05/27/2026 04:03:29 PM`.
    private static func startDate(
        _ text: String, _ order: RRTextOptions.DateOrder, _ calendar: Calendar
    ) -> Date? {
        let words = text.split(separator: " ")
        guard words.count == 2 || words.count == 3 else { return nil }
        let day = words[0].split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        let clock = words[1].split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        guard day.count == 3, clock.count == 3, let first = day[0], let second = day[1],
            let year = day[2], let minute = clock[1], let seconds = clock[2], var hour = clock[0],
            (0...59).contains(minute), (0...59).contains(seconds)
        else { return nil }
        let (date, month) = order == .dayFirst ? (first, second) : (second, first)
        guard CivilDate(year: year, month: month, day: date) != nil else { return nil }
        if words.count == 3 {
            guard (1...12).contains(hour), ["AM", "PM"].contains(words[2].uppercased()) else {
                return nil
            }
            hour = hour % 12 + (words[2].uppercased() == "PM" ? 12 : 0)
        }
        guard (0...23).contains(hour) else { return nil }
        return calendar.date(
            from: DateComponents(
                year: year, month: month, day: date, hour: hour, minute: minute, second: seconds))
    }

    /// `0:21:4`; s.
    static func durationSeconds(_ text: String) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 3, let hours = parts[0], let minutes = parts[1],
            let seconds = parts[2], (0...24).contains(hours), (0...59).contains(minutes),
            (0...59).contains(seconds)
        else { return nil }
        return 3600 * hours + 60 * minutes + seconds
    }
}
