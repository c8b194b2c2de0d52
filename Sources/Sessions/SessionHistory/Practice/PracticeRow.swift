import Foundation
import GRDB

/// An entry as a row of the table `practice`.
enum PracticeRow {
    /// Adds the entry, or renews its row.
    static func save(_ entry: PracticeEntry, _ db: Database) throws {
        let fields = fields(entry)
        let names = fields.map(\.0)
        let changed = names.filter { $0 != "id" }.map { "\($0) = excluded.\($0)" }
        try db.execute(
            sql: """
                INSERT INTO practice (\(names.joined(separator: ", ")))
                VALUES (\(names.map { _ in "?" }.joined(separator: ", ")))
                ON CONFLICT (id) DO UPDATE SET \(changed.joined(separator: ", "))
                """, arguments: StatementArguments(fields.map(\.1)))
    }

    private static func fields(
        _ entry: PracticeEntry
    ) -> [(String, (any DatabaseValueConvertible)?)] {
        [
            ("id", entry.id.uuidString),
            ("started_ms", PracticeEntry.milliseconds(entry.startedAt)),
            ("utc_offset_s", entry.utcOffsetSeconds),
            ("ended_ms", PracticeEntry.milliseconds(entry.endedAt)),
            ("kind", entry.kind),
            ("title", entry.title),
            ("plan", entry.plan),
            ("events", entry.events),
            ("state", entry.state.rawValue),
            ("mindful_ms", entry.mindfulMs),
            ("workout_ms", entry.workoutMs),
            ("pause_ms", entry.pauseMs),
            ("slept_ms", entry.sleptMs),
            ("origin", entry.origin.rawValue),
            ("source", entry.source),
            ("is_apart", entry.isExcluded),
            ("session", entry.session?.uuidString),
            ("heart", entry.heart),
            ("note", entry.note),
            ("rating", entry.rating),
            ("toolkit_version", entry.toolkitVersion),
        ]
    }

    /// - Throws: where the row says what no entry has.
    static func entry(_ row: Row) throws -> PracticeEntry {
        guard let id = UUID(uuidString: row["id"]),
            let state = PracticeEntry.State(rawValue: row["state"]),
            let origin = PracticeEntry.Origin(rawValue: row["origin"])
        else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a row is of no practice")
        }
        var entry = PracticeEntry(
            id: id, startedAt: PracticeEntry.date(row["started_ms"]),
            utcOffsetSeconds: row["utc_offset_s"], kind: row["kind"], title: row["title"],
            plan: row["plan"], origin: origin, toolkitVersion: row["toolkit_version"])
        entry.endedAt = PracticeEntry.date(row["ended_ms"])
        entry.events = row["events"]
        entry.state = state
        entry.mindfulMs = row["mindful_ms"]
        entry.workoutMs = row["workout_ms"]
        entry.pauseMs = row["pause_ms"]
        entry.sleptMs = row["slept_ms"]
        entry.source = row["source"]
        entry.isExcluded = row["is_apart"]
        entry.session = (row["session"] as String?).flatMap(UUID.init)
        entry.heart = row["heart"]
        entry.note = row["note"]
        entry.rating = row["rating"]
        return entry
    }
}
