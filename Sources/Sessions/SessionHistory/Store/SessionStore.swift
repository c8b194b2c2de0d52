import Foundation
import GRDB

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

    /// How long a write waits for another process; s.
    static let patienceSeconds = 5.0

    /// Opens the file, or makes it together with its folder.
    ///
    /// - Throws: `cannotOpen`, `readOnly` and `diskFull` where the disk does not let us; `damaged` and
    ///   `notAHistory` for a file of something else; `newerVersion` for one that we do not understand.
    package init(path: String) throws(HistoryError) {
        self.path = path
        try HistoryFile.prepare(path)
        pool = try Self.openPatiently(path)
    }

    /// While another process makes the file, opening may fail.
    private static func openPatiently(_ path: String) throws(HistoryError) -> DatabasePool {
        var attempt = 1
        while true {
            do {
                return try open(path)
            } catch {
                let fault = HistoryError(error, path: path)
                guard attempt < 4, fault.mayPass else { throw fault }
                attempt += 1
                usleep(50_000)
            }
        }
    }

    /// - Parameter tuning: of every connection; for tests.
    init(path: String, tuning: @escaping @Sendable (Database) throws -> Void) throws {
        self.path = path
        try HistoryFile.prepare(path)
        pool = try Self.open(path, tuning: tuning)
    }

    private static func open(
        _ path: String, tuning: (@Sendable (Database) throws -> Void)? = nil
    ) throws -> DatabasePool {
        try HistoryFile.check(path)
        var configuration = Configuration()
        configuration.label = "history"
        configuration.busyMode = .timeout(patienceSeconds)
        configuration.maximumReaderCount = 3
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA fullfsync = ON")
            try db.execute(sql: "PRAGMA secure_delete = ON")
            try tuning?(db)
        }
        let pool = try DatabasePool(path: path, configuration: configuration)
        // The pool syncs at checkpoints only: a power cut would cost what was committed since.
        try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        try HistorySchema.sign(pool, path)
        let migrator = HistorySchema.migrator
        guard try !pool.read(migrator.hasBeenSuperseded) else {
            throw HistoryError.newerVersion(path: path)
        }
        do {
            try migrator.migrate(pool)
        } catch {
            // Another process may have been quicker.
            guard try pool.read(migrator.hasCompletedMigrations) else { throw error }
        }
        return pool
    }

    /// Where a person's data lie: under `XDG_DATA_HOME`, or what the platform has in its place.
    ///
    /// - Parameter environment: of the process.
    package static func folder(environment: [String: String]) -> String {
        let home = environment["HOME"] ?? NSHomeDirectory()
        #if os(macOS)
            let base = home + "/Library/Application Support"
        #else
            let base =
                environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
                ?? home + "/.local/share"
        #endif
        return base + "/resonance"
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
        if session.state == .running, !RunningMark.isHeld(session.id, database: path) {
            session.state = .interrupted
        }
        return session
    }
}

extension HistoryError {
    /// Whether another process may be what it is of.
    fileprivate var mayPass: Bool {
        switch self {
        case .busy, .cannotOpen, .failed: true
        default: false
        }
    }

    /// What an error of the database means.
    init(_ error: any Error, path: String) {
        if let error = error as? HistoryError {
            self = error
            return
        }
        guard let error = error as? DatabaseError else {
            self = .damaged(path: path, reason: "\(error)")
            return
        }
        // The index beside the log is made in its whole size, and SQLite has a code of its own where that fails.
        if error.extendedResultCode == .SQLITE_IOERR_SHMSIZE {
            self = .diskFull(path: path)
            return
        }
        let reason = error.message ?? error.resultCode.description
        self =
            switch error.resultCode {
            case .SQLITE_FULL: .diskFull(path: path)
            case .SQLITE_READONLY: .readOnly(path: path)
            case .SQLITE_BUSY, .SQLITE_LOCKED: .busy(path: path)
            case .SQLITE_CORRUPT, .SQLITE_NOTADB: .damaged(path: path, reason: reason)
            case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH:
                .cannotOpen(path: path, reason: reason)
            default: .failed(path: path, reason: reason)
            }
    }
}
