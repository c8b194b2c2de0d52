import GRDB
import MusicSelection

extension MusicStore {
    /// Takes the plays of a history into the log, with the heart and the nights that are known, and learns from them.
    ///
    /// Songs are found by the recording's number at MusicBrainz, else by artist and title, and a length within 5 s where
    /// the history states one; songs of which there are none or several are counted, and left. A play whose song and
    /// start are kept already changes nothing; neither does one that begins during a play from another source, which is
    /// the same play reported twice. Contexts are by the clock alone.
    ///
    /// - Throws: `MusicStoreError`, and what the surroundings throw: nothing is kept then.
    @discardableResult
    package func importHistory(
        _ history: PlayHistory, _ inputs: HistoryImportDependencies = HistoryImportDependencies()
    ) throws -> HistoryImportReport {
        var found = HistoryPlays(
            history, try songs(), utcOffsetSeconds: inputs.utcOffsetSeconds)
        let stored = try storedTimes(notFrom: history.source.rawValue)
        found.removeStoredPlays { play in
            let milliseconds = PlayRow.milliseconds(play.startSeconds)
            return stored.exactStarts.contains(
                StoredPlayStart(song: play.songID, milliseconds: milliseconds))
                || stored.isPlaying(atMs: milliseconds)
                || history.source == .mpd && stored.hasEnded(play.songID, nearMs: milliseconds)
        }
        try found.finish(inputs)
        try save(
            found.plays, source: history.source.rawValue,
            utcOffsetSeconds: { inputs.utcOffsetSeconds($0.startSeconds) })
        try addNights(source: history.source.rawValue, sleep: inputs.sleep)
        return found.report
    }

    private struct StoredPlayStart: Hashable {
        let song: Int64
        let milliseconds: Int64
    }

    /// The times of the plays that are stored already.
    private struct StoredPlayTimes {
        var exactStarts: Set<StoredPlayStart> = []
        /// The starts of plays of other sources, ascending; `ends` holds for each the latest end up
        /// to it.
        var starts: [Int64] = []
        var ends: [Int64] = []
        /// Ends of the plays of a song, of other sources.
        var endsBySong: [Int64: [Int64]] = [:]

        /// Largest difference of the starts of one play by the clocks of two programs; ms.
        static let toleranceMs: Int64 = 10_000

        func isPlaying(atMs milliseconds: Int64) -> Bool {
            var (low, high) = (0, starts.count)
            while low < high {
                let middle = (low + high) / 2
                if starts[middle] <= milliseconds + Self.toleranceMs {
                    low = middle + 1
                } else {
                    high = middle
                }
            }
            return low > 0 && ends[low - 1] > milliseconds
        }

        func hasEnded(_ song: Int64, nearMs milliseconds: Int64) -> Bool {
            endsBySong[song]?.contains { abs($0 - milliseconds) <= Self.toleranceMs } ?? false
        }
    }

    private func storedTimes(notFrom source: String) throws(MusicStoreError) -> StoredPlayTimes {
        try read { db in
            var times = StoredPlayTimes()
            let rows = try Row.fetchCursor(
                db,
                sql: """
                    SELECT song, play.started_ms AS start, play.ended_ms AS end, source
                    FROM play JOIN listening ON listening.id = play.listening
                    ORDER BY play.started_ms
                    """)
            while let row = try rows.next() {
                let start: Int64 = row["start"]
                times.exactStarts.insert(StoredPlayStart(song: row["song"], milliseconds: start))
                guard row["source"] as String != source else { continue }
                times.starts.append(start)
                times.ends.append(max(times.ends.last ?? .min, row["end"]))
                times.endsBySong[row["song"], default: []].append(row["end"])
            }
            return times
        }
    }

    /// Puts the nights that are known behind times of listening that have none yet, and sums them up anew.
    ///
    /// - Parameters:
    ///   - sinceMs: only of those that ended then or later; ms since 1970.
    ///   - source: only of those that it reported; nil for all.
    ///   - sleep: how good the next night after a moment was, s since 1970; nil where none is known.
    /// - Returns: how many nights were added.
    @discardableResult
    package func addNights(
        sinceMs: Int64 = .min, source: String? = nil, sleep: (Double) throws -> Double?
    ) throws -> Int {
        var count = 0
        for listening in try listenings().reversed()
        where listening.sleep == nil && listening.endedMs >= sinceMs {
            guard source.map({ $0 == listening.source }) ?? true,
                let night = try sleep(Double(listening.endedMs) / 1000)
            else { continue }
            try save(sleep: night, afterListening: listening.id)
            count += 1
        }
        return count
    }
}
