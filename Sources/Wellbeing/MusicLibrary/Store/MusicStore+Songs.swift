import Foundation
import GRDB

extension MusicStore {
    /// Every song, those that are gone too, by number.
    package func songs() throws(MusicStoreError) -> [StoredSong] {
        try read { db in
            try Row.fetchAll(db, sql: SongRow.query + " WHERE same_as IS NULL ORDER BY song.id")
                .map(SongRow.song)
        }
    }

    /// Returns the number of songs that have an existing file.
    package func songCount() throws(MusicStoreError) -> Int {
        try read { db in
            try Int.fetchOne(
                db, sql: "SELECT count(DISTINCT song) FROM song_file WHERE gone_ms IS NULL") ?? 0
        }
    }

    /// The song of a number, or of a file.
    ///
    /// - Throws: `noSong`.
    package func song(named word: String) throws(MusicStoreError) -> StoredSong {
        let found = try read { db in
            if let id = Int64(word) {
                return try Row.fetchOne(
                    db,
                    sql: SongRow.query
                        + " WHERE song.id = (SELECT coalesce(same_as, id) FROM song WHERE id = ?)",
                    arguments: [id]
                ).map(SongRow.song)
            }
            guard let path = SongPath(word).resolved else { return nil }
            return try Row.fetchOne(
                db,
                sql: SongRow.query + " WHERE song.id = (SELECT song FROM song_file WHERE path = ?)",
                arguments: [Data(path.bytes)]
            ).map(SongRow.song)
        }
        guard let found else { throw .noSuchSong(word) }
        return found
    }

    /// The files of a song, those that are there first.
    package func files(of song: Int64) throws(MusicStoreError) -> [StoredFile] {
        try files("song = ? ORDER BY gone_ms IS NOT NULL, path", [song])
    }

    /// Files that are there and give no song.
    package func filesWithoutSong() throws(MusicStoreError) -> [StoredFile] {
        try files("song IS NULL AND gone_ms IS NULL ORDER BY path", [])
    }

    private func files(
        _ condition: String, _ arguments: StatementArguments
    ) throws(MusicStoreError) -> [StoredFile] {
        try read { db in
            try Row.fetchAll(
                db, sql: "SELECT * FROM song_file WHERE \(condition)", arguments: arguments
            ).map { row in
                StoredFile(
                    path: SongRow.path(row["path"]), size: row["size"],
                    modifiedNs: row["modified_ns"], missingSinceMs: row["gone_ms"],
                    error: (row["fault"] as String?).flatMap(SongError.init))
            }
        }
    }

    /// Stores the tempo that the person states for a song, for good; nil takes it back.
    package func setCorrectedBpm(_ bpm: Double?, of song: Int64) throws(MusicStoreError) {
        try set("person_bpm", bpm, song)
    }

    /// 0 to 1; nil takes it back.
    package func setCorrectedEnergy(_ energy: Double?, of song: Int64) throws(MusicStoreError) {
        try set("person_energy", energy, song)
    }

    private func set(_ column: String, _ value: Double?, _ song: Int64) throws(MusicStoreError) {
        let count = try write { db in
            try db.execute(
                sql: "UPDATE song SET \(column) = ? WHERE id = ?", arguments: [value, song])
            return db.changesCount
        }
        guard count == 1 else { throw .noSuchSong("\(song)") }
    }

    /// The folders of the newest scan.
    package func roots() throws(MusicStoreError) -> [SongPath] {
        let text = try read { db in
            try String.fetchOne(db, sql: "SELECT value FROM setting WHERE name = 'roots'")
        }
        return (SongRow.decoded([[UInt8]].self, text) ?? []).map { SongPath($0) }
    }

    func setRoots(_ roots: [SongPath]) throws(MusicStoreError) {
        try write { db in
            try db.execute(
                sql: "INSERT OR REPLACE INTO setting (name, value) VALUES ('roots', ?)",
                arguments: [SongRow.encoded(roots.map(\.bytes))])
        }
    }
}
