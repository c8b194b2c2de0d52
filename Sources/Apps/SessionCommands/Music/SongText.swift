import CommandSupport
import Foundation
import HRVReports
import MusicLibrary
import SongFeatures

/// Songs as rows of named values, and as a table.
enum SongText {
    static func text(_ songs: [StoredSong], _ shape: HistoryShape) -> String {
        HealthRows(columns: columns, rows: songs.map(row)).text(shape) { table(songs) }
    }

    static func row(_ song: StoredSong) -> HealthRows.Row {
        let tempo = song.tempo
        let tags = song.tags
        let features = song.features
        return [
            ("id", .integer(Int(song.id))), ("title", OrderedJSON(tags.title)),
            ("artist", OrderedJSON(tags.artist)), ("album", OrderedJSON(tags.album)),
            ("genres", .array(tags.genres.map { .text($0) })), ("date", OrderedJSON(tags.date)),
            ("duration_s", .number(song.durationSeconds)), ("bpm", OrderedJSON(tempo.bpm)),
            ("bpm_source", OrderedJSON(tempo.source?.rawValue)),
            ("other_bpm", OrderedJSON(tempo.rejectedBpm)),
            ("other_source", OrderedJSON(tempo.rejectedSource?.rawValue)),
            ("notes", .array(tempo.notes.map { .text($0.rawValue) })),
            ("measured_bpm", OrderedJSON(features.tempo?.bpm)),
            ("tempo_confidence", OrderedJSON(features.tempo?.confidence)),
            ("slowest_bpm", OrderedJSON(features.tempo?.range?.lowerBound)),
            ("fastest_bpm", OrderedJSON(features.tempo?.range?.upperBound)),
            ("tag_bpm", OrderedJSON(tags.bpm)), ("bad_tag", OrderedJSON(tags.invalidTempoText)),
            ("person_bpm", OrderedJSON(song.personTempoBpm)), ("energy", OrderedJSON(song.energy)),
            ("measured_energy", OrderedJSON(features.energy)),
            ("person_energy", OrderedJSON(song.correctedEnergy)),
            ("density", OrderedJSON(features.density)),
            ("onsets_per_s", OrderedJSON(features.onsetsPerSecond)),
            ("loudness_lufs", OrderedJSON(features.loudnessLUFS)),
            ("loudness_range_lu", OrderedJSON(features.loudnessRangeLU)),
            ("track_gain_db", OrderedJSON(tags.trackGainDB)),
            ("album_gain_db", OrderedJSON(tags.albumGainDB)),
            ("recording_mbid", OrderedJSON(tags.recordingID)),
            ("artist_mbid", OrderedJSON(tags.artistID)), ("album_mbid", OrderedJSON(tags.albumID)),
            ("excerpt_s", OrderedJSON(song.excerptSeconds)), ("codec", .text(song.codec)),
            ("files", .integer(song.fileCount)), ("path", .text(song.path.text)),
            ("audio_key", .text(song.audioKey)), ("reasons", reasons(song)),
        ]
    }

    /// Names of the columns where there is no song.
    private static let columns = [
        "id", "title", "artist", "album", "genres", "date", "duration_s", "bpm", "bpm_source",
        "other_bpm", "other_source", "notes", "measured_bpm", "tempo_confidence",
        "slowest_bpm", "fastest_bpm", "tag_bpm",
        "bad_tag", "person_bpm", "energy", "measured_energy", "person_energy", "density",
        "onsets_per_s", "loudness_lufs", "loudness_range_lu", "track_gain_db", "album_gain_db",
        "recording_mbid", "artist_mbid", "album_mbid", "excerpt_s", "codec", "files", "path",
        "audio_key", "reasons",
    ]

    /// Returns the reasons that values were not measured.
    private static func reasons(_ song: StoredSong) -> OrderedJSON {
        let names: [SongFeature: String] = [
            .tempo: "measured_bpm", .onsets: "onsets_per_s", .energy: "measured_energy",
            .density: "density", .loudness: "loudness_lufs", .loudnessRange: "loudness_range_lu",
        ]
        return .object(
            song.features.missing.sorted { $0.key.rawValue < $1.key.rawValue }.map {
                (names[$0.key] ?? $0.key.rawValue, .text($0.value.rawValue))
            })
    }

    static func table(_ songs: [StoredSong]) -> String {
        TextColumns.text(
            titles: [
                "id", "title", "artist", "time", "bpm", "by", "sure", "energy", "density", "",
            ],
            rows: songs.map { song in
                let tempo = song.tempo
                return [
                    "\(song.id)", truncated(song.displayTitle, 36),
                    truncated(song.tags.artist ?? "", 24),
                    clockText(song.durationSeconds), number(tempo.bpm, 1),
                    tempo.source?.rawValue ?? "",
                    number(song.features.tempo?.confidence, 2), number(song.energy, 2),
                    number(song.features.density, 2), remark(song),
                ]
            },
            rightAligned: [true, false, false, true, true, false, true, true, true, false])
    }

    /// Returns the unusual facts of a song, in words.
    static func remark(_ song: StoredSong) -> String {
        let tempo = song.tempo
        var words: [String] = song.isGone ? ["gone"] : []
        if tempo.source == .person {
            if let other = tempo.rejectedBpm, let source = tempo.rejectedSource {
                words.append("\(source.rawValue) \(number(other, 1))")
            }
            return words.joined(separator: ", ")
        }
        for note in tempo.notes {
            switch note {
            case .lowConfidence: words.append("unsure")
            case .changes: words.append("changes from \(rangeText(song))")
            case .octaveErrorInTag:
                words.append("\(rejectedTempoText(tempo)): off by a factor of 2 or 3")
            case .tagWrong: words.append("\(rejectedTempoText(tempo)): differs")
            case .tagWithoutTempo:
                words.append("tag is no tempo: \(truncated(song.tags.invalidTempoText ?? "", 12))")
            }
        }
        if let reason = song.features.missing[.tempo] {
            words.append("no tempo: \(reason.rawValue)")
        }
        return words.joined(separator: ", ")
    }

    /// The slowest and the fastest tempo of a song whose tempo changes.
    static func rangeText(_ song: StoredSong) -> String {
        guard let range = song.features.tempo?.range else { return "" }
        return "\(number(range.lowerBound, 0)) to \(number(range.upperBound, 0))"
    }

    private static func rejectedTempoText(_ tempo: ResolvedTempo) -> String {
        "\(tempo.rejectedSource?.rawValue ?? "other") \(number(tempo.rejectedBpm, 1))"
    }

    static func number(_ value: Double?, _ digits: Int) -> String {
        guard let value, value.isFinite else { return "" }
        return String(format: "%.\(digits)f", value)
    }

    static func clockText(_ seconds: Double) -> String {
        let wholeSeconds = Int(seconds.rounded())
        let secondsPart = wholeSeconds % 60
        return "\(wholeSeconds / 60):\(secondsPart < 10 ? "0" : "")\(secondsPart)"
    }

    static func truncated(_ text: String, _ count: Int) -> String {
        // A control character in a name must not steer the terminal.
        let printableText = String(
            text.map { $0.unicodeScalars.allSatisfy { $0.value >= 0x20 } ? $0 : "?" })
        return printableText.count <= count ? printableText : printableText.prefix(count - 1) + "…"
    }
}
