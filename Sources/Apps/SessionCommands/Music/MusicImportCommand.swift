import ArgumentParser
import CommandSupport
import Foundation
import HRVReports
import HealthHistory
import MusicLibrary
import SessionHistory

/// `hrv music import`: play histories of other programs into the log.
struct MusicImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract:
            "Take over what other programs played: last.fm as CSV, ListenBrainz as JSON, MPD's stickers.",
        discussion: """
            A play counts for the song of the library with the same recording at MusicBrainz, or else \
            the same artist and title. Heart values come from the sessions and the health records of \
            that time, as far as there are some. Parts of one export are given together. Importing a \
            file twice changes nothing, and while hrv music plays, files that were imported are read \
            again once a week where they have changed.

            MPD's stickers playCount and lastPlayed tell how often a song was played, and when it was \
            last: all these plays make a song familiar, and the last one is in the log.

            hrv music import scrobbles.csv
            hrv music import --mpd-stickers
            """)

    @Argument(help: "Files of play histories.")
    var files: [String] = []

    @Flag(help: "The counts that MPD keeps, at MPD_HOST and MPD_PORT.")
    var mpdStickers = false

    @OptionGroup var options: MusicOptions

    func validate() throws {
        if files.isEmpty, !mpdStickers {
            throw ValidationError("name a file of a play history, or --mpd-stickers")
        }
    }

    func run() async throws {
        Interruption.install()
        let stickers = mpdStickers ? try await MPDStickers.read(options.diagnostics) : nil
        try options.run { store, diagnostics in
            guard try !store.songs().isEmpty else { throw noSongsExitCode(store.path, diagnostics) }
            let (histories, readPaths) = readHistories(diagnostics)
            let failedCount = files.count - readPaths.count
            let location = options.location.history
            var reports: [HistoryImportReport] = []
            do {
                let inputs = try HistoryImportDependencies(
                    historyPath: location.path, healthPath: location.healthPath)
                for history in PlayHistory.merged(histories) {
                    reports.append(try store.importHistory(history, inputs))
                }
                try store.saveHistoryFiles(readPaths)
                if let stickers {
                    reports.append(try stickers.importPlayCounts(into: store, inputs))
                }
            } catch let error as HistoryError {
                throw error.exitCode(diagnostics)
            } catch let error as HealthStoreError {
                diagnostics.error("\(error)", code: "health")
                throw ExitStatus.badData.exitCode
            }
            if !reports.isEmpty {
                try options.write(HistoryImportText.text(reports, options.shape))
            }
            guard failedCount > 0 else { return }
            throw
                (failedCount < files.count || mpdStickers
                ? ExitStatus.someFailed : failedCount == missingCount ? .noInput : .badData)
                .exitCode
        }
    }

    private var missingCount: Int {
        files.count { !FileManager.default.fileExists(atPath: $0) }
    }

    private func noSongsExitCode(_ path: String, _ diagnostics: Diagnostics) -> ExitCode {
        diagnostics.error(
            "there are no songs at \(path) yet: hrv music scan FOLDER finds some", code: "empty")
        return ExitStatus.noInput.exitCode
    }

    /// A wrong file never stops the others.
    private func readHistories(_ diagnostics: Diagnostics) -> (
        histories: [PlayHistory], readPaths: [String]
    ) {
        let nowMs = Int64(Date().timeIntervalSince1970 * 1000)
        var histories: [PlayHistory] = []
        var readPaths: [String] = []
        for file in files {
            do {
                let bytes = try Data(
                    contentsOf: URL(fileURLWithPath: file), options: .mappedIfSafe)
                histories.append(try PlayHistoryFile.read(bytes, nowMs: nowMs))
                readPaths.append(file)
            } catch let failure as PlayHistoryFile.Failure {
                diagnostics.error(file, "\(failure)", code: "unknown_format")
            } catch {
                diagnostics.error(file, error.localizedDescription, code: "cannot_read")
            }
        }
        return (histories, readPaths)
    }
}

/// Reports on play histories in every shape.
enum HistoryImportText {
    /// The number of songs not found that are shown in a table.
    private static let maxShownSongCount = 5

    static func text(_ reports: [HistoryImportReport], _ shape: HistoryShape) -> String {
        HealthRows(columns: [], rows: reports.map(row)).text(shape) {
            reports.map(table).joined(separator: "\n")
        }
    }

    private static func row(_ report: HistoryImportReport) -> HealthRows.Row {
        func songs(_ songs: [HistoryImportReport.UnresolvedSong]) -> OrderedJSON {
            .array(
                songs.map {
                    .object([
                        ("artist", .text($0.artist)), ("title", .text($0.title)),
                        ("plays", .integer($0.count)),
                    ])
                })
        }
        return [
            ("source", .text(report.source.rawValue)), ("new", .integer(report.newCount)),
            ("known", .integer(report.knownCount)), ("ambiguous", .integer(report.ambiguousCount)),
            ("unmatched", .integer(report.unmatchedCount)),
            ("untimed", .integer(report.undatedCount)),
            ("overlapping", .integer(report.zeroLengthCount)),
            ("skips", .integer(report.skipCount)),
            ("with_heart", .integer(report.heartRatePlayCount)),
            (
                "dropped",
                .object(
                    errors(report).map { ($0.0.rawValue, .integer($0.1)) })
            ), ("ambiguous_songs", songs(report.ambiguous)),
            ("unmatched_songs", songs(report.unmatchedSongs)),
        ]
    }

    private static func errors(_ report: HistoryImportReport) -> [(PlayHistory.RowError, Int)] {
        report.errors.sorted { $0.key.rawValue < $1.key.rawValue }.map { ($0.key, $0.value) }
    }

    private static func table(_ report: HistoryImportReport) -> String {
        var lines = ["\(report.source.rawValue): \(playCountText(report.newCount)) taken over"]
        func add(_ count: Int, _ text: String) {
            if count > 0 { lines.append("  \(count) \(text)") }
        }
        add(report.undatedCount, "more were counted, nobody knows when")
        add(report.skipCount, "of them ended early")
        add(report.heartRatePlayCount, "of them with a heart rate at the start and the end")
        add(report.knownCount, "known before")
        add(report.zeroLengthCount, "with the same start as the next one: left")
        for (error, count) in errors(report) {
            add(count, "rows are no plays: \(errorText(error))")
        }
        add(report.ambiguousCount, "of songs that the library has more than once: left")
        lines += exampleLines(report.ambiguous)
        add(report.unmatchedCount, "of songs that the library does not have: left")
        lines += exampleLines(report.unmatchedSongs)
        return lines.map { $0 + "\n" }.joined()
    }

    private static func playCountText(_ count: Int) -> String {
        count == 1 ? "1 play" : "\(count) plays"
    }

    private static func exampleLines(_ songs: [HistoryImportReport.UnresolvedSong]) -> [String] {
        var lines = songs.prefix(maxShownSongCount).map {
            "    \(SongText.truncated($0.artist, 32)) - \(SongText.truncated($0.title, 40)), "
                + playCountText($0.count)
        }
        if songs.count > maxShownSongCount {
            lines.append(
                "    and \(songs.count - maxShownSongCount) more songs (--json has them all)")
        }
        return lines
    }

    private static func errorText(_ error: PlayHistory.RowError) -> String {
        switch error {
        case .unreadable: "no song in them"
        case .noTime: "no time, or one of before 2000"
        case .future: "a time that has not come yet"
        case .doubled: "there twice"
        }
    }
}
