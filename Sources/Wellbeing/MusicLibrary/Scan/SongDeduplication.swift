import GRDB

/// The comparison of two songs of different sound files, which may be one recording, such as a FLAC
/// and an MP3 of it.
///
/// Artist and title are the same when folded, lengths are within 1 s, and what was measured of the whole file, or of the
/// same excerpt, is within the bounds below: over the coders tried (MP3 64 and 128 kbit/s, Vorbis, Opus, 6 dB less gain),
/// tempos differed by .01 %, densities by .003 and energies beyond their loudness by .01. Without a measured tempo, with
/// different numbers at MusicBrainz, or where one album is named after a concert, a remix or the like and the other is not,
/// songs stay two: a join that is missing is better than a wrong one.
struct SongDeduplication {
    /// A song by its own sound, with the tags of its first file.
    struct Candidate: Sendable {
        let id: Int64
        let leaderID: Int64?
        let lengthSeconds: Double
        let excerptSeconds: Double?
        let featuresVersion: Int
        let bpm: Double?
        let energy: Double?
        let density: Double?
        let onsetsPerSecond: Double?
        let loudnessLUFS: Double?
        let loudnessRangeLU: Double?
        let tags: SongTags
    }

    static let lengthToleranceSeconds = 1.0
    /// The tolerance of the tempo, as a share.
    static let tempoTolerance = 0.002
    static let densityTolerance = 0.01
    /// The tolerance of the energy without the part of the loudness, which follows the gain of a
    /// file.
    static let energyTolerance = 0.02
    /// Onsets in a second, as a share, and at least so many.
    static let onsetTolerance = (share: 0.05, perSecond: 0.1)
    static let loudnessRangeToleranceLU = 0.5

    /// Words of an album that make its songs other recordings.
    static let versionWords: Set<String> = [
        "acoustic", "akustisch", "alternate", "concert", "demo", "demos", "instrumental", "karaoke",
        "konzert", "live", "mix", "mixes", "outtakes", "remix", "remixed", "remixes", "rehearsal",
        "session", "sessions", "take", "takes", "unplugged",
    ]

    /// The leader of each song: the earliest song that it is the same as, or itself.
    static func representatives(_ songs: [Candidate]) -> [Int64: Int64] {
        var candidatesByName: [String: [Candidate]] = [:]
        var representatives: [Int64: Int64] = [:]
        for song in songs.sorted(by: { $0.id < $1.id }) {
            representatives[song.id] = song.id
            guard let name = SongMatcher.name(song.tags) else { continue }
            if let representative = candidatesByName[name]?.first(where: { isSame($0, song) }) {
                representatives[song.id] = representative.id
            } else {
                candidatesByName[name, default: []].append(song)
            }
        }
        return representatives
    }

    /// Returns true if two songs with the same names are one recording.
    static func isSame(_ a: Candidate, _ b: Candidate) -> Bool {
        guard abs(a.lengthSeconds - b.lengthSeconds) <= lengthToleranceSeconds,
            a.excerptSeconds == b.excerptSeconds, a.featuresVersion == b.featuresVersion,
            albumVersionWords(a.tags.album) == albumVersionWords(b.tags.album)
        else { return false }
        if let one = a.tags.recordingID, let other = b.tags.recordingID,
            one.lowercased() != other.lowercased()
        {
            return false
        }
        guard let bpm = a.bpm, let otherBpm = b.bpm, bpm > 0,
            abs(otherBpm / bpm - 1) <= tempoTolerance,
            isNear(a.density, b.density, densityTolerance),
            isNear(energyWithoutLoudness(a), energyWithoutLoudness(b), energyTolerance),
            isNear(a.loudnessRangeLU, b.loudnessRangeLU, loudnessRangeToleranceLU)
        else { return false }
        let onsets = max(a.onsetsPerSecond ?? 0, b.onsetsPerSecond ?? 0)
        return isNear(
            a.onsetsPerSecond, b.onsetsPerSecond,
            max(onsetTolerance.perSecond, onsetTolerance.share * onsets))
    }

    private static func albumVersionWords(_ album: String?) -> Set<String> {
        let words = (album ?? "").lowercased().split { !$0.isLetter }.map(String.init)
        return versionWords.intersection(words)
    }

