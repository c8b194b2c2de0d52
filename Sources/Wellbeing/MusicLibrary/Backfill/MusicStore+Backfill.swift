import GRDB
import MusicSelection

extension MusicStore {
    /// Takes the plays of a history into the log, with the heart and the nights that are known, and learns from them.
    ///
    /// Songs are found by the recording's number at MusicBrainz, else by artist and title, and a length within 5 s where
    /// the history tells one; songs of which there are none or several are counted, and left. A play whose song and start
    /// are kept already changes nothing; neither does one that begins while a play from another source goes on, which is
    /// the same play told twice. Contexts are by the clock alone.
    ///
    /// - Throws: `MusicStoreError`, and what the surroundings throw: nothing is kept then.
    @discardableResult
    package func importHistory(
        _ history: PlayHistory, _ surroundings: HistorySurroundings = HistorySurroundings()
    ) throws -> HistoryImportReport {
        var found = HistoryPlays(
            history, try songs(), utcOffsetSeconds: surroundings.utcOffsetSeconds)
        let kept = try keptTimes(notFrom: history.source.rawValue)
        found.drop { play in
            let ms = PlayRow.ms(play.startSeconds)
            return kept.exact.contains(KeptStart(song: play.songId, ms: ms))
                || kept.isPlaying(atMs: ms)
        }
        try found.finish(surroundings)
        try keep(
            found.plays, source: history.source.rawValue,
            utcOffsetSeconds: { surroundings.utcOffsetSeconds($0.startSeconds) })
        try addNights(history.source.rawValue, surroundings)
        return found.report
    }

    private struct KeptStart: Hashable {
        let song: Int64
        let ms: Int64
    }

    /// When plays are kept already.
    private struct KeptTimes {
        var exact: Set<KeptStart> = []
        /// Of other sources; the starts ascending, and for each the latest end up to it.
        var starts: [Int64] = []
        var ends: [Int64] = []

        /// Clocks of two programs tell the start of one play by so much apart; ms.
        static let toleranceMs: Int64 = 10_000

        func isPlaying(atMs ms: Int64) -> Bool {
            var (low, high) = (0, starts.count)
            while low < high {
                let middle = (low + high) / 2
                if starts[middle] <= ms + Self.toleranceMs {
                    low = middle + 1
                } else {
                    high = middle
                }
            }
            return low > 0 && ends[low - 1] > ms
        }
    }

    private func keptTimes(notFrom source: String) throws(MusicStoreError) -> KeptTimes {
        try read { db in
            var times = KeptTimes()
            let rows = try Row.fetchCursor(
                db,
                sql: """
                    SELECT song, play.started_ms AS start, play.ended_ms AS end, source
                    FROM play JOIN listening ON listening.id = play.listening
                    ORDER BY play.started_ms
                    """)
            while let row = try rows.next() {
                let start: Int64 = row["start"]
                times.exact.insert(KeptStart(song: row["song"], ms: start))
                guard row["source"] as String != source else { continue }
                times.starts.append(start)
                times.ends.append(max(times.ends.last ?? .min, row["end"]))
            }
            return times
        }
    }

    /// The nights after times of listening of a source that have none yet.
    private func addNights(_ source: String, _ surroundings: HistorySurroundings) throws {
        for listening in try listenings().reversed()
        where listening.source == source && listening.sleep == nil {
            guard let sleep = try surroundings.sleep(Double(listening.endedMs) / 1000) else {
                continue
            }
            try keep(sleep: sleep, afterListening: listening.id)
        }
    }
}
