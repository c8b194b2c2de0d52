import Foundation
import GRDB

/// A play history that was read, as its file was then.
struct HistoryFile: Codable, Equatable {
    let path: String
    let size: Int64
    let modifiedNs: Int64

    /// - Returns: nil where there is no file.
    init?(path: String) {
        var status = stat()
        guard SongPath(path).withCString({ stat($0, &status) }) == 0 else { return nil }
        self.path = path
        size = Int64(status.st_size)
        modifiedNs = status.modifiedNs
    }
}

extension MusicStore {
    private static let weeklyRescanSetting = "weekly_look_ms"
    private static let historyFilesSetting = "history_files"

    /// Indicates whether a week has passed since the last look, or since the first scan where there was none.
    ///
    /// A look of the future comes from a clock that was wrong, and does not count.
    package func isRescanDue(nowMs: Int64) throws(MusicStoreError) -> Bool {
        let lastMs = try read { db in
            try Int64.fetchOne(
                db, sql: "SELECT CAST(value AS INTEGER) FROM setting WHERE name = ?",
                arguments: [Self.weeklyRescanSetting])
                ?? Int64.fetchOne(db, sql: "SELECT min(started_ms) FROM scan")
        }
        guard let lastMs, lastMs <= nowMs else { return true }
        return nowMs - lastMs >= WeeklyUpdate.intervalMs
    }

    func saveRescanTime(atMs milliseconds: Int64) throws(MusicStoreError) {
        try saveSetting(Self.weeklyRescanSetting, "\(milliseconds)")
    }

    /// Play histories that a person has imported, which a weekly look reads again where they have changed.
    func historyFiles() throws(MusicStoreError) -> [HistoryFile] {
        let text = try read { db in
            try String.fetchOne(
                db, sql: "SELECT value FROM setting WHERE name = ?",
                arguments: [Self.historyFilesSetting])
        }
        return SongRow.decoded([HistoryFile].self, text) ?? []
    }

    func save(_ files: [HistoryFile]) throws(MusicStoreError) {
        try saveSetting(Self.historyFilesSetting, SongRow.encoded(files))
    }

    /// Has weekly looks read these files again, beside those of earlier imports.
    package func saveHistoryFiles(_ paths: [String]) throws(MusicStoreError) {
        let absolutePaths = paths.map { URL(fileURLWithPath: $0).standardizedFileURL.path }
        let files = absolutePaths.compactMap { HistoryFile(path: $0) }
        guard !files.isEmpty else { return }
        try save(historyFiles().filter { !absolutePaths.contains($0.path) } + files)
    }

    private func saveSetting(_ name: String, _ value: String) throws(MusicStoreError) {
        try write { db in
            try db.execute(
                sql: "INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)",
                arguments: [name, value])
        }
    }
}
