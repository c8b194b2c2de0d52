/// The functions of the rest of the program that the import of a play history calls. Moments are s
/// since 1970.
package struct HistoryImportDependencies {
    /// Offset of the person's clock from UTC at a moment; s.
    package var utcOffsetSeconds: (Double) -> Int
    /// The hearts that are known of a time, the ones to prefer first.
    package var heartData: (ClosedRange<Double>) throws -> [HistoryHeartData]
    /// Returns the quality of the next night after a moment, by
    /// ``ListeningQuality/sleep(hoursAsleep:deepAndREMShare:)``; nil where none is known.
    package var sleep: (Double) throws -> Double?

    package init(
        utcOffsetSeconds: @escaping (Double) -> Int = { _ in 0 },
        heartData: @escaping (ClosedRange<Double>) throws -> [HistoryHeartData] = { _ in [] },
        sleep: @escaping (Double) throws -> Double? = { _ in nil }
    ) {
        self.utcOffsetSeconds = utcOffsetSeconds
        self.heartData = heartData
        self.sleep = sleep
    }
}

/// The results of the import of a play history. Every play of the history is in exactly one of the
/// counts.
package struct HistoryImportReport: Sendable, Equatable {
    /// A song of the history that is none, or several, of the library.
    package struct UnresolvedSong: Sendable, Hashable {
        package var artist: String
        package var title: String
        /// The number of times that it was played.
        package var count: Int

        package init(artist: String, title: String, count: Int) {
            self.artist = artist
            self.title = title
            self.count = count
        }
    }

    package var source: PlayHistory.Source
    /// Plays that are kept from now on.
    package var newCount = 0
    /// Plays that were kept before, or seen as they happened.
    package var knownCount = 0
    /// Plays of songs of which the library has several.
    package var ambiguousCount = 0
    /// Plays of songs that the library does not have.
    package var unmatchedCount = 0
    /// Plays that nothing is left of, since the next one begins at the same moment.
    package var zeroLengthCount = 0
    /// Rows that are no plays.
    package var errors: [PlayHistory.RowError: Int]
    /// Songs behind the counts of the same name, the most played first.
    package var ambiguous: [UnresolvedSong] = []
    package var unmatchedSongs: [UnresolvedSong] = []
    /// Plays that a program has counted without telling when they were.
    package var undatedCount = 0
    /// New plays that a person ended early.
    package var skipCount = 0
    /// New plays with a heart rate at the start and the end from which a change is learnt.
    package var heartRatePlayCount = 0

    init(_ history: PlayHistory) {
        source = history.source
        errors = history.errors
    }
}
