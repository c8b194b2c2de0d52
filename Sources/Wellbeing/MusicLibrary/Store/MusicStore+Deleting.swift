import Foundation
import GRDB
import StoreFiles

extension MusicStore {
    /// Takes every song, file, playlist, scan and setting out, and overwrites them in the file.
    ///
    /// The store stays usable, and is empty. The songs themselves and backups remain.
    package func deleteEverything() throws(MusicStoreError) {
        try write { db in
            for table in MusicSchema.allTables { try db.execute(sql: "DELETE FROM \(table)") }
        }
        try overwriteDeletedData()
    }

    /// Overwrites in the file and its log what was taken out.
    func overwriteDeletedData() throws(MusicStoreError) {
        do {
            try StoreFile.overwrite(pool, shrinks: true)
        } catch {
            throw MusicStoreError(error, path: path)
        }
    }

    /// Deletes everything, and then the file itself with the log beside it.
    ///
    /// - Returns: whether the file is gone; false where another program has it open: it is left, empty.
    @discardableResult
    package static func remove(path: String) throws(MusicStoreError) -> Bool {
        let store = try open(path: path)
        try store.deleteEverything()
        return StoreFile.remove(path, closing: store.pool)
    }

    /// Writes the whole library, as it is at this moment, to another file; a scan may go on meanwhile.
    ///
    /// The file appears when it is complete, for its owner alone.
    ///
    /// - Parameter target: must not be there yet.
    package func backUp(to target: String) throws(MusicStoreError) {
        do {
            try StoreFile.copy(pool, to: target)
        } catch {
            throw MusicStoreError(error, path: target)
        }
    }
}
