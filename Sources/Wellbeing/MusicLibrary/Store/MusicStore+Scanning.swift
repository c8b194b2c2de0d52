import Foundation
import GRDB

extension MusicStore {
    /// The facts known about a file before it is read.
    struct KnownFile: Equatable {
        var size: Int64
        var modifiedNs: Int64
        var isGone: Bool
        var error: SongError?
        /// True if its song was measured by the current methods; true where it has none.
        var isCurrent: Bool

        func isSame(as file: FolderWalk.File) -> Bool {
            size == file.size && modifiedNs == file.modifiedNs && isCurrent
        }
    }

    func knownFiles() throws(MusicStoreError) -> [SongPath: KnownFile] {
        try read { db in
            var result: [SongPath: KnownFile] = [:]
            let rows = try Row.fetchCursor(db, sql: Self.knownFilesQuery)
            while let row = try rows.next() { result[SongRow.path(row["path"])] = Self.known(row) }
            return result
        }
    }

    func knownFile(_ path: SongPath) throws(MusicStoreError) -> KnownFile? {
        try read { db in
            try Row.fetchOne(
                db, sql: Self.knownFilesQuery + " WHERE path = ?", arguments: [Data(path.bytes)]
            )
            .map(Self.known)
        }
    }

    private static let knownFilesQuery = """
        SELECT path, size, modified_ns, gone_ms, fault, features_version
        FROM song_file LEFT JOIN song ON song.id = song_file.own_song
        """

    private static func known(_ row: Row) -> KnownFile {
        let version: Int? = row["features_version"]
        return KnownFile(
            size: row["size"], modifiedNs: row["modified_ns"], isGone: row["gone_ms"] != nil,
            error: (row["fault"] as String?).flatMap(SongError.init),
            isCurrent: version.map { $0 == MusicFeaturesVersion.current } ?? true)
    }

    /// Returns true if a song with this sound was measured by the current methods.
    func hasCurrentSong(_ audioKey: String) throws(MusicStoreError) -> Bool {
        try read { db in
            try Int.fetchOne(
                db, sql: "SELECT features_version FROM song WHERE audio_key = ?",
                arguments: [audioKey]) == MusicFeaturesVersion.current
        }
    }

    /// Progress of the newest scan; nil where none was begun, or where it has ended.
    ///
    /// A scan that was killed never ends: a caller that shows it looks twice, and sees whether it continues.
    package func unfinishedScan() throws(MusicStoreError) -> UnfinishedScan? {
        try read { db in
            guard
                let row = try Row.fetchOne(
                    db, sql: "SELECT * FROM scan ORDER BY id DESC LIMIT 1"),
                row["ended_ms"] == nil
            else { return nil }
            return UnfinishedScan(
                id: row["id"],
                doneCount: (row["n_measured"] as Int) + row["n_known"] + row["n_failed"])
        }
    }

    func beginScan(foundCount: Int, nowMs: Int64) throws(MusicStoreError) -> Int64 {
        try write { db in
            try db.execute(
                sql: """
                    INSERT INTO scan (started_ms, n_found, n_measured, n_known, n_failed)
                    VALUES (?, ?, 0, 0, 0)
                    """, arguments: [nowMs, foundCount])
            return db.lastInsertedRowID
        }
    }

    func endScan(_ scan: Int64, nowMs: Int64) throws(MusicStoreError) {
        try write { db in
            try db.execute(
                sql: "UPDATE scan SET ended_ms = ? WHERE id = ?", arguments: [nowMs, scan])
        }
    }

    /// Keeps a file with its song, in one commit; what the person said of the song stays.
    func save(
        _ read: ScannedSong, scan: Int64, nowMs: Int64
    ) throws(MusicStoreError) {
        try write { db in
            if let measured = read.measurement {
                try Self.upsert(
                    db, "song", key: ("audio_key", read.audioKey), inserted: [("added_ms", nowMs)],
                    SongRow.columns(measured))
            }
            let song = try Int64.fetchOne(
                db, sql: "SELECT id FROM song WHERE audio_key = ?", arguments: [read.audioKey])
            try Self.saveFile(db, read.file, song: song, error: nil, read.tags)
            let count = read.measurement == nil ? "n_known" : "n_measured"
            try db.execute(
                sql: "UPDATE scan SET \(count) = \(count) + 1 WHERE id = ?", arguments: [scan])
        }
    }

    /// Keeps why a file gives no song, so that it is not read again until it changes.
    func save(
        _ error: SongError, of file: FolderWalk.File, scan: Int64
    ) throws(MusicStoreError) {
        try write { db in
            if !error.isTransient {
                try Self.saveFile(db, file, song: nil, error: error, SongTags())
            }
            try db.execute(
                sql: "UPDATE scan SET n_failed = n_failed + 1 WHERE id = ?", arguments: [scan])
        }
    }

    /// Marks files as gone, or as there again.
    func mark(
        _ paths: [SongPath], goneMs: Int64?, table: String = "song_file"
    ) throws(MusicStoreError) {
        guard !paths.isEmpty else { return }
        try write { db in
            let statement = try db.makeStatement(
                sql: "UPDATE \(table) SET gone_ms = ? WHERE path = ?")
            for path in paths { try statement.execute(arguments: [goneMs, Data(path.bytes)]) }
        }
    }

    private static func saveFile(
        _ db: Database, _ file: FolderWalk.File, song: Int64?, error: SongError?, _ tags: SongTags
    ) throws {
        try upsert(
            db, "song_file", key: ("path", Data(file.path.bytes)), inserted: [],
            [
                ("song", song), ("own_song", song), ("fault", error?.rawValue), ("size", file.size),
                ("modified_ns", file.modifiedNs), ("gone_ms", nil),
            ] + SongRow.columns(tags))
    }

    private typealias Column = (String, (any DatabaseValueConvertible)?)

    private static func upsert(
        _ db: Database, _ table: String, key: (String, any DatabaseValueConvertible),
        inserted: [Column], _ columns: [Column]
    ) throws {
        let all: [Column] = [(key.0, key.1)] + inserted + columns
        let marks = Array(repeating: "?", count: all.count).joined(separator: ", ")
        let updates = columns.map { "\($0.0) = excluded.\($0.0)" }.joined(separator: ", ")
        try db.execute(
            sql: """
                INSERT INTO \(table) (\(all.map(\.0).joined(separator: ", "))) VALUES (\(marks))
                ON CONFLICT (\(key.0)) DO UPDATE SET \(updates)
                """, arguments: StatementArguments(all.map(\.1)))
    }
}
