import Foundation
import GRDB

extension MusicStore {
    /// Playlists are read again after so long; ms.
    package static let maxPlaylistAgeMs: Int64 = 86_400_000

    /// Reads the kept playlists again that were read a day ago or longer: one whose file has vanished is gone, and one that
    /// cannot be read now stays as it was. Lists that are new in a folder are found by a scan.
    ///
    /// - Returns: how many were read.
    @discardableResult
    package func rereadPlaylists(nowMs: Int64) throws(MusicStoreError) -> Int {
        let duePaths = try playlistPaths(readBeforeMs: nowMs - Self.maxPlaylistAgeMs)
        var count = 0
        for path in duePaths {
            if let bytes = PlaylistFile.bytes(path) {
                // Only songs of the library count, wherever they lie.
                let list = M3U(bytes, in: path.folder, roots: [SongPath(Array("/".utf8))])
                _ = try save(list, path: path, nowMs: nowMs)
                count += 1
            } else if !path.exists {
                try mark([path], goneMs: nowMs, table: "playlist")
            }
        }
        return count
    }

    private func playlistPaths(readBeforeMs ms: Int64) throws(MusicStoreError) -> [SongPath] {
        try read { db in
            try Data.fetchAll(
                db, sql: "SELECT path FROM playlist WHERE gone_ms IS NULL AND read_ms <= ?",
                arguments: [ms]
            ).map { SongPath(Array($0)) }
        }
    }
}

extension SongPath {
    /// True if there is a file, a folder or a link at this path.
    fileprivate var exists: Bool {
        var status = stat()
        return withCString { lstat($0, &status) } == 0
    }
}
