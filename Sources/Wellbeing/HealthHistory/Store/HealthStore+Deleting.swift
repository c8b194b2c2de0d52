import Foundation
import GRDB
import StoreFiles

extension HealthStore {
    /// Takes every record, import, source, setting and watched path out, and overwrites them in the file.
    ///
    /// The store stays usable, and is empty. Exports and copies that were made elsewhere remain.
    package func deleteEverything() throws(HealthStoreError) {
        try write { db in
            for table in HealthSchema.allTables { try db.execute(sql: "DELETE FROM \(table)") }
        }
        do {
            try StoreFile.overwrite(pool, shrinks: true)
        } catch {
            throw HealthStoreError(error, path: path)
        }
    }

    /// Deletes everything, and then the file itself with the log beside it.
    ///
    /// - Returns: whether the file is gone; false where another program has it open: it is left, empty.
    @discardableResult
    package static func remove(path: String) throws(HealthStoreError) -> Bool {
        let store = try open(path: path)
        try store.deleteEverything()
        return StoreFile.remove(path, closing: store.pool)
    }
}
