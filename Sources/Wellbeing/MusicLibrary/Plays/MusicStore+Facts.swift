import GRDB
package import MusicSelection

extension MusicStore {
    /// Returns the facts that choosing needs about every song that has an existing file, ascending
    /// by number.
    ///
    /// Numbers of artists and genres hold within one answer.
    ///
    /// - Parameter song: only this one.
    package func songFacts(song: Int64? = nil) throws(MusicStoreError) -> [SongFacts] {
        try read { db in
            var effects: [Int64: SongEffects] = [:]
            let effectRows = try Row.fetchCursor(
                db, sql: "SELECT * FROM effect WHERE :song IS NULL OR song = :song",
                arguments: ["song": song])
            while let row = try effectRows.next() {
                EffectRow.read(row, into: &effects[row["song"], default: SongEffects()])
            }
            var keys = ArtistGenreNumbers()
            var facts: [SongFacts] = []
            let rows = try Row.fetchCursor(db, sql: SongFactsRow.query, arguments: ["song": song])
            while let row = try rows.next() {
                facts.append(SongFactsRow.facts(row, effects[row[0]] ?? SongEffects(), &keys))
            }
            return facts
        }
    }

    /// Returns true if any song has an existing file.
    package func hasSongs() throws(MusicStoreError) -> Bool {
        try read { db in
            try Bool.fetchOne(
                db,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM song_file WHERE song IS NOT NULL AND gone_ms IS NULL)
                    """) ?? false
        }
    }

    /// The number of times that a song was played, also for one that is gone.
    package struct SongCounts: Sendable, Equatable {
        package var song: Int64
        package var plays: Int
        package var skipCount: Int
        /// End of the last play; ms since 1970.
        package var lastPlayedMs: Int64?
    }

    package func counts() throws(MusicStoreError) -> [SongCounts] {
        try read { db in
            try Row.fetchAll(
                db,
                sql:
                    "SELECT id, n_plays, n_skips, last_played_ms FROM song WHERE same_as IS NULL ORDER BY id"
            ).map {
                SongCounts(
                    song: $0["id"], plays: $0["n_plays"], skipCount: $0["n_skips"],
                    lastPlayedMs: $0["last_played_ms"])
            }
        }
    }

    /// The thumbs of songs that have one.
    package func thumbs() throws(MusicStoreError) -> [Int64: ThumbRating] {
        try read { db in
            let rows = try Row.fetchAll(
                db, sql: "SELECT id, thumb FROM song WHERE thumb IS NOT NULL")
            return Dictionary(
                uniqueKeysWithValues: rows.compactMap { row in
                    ThumbRating(rawValue: row["thumb"]).map { (row["id"], $0) }
                })
        }
    }
}

/// Numbers for artists and genres; capitals and accents do not count.
struct ArtistGenreNumbers {
    private var artistNumbers: [String: Int64] = [:]
    private var genreNumbers: [String: Int32] = [:]
    /// The numbers of artists by their names as written: most are written alike, and folding takes
    /// time.
    private var writtenArtistNumbers: [String: Int64] = [:]
    private var writtenGenreNumbers: [String: [Int32]] = [:]

    mutating func artist(_ name: String) -> Int64 {
        if let known = writtenArtistNumbers[name] { return known }
        let next = Int64(artistNumbers.count)
        let key = artistNumbers.findOrInsert(SongMatcher.folded(name), next)
        writtenArtistNumbers[name] = key
        return key
    }

    /// - Parameter text: names as a row has them.
    mutating func genres(_ text: String) -> [Int32] {
        if let known = writtenGenreNumbers[text] { return known }
        let keys = SongRow.names(text).map { name in
            genreNumbers.findOrInsert(SongMatcher.folded(name), Int32(clamping: genreNumbers.count))
        }
        writtenGenreNumbers[text] = keys
        return keys
    }
}

extension Dictionary {
    /// The value of a key; a new one where there is none.
    fileprivate mutating func findOrInsert(_ key: Key, _ new: Value) -> Value {
        if let value = self[key] { return value }
        self[key] = new
        return new
    }
}
