import Foundation
import GRDB
import StoreFiles

/// The kept songs of a person: a file of SQLite that only its owner may read.
///
/// The file is its own, separate from the history of sessions: a scan writes for hours, while a session commits each
/// second. A song is what is heard, known by the hash of its coded sound; files are where it lies.
package final class MusicStore: Sendable {
    package let path: String
    let pool: any DatabaseWriter

    /// The longest time that a write waits for another process; s.
    static let timeoutSeconds = StoreFile.defaultTimeoutSeconds

    private init(path: String, pool: any DatabaseWriter) {
        self.path = path
        self.pool = pool
    }

    /// Opens the file, or makes it together with its folder.
    ///
    /// - Throws: `cannotOpen`, `readOnly` and `diskFull` where the disk does not permit it; `damaged` and
    ///   `notAMusicStore` for a file of something else; `newerVersion` for one that this version does not understand.
    package static func open(path: String) throws(MusicStoreError) -> MusicStore {
        try open(path: path, timeoutSeconds: timeoutSeconds) { _ in }
    }

    /// Opens the file if there is one, and otherwise makes none: who only reads leaves no trace.
    ///
    /// - Returns: the store of the file; where there is none, an empty one that ends with the process.
    /// - Throws: as ``open(path:)``.
    package static func openWithoutCreating(path: String) throws(MusicStoreError) -> MusicStore {
        if FileManager.default.fileExists(atPath: path) { return try open(path: path) }
        do {
            return MusicStore(
                path: path, pool: try StoreFile(path, MusicSchema.file).openTemporary())
        } catch {
            throw MusicStoreError(error, path: path)
        }
    }

    /// - Parameter tuning: of every connection; for tests.
    static func open(
        path: String, timeoutSeconds: Double,
        tuning: @escaping @Sendable (Database) throws -> Void
    ) throws(MusicStoreError) -> MusicStore {
        do {
            let store = MusicStore(
                path: path,
                pool: try StoreFile(path, MusicSchema.file)
                    .open(timeoutSeconds: timeoutSeconds, tuning: tuning))
            try store.relearnIfStale()
            return store
        } catch {
            throw MusicStoreError(error, path: path)
        }
    }

    /// Path of the music library that belongs to a history: `music.sqlite` in the same folder.
    package static func defaultPath(folder: String) -> String { folder + "/music.sqlite" }

    func read<Value>(
        _ work: (Database) throws -> Value
    ) throws(MusicStoreError) -> Value {
        do { return try pool.read(work) } catch { throw MusicStoreError(error, path: path) }
    }

    func write<Value>(
        _ work: (Database) throws -> Value
    ) throws(MusicStoreError) -> Value {
        do { return try pool.write(work) } catch { throw MusicStoreError(error, path: path) }
    }
}

extension MusicStoreError {
    /// Makes the error that an error of the database means.
    init(_ error: any Error, path: String) {
        if let error = error as? MusicStoreError {
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
            case .foreignDatabase: .notAMusicStore(path: path)
            case .failed(let reason): .failed(path: path, reason: reason)
            }
    }
}
