import GRDB
import MusicSelection

extension MusicStore {
    /// Keeps plays and learns from them, all in one commit.
    ///
    /// A play of a song at a moment that is kept already changes nothing, so what is reported twice counts once. Plays
    /// that ``PlayFacts/isInformative`` nothing are kept too. Complexity: the plays of the songs in question.
    ///
    /// - Parameter source: the source that reports them: `live`, or the play history of another program.
    /// - Returns: how many were new.
    @discardableResult
    package func save(
        _ plays: [StoredPlay], utcOffsetSeconds: Int, source: String = MusicStore.liveSource
    ) throws(MusicStoreError) -> Int {
        try save(plays, source: source) { _ in utcOffsetSeconds }
    }

    /// The same with the offset of each play: a play history is from summers and winters.
    @discardableResult
    func save(
        _ plays: [StoredPlay], source: String, utcOffsetSeconds: (PlayFacts) -> Int
    ) throws(MusicStoreError) -> Int {
        try write { db in
            var listenings: Set<Int64> = []
            var songs: Set<Int64> = []
            var count = 0
            for play in plays.sorted(by: { $0.facts.startSeconds < $1.facts.startSeconds }) {
                let isKnown = try Bool.fetchOne(
                    db, sql: "SELECT EXISTS (SELECT 1 FROM play WHERE song = ? AND started_ms = ?)",
                    arguments: [play.facts.songID, PlayRow.milliseconds(play.facts.startSeconds)])
                if isKnown == true { continue }
                let offset = utcOffsetSeconds(play.facts)
                var play = play
                play.dayPart = DayPart(
                    unixSeconds: play.facts.startSeconds, utcOffsetSeconds: offset)
                let listeningID = try Self.listeningID(
                    of: play, utcOffsetSeconds: offset, source: source, db)
                try Self.insert(db, "play", PlayRow.columns(play, listening: listeningID))
                listenings.insert(listeningID)
                songs.insert(play.facts.songID)
                count += 1
            }
            for song in songs { try Self.relearn(song, db) }
            for listening in listenings { try Self.updateListening(listening, db) }
            return count
        }
    }

    /// The source of plays that were recorded as they happened.
    package static let liveSource = "live"

    /// The time of listening that a play belongs to; a new one after a pause of half an hour.
    ///
    /// Those of one source do not overlap: only the last that begin before the play's end can be it, out of any number.
    private static func listeningID(
        of play: StoredPlay, utcOffsetSeconds: Int, source: String, _ db: Database
    ) throws -> Int64 {
        let startedMs = PlayRow.milliseconds(play.facts.startSeconds)
        let endedMs = PlayRow.milliseconds(play.facts.endSeconds)
        let pauseMs = Int64(1000 * ListeningSession.maxPauseSeconds)
        let nearbyListeningID = try Int64.fetchOne(
            db,
            sql: """
                SELECT id FROM (
                    SELECT id, ended_ms FROM listening WHERE source = ? AND started_ms <= ?
                    ORDER BY started_ms DESC LIMIT 4)
                WHERE ended_ms >= ? ORDER BY ended_ms DESC LIMIT 1
                """, arguments: [source, endedMs + pauseMs, startedMs - pauseMs])
        if let nearbyListeningID {
            try db.execute(
                sql: """
                    UPDATE listening
                    SET started_ms = min(started_ms, ?), ended_ms = max(ended_ms, ?) WHERE id = ?
                    """, arguments: [startedMs, endedMs, nearbyListeningID])
            return nearbyListeningID
        }
        try db.execute(
            sql: """
                INSERT INTO listening (started_ms, ended_ms, utc_offset_s, source)
                VALUES (?, ?, ?, ?)
                """, arguments: [startedMs, endedMs, utcOffsetSeconds, source])
        return db.lastInsertedRowID
    }

    static func insert(
        _ db: Database, _ table: String, _ columns: [(String, (any DatabaseValueConvertible)?)]
    ) throws {
        let marks = Array(repeating: "?", count: columns.count).joined(separator: ", ")
        try db.execute(
            sql:
                "INSERT INTO \(table) (\(columns.map(\.0).joined(separator: ", "))) VALUES (\(marks))",
            arguments: StatementArguments(columns.map(\.1)))
    }

    // MARK: Reading

    /// The selection of plays to read, the newest first.
    package struct PlayQuery: Sendable {
        package var song: Int64?
        /// ms since 1970.
        package var sinceMs: Int64?
        package var untilMs: Int64?
        package var limit: Int

        package init(
            song: Int64? = nil, sinceMs: Int64? = nil, untilMs: Int64? = nil, limit: Int = .max
        ) {
            self.song = song
            self.sinceMs = sinceMs
            self.untilMs = untilMs
            self.limit = limit
        }
    }

    package func plays(_ query: PlayQuery = PlayQuery()) throws(MusicStoreError) -> [StoredPlay] {
        try read { db in
            let rows = try Row.fetchCursor(
                db,
                sql: """
                    SELECT * FROM play
                    WHERE (:song IS NULL OR song = :song)
                        AND (:since IS NULL OR started_ms >= :since)
                        AND (:until IS NULL OR started_ms < :until)
                    ORDER BY started_ms DESC, id DESC LIMIT :limit
                    """,
                arguments: [
                    "song": query.song, "since": query.sinceMs, "until": query.untilMs,
                    "limit": Int64(clamping: query.limit),
                ])
            return try Array(rows.map(PlayRow.play))
        }
    }

    /// Times of listening, the newest first.
    package func listenings(limit: Int = .max) throws(MusicStoreError) -> [ListeningSession] {
        try read { db in
            try Row.fetchAll(
                db, sql: "SELECT * FROM listening ORDER BY started_ms DESC, id DESC LIMIT ?",
                arguments: [Int64(clamping: limit)]
            ).map(PlayRow.listeningSession)
        }
    }

    /// Says how a night after a time of listening was, 0 to 1.
    package func save(
        sleep: Double?, afterListening listening: Int64
    ) throws(MusicStoreError) {
        try write { db in
            try db.execute(
                sql: "UPDATE listening SET sleep = ? WHERE id = ?", arguments: [sleep, listening])
            try Self.updateListening(listening, db)
        }
    }
}
