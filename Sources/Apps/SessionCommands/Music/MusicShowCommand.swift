import ArgumentParser
import CommandSupport
import HRVReports
import MusicLibrary

/// `hrv music show`.
struct MusicShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a song: its tags, what was measured, its files.")

    @Argument(help: "Number of the song, as hrv music songs lists it, or one of its files.")
    var song: String

    @OptionGroup var options: MusicOptions

    func run() throws {
        Interruption.install()
        try options.run { store, _ in
            let song = try store.song(named: song)
            let files = try store.files(of: song.id)
            try options.write(text(song, files))
        }
    }

    private func text(_ song: StoredSong, _ files: [StoredFile]) -> String {
        let alternativeTempos = song.features.tempo?.alternativeTempos ?? []
        let row =
            SongText.row(song) + [
                (
                    "rivals",
                    .array(
                        alternativeTempos.map {
                            .object([("bpm", .number($0.bpm)), ("strength", .number($0.strength))])
                        })
                ),
                (
                    "places",
                    .array(
                        files.map {
                            .object([
                                ("path", .text($0.path.text)),
                                ("gone", .flag($0.missingSinceMs != nil)),
                            ])
                        })
                ),
            ]
        switch options.shape {
        case .json: return OrderedJSON.object(row).prettyText + "\n"
        case .ndjson: return OrderedJSON.object(row).compactText + "\n"
        case .csv: return HealthRows(columns: [], rows: [row]).text(.csv) { "" }
        case .table: return table(song, files)
        }
    }

    private func table(_ song: StoredSong, _ files: [StoredFile]) -> String {
        let tempo = song.tempo
        let features = song.features
        var lines: [(String, String)] = [
            ("title", SongText.truncated(song.displayTitle, 200)),
            ("artist", SongText.truncated(song.tags.artist ?? "", 200)),
            ("album", SongText.truncated(song.tags.album ?? "", 200)),
            ("genres", song.tags.genres.joined(separator: ", ")), ("date", song.tags.date ?? ""),
            ("length", SongText.clockText(song.durationSeconds) + ", \(song.codec)"),
            ("tempo", tempo.bpm.map { "\(SongText.number($0, 1)) bpm" } ?? "not known"),
            ("  by", tempo.source?.rawValue ?? ""),
            ("  measured", SongText.number(features.tempo?.bpm, 2)),
            ("  changes", SongText.rangeText(song)),
            ("  sure", SongText.number(features.tempo?.confidence, 2)),
            (
                "  tag",
                song.tags.bpm.map { SongText.number($0, 1) } ?? song.tags.invalidTempoText ?? ""
            ),
            (
                "  rivals",
                (features.tempo?.alternativeTempos ?? []).map {
                    "\(SongText.number($0.bpm, 1)) (\(SongText.number($0.strength, 2)))"
                }.joined(separator: ", ")
            ),
            ("  remark", SongText.remark(song)),
            (
                "energy",
                SongText.number(song.energy, 2) + (song.correctedEnergy == nil ? "" : " (yours)")
            ),
            ("density", SongText.number(features.density, 2)),
            ("onsets", SongText.number(features.onsetsPerSecond, 2) + " /s"),
            ("loudness", SongText.number(features.loudnessLUFS, 1) + " LUFS"),
            ("range", SongText.number(features.loudnessRangeLU, 1) + " LU"),
        ]
        lines += files.map { ("file", $0.path.text + ($0.missingSinceMs == nil ? "" : " (gone)")) }
        return lines.filter { !$0.1.isEmpty && !$0.1.hasPrefix(" ") }.map { name, value in
            name + String(repeating: " ", count: 12 - name.count) + SongText.truncated(value, 4_096)
                + "\n"
        }.joined()
    }
}
