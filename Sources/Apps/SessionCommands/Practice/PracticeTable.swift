import CommandSupport
import Foundation
import PracticePlans
import PracticeRuntime
import RecordingFiles
import SessionHistory

/// Lines of the log as rows of a table, of CSV and of JSON.
enum PracticeTable {
    /// Lines in a shape, newest first; a table says where there are none.
    static func text(_ lines: [PracticeLogLine], _ shape: HistoryShape) -> String {
        let lines = lines.reversed()
        switch shape {
        case .table:
            return lines.isEmpty
                ? "No practice yet: hrv practice timer begins one.\n" : table(Array(lines))
        case .csv: return csv(names, lines.map(cells))
        case .json: return PracticeJSON.text(lines.map(PracticeLineRow.init), isPretty: true) + "\n"
        case .ndjson:
            return lines.map { PracticeJSON.text(PracticeLineRow($0)) + "\n" }.joined()
        }
    }

    private static let names = [
        "id", "started_at", "ended_at", "kind", "title", "state", "mindful_s", "workout_s",
        "origin", "session", "rating",
    ]

    private static func cells(_ line: PracticeLogLine) -> [String] {
        [
            line.id.uuidString, timeText(line.startedAt, line), timeText(line.endedAt, line),
            line.kind,
            line.title, line.state.rawValue, secondsText(line.mindfulMs),
            secondsText(line.workoutMs),
            line.origin.rawValue, line.session?.uuidString ?? "",
            line.rating.map(String.init) ?? "",
        ]
    }

    private static func table(_ lines: [PracticeLogLine]) -> String {
        TextColumns.text(
            titles: ["began", "time", "kind", "title", "rating", "id", ""],
            rows: lines.map { line in
                [
                    timeText(line.startedAt, line).prefix(16).replacingOccurrences(
                        of: "T", with: " "),
                    ClockText.text(Double(max(line.mindfulMs, line.workoutMs)) / 1000), line.kind,
                    line.title, line.rating.map(String.init) ?? "",
                    String(line.id.uuidString.prefix(8)),
                    [
                        line.state == .ended ? nil : line.state.rawValue,
                        line.isExcluded ? "apart" : nil,
                    ].compactMap(\.self).joined(separator: ", "),
                ]
            }, rightAligned: [false, true, false, false, true, false, false])
    }

    static func timeText(_ date: Date, _ line: PracticeLogLine) -> String {
        LocalTime.text(date, utcOffsetSeconds: line.utcOffsetSeconds)
    }

    /// Seconds of milliseconds, as few digits as say all.
    static func secondsText(_ milliseconds: Int64) -> String {
        let number = Double(milliseconds) / 1000
        return milliseconds % 1000 == 0 ? "\(milliseconds / 1000)" : "\(number)"
    }

    /// A table of CSV. Cells that a spreadsheet would take for a formula begin with a quote.
    static func csv(_ names: [String], _ rows: [[String]]) -> String {
        ([names] + rows).map { row in row.map(CSVText.cell).joined(separator: ",") + "\n" }
            .joined()
    }
}

/// A line of the log in JSON.
struct PracticeLineRow: Encodable {
    private let line: PracticeLogLine

    init(_ line: PracticeLogLine) { self.line = line }

    private enum CodingKeys: String, CodingKey {
        case id, kind, title, state, origin, session, rating
        case startedAt = "started_at"
        case endedAt = "ended_at"
        case mindfulSeconds = "mindful_s"
        case workoutSeconds = "workout_s"
    }

    /// Encodes all values; nil is written as null.
    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(line.id.uuidString, forKey: .id)
        try values.encode(PracticeTable.timeText(line.startedAt, line), forKey: .startedAt)
        try values.encode(PracticeTable.timeText(line.endedAt, line), forKey: .endedAt)
        try values.encode(line.kind, forKey: .kind)
        try values.encode(line.title, forKey: .title)
        try values.encode(line.state.rawValue, forKey: .state)
        try values.encode(Double(line.mindfulMs) / 1000, forKey: .mindfulSeconds)
        try values.encode(Double(line.workoutMs) / 1000, forKey: .workoutSeconds)
        try values.encode(line.origin.rawValue, forKey: .origin)
        try values.encode(line.session?.uuidString, forKey: .session)
        try values.encode(line.rating, forKey: .rating)
    }
}
