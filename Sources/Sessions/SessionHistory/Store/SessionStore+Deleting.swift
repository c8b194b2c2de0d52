package import Foundation
import GRDB
import StoreFiles

extension SessionStore {
    /// Takes a session out of the history with all that belongs to it, and overwrites it in the file.
    ///
    /// Backups and exports remain.
    ///
    /// - Parameter logsFolder: where raw logs are kept.
    /// - Throws: `noSession`; `isRunning` for one that goes on; `failed` where its raw log could not be
    ///   removed: nothing is deleted then.
    package func delete(_ id: UUID, logsFolder: String) throws(HistoryError) {
        let session = try session(id)
        guard session.state != .running else { throw .isRunning }
        // First, or a log that stays would bring the session back.
        if let log = session.rawLogName { try removeLog(log, in: logsFolder) }
        try removeRows(id)
        RunningLock.remove(id, database: path)
    }

    /// The sessions that ``deleteEverything(logsFolder:)`` is about to delete, for stores that have something of them.
    ///
    /// - Throws: `isRunning` where a session or a practice goes on.
    package func deletableSessionIDs() throws(HistoryError) -> Set<UUID> {
        try read { db in
            let sessions = try Row.fetchAll(db, sql: "SELECT * FROM session").map(session)
            let practices = try Row.fetchAll(
                db, sql: "SELECT * FROM practice WHERE state = 'running'"
            ).map(practice)
            guard !sessions.contains(where: { $0.state == .running }),
                !practices.contains(where: { $0.state == .running })
            else { throw HistoryError.isRunning }
            return Set(sessions.map(\.id))
        }
    }

    /// Takes all sessions and practices out of the history with their presets, reminders and rest days, and every raw
    /// log out of its folder; settings stay.
    ///
    /// Backups and exports remain.
    ///
    /// - Returns: how many sessions and practices there were.
    /// - Throws: `isRunning` where one goes on: nothing is deleted then.
    @discardableResult
    package func deleteEverything(logsFolder: String) throws(HistoryError) -> Int {
        let count = try write { db -> Int in
            let running = try Row.fetchAll(
                db, sql: "SELECT * FROM session WHERE state = 'running'")
            for session in try running.map(session) {
                guard session.state != .running else { throw HistoryError.isRunning }
                RunningLock.remove(session.id, database: path)
            }
            let practices = try Row.fetchAll(
                db, sql: "SELECT * FROM practice WHERE state = 'running'")
            for entry in try practices.map(practice) {
                guard entry.state != .running else { throw HistoryError.isRunning }
                RunningLock.remove(entry.id, database: path)
            }
            try db.execute(sql: "DELETE FROM session")
            let sessions = db.changesCount
            try db.execute(sql: "DELETE FROM practice")
            let count = sessions + db.changesCount
            for table in ["practice_item", "practice_rest", "reminder_event"] {
                try db.execute(sql: "DELETE FROM \(table)")
            }
            return count
        }
        try overwriteDeletedData(shrinks: true)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: logsFolder)) ?? []
        for name in names.sorted() where name.hasSuffix(".beatline") {
            try removeLog(name, in: logsFolder)
        }
        return count
    }

    /// Its rows only, whatever its state.
    func removeRows(_ id: UUID) throws(HistoryError) {
        try write { db in try SessionRow.remove(id, db) }
        try overwriteDeletedData()
    }

    /// Carries deletions into the file itself, so that nothing of them is left in the log beside it.
    func overwriteDeletedData(shrinks: Bool = false) throws(HistoryError) {
        do {
            try StoreFile.overwrite(pool, shrinks: shrinks)
        } catch {
            throw HistoryError(error, path: path)
        }
    }

    /// - Parameter name: of the file alone; anything else is left alone.
    private func removeLog(_ name: String, in folder: String) throws(HistoryError) {
        guard !name.contains("/"), name != "..", name != "." else { return }
        guard unlink(folder + "/" + name) == 0 || errno == ENOENT else {
            throw .failed(
                path: folder + "/" + name,
                reason: "the log could not be removed: " + String(cString: strerror(errno)))
        }
    }
}
