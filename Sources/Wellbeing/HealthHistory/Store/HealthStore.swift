import Foundation
import GRDB
import StoreFiles

/// The kept health records of a person: a file of SQLite that only its owner may read.
///
/// The file is its own, separate from the history of sessions: an import holds the write lock as long as it takes,
/// while a session commits each second. What it holds can be imported again.
///
/// ```swift
/// let store = try HealthStore.open(path: HealthStore.defaultPath(folder: folder))
/// let report = try store.importFiles(["export.zip"], options: options)
/// ```
package final class HealthStore: Sendable {
    package let path: String
    let pool: any DatabaseWriter

    /// The time that a write waits for another process; s.
    static let timeoutSeconds = StoreFile.defaultTimeoutSeconds

    private init(path: String, pool: any DatabaseWriter) {
        self.path = path
        self.pool = pool
    }

    /// Opens the file, or makes it together with its folder.
    ///
    /// - Throws: `cannotOpen`, `readOnly` and `diskFull` where the disk does not permit it; `damaged` and
    ///   `notAHealthStore` for a file of something else; `newerVersion` for one that this version does not understand.
    package static func open(path: String) throws(HealthStoreError) -> HealthStore {
        try open(path: path, timeoutSeconds: timeoutSeconds) { _ in }
    }

    /// Opens the file if there is one, and otherwise makes none: who only reads, or tries an import, leaves no trace.
    ///
    /// - Returns: the store of the file; where there is none, an empty one that ends with the process.
    /// - Throws: as ``open(path:)``.
    package static func openWithoutCreating(path: String) throws(HealthStoreError) -> HealthStore {
        if FileManager.default.fileExists(atPath: path) { return try open(path: path) }
        do {
            return HealthStore(
                path: path, pool: try StoreFile(path, HealthSchema.file).openTemporary())
        } catch {
            throw HealthStoreError(error, path: path)
        }
    }

    /// - Parameter tuning: of every connection; for tests.
    static func open(
        path: String, timeoutSeconds: Double,
        tuning: @escaping @Sendable (Database) throws -> Void
    ) throws(HealthStoreError) -> HealthStore {
        do {
            return HealthStore(
                path: path,
                pool: try StoreFile(path, HealthSchema.file)
                    .open(timeoutSeconds: timeoutSeconds, tuning: tuning))
        } catch {
            throw HealthStoreError(error, path: path)
        }
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
    /// Converts an error of the database.
    init(_ error: any Error, path: String) {
        if let error = error as? HealthStoreError {
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
            case .foreignDatabase: .notAHealthStore(path: path)
            case .failed(let reason): .failed(path: path, reason: reason)
            }
    }
}
