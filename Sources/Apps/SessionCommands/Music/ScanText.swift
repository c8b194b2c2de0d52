import CommandSupport
import HRVReports
import MusicLibrary

/// The report of a scan in every shape.
enum ScanText {
    static func text(_ report: ScanReport, _ shape: HistoryShape) -> String {
        HealthRows(columns: [], rows: [row(report)]).text(shape) { table(report) }
    }

    private static func row(_ report: ScanReport) -> HealthRows.Row {
        let errors = report.errors.sorted { $0.key.rawValue < $1.key.rawValue }
        return [
            ("found", .integer(report.foundCount)), ("measured", .integer(report.measuredCount)),
            ("known", .integer(report.knownCount)), ("unchanged", .integer(report.unchangedCount)),
            ("failed", .integer(report.failedCount)),
            ("failed_before", .integer(report.failedBeforeCount)),
            ("gone", .integer(report.goneFileCount)), ("playlists", .integer(report.playlistCount)),
            ("bad_entry", .integer(report.badEntryCount)),
            ("outer_links", .integer(report.externalLinkCount)),
            ("complete", .flag(!report.isCancelled)),
            ("faults", .object(errors.map { ($0.key.rawValue, .integer($0.value)) })),
        ]
    }

    private static func table(_ report: ScanReport) -> String {
        var lines = [
            (report.measuredCount, "measured"),
            (report.knownCount, "with a sound that was known: moved, tagged anew, or a copy"),
            (report.unchangedCount - report.failedBeforeCount, "as before"),
            (report.failedBeforeCount, "as before, and not readable as songs (--again tries them)"),
        ]
        for (error, count) in report.errors.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            lines.append((count, "not readable as songs: \(error.rawValue)"))
        }
        lines.append((report.goneFileCount, "gone from where they were; their songs stay known"))
        lines.append((report.playlistCount, "playlists read"))
        lines.append((report.badEntryCount, "entries of playlists that are no song here"))
        let files = report.foundCount == 1 ? "1 file" : "\(report.foundCount) files"
        return "\(files) with songs\n"
            + lines.filter { $0.0 > 0 }.map { "  \($0.0) \($0.1)\n" }.joined()
    }
}
