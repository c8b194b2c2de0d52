package import Foundation
import GRDB

/// The reason why an activity did not begin.
package enum ActivityStartError: Error, Sendable, Equatable {
    /// Another one goes on.
    case occupied(Activity)
    case history(HistoryError)
}

extension SessionStore {
    /// Claims the one slot for an activity.
    ///
    /// The slot is free where no row has it, or where the process of the row is gone: its mark is not held then. One
    /// transaction looks and claims, so that of several programs at once one has it.
    ///
    /// - Parameter isForced: claims the slot also from a program that is there. That one notices within a quarter of a
    ///   second, and its session is kept up to then, as one that was interrupted.
    /// - Parameter finalizeEntry: credits the entry of a practice whose slot is taken by force; without it the entry counts
    ///   up to its last sign of life.
    package func claim(
        _ activity: Activity, isForced: Bool = false,
        finalizeEntry: (PracticeEntry) -> PracticeEntry = { $0 }
    ) throws(ActivityStartError) -> ActivityClaim {
        ActivityClaim(
            activity, try acquire(activity, isForced: isForced, finalizeEntry: finalizeEntry), self)
    }

    /// - Returns: the mark of the activity, whose row is written.
    func acquire(
        _ activity: Activity, isForced: Bool = false,
        finalizeEntry: (PracticeEntry) -> PracticeEntry = { $0 }
    ) throws(ActivityStartError) -> RunningLock {
        do {
            let mark = try RunningLock(activity.id, database: path)
            try pool.writeWithoutTransaction { db in
                try db.inTransaction(.immediate) {
                    // Of one that is taken up again we have the mark by now.
                    if let other = try ActivityRow.fetch(db), other.id != activity.id {
                        try endActivity(other, isForced: isForced, finalizeEntry: finalizeEntry, db)
                    }
                    try ActivityRow.replace(activity, db)
                    return .commit
                }
            }
            ActivityLockFile.touch(path)
            return mark
        } catch let refusal as ActivityStartError {
            throw refusal
        } catch {
            throw .history(HistoryError(error, path: path))
        }
    }

    /// Ends an activity before another takes its slot.
    private func endActivity(
        _ other: Activity, isForced: Bool, finalizeEntry: (PracticeEntry) -> PracticeEntry,
        _ db: Database
    ) throws {
        guard RunningLock.isHeld(other.id, database: path) else {
            return RunningLock.remove(other.id, database: path)
        }
        guard isForced else { throw ActivityStartError.occupied(other) }
        try db.execute(
            sql: "UPDATE session SET state = ? WHERE id = ? AND state = ?",
            arguments: [
                SessionState.interrupted.rawValue, other.id.uuidString,
                SessionState.running.rawValue,
            ])
        let practice = try Row.fetchOne(
            db, sql: "SELECT * FROM practice WHERE id = ? AND state = 'running'",
            arguments: [other.id.uuidString])
        guard let practice else { return }
        var entry = finalizeEntry(try PracticeRow.entry(practice))
        entry.state = .replaced
        try PracticeRow.save(entry, db)
    }

    /// Returns the activity that runs now; nil where none does.
    package func activity() throws(HistoryError) -> Activity? {
        guard let found = try read({ try ActivityRow.fetch($0) }),
            RunningLock.isHeld(found.id, database: path)
        else { return nil }
        return found
    }

    /// Returns the activity that was running when its process ended; nil where none was, or another
    /// activity has begun since.
    package func abandonedActivity() throws(HistoryError) -> Activity? {
        guard let found = try read({ try ActivityRow.fetch($0) }),
            !RunningLock.isHeld(found.id, database: path)
        else { return nil }
        return found
    }

    /// Sends a request to the program that runs an activity, replacing the request before.
    ///
    /// - Returns: false where the activity has ended.
    package func request(_ request: String, of id: UUID) throws(HistoryError) -> Bool {
        guard RunningLock.isHeld(id, database: path) else { return false }
        let isThere = try write { db in
            try db.execute(
                sql: "UPDATE activity SET wish = ? WHERE id = ?",
                arguments: [request, id.uuidString])
            return db.changesCount > 0
        }
        ActivityLockFile.touch(path)
        return isThere
    }
}
