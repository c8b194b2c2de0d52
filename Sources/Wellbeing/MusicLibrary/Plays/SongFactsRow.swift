import GRDB
import MusicSelection
import SongFeatures

/// A song as choosing needs it, from a row of few columns, which are read by index: a library of 100,000 songs is
/// read whole before a choice.
enum SongFactsRow {
    /// The query for every song that has a file, or for the song `:song` alone. A silent file is
    /// not to be played.
    static let query = """
        SELECT song.id, person_bpm, tag_bpm, bad_bpm IS NOT NULL, bpm, tempo_confidence, rivals,
            coalesce(person_energy, energy), density, thumb, n_plays, n_skips, last_played_ms,
            last_skipped_ms, artist, genres,
            instr(missing, '"loudness":"silent"') > 0 OR instr(missing, '"too_quiet"') > 0
        FROM song JOIN song_file AS file ON file.id = (
            SELECT id FROM song_file WHERE song_file.song = song.id AND gone_ms IS NULL
            ORDER BY path LIMIT 1)
        WHERE :song IS NULL OR song.id = :song ORDER BY song.id
        """

    static func facts(_ row: Row, _ effects: SongEffects, _ keys: inout ArtistGenreNumbers)
        -> SongFacts
    {
        let confidence: Double? = row[5]
        let measured: Double? = confidence == nil ? nil : row[4]
        let tempo = ResolvedTempo(
            person: row[1], tag: row[2], hasBadTag: row[3], measured: measured,
            confidence: confidence)
        let isMeasured = tempo.source == .measured
        let thumb = (row[9] as String?).flatMap(ThumbRating.init)
        return SongFacts(
            id: row[0], bpm: tempo.bpm,
            tempoConfidence: resolvedConfidence(tempo, measured.flatMap { _ in confidence }),
            isTempoDoubtful: isMeasured
                && (confidence ?? 0) < ResolvedTempo.minLikelyConfidence,
            alternativeTempos: isMeasured
                ? SongRow.alternativeTempos(row[6]).map {
                    WeightedTempo(bpm: $0.bpm, strength: $0.strength)
                }
                : [],
            energy: row[7], density: row[8], playCount: row[10], skipCount: row[11],
            lastPlayedSeconds: seconds(row[12]), lastSkippedSeconds: seconds(row[13]),
            artist: (row[14] as String?).map { keys.artist($0) },
            genres: keys.genres(row[15]), isBlocked: thumb == .down,
            isLiked: thumb == .up, isPlayable: !(row[16] as Bool), effects: effects)
    }

    /// A person is sure, and so are a tag and a measurement that agree. A tag that nothing speaks for is right half of
    /// the time: a choice of our own.
    private static func resolvedConfidence(_ tempo: ResolvedTempo, _ measured: Double?) -> Double {
        switch tempo.source {
        case .person: 1
        case .measured: measured ?? 0
        case .tag: tempo.notes.isEmpty && measured != nil ? 1 : 0.5
        case nil: 0
        }
    }

    private static func seconds(_ ms: Int64?) -> Double? { ms.map { Double($0) / 1000 } }
}
