import ArgumentParser
import HRVReports
import MusicLibrary

/// `hrv music playlists`.
struct MusicPlaylistsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "playlists",
        abstract: "List the playlists, or the songs of one.",
        discussion: "hrv music scan --playlists reads them from the folders of songs.")

    @Argument(help: "Number or name of a playlist, whose songs are listed.")
    var playlist: String?

    @OptionGroup var options: MusicOptions

    func run() throws {
        Interruption.install()
        try options.run { store, diagnostics in
            let all = try store.playlists()
            guard let playlist else {
                try options.write(all.isEmpty && options.shape == .table ? "" : text(all))
                if all.isEmpty {
                    diagnostics.summary(
                        "no playlists yet: hrv music scan --playlists reads those in the folders")
                }
                return
            }
            let found = all.first { "\($0.id)" == playlist } ?? all.first { $0.name == playlist }
            guard let found else {
                diagnostics.error(
                    "there is no playlist \(playlist): hrv music playlists lists those there are",
                    code: "not_found")
                throw ExitStatus.noInput.exitCode
            }
            try options.write(SongText.text(store.songs(of: found.id), options.shape))
        }
    }

    private func text(_ playlists: [KeptPlaylist]) -> String {
        let rows: [HealthRows.Row] = playlists.map { list in
            [
                ("id", .integer(Int(list.id))), ("name", .text(list.name)),
                ("songs", .integer(list.songCount)), ("bad_entry", .integer(list.badCount)),
                ("gone", .flag(list.isGone)), ("path", .text(list.path.text)),
            ]
        }
        return HealthRows(
            columns: ["id", "name", "songs", "bad_entry", "gone", "path"], rows: rows
        )
        .text(options.shape) {
            TextColumns.text(
                titles: ["id", "name", "songs", "not here", ""],
                rows: playlists.map { list in
                    [
                        "\(list.id)", SongText.short(list.name, 48), "\(list.songCount)",
                        "\(list.badCount)", list.isGone ? "gone" : "",
                    ]
                }, right: [true, false, true, true, false])
        }
    }
}
