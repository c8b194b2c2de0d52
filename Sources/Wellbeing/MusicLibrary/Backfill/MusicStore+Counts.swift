import GRDB

/// The count of the plays of a song of the library in another program, as MPD's stickers
/// `playCount` and `lastPlayed` hold it.
package struct SongPlayCount: Sendable, Equatable {
    package var song: Int64
    /// Count of plays; nil where only the last play is stated; at most ``MusicStore/maxPlayCount``.
    package var playCount: Int?
    /// Moment of the last play; s since 1970; nil where none is stated.
    package var lastPlayedSeconds: Int?

    package init(song: Int64, playCount: Int?, lastPlayedSeconds: Int?) {
        self.song = song
        self.playCount = playCount
        self.lastPlayedSeconds = lastPlayedSeconds
    }
}

extension MusicStore {
    /// A song is not counted more often.
    package static let maxPlayCount = 100_000

    /// Takes over the counts of another program.
    ///
    /// The last play becomes one of the log, heard to its end: a count reports no skip, and its moment may be that of
    /// the start or of the end, so no heart is put beside it. The plays before it have no moment: they make a song
    /// familiar, and teach nothing else. A play of the log that runs at that moment, or ends within 10 s of it, is the
    /// same; plays that the log has are not counted again. Importing twice changes nothing.
    ///
    /// - Parameter counted: each song once.
    /// - Parameter nowMs: ms since 1970; what is later has not happened.
    @discardableResult
    package func importPlayCounts(
        _ counted: [SongPlayCount], nowMs: Int64,
        _ inputs: HistoryImportDependencies = HistoryImportDependencies()
    ) throws -> HistoryImportReport {
        let rows = counted.filter { $0.lastPlayedSeconds != nil && $0.playCount != 0 }.map {
            counted -> (startMs: Int64?, song: ReportedPlay)? in
            var reportedPlay = ReportedPlay(startMs: 0, artist: "", title: "")
            reportedPlay.songID = counted.song
            return (counted.lastPlayedSeconds.map { Int64(clamping: $0) &* 1000 }, reportedPlay)
        }
        var inputs = inputs
        inputs.heartData = { _ in [] }
        var report = try importHistory(
            PlayHistory(.mpd, rows, nowMs: nowMs), inputs)
        report.undatedCount = try addUndatedPlays(counted)
        return report
    }

    /// - Returns: how many plays without a moment are new.
    private func addUndatedPlays(_ counted: [SongPlayCount]) throws(MusicStoreError) -> Int {
        try write { db in
            let selectStatement = try db.makeStatement(
                sql: "SELECT n_plays FROM song WHERE id = ?")
            let updateStatement = try db.makeStatement(
                sql: """
                    UPDATE song SET n_plays = n_plays + :new, n_untimed = n_untimed + :new
                    WHERE id = :id
                    """)
            var sum = 0
            for song in counted {
                guard let known = try Int.fetchOne(selectStatement, arguments: [song.song]) else {
                    continue
                }
                // Plays of the log may be among those that were counted.
                let new = min(song.playCount ?? 0, Self.maxPlayCount) - known
                guard new > 0 else { continue }
                try updateStatement.execute(arguments: ["new": new, "id": song.song])
                sum += new
            }
            return sum
        }
    }
}
