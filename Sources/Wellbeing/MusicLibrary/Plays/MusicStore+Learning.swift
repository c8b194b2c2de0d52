import GRDB
package import MusicSelection

extension MusicStore {
    /// Learns everything anew from the plays. It gives what was learnt play by play: every change of a song's plays is
    /// learnt by going through all of them, in the order in which they ended.
    package func relearnAll() throws(MusicStoreError) {
        try write { db in
            try db.execute(sql: "DELETE FROM effect")
            try db.execute(sql: "DELETE FROM day_part_effect")
            try db.execute(
                sql: """
                    UPDATE song SET n_plays = n_untimed, n_skips = 0, last_played_ms = NULL,
                        last_skipped_ms = NULL
                    """)
            let songs = try Int64.fetchAll(db, sql: "SELECT DISTINCT song FROM play ORDER BY song")
            for song in songs { try Self.relearn(song, db) }
            let listeningIDs = try Int64.fetchAll(db, sql: "SELECT id FROM listening ORDER BY id")
            for listening in listeningIDs { try Self.updateListening(listening, db) }
        }
    }

    /// Effects and counts of a song from all its plays.
    static func relearn(_ song: Int64, _ db: Database) throws {
        var effects = SongEffects()
        var effectsByDayPart: [DayPart: SongEffects] = [:]
        var (playCount, skipCount) = (0, 0)
        var (lastPlayedMs, lastSkippedMs): (Int64?, Int64?)
        let rows = try Row.fetchCursor(
            db, sql: "SELECT * FROM play WHERE song = ? ORDER BY ended_ms, id", arguments: [song])
        while let row = try rows.next() {
            let play = PlayRow.play(row)
            let facts = play.facts
            effects.learn(facts)
            if let part = play.dayPart {
                effectsByDayPart[part, default: SongEffects()].learn(facts)
            }
            let endedMs = PlayRow.milliseconds(facts.endSeconds)
            if facts.countsAsPlay {
                playCount += 1
                lastPlayedMs = max(lastPlayedMs ?? .min, endedMs)
            }
            if facts.isSkip {
                skipCount += 1
                lastSkippedMs = max(lastSkippedMs ?? .min, endedMs)
            }
        }
        try db.execute(
            sql: """
                UPDATE song
                SET n_plays = n_untimed + ?, n_skips = ?, last_played_ms = ?, last_skipped_ms = ?
                WHERE id = ?
                """, arguments: [playCount, skipCount, lastPlayedMs, lastSkippedMs, song])
        try db.execute(sql: "DELETE FROM effect WHERE song = ?", arguments: [song])
        for columns in EffectRow.columns(effects, song: song) {
            try insert(db, "effect", columns)
        }
        try db.execute(sql: "DELETE FROM day_part_effect WHERE song = ?", arguments: [song])
        for (part, effects) in effectsByDayPart {
            for columns in EffectRow.columns(effects, song: song) {
                try insert(db, "day_part_effect", [("day_part", part.rawValue)] + columns)
            }
        }
    }

    /// Counts, heart and quality of a time of listening from its plays.
    static func updateListening(_ listening: Int64, _ db: Database) throws {
        let plays = try Row.fetchAll(
            db, sql: "SELECT * FROM play WHERE listening = ? ORDER BY started_ms, id",
            arguments: [listening]
        ).map { PlayRow.play($0).facts }
        let sleep = try Double.fetchOne(
            db, sql: "SELECT sleep FROM listening WHERE id = ?", arguments: [listening])
        let skipCount = plays.count { $0.isSkip }
        let startSDNN = plays.lazy.compactMap(\.startSDNNMs).first
        let endSDNN = plays.lazy.compactMap(\.endSDNNMs).last
        let quality = ListeningQuality(plays, sleep: sleep)
        try db.execute(
            sql: """
                UPDATE listening SET n_plays = ?, n_skips = ?, mean_heard = ?, start_bpm = ?,
                    end_bpm = ?, start_sdnn_ms = ?, end_sdnn_ms = ?, quality = ? WHERE id = ?
                """,
            arguments: [
                plays.count, skipCount, quality?.meanPlayedShare,
                plays.lazy.compactMap(\.startBpm).first, plays.lazy.compactMap(\.endBpm).last,
                startSDNN, endSDNN, quality?.value, listening,
            ])
    }

