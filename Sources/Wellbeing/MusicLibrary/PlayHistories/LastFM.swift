import Foundation
import PhysioTypes
import RecordingFiles

/// Scrobbles of last.fm as the programs that people use write them: CSV with names (`uts,utc_time,artist,...,track`), or
/// without: `artist,album,track,03 Nov 2022 10:11`. Times are of UTC.
enum LastFM {
    /// The positions of the values in a row.
    private struct Columns {
        var seconds: Int?
        var time: Int?
        var artist: Int
        var album: Int?
        var title: Int
        var recording: Int?

        /// - Parameter names: of the first row.
        init?(_ names: [String]) {
            let names = names.map { $0.lowercased().filter { $0 != " " && $0 != "_" } }
            func column(_ words: String...) -> Int? { names.firstIndex(where: words.contains) }
            guard let artist = column("artist", "artistname"),
                let title = column("track", "title", "trackname", "song")
            else { return nil }
            seconds = column("uts", "timestamp", "dateuts")
            time = column("utctime", "date", "time", "playedat")
            guard seconds != nil || time != nil else { return nil }
            self.artist = artist
            self.title = title
            album = column("album", "albumname")
            recording = column("trackmbid", "recordingmbid", "mbid")
        }

        /// Makes the columns of a table without names.
        init() { (time, artist, album, title) = (3, 0, 1, 2) }
    }

    /// - Returns: nil where the table is none of last.fm.
    static func rows(_ table: [CSVText.Row]) -> [(startMs: Int64?, song: ReportedPlay)?]? {
        guard let first = table.first else { return nil }
        let named = Columns(first.cells)
        guard named != nil || (first.cells.count == 4 && startMs(first.cells[3]) != nil) else {
            return nil
        }
        let columns = named ?? Columns()
        return table.dropFirst(named == nil ? 0 : 1).map { row in
            func cell(_ column: Int?) -> String? {
                guard let column, row.cells.indices.contains(column) else { return nil }
                let text = CSVText.unescaped(row.cells[column])
                return text.isEmpty ? nil : text
            }
            guard let artist = cell(columns.artist), let title = cell(columns.title) else {
                return nil
            }
            let start =
                cell(columns.seconds).flatMap { Double($0) }
                .flatMap { Int64(exactly: (1000 * $0).rounded()) }
                ?? cell(columns.time).flatMap(startMs)
            let song = ReportedPlay(
                startMs: 0, artist: artist, title: title, album: cell(columns.album),
                recordingID: cell(columns.recording)?.lowercased())
            return (start, song)
        }
    }

    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    /// `03 Nov 2022 10:11`, `03 Nov 2022, 10:11`, `2022-11-03 10:11:12`, with `T`, with `Z`; of UTC.
    static func startMs(_ text: String) -> Int64? {
        var words = text.split { " ,T".contains($0) }.map(String.init)
        guard let clock = words.popLast()?.split(separator: "Z").first else { return nil }
        let date: CivilDate?
        if words.count == 3, let day = Int(words[0]), let year = Int(words[2]),
            let month = months.firstIndex(of: words[1].lowercased())
        {
            date = CivilDate(year: year, month: month + 1, day: day)
        } else {
            date = words.count == 1 ? CivilDate(words[0]) : nil
        }
        let parts = clock.split(separator: ":").map { Int($0) }
        guard let date, (2...3).contains(parts.count), let hour = parts[0], let minute = parts[1],
            0..<24 ~= hour, 0..<60 ~= minute
        else { return nil }
        let second = parts.count == 3 ? parts[2] : 0
        guard let second, 0...60 ~= second else { return nil }
        return 1000 * Int64(date.dayNumber * 86_400 + hour * 3600 + minute * 60 + second)
    }
}