    private static func isNear(_ a: Double?, _ b: Double?, _ tolerance: Double) -> Bool {
        guard let a, let b else { return false }
        return abs(a - b) <= tolerance
    }

    /// The energy less .30 clamp((L + 30)/24), its part of the loudness.
    private static func energyWithoutLoudness(_ song: Candidate) -> Double? {
        guard let energy = song.energy, let loudness = song.loudnessLUFS else { return nil }
        return energy - 0.3 * min(1, max(0, (loudness + 30) / 24))
    }
}

extension MusicStore {
    /// Makes one song of those that are the same: the earliest has all their files, plays, and what the person said. A song
    /// whose tags say something else meanwhile is one of its own again; its plays of before stay where they are.
    func joinSameSongs() throws(MusicStoreError) {
        try write { db in
            let songs = try Row.fetchAll(
                db,
                sql: """
                    SELECT song.*, file.*, song.id AS song_id FROM song
                    JOIN song_file AS file ON file.id = (
                        SELECT id FROM song_file WHERE own_song = song.id
                        ORDER BY gone_ms IS NOT NULL, path LIMIT 1)
                    """
            ).map(Self.candidate)
            let representatives = SongDeduplication.representatives(songs)
            for song in songs {
                guard let representative = representatives[song.id] else { continue }
                if representative == song.id, song.leaderID == nil { continue }
                try db.execute(
                    sql: "UPDATE song_file SET song = ? WHERE own_song = ?",
                    arguments: [representative, song.id])
                let isAlias = representative != song.id
                try db.execute(
                    sql: "UPDATE song SET same_as = ? WHERE id = ?",
                    arguments: [isAlias ? representative : nil, song.id])
                if isAlias { try Self.move(song.id, to: representative, db) }
            }
        }
    }

    private static func candidate(_ row: Row) -> SongDeduplication.Candidate {
        SongDeduplication.Candidate(
            id: row["song_id"], leaderID: row["same_as"], lengthSeconds: row["duration_s"],
            excerptSeconds: row["excerpt_s"], featuresVersion: row["features_version"],
            bpm: row["bpm"], energy: row["energy"], density: row["density"],
            onsetsPerSecond: row["onsets_per_s"], loudnessLUFS: row["loudness_lufs"],
            loudnessRangeLU: row["loudness_range_lu"],
            tags: SongTags(
                title: row["title"], artist: row["artist"], album: row["album"],
                recordingID: row["recording_mbid"]))
    }

    /// Moves what is known of a song beyond its sound to another one.
    private static func move(_ song: Int64, to leader: Int64, _ db: Database) throws {
        let isEmpty = try Bool.fetchOne(
            db,
            sql: """
                SELECT thumb IS NULL AND person_bpm IS NULL AND person_energy IS NULL
                    AND n_plays = 0 AND n_skips = 0
                    AND NOT EXISTS (SELECT 1 FROM play WHERE song = :song)
                    AND NOT EXISTS (SELECT 1 FROM playlist_song WHERE song = :song)
                FROM song WHERE id = :song
                """, arguments: ["song": song])
        if isEmpty == true { return }
        for statement in [
            """
            UPDATE song SET (thumb, person_bpm, person_energy, n_untimed) = (
                SELECT coalesce(song.thumb, other.thumb),
                    coalesce(song.person_bpm, other.person_bpm),
                    coalesce(song.person_energy, other.person_energy),
                    song.n_untimed + other.n_untimed
                FROM song AS other WHERE other.id = :song)
            WHERE id = :leader
            """,
            """
            UPDATE song SET thumb = NULL, person_bpm = NULL, person_energy = NULL, n_untimed = 0
            WHERE id = :song AND :leader = :leader
            """, "UPDATE playlist_song SET song = :leader WHERE song = :song",
            // A play that both have is one.
            "UPDATE OR IGNORE play SET song = :leader WHERE song = :song",
            "DELETE FROM play WHERE song = :song AND :leader = :leader",
        ] {
            try db.execute(sql: statement, arguments: ["song": song, "leader": leader])
        }
        for id in [song, leader] { try relearn(id, db) }
    }
}