    // MARK: What the person says of a song

    /// Thumb up, down, or lifted.
    package func setThumb(_ thumb: ThumbRating?, song: Int64) throws(MusicStoreError) {
        let isThere = try write { db in
            try db.execute(
                sql: "UPDATE song SET thumb = ? WHERE id = ?", arguments: [thumb?.rawValue, song])
            return db.changesCount == 1
        }
        if !isThere { throw .noSuchSong("\(song)") }
    }

    /// Returns the effects learnt of a song; empty before its first play.
    package func effects(ofSong song: Int64) throws(MusicStoreError) -> SongEffects {
        try read { db in
            var effects = SongEffects()
            let rows = try Row.fetchAll(
                db, sql: "SELECT * FROM effect WHERE song = ?", arguments: [song])
            for row in rows { EffectRow.read(row, into: &effects) }
            return effects
        }
    }

    /// The effects of every song in each part of the day in which it was played.
    package func dayPartEffects() throws(MusicStoreError) -> [Int64: [DayPart: SongEffects]] {
        try read { db in
            var effects: [Int64: [DayPart: SongEffects]] = [:]
            let rows = try Row.fetchCursor(db, sql: "SELECT * FROM day_part_effect")
            while let row = try rows.next() {
                guard let part = DayPart(rawValue: row["day_part"]) else { continue }
                EffectRow.read(
                    row, into: &effects[row["song"], default: [:]][part, default: SongEffects()])
            }
            return effects
        }
    }

    /// Learns everything anew where a migration has asked for it.
    func relearnIfStale() throws(MusicStoreError) {
        let isStale = try read { db in
            try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM setting WHERE name = ?)",
                arguments: [MusicSchema.staleEffectsSetting])
        }
        guard isStale == true else { return }
        try relearnAll()
        try write { db in
            try db.execute(
                sql: "DELETE FROM setting WHERE name = ?",
                arguments: [MusicSchema.staleEffectsSetting])
        }
    }
}

/// A row of `effect`.
enum EffectRow {
    /// The context of the effect over all contexts.
    static let allContextsName = "any"

    /// A row for all contexts together, and one for each.
    static func columns(
        _ effects: SongEffects, song: Int64
    ) -> [[(String, (any DatabaseValueConvertible)?)]] {
        let all = effects.overallEffect.map { [(allContextsName, $0)] } ?? []
        return (all + effects.effectsByContext.map { ($0.key.rawValue, $0.value) }).map {
            columns($0.1, song: song, context: $0.0)
        }
    }

    private static func columns(
        _ effect: SongEffect, song: Int64, context: String
    ) -> [(String, (any DatabaseValueConvertible)?)] {
        [
            ("song", song), ("context", context), ("calm", effect.calm),
            ("energy", effect.energy), ("focus", effect.focus), ("mood_lift", effect.moodLift),
            ("n", effect.count), ("n_moods", effect.moodCount),
            ("n_bpm", effect.heartRate.count), ("mean_bpm", effect.heartRate.mean),
            ("squares_bpm", effect.heartRate.squares), ("n_sdnn", effect.hrv.count),
            ("mean_sdnn", effect.hrv.mean), ("squares_sdnn", effect.hrv.squares),
        ]
    }

    static func read(_ row: Row, into effects: inout SongEffects) {
        var effect = SongEffect()
        effect.calm = row["calm"]
        effect.energy = row["energy"]
        effect.focus = row["focus"]
        effect.moodLift = row["mood_lift"]
        effect.count = row["n"]
        effect.moodCount = row["n_moods"]
        effect.heartRate = ChangeSummary(
            count: row["n_bpm"], mean: row["mean_bpm"], squares: row["squares_bpm"])
        effect.hrv = ChangeSummary(
            count: row["n_sdnn"], mean: row["mean_sdnn"], squares: row["squares_sdnn"])
        let context: String = row["context"]
        if context == allContextsName {
            effects.overallEffect = effect
        } else if let context = MusicContext(rawValue: context) {
            effects.effectsByContext[context] = effect
        }
    }
}
