import Foundation
import GRDB

extension SessionStore {
    /// Returns the settings that the person has chosen; the defaults where none are stored.
    package func settings() throws(HistoryError) -> UserSettings {
        let stored = try read { db in
            try String.fetchOne(db, sql: "SELECT value FROM settings WHERE id = 1")
        }
        guard let stored else { return UserSettings() }
        do {
            return try JSONDecoder().decode(UserSettings.self, from: Data(stored.utf8))
        } catch {
            throw .damaged(path: path, reason: "the settings cannot be read")
        }
    }

    /// - Throws: `setting` for one outside its range; then nothing changes.
    package func save(_ settings: UserSettings) throws(HistoryError) {
        let settings = try settings.checked()
        try write { db in
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            try db.execute(
                sql: "INSERT OR REPLACE INTO settings VALUES (1, ?)",
                arguments: [String(decoding: try encoder.encode(settings), as: UTF8.self)])
        }
    }
}
