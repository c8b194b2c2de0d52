import Foundation
import PhysioTypes
import RecordingFiles
import SessionHistory

/// Insight Timer's log as CSV: `Started At,Duration,Preset,Activity`.
///
/// Times are of the clock on the wall, month first: `05/01/2026 16:03:29`, or with AM and PM. Durations are hours,
/// minutes and seconds without leading zeros: `0:21:4`.
enum InsightTimer {
    static func isHeader(_ cells: [String]) -> Bool {
        cells.count >= 2 && cells[0] == "Started At" && cells[1] == "Duration"
    }

    /// - Parameter rows: with the row of names.
    static func read(_ rows: [CSVText.Row], zone: TimeZone, version: String) -> PracticeReading {
        var reading = PracticeReading()
        reading.hasTimesWithoutZone = true
        for row in rows.dropFirst() {
            let location = "line \(row.line)"
            guard row.cells.count >= 2, let start = startDate(row.cells[0], zone) else {
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

    /// `05/01/2026 16:03:29` or `05/01/2026 04:03:29 PM`.
    static func startDate(_ text: String, _ zone: TimeZone) -> Date? {
        let words = text.split(separator: " ")
        guard words.count == 2 || words.count == 3 else { return nil }
        let day = words[0].split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        let clock = words[1].split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        guard day.count == 3, clock.count == 3, let month = day[0], let date = day[1],
            let year = day[2], let minute = clock[1], let second = clock[2], var hour = clock[0],
            (0...59).contains(minute), (0...59).contains(second),
            CivilDate(year: year, month: month, day: date) != nil
        else { return nil }
        if words.count == 3 {
            guard (1...12).contains(hour), ["AM", "PM"].contains(words[2].uppercased()) else {
                return nil
            }
            hour = hour % 12 + (words[2].uppercased() == "PM" ? 12 : 0)
        }
        guard (0...23).contains(hour) else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar.date(
            from: DateComponents(
                year: year, month: month, day: date, hour: hour, minute: minute, second: second))
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
