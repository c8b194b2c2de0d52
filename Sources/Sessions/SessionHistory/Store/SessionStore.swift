import Foundation
import GRDB
import RecordingFiles
import StoreFiles

/// The history of sessions: a file of SQLite that only its owner may read.
///
/// Several processes may use one file. What is committed outlasts a crash and a power cut: the log is
/// written ahead (WAL) and synced at every commit. What is deleted is overwritten.
///
/// ```swift
/// let store = try SessionStore(path: SessionStore.defaultPath(environment: environment))
/// for session in try store.sessions(SessionQuery()).sessions { print(session.startedAt) }
/// ```
package final class SessionStore: Sendable {
    package let path: String
    let pool: DatabasePool

    /// Opens the file, or makes it together with its folder.
    ///
    /// - Throws: `cannotOpen`, `readOnly` and `diskFull` where the disk does not let us; `damaged` and
    ///   `notAHistory` for a file of something else; `newerVersion` for one that we do not understand.
    package convenience init(path: String) throws(HistoryError) {
        try self.init(path: path) { _ in }
    }

    /// - Parameter tuning: of every connection; for tests.
    init(
        path: String, tuning: @escaping @Sendable (Database) throws -> Void
    ) throws(HistoryError) {
        self.path = path
        do {
            pool = try StoreFile(path, HistorySchema.schema).open(tuning: tuning)
        } catch {
            throw HistoryError(error, path: path)
        }
    }

    /// The folder of a person's data: under `XDG_DATA_HOME`, or what the platform has instead.
    ///
    /// - Parameter environment: of the process.
    package static func folder(environment: [String: String]) -> String {
        DataFolder.path(environment: environment)
    }

    /// The history, where no other is asked for.
    ///
    /// - Parameter environment: of the process.
    package static func defaultPath(environment: [String: String]) -> String {
        folder(environment: environment) + "/history.sqlite"
    }

    // MARK: Inside

    func read<Value>(
        _ work: (Database) throws -> Value
    ) throws(HistoryError) -> Value {
        do { return try pool.read(work) } catch { throw HistoryError(error, path: path) }
    }

    func write<Value>(
        _ work: (Database) throws -> Value
    ) throws(HistoryError) -> Value {
        do { return try pool.write(work) } catch { throw HistoryError(error, path: path) }
    }

    /// A row's session, as it is now: one whose process is gone was interrupted.
    func session(_ row: Row) throws -> BreathingSession {
        var session = try SessionRow.session(row)
        if session.state == .running, !RunningLock.isHeld(session.id, database: path) {
            session.state = .interrupted
        }
        return session
    }
}

extension HistoryError {
    /// Converts an error of the database.
    init(_ error: any Error, path: String) {
        if let error = error as? HistoryError {
            self = error
            return
        }
        self =
            switch StoreError(error) {
            case .cannotOpen(let reason): .cannotOpen(path: path, reason: reason)
            case .readOnly: .readOnly(path: path)
            case .diskFull: .diskFull(path: path)
            case .damaged(let reason): .damaged(path: path, reason: reason)
            case .busy: .busy(path: path)
            case .newerVersion: .newerVersion(path: path)
            case .foreignDatabase: .notAHistory(path: path)
            case .failed(let reason): .failed(path: path, reason: reason)
            }
    }
}
