package import Foundation
import GRDB

extension MusicStore {
    /// Takes out all that came from the heart of sessions of the history, and learns the songs in question anew.
    ///
    /// The plays stay, without what the heart did. What is taken out is overwritten in the file.
    package func deleteHeartData(ofSessions sessions: Set<UUID>) throws(MusicStoreError) {
        guard !sessions.isEmpty else { return }
        let changed = try write { db in
            try sessions.reduce(0) { try $0 + Self.forget($1.uuidString, db) }
        }
        if changed > 0 { try overwriteDeletedData() }
    }

    /// The same for each session that the history does not have any more.
    package func deleteHeartData(exceptSessions isThere: (UUID) -> Bool) throws(MusicStoreError) {
        let named = try read { db in
            try String.fetchSet(
                db,
                sql: """
                    SELECT breathing FROM play WHERE breathing IS NOT NULL
                    UNION SELECT breathing FROM heart_sample WHERE breathing IS NOT NULL
                    UNION SELECT breathing FROM pattern_estimate WHERE breathing IS NOT NULL
                    """)
        }
        try deleteHeartData(ofSessions: Set(named.compactMap(UUID.init).filter { !isThere($0) }))
    }

    /// - Returns: how many rows were changed.
    private static func forget(_ session: String, _ db: Database) throws -> Int {
        let songs = try Int64.fetchAll(
            db, sql: "SELECT DISTINCT song FROM play WHERE breathing = ?", arguments: [session])
        let listenings = try Int64.fetchAll(
            db, sql: "SELECT DISTINCT listening FROM play WHERE breathing = ?",
            arguments: [session])
        var count = 0
        for statement in [
            """
            UPDATE play SET start_bpm = NULL, end_bpm = NULL, start_sdnn_ms = NULL,
                end_sdnn_ms = NULL, start_bpm_above_median = NULL,
                start_sdnn_above_median_ms = NULL, breathing = NULL WHERE breathing = ?
            """, "DELETE FROM heart_sample WHERE breathing = ?",
            "DELETE FROM pattern_estimate WHERE breathing = ?",
        ] {
            try db.execute(sql: statement, arguments: [session])
            count += db.changesCount
        }
        for song in songs { try relearn(song, db) }
        for listening in listenings { try updateListening(listening, db) }
        return count
    }

    /// Deletes every play, what was learnt from them, and all that is kept of the heart, of moods and of contexts. Songs,
    /// playlists, corrections, thumbs and settings stay. What is taken out is overwritten in the file.
    ///
    /// - Returns: how many plays there were.
    @discardableResult
    package func deletePlays() throws(MusicStoreError) -> Int {
        let count = try write { db in
            try db.execute(sql: "DELETE FROM play")
            let count = db.changesCount
            for table in [
                "day_part_effect", "effect", "listening", "heart_sample", "mood", "nudge",
                "said_context",
                "pattern_estimate",
            ] {
                try db.execute(sql: "DELETE FROM \(table)")
            }
            try db.execute(
                sql: """
                    UPDATE song SET n_plays = 0, n_untimed = 0, n_skips = 0,
                        last_played_ms = NULL, last_skipped_ms = NULL
                    """)
            return count
        }
        try overwriteDeletedData()
        return count
    }
}
