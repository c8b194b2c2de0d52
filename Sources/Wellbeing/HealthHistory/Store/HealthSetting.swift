import GRDB

/// The settings that belong to the records; the raw values are stored and never change.
enum HealthSetting: String {
    /// Name of the zone of the person's home.
    case homeZone = "home_zone"

    func value(_ db: Database) throws -> String? {
        try String.fetchOne(
            db, sql: "SELECT value FROM setting WHERE name = ?", arguments: [rawValue])
    }

    /// Writes a value that is not the kept one.
    func set(_ value: String, _ db: Database) throws {
        guard try self.value(db) != value else { return }
        try db.execute(
            sql: "INSERT OR REPLACE INTO setting VALUES (?, ?)", arguments: [rawValue, value])
    }
}
