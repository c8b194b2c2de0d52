import Foundation
import GRDB

extension HealthStore {
    /// Takes every record, import, source, setting and watched path out, and overwrites them in the file.
    ///
    /// The store stays usable, and is empty. Exports and copies that were made elsewhere remain.
    package func deleteEverything() throws(HealthStoreError) {
        try write { db in
            for table in HealthSchema.allTables { try db.execute(sql: "DELETE FROM \(table)") }
        }
        do {
            try pool.vacuum()
            _ = try pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
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
        do {
            try store.pool.close()
            var configuration = Configuration()
            configuration.busyMode = .immediateError
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            // Only who is alone with a file may end its log.
            try queue.inDatabase { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
            try queue.close()
        } catch {
            return false
        }
        for end in ["", "-wal", "-shm"] { unlink(path + end) }
        return true
    }
}
