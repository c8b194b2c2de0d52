import Foundation
package import GRDB

/// A file of SQLite that only its owner may read, and that several processes may use.
///
/// What is committed outlasts a crash and a power cut: the log is written ahead (WAL) and synced at every commit. What is
/// deleted is overwritten.
package struct StoreFile: Sendable {
    package let path: String
    private let schema: StoreSchema

    /// The time that a write waits for another process; s.
    package static let defaultTimeoutSeconds = 5.0
    private static let maxAttempts = 4
    /// The pause between two attempts; us.
    private static let retryDelayMicroseconds: UInt32 = 50_000

    package init(_ path: String, _ schema: StoreSchema) {
        (self.path, self.schema) = (path, schema)
    }

    /// Opens the file, or makes it together with its folder.
    ///
    /// - Parameter tuning: of every connection; for tests.
    package func open(
        timeoutSeconds: Double = defaultTimeoutSeconds,
        tuning: @escaping @Sendable (Database) throws -> Void = { _ in }
    ) throws(StoreError) -> DatabasePool {
        try Self.createFile(path)
        var attempt = 1
        while true {
            do {
                return try openPool(timeoutSeconds, tuning)
            } catch {
                // While another process makes the file, opening may fail.
                let storeError = StoreError(error)
                guard attempt < Self.maxAttempts, storeError.mayBeTransient else {
                    throw storeError
                }
                attempt += 1
                usleep(Self.retryDelayMicroseconds)
            }
        }
    }

    /// An empty database of this kind that ends with the process, instead of a file that is not there.
    package func openTemporary() throws(StoreError) -> DatabaseQueue {
        do {
            // A file without a name is SQLite's own: no other process sees it, and it goes when it is closed.
            let queue = try DatabaseQueue(path: "")
            try schema.migrator.migrate(queue)
            return queue
        } catch {
            throw StoreError(error)
        }
    }

    /// Makes the file where there is none, for its owner alone; files of SQLite beside it follow it in that.
    package static func createFile(_ path: String) throws(StoreError) {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            throw .cannotOpen(reason: error.localizedDescription)
        }
        // An existing file is never opened here: closing it would release the locks that this process holds on it.
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) {
            if isFolder.boolValue { throw .cannotOpen(reason: "it is a folder") }
            guard access(path, W_OK) == 0 else { throw .readOnly }
            return
        }
        let descriptor = Foundation.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            let code = errno
            if code == EEXIST { return }
            throw StoreError(errno: code)
        }
        close(descriptor)
    }

    /// Size of the file and of its log; bytes.
    package static func byteCount(_ path: String) -> Int64 {
        [path, path + "-wal"].reduce(0) { sum, file in
            let size = try? FileManager.default.attributesOfItem(atPath: file)[.size] as? Int64
            return sum + (size ?? 0)
        }
    }

    // MARK: Inside

    private func openPool(
        _ timeoutSeconds: Double, _ tuning: @escaping @Sendable (Database) throws -> Void
    ) throws -> DatabasePool {
        try checkOwnership()
        var configuration = Configuration()
        configuration.label = schema.label
        configuration.busyMode = .timeout(timeoutSeconds)
        configuration.maximumReaderCount = 3
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA fullfsync = ON")
            try db.execute(sql: "PRAGMA secure_delete = ON")
            try tuning(db)
        }
        let pool = try DatabasePool(path: path, configuration: configuration)
        // The pool syncs at checkpoints only: a power cut would cost what was committed since.
        try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        try schema.setApplicationID(pool)
        try migrate(pool)
        return pool
    }

    private func migrate(_ pool: DatabasePool) throws {
        let migrator = schema.migrator
        guard try !pool.read(migrator.hasBeenSuperseded) else { throw StoreError.newerVersion }
        // Nothing is written to a file that is as it should be: another process may be writing for long.
        if try pool.read(migrator.hasCompletedMigrations) { return }
        do {
            try migrator.migrate(pool)
        } catch {
            // Another process may have been quicker.
            guard try pool.read(migrator.hasCompletedMigrations) else { throw error }
        }
    }

    /// Checks that the file is empty or ours, so that another program's file is not touched.
    private func checkOwnership() throws {
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
        if size != 0 {
            guard try mayBeOwnDatabase() else { throw StoreError.foreignDatabase }
        }
        // A file that was copied here may be readable by all.
        chmod(path, 0o600)
    }

    private func mayBeOwnDatabase() throws -> Bool {
        do {
            return try mayBeOurs(isReadOnly: true)
        } catch let error as DatabaseError
            where error.extendedResultCode == .SQLITE_READONLY_ROLLBACK
        {
            // A program was killed while it made the file: a connection that may write undoes its half transaction.
            return try mayBeOurs(isReadOnly: false)
        }
    }

    private func mayBeOurs(isReadOnly: Bool) throws -> Bool {
        var configuration = Configuration()
        configuration.readonly = isReadOnly
        configuration.busyMode = .timeout(Self.defaultTimeoutSeconds)
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        return try queue.read(schema.mayBeOwnDatabase)
    }
}
