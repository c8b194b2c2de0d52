import Foundation
import GRDB

/// The kept health records of a person: a file of SQLite that only its owner may read.
///
/// The file is its own, apart from the history of sessions: an import holds the write lock as long as it takes, while a
/// session commits each second. What it holds can be imported again.
///
/// ```swift
/// let store = try HealthStore.open(path: HealthStore.defaultPath(folder: folder))
/// let report = try store.importFiles(["export.zip"], options: options)
/// ```
package final class HealthStore: Sendable {
    package let path: String
    let pool: DatabasePool

    /// How long a write waits for another process; s.
    static let patienceSeconds = 5.0

    private init(path: String, pool: DatabasePool) {
        self.path = path
        self.pool = pool
    }

    /// Opens the file, or makes it together with its folder.
    ///
    /// - Throws: `cannotOpen`, `readOnly` and `diskFull` where the disk does not permit it; `damaged` and
    ///   `notAHealthStore` for a file of something else; `newerVersion` for one that this version does not understand.
    package static func open(path: String) throws(HealthStoreError) -> HealthStore {
        try open(path: path, patienceSeconds: patienceSeconds) { _ in }
    }

    /// - Parameter tuning: of every connection; for tests.
    static func open(
        path: String, patienceSeconds: Double,
        tuning: @escaping @Sendable (Database) throws -> Void
    ) throws(HealthStoreError) -> HealthStore {
        try HealthFile.prepare(path)
        var attempt = 1
        while true {
            do {
                return HealthStore(
                    path: path, pool: try pool(path, patienceSeconds: patienceSeconds, tuning))
            } catch {
                // While another process makes the file, opening may fail.
                let fault = HealthStoreError(error, path: path)
                guard attempt < 4, fault.mayPass else { throw fault }
                attempt += 1
                usleep(50_000)
            }
        }
    }

    private static func pool(
        _ path: String, patienceSeconds: Double,
        _ tuning: @escaping @Sendable (Database) throws -> Void
    ) throws -> DatabasePool {
        try HealthFile.check(path)
        var configuration = Configuration()
        configuration.label = "health"
        configuration.busyMode = .timeout(patienceSeconds)
        configuration.maximumReaderCount = 3
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA fullfsync = ON")
            try db.execute(sql: "PRAGMA secure_delete = ON")
            try tuning(db)
        }
        let pool = try DatabasePool(path: path, configuration: configuration)
        // The pool syncs at checkpoints only: a power cut would cost what was committed since.
        try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        try HealthSchema.sign(pool, path)
        let migrator = HealthSchema.migrator
        guard try !pool.read(migrator.hasBeenSuperseded) else {
            throw HealthStoreError.newerVersion(path: path)
        }
        // Nothing is written to a file that is as it should be: another process may be importing.
        if try pool.read(migrator.hasCompletedMigrations) { return pool }
        do {
            try migrator.migrate(pool)
        } catch {
            // Another process may have been quicker.
            guard try pool.read(migrator.hasCompletedMigrations) else { throw error }
        }
        return pool
    }

    /// Path of the health records that belong to a history: `health.sqlite` in the same folder.
    package static func defaultPath(folder: String) -> String { folder + "/health.sqlite" }

    func read<Value>(
        _ work: (Database) throws -> Value
    ) throws(HealthStoreError) -> Value {
        do { return try pool.read(work) } catch { throw HealthStoreError(error, path: path) }
    }

    func write<Value>(
        _ work: (Database) throws -> Value
    ) throws(HealthStoreError) -> Value {
        do { return try pool.write(work) } catch { throw HealthStoreError(error, path: path) }
    }
}

extension HealthStoreError {
    /// Whether another process may be the cause.
    fileprivate var mayPass: Bool {
        switch self {
        case .busy, .cannotOpen, .failed: true
        default: false
        }
    }

    /// What an error of the database means.
    init(_ error: any Error, path: String) {
        if let error = error as? HealthStoreError {
            self = error
            return
        }
        guard let error = error as? DatabaseError else {
            self = .failed(path: path, reason: "\(error)")
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
