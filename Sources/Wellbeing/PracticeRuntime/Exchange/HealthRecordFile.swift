import Foundation
import PhysioTypes
import RecordingFiles
package import SessionHistory

/// Practice with the attributes of Apple's health records, as CSV or JSON.
///
/// Mindful time is a category sample of the type mindful session; workouts are of the type high-intensity interval
/// training. Times are `2026-11-22 07:00:00 +0100`. Such a file does not hold plans, pauses, notes and ratings.
package enum HealthRecordFile {
    static let columnNames = [
        "type", "sourceName", "sourceVersion", "creationDate", "startDate", "endDate", "value",
    ]
    static let mindfulType = "HKCategoryTypeIdentifierMindfulSession"
    static let mindfulValue = "HKCategoryValueNotApplicable"
    static let workoutType = "HKWorkoutActivityTypeHighIntensityIntervalTraining"
    static let yogaType = "HKWorkoutActivityTypeYoga"
    private static let source = "Resonance"

    private struct Record: Codable {
        let type: String
        let sourceName: String
        let sourceVersion: String
        let creationDate: String
        let startDate: String
        let endDate: String
        let value: String

        var cells: [String] {
            [type, sourceName, sourceVersion, creationDate, startDate, endDate, value]
        }
    }

    private struct Document: Codable { let records: [Record] }

    package static func csv(_ entries: [PracticeEntry]) -> String {
        ([columnNames] + entries.flatMap(records).map(\.cells)).map { row in
            row.map(CSVText.cell).joined(separator: ",") + "\n"
        }.joined()
    }

    package static func json(_ entries: [PracticeEntry]) -> String {
        PracticeJSON.text(Document(records: entries.flatMap(records)), isPretty: true) + "\n"
    }

    /// One record for mindful time and one for a workout; excluded entries have none.
    private static func records(_ entry: PracticeEntry) -> [Record] {
        guard !entry.isExcluded else { return [] }
        func record(_ type: String, _ lengthMs: Int64, _ value: String) -> Record {
            let end = entry.startedAt + Double(lengthMs) / 1000
            return Record(
                type: type, sourceName: source, sourceVersion: entry.toolkitVersion,
                creationDate: timeText(entry.endedAt, entry.utcOffsetSeconds),
                startDate: timeText(entry.startedAt, entry.utcOffsetSeconds),
                endDate: timeText(end, entry.utcOffsetSeconds), value: value)
        }
        var records: [Record] = []
        if entry.mindfulMs > 0 {
            records.append(record(mindfulType, entry.mindfulMs, mindfulValue))
        }
        if entry.workoutMs > 0 {
            let type = entry.kind == "interval" ? workoutType : yogaType
            records.append(record(type, entry.workoutMs, ""))
        }
        return records
    }

    /// `2026-11-22 07:00:00 +0100`.
    private static func timeText(_ date: Date, _ offset: Int) -> String {
        let whole = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded())
        let text = LocalTime.text(whole, utcOffsetSeconds: offset)
        let (hours, minutes) = (abs(offset) / 3600, abs(offset) / 60 % 60)
        return text.prefix(10) + " " + text.dropFirst(11).prefix(8)
            + " \(offset < 0 ? "-" : "+")\(twoDigits(hours))\(twoDigits(minutes))"
    }

    // MARK: Reading

    static func isHeader(_ cells: [String]) -> Bool { cells == columnNames }

    static func read(_ rows: [CSVText.Row], now: Date, version: String) -> PracticeReading {
        var reading = PracticeReading(now: now)
        for row in rows.dropFirst() {
            let cells = row.cells.map(CSVText.unescaped)
            guard cells.count == columnNames.count else {
                reading.errors.append("line \(row.line) cannot be read")
                continue
            }
            add(
                Record(
                    type: cells[0], sourceName: cells[1], sourceVersion: cells[2],
                    creationDate: cells[3], startDate: cells[4], endDate: cells[5],
                    value: cells[6]), "line \(row.line)", version, &reading)
        }
        return reading
    }

    /// - Returns: nil for what is no such document.
    static func read(_ data: Data, now: Date, version: String) -> PracticeReading? {
        guard let document = try? JSONDecoder().decode(Document.self, from: data) else {
            return nil
        }
        var reading = PracticeReading(now: now)
        for (index, record) in document.records.enumerated() {
            add(record, "record \(index + 1)", version, &reading)
        }
        return reading
    }

    private static func add(
        _ record: Record, _ location: String, _ version: String, _ reading: inout PracticeReading
    ) {
        guard let (start, offset) = parseTime(record.startDate),
            let (end, _) = parseTime(record.endDate)
        else { return reading.errors.append("\(location): its start or end is no time") }
        let length = Int64(((end.timeIntervalSince(start)) * 1000).rounded())
        let isMindful = record.type == mindfulType
        guard isMindful || record.type == workoutType || record.type == yogaType else {
            return reading.errors.append(
                "\(location): the type \(record.type.prefix(60)) is not known")
        }
        var entry = PracticeEntry(
            startedAt: start, utcOffsetSeconds: offset,
            kind: record.type == workoutType ? "interval" : "timer", title: record.sourceName,
            origin: .imported, toolkitVersion: version)
        if isMindful { entry.mindfulMs = length } else { entry.workoutMs = length }
        entry.endedAt = end
        entry.source = record.sourceName
        reading.add(entry, location)
    }

    /// `2026-11-22 07:00:00 +0100`.
    static func parseTime(_ text: String) -> (Date, Int)? {
        let parts = text.split(separator: " ")
        guard parts.count == 3, parts[2].count == 5 else { return nil }
        let offset = parts[2].prefix(3) + ":" + parts[2].suffix(2)
        return LocalTime.read("\(parts[0])T\(parts[1])\(offset)").map {
            ($0.date, $0.utcOffsetSeconds)
        }
    }
}
