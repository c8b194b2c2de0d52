import Foundation
package import GRDB

extension StoreFile {
    /// Carries deletions into the file itself, so that nothing of them is left in the log beside it.
    ///
    /// - Parameter shrinks: whether the file gives its free space back.
    package static func overwrite(
        _ pool: any DatabaseWriter, shrinks: Bool
    ) throws(StoreError) {
        do {
            if shrinks { try pool.vacuum() }
            _ = try pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        } catch {
            throw StoreError(error)
        }
    }

    /// Closes a database and removes its file with the log beside it.
    ///
    /// - Returns: whether the file is gone; false where another program has it open: it is left as it is.
    package static func remove(_ path: String, closing pool: any DatabaseWriter) -> Bool {
        do {
            try pool.close()
            var configuration = Configuration()
            configuration.busyMode = .immediateError
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            // Only who is alone with a file may end its log.
            try queue.inDatabase { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
            try queue.close()
        } catch {
            return false
        }
        for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
        return true
    }

    /// Writes a whole database, as it is at this moment, to another file; others may write meanwhile.
    ///
    /// The file appears when it is complete, for its owner alone.
    ///
    /// - Parameter target: must not be there yet.
    package static func copy(
        _ pool: any DatabaseWriter, to target: String
    ) throws(StoreError) {
        guard !FileManager.default.fileExists(atPath: target) else {
            throw .cannotOpen(reason: "it is there already: choose another name")
        }
        let temporaryPath = target + ".part-\(ProcessInfo.processInfo.processIdentifier)"
        defer { unlink(temporaryPath) }
        // An empty file keeps its permissions.
        try createFile(temporaryPath)
        do { try pool.vacuum(into: temporaryPath) } catch { throw StoreError(error) }
        let descriptor = Foundation.open(temporaryPath, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw StoreError(errno: errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0, rename(temporaryPath, target) == 0 else {
            throw StoreError(errno: errno)
        }
    }
}
