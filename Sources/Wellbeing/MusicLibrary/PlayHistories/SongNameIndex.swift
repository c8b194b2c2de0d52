import Foundation
import GRDB

/// The songs of a library by artist and title.
package struct SongNameIndex: Sendable {
    private let matcher: SongMatcher

    package init(_ songs: [StoredSong]) { matcher = SongMatcher(songs) }

    /// The number of the one song that is meant; nil where there is none, or several could be meant.
    ///
    /// - Parameter seconds: length of the song; nil where it is unknown.
    package func find(artist: String, title: String, seconds: Double?) -> Int64? {
        let reportedPlay = ReportedPlay(
            startMs: 0, artist: artist, title: title, lengthSeconds: seconds)
        guard case .song(let id) = matcher.find(reportedPlay) else { return nil }
        return id
    }
}

extension MusicStore {
    /// The song of a file, as a player names it; nil where it is none of the library.
    ///
    /// - Parameter path: absolute; links are followed where the path itself is not known.
    package func song(atPath path: String) throws(MusicStoreError) -> StoredSong? {
        let paths = [SongPath(path), SongPath(path).resolved].compactMap(\.self)
        return try read { db in
            for path in paths {
                let row = try Row.fetchOne(
                    db,
                    sql: SongRow.query
                        + " WHERE song.id = (SELECT song FROM song_file WHERE path = ?)",
                    arguments: [Data(path.bytes)])
                if let row { return SongRow.song(row) }
            }
            return nil
        }
    }

    package func songNameIndex() throws(MusicStoreError) -> SongNameIndex {
        SongNameIndex(try songs())
    }
}
