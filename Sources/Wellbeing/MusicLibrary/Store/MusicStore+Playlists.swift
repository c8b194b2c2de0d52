import Foundation
import GRDB

extension MusicStore {
    /// Every playlist, by name.
    package func playlists() throws(MusicStoreError) -> [StoredPlaylist] {
        try read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT playlist.*,
                        (SELECT count(*) FROM playlist_song WHERE playlist = playlist.id) AS n_songs
                    FROM playlist ORDER BY name, path
                    """
            ).map { row in
                StoredPlaylist(
                    id: row["id"], name: row["name"], path: SongRow.path(row["path"]),
                    songCount: row["n_songs"], badEntryCount: row["n_bad"],
                    isGone: row["gone_ms"] != nil)
            }
        }
    }

    /// The songs of a playlist in their order.
    package func songs(of playlist: Int64) throws(MusicStoreError) -> [StoredSong] {
        try read { db in
            try Row.fetchAll(
                db,
                sql: SongRow.query + """
                     JOIN playlist_song ON playlist_song.song = song.id
                     WHERE playlist_song.playlist = ? ORDER BY playlist_song.number
                    """, arguments: [playlist]
            ).map(SongRow.song)
        }
    }

    /// The songs of each playlist in their order, by their numbers; a list without songs is left out.
    package func playlistMembers() throws(MusicStoreError) -> [Int64: [Int64]] {
        try read { db in
            var members: [Int64: [Int64]] = [:]
            let rows = try Row.fetchCursor(
                db, sql: "SELECT playlist, song FROM playlist_song ORDER BY playlist, number")
            while let row = try rows.next() {
                members[row["playlist"], default: []].append(row["song"])
            }
            return members
        }
    }

    /// Keeps a playlist instead of what it was before.
    ///
    /// - Returns: how many entries are bad: those that the file has, and those that are no song here.
    func save(
        _ list: M3U, path: SongPath, nowMs: Int64
    ) throws(MusicStoreError) -> Int {
        try write { db in
            try db.execute(
                sql: """
                    INSERT INTO playlist (path, name, n_bad, read_ms) VALUES (?, ?, 0, ?)
                    ON CONFLICT (path) DO UPDATE
                    SET name = excluded.name, read_ms = excluded.read_ms, gone_ms = NULL
                    """,
                arguments: [Data(path.bytes), list.name ?? path.title, nowMs])
            guard
                let id = try Int64.fetchOne(
                    db, sql: "SELECT id FROM playlist WHERE path = ?",
                    arguments: [Data(path.bytes)])
            else { return 0 }
            try db.execute(sql: "DELETE FROM playlist_song WHERE playlist = ?", arguments: [id])
            let find = try db.makeStatement(sql: "SELECT song FROM song_file WHERE path = ?")
            let insert = try db.makeStatement(
                sql: "INSERT INTO playlist_song (playlist, number, song) VALUES (?, ?, ?)")
            var badEntryCount = list.badEntryCount
            var number = 0
            for entry in list.entries {
                var song: Int64?
                for path in entry where song == nil {
                    song = try Row.fetchOne(find, arguments: [Data(path.bytes)])?["song"]
                }
                guard let song else {
                    badEntryCount += 1
                    continue
                }
                number += 1
                try insert.execute(arguments: [id, number, song])
            }
            try db.execute(
                sql: "UPDATE playlist SET n_bad = ? WHERE id = ?", arguments: [badEntryCount, id])
            return badEntryCount
        }
    }

    func playlistPaths() throws(MusicStoreError) -> [SongPath] {
        try read { db in
            try Data.fetchAll(db, sql: "SELECT path FROM playlist WHERE gone_ms IS NULL")
                .map { SongPath(Array($0)) }
        }
    }
}
