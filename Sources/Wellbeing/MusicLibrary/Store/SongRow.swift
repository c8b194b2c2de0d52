import Foundation
import GRDB
import SongFeatures

/// A row of ``SongRow/query`` as a song.
enum SongRow {
    /// Each song once, with the file that leads and how many are there.
    static let query = """
        SELECT song.*, file.*, song.id AS song_id,
            (SELECT count(*) FROM song_file
                WHERE song_file.song = song.id AND gone_ms IS NULL) AS n_files
        FROM song LEFT JOIN song_file AS file ON file.id = (
            SELECT id FROM song_file WHERE song_file.song = song.id
            ORDER BY gone_ms IS NOT NULL, path LIMIT 1)
        """

    static func song(_ row: Row) -> StoredSong {
        var features = SongFeatures(
            seconds: row["excerpt_s"] ?? row["duration_s"], onsetsPerSecond: row["onsets_per_s"],
            energy: row["energy"], density: row["density"], loudnessLUFS: row["loudness_lufs"],
            loudnessRangeLU: row["loudness_range_lu"], missing: missing(row["missing"]))
        if let bpm: Double = row["bpm"], let confidence: Double = row["tempo_confidence"] {
            features.tempo = SongTempo(
                bpm: bpm, confidence: confidence,
                alternativeTempos: alternativeTempos(row["rivals"]), range: range(row))
        }
        return StoredSong(
            id: row["song_id"], audioKey: row["audio_key"], addedMs: row["added_ms"],
            codec: row["codec"], durationSeconds: row["duration_s"], features: features,
            excerptSeconds: row["excerpt_s"], tags: tags(row),
            path: path(row["path"]), fileCount: row["n_files"], personTempoBpm: row["person_bpm"],
            correctedEnergy: row["person_energy"])
    }

    private static func range(_ row: Row) -> ClosedRange<Double>? {
        guard let slowestBpm: Double = row["slowest_bpm"],
            let fastestBpm: Double = row["fastest_bpm"],
            slowestBpm <= fastestBpm
        else { return nil }
        return slowestBpm...fastestBpm
    }

    static func path(_ data: Data?) -> SongPath { SongPath(data.map { Array($0) } ?? []) }

    private static func tags(_ row: Row) -> SongTags {
        SongTags(
            title: row["title"], artist: row["artist"], album: row["album"],
            genres: names(row["genres"]), date: row["date"],
            recordingID: row["recording_mbid"], artistID: row["artist_mbid"],
            albumID: row["album_mbid"], bpm: row["tag_bpm"], invalidTempoText: row["bad_bpm"],
            trackGainDB: row["track_gain_db"], albumGainDB: row["album_gain_db"])
    }

    /// Columns and values of what was measured.
    static func columns(_ measured: SongMeasurement) -> [(String, (any DatabaseValueConvertible)?)]
    {
        let features = measured.features
        let alternativeTempos =
            features.tempo?.alternativeTempos.map { [$0.bpm, $0.strength] } ?? []
        let missing = Dictionary(
            uniqueKeysWithValues: features.missing.map { ($0.key.rawValue, $0.value.rawValue) })
        return [
            ("duration_s", measured.durationSeconds), ("codec", measured.codec),
            ("sample_rate_hz", measured.sampleRateHz), ("n_channels", measured.channelCount),
            ("features_version", MusicFeaturesVersion.current),
            ("excerpt_s", measured.excerptSeconds), ("bpm", features.tempo?.bpm),
            ("tempo_confidence", features.tempo?.confidence),
            ("rivals", encoded(alternativeTempos)),
            ("slowest_bpm", features.tempo?.range?.lowerBound),
            ("fastest_bpm", features.tempo?.range?.upperBound),
            ("onsets_per_s", features.onsetsPerSecond), ("energy", features.energy),
            ("density", features.density), ("loudness_lufs", features.loudnessLUFS),
            ("loudness_range_lu", features.loudnessRangeLU), ("missing", encoded(missing)),
        ]
    }

    /// Columns and values of tags.
    static func columns(_ tags: SongTags) -> [(String, (any DatabaseValueConvertible)?)] {
        [
            ("title", tags.title), ("artist", tags.artist), ("album", tags.album),
            ("genres", encoded(tags.genres)), ("date", tags.date),
            ("recording_mbid", tags.recordingID), ("artist_mbid", tags.artistID),
            ("album_mbid", tags.albumID), ("tag_bpm", tags.bpm), ("bad_bpm", tags.invalidTempoText),
            ("track_gain_db", tags.trackGainDB), ("album_gain_db", tags.albumGainDB),
        ]
    }

    /// Lists without escapes, as nearly all are, are split: a library of 100,000 songs is read for one choice.
    static func names(_ text: String?) -> [String] {
        guard let text, text != "[]" else { return [] }
        let isPlain = text.utf8.allSatisfy { $0 != UInt8(ascii: "\\") }
        guard isPlain, text.hasPrefix("[\""), text.hasSuffix("\"]") else {
            return decoded([String].self, text) ?? []
        }
        return text.dropFirst(2).dropLast(2).split(
            separator: "\",\"", omittingEmptySubsequences: false
        )
        .map(String.init)
    }

    /// Pairs of numbers, as ``encoded(_:)`` writes them; those that are none are left out.
    static func alternativeTempos(_ text: String) -> [TempoAlternative] {
        text.utf8.split(separator: UInt8(ascii: "]")).compactMap { pair in
            let numbers = pair.split { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: ",") }
                .compactMap { Double(Substring($0)) }
            return numbers.count == 2
                ? TempoAlternative(bpm: numbers[0], strength: numbers[1]) : nil
        }
    }

    private static func missing(_ text: String) -> [SongFeature: MissingSongFeatureReason] {
        if text == "{}" { return [:] }
        var result: [SongFeature: MissingSongFeatureReason] = [:]
        for (name, reason) in decoded([String: String].self, text) ?? [:] {
            guard let feature = SongFeature(rawValue: name) else { continue }
            result[feature] = MissingSongFeatureReason(rawValue: reason)
        }
        return result
    }

    static func encoded(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
    }

    static func decoded<Value: Decodable>(_ type: Value.Type, _ text: String?) -> Value? {
        text.flatMap { try? JSONDecoder().decode(type, from: Data($0.utf8)) }
    }
}
