import Foundation
import RecordingFiles
package import SessionHistory

/// Entries of practice as a table of our own. Written and read again, they are the same.
package enum PracticeTableFile {
    static let columnNames = [
        "id", "started_at", "ended_at", "kind", "title", "state", "mindful_ms", "workout_ms",
        "pause_ms", "slept_ms", "origin", "source", "is_apart", "session", "rating", "note",
        "plan", "events", "heart", "version",
    ]

    package static func text(_ entries: [PracticeEntry]) -> String {
        let rows = entries.map { entry in
            let row = PracticeDocument.Entry(entry)
            return [
                row.id.uuidString, row.startedAt, row.endedAt, row.kind, row.title,
                row.state.rawValue, "\(row.mindfulMs)", "\(row.workoutMs)", "\(row.pauseMs)",
                "\(row.sleptMs)", row.origin.rawValue, row.source ?? "", "\(row.isExcluded)",
                row.session?.uuidString ?? "", row.rating.map(String.init) ?? "", row.note ?? "",
                row.plan, row.events, row.heart ?? "", row.version,
            ]
        }
        return ([columnNames] + rows).map { row in
            row.map(CSVText.cell).joined(separator: ",") + "\n"
        }.joined()
    }

    /// - Parameter rows: with the row of names.
    static func read(_ rows: [CSVText.Row], now: Date) -> PracticeReading {
        var reading = PracticeReading(now: now)
        for row in rows.dropFirst() {
            let location = "line \(row.line)"
            guard row.cells.count == columnNames.count, let entry = entry(row.cells) else {
                reading.errors.append("\(location) cannot be read")
                continue
            }
            reading.add(entry, location)
        }
        return reading
    }

    private static func entry(_ cells: [String]) -> PracticeEntry? {
        let cells = cells.map(CSVText.unescaped)
        func text(_ column: Int) -> String? { cells[column].isEmpty ? nil : cells[column] }
        let numbers = cells[6..<10].compactMap { Int64($0) }
        guard let id = UUID(uuidString: cells[0]), let (start, offset) = LocalTime.read(cells[1]),
            let (end, _) = LocalTime.read(cells[2]),
            let state = PracticeEntry.State(rawValue: cells[5]), numbers.count == 4,
            let origin = PracticeEntry.Origin(rawValue: cells[10]),
            let isExcluded = Bool(cells[12]),
            (text(14).map { Int($0) != nil } ?? true)
        else { return nil }
        var entry = PracticeEntry(
            id: id, startedAt: start, utcOffsetSeconds: offset, kind: cells[3], title: cells[4],
            plan: cells[16], origin: origin, toolkitVersion: cells[19])
        entry.endedAt = end
        entry.state = state == .running ? .interrupted : state
        (entry.mindfulMs, entry.workoutMs) = (numbers[0], numbers[1])
        (entry.pauseMs, entry.sleptMs) = (numbers[2], numbers[3])
        entry.source = text(11)
        entry.isExcluded = isExcluded
        entry.session = text(13).flatMap(UUID.init)
        entry.rating = text(14).flatMap { Int($0) }
        entry.note = text(15)
        entry.events = cells[17]
        entry.heart = text(18)
        return entry
    }
}
