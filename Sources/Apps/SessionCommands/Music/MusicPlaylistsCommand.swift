import ArgumentParser
import CommandSupport
import HRVReports
import MusicLibrary
import MusicSelection

/// `hrv music playlists`.
struct MusicPlaylistsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "playlists",
        abstract: "List the playlists with how well they fit now, or the songs of one.",
        discussion: """
            hrv music scan --playlists reads them from the folders of songs. "fits" is the mean score \
            of a list's best ten songs at this moment, in per cent; calm, energy and focus are the \
            means of what followed its songs, 0 to 1, as far as they were played.

            hrv music playlists Evening
            hrv music play --playlist Evening
            """)

    @Argument(help: "Number or name of a playlist, whose songs are listed.")
    var playlist: String?

    @Option(help: "How songs are chosen.")
    var policy: PolicyOption = .standard

    @OptionGroup var options: MusicOptions

    func run() throws {
        Interruption.install()
        try options.run { store, diagnostics in
            let allPlaylists = try store.playlists()
            guard let playlist else {
                let rows =
                    allPlaylists.isEmpty ? [] : try self.rows(allPlaylists, store, diagnostics)
                try options.write(allPlaylists.isEmpty && options.shape == .table ? "" : text(rows))
                if allPlaylists.isEmpty {
                    diagnostics.summary(
                        "no playlists yet: hrv music scan --playlists reads those in the folders")
                }
                return
            }
            let found =
                allPlaylists.first { "\($0.id)" == playlist }
                ?? allPlaylists.first { $0.name == playlist }
            guard let found else {
                diagnostics.error(
                    "there is no playlist \(playlist): hrv music playlists lists those there are",
                    code: "not_found")
                throw ExitStatus.noInput.exitCode
            }
            try options.write(SongText.text(store.songs(of: found.id), options.shape))
        }
    }

    private struct PlaylistRow {
        let list: StoredPlaylist
        let means: PlaylistMeans
        /// 0 to 100; nil where none of its songs may be played.
        let match: Double?
    }

    /// Returns the rows in the order of the names.
    private func rows(
        _ playlists: [StoredPlaylist], _ store: MusicStore, _ diagnostics: Diagnostics
    ) throws -> [PlaylistRow] {
        let hasSongs = try store.hasSongs()
        let selector = hasSongs ? try SongChoiceInputs(store, policy, options, diagnostics) : nil
        return try playlists.map { list in
            let songs = try store.songs(of: list.id).map(\.id)
            return PlaylistRow(
                list: list, means: PlaylistMeans(songs.compactMap { selector?.facts(of: $0) }),
                match: selector?.match(songs).map { 100 * $0 })
        }
    }

    private static let columns = [
        "id", "name", "songs", "match_pct", "calm", "energy", "focus", "bpm", "confidence",
        "contexts", "bad_entry", "gone", "path", "reasons",
    ]

    private func row(_ line: PlaylistRow) -> HealthRows.Row {
        let (list, means) = (line.list, line.means)
        let contexts = means.contextShares.sorted { $0.key.rawValue < $1.key.rawValue }
        var reasons: [(String, OrderedJSON)] = []
        if line.match == nil { reasons.append(("match_pct", .text("no_song"))) }
        for name in ["calm", "energy", "focus"] where means.calm == nil {
            reasons.append((name, .text("no_plays")))
        }
        if means.bpm == nil { reasons.append(("bpm", .text("not_measured"))) }
        return [
            ("id", .integer(Int(list.id))), ("name", .text(list.name)),
            ("songs", .integer(list.songCount)), ("match_pct", OrderedJSON(line.match)),
            ("calm", OrderedJSON(means.calm)), ("energy", OrderedJSON(means.energy)),
            ("focus", OrderedJSON(means.focus)), ("bpm", OrderedJSON(means.bpm)),
            ("confidence", OrderedJSON(means.confidence)),
            ("contexts", .object(contexts.map { ($0.key.rawValue, .number($0.value)) })),
            ("bad_entry", .integer(list.badEntryCount)), ("gone", .flag(list.isGone)),
            ("path", .text(list.path.text)), ("reasons", .object(reasons)),
        ]
    }

    private func text(_ lines: [PlaylistRow]) -> String {
        func number(_ value: Double?, _ digits: Int) -> String {
            value.map { SongText.number($0, digits) } ?? ""
        }
        return HealthRows(columns: Self.columns, rows: lines.map(row)).text(options.shape) {
            TextColumns.text(
                titles: [
                    "id", "name", "songs", "fits %", "calm", "energy", "focus", "bpm", "not here",
                    "",
                ],
                rows: lines.map { line in
                    [
                        "\(line.list.id)", SongText.truncated(line.list.name, 40),
                        "\(line.list.songCount)", number(line.match, 0),
                        number(line.means.calm, 2), number(line.means.energy, 2),
                        number(line.means.focus, 2), number(line.means.bpm, 0),
                        "\(line.list.badEntryCount)", line.list.isGone ? "gone" : "",
                    ]
                },
                rightAligned: [true, false, true, true, true, true, true, true, true, false])
        }
    }
}
