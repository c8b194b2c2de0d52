import Foundation
import GRDB

/// The one row of the table `activity`.
enum ActivityRow {
    static func fetch(_ db: Database) throws -> Activity? {
        guard let row = try Row.fetchOne(db, sql: "SELECT * FROM activity"),
            let id = UUID(uuidString: row["id"]),
            let owner = Activity.Owner(rawValue: row["owner"])
        else { return nil }
        return Activity(row, id, owner)
    }

    /// Writes an activity, replacing the one before.
    static func replace(_ activity: Activity, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT OR REPLACE INTO activity (
                    place, id, owner, title, kind, phase, started_ms, utc_offset_s, ends_ms, is_paused, wish
                ) VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL)
                """,
            arguments: [
                activity.id.uuidString, activity.owner.rawValue, activity.title, activity.kind,
                activity.phase, milliseconds(activity.startedAt), activity.utcOffsetSeconds,
                activity.endsAt.map(milliseconds), activity.isPaused,
            ])
    }

    /// Writes what may change, unless another has taken the slot.
    static func update(_ activity: Activity, _ db: Database) throws {
        try db.execute(
            sql: "UPDATE activity SET phase = ?, ends_ms = ?, is_paused = ? WHERE id = ?",
            arguments: [
                activity.phase, activity.endsAt.map(milliseconds), activity.isPaused,
                activity.id.uuidString,
            ])
    }

    /// The holder of the slot, and what others request of it; nil where there is none.
    static func status(_ db: Database) throws -> (id: String?, request: String?) {
        let row = try Row.fetchOne(db, sql: "SELECT id, wish FROM activity")
        return (row?["id"], row?["wish"])
    }

    static func id(_ db: Database) throws -> UUID? {
        try String.fetchOne(db, sql: "SELECT id FROM activity").flatMap(UUID.init)
    }

    private static func milliseconds(_ date: Date) -> Int64 {
        Int64((date.timeIntervalSince1970 * 1000).rounded())
    }
}

extension Activity {
    fileprivate init(_ row: Row, _ id: UUID, _ owner: Owner) {
        self.id = id
        self.owner = owner
        title = row["title"]
        kind = row["kind"]
        phase = row["phase"]
        startedAt = Self.date(row["started_ms"])
        utcOffsetSeconds = row["utc_offset_s"]
        endsAt = (row["ends_ms"] as Int64?).map(Self.date)
        isPaused = row["is_paused"]
    }

    private static func date(_ milliseconds: Int64) -> Date {
        Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
}
