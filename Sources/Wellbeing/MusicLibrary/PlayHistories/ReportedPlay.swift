/// A play as the history of another program reports it.
package struct ReportedPlay: Sendable, Hashable {
    /// The start of the play; ms since 1970.
    package var startMs: Int64
    package var artist: String
    package var title: String
    package var album: String?
    /// The id of the recording, by MusicBrainz; in small letters.
    package var recordingID: String?
    /// Length of the song; s. nil where the history does not say it.
    package var lengthSeconds: Double?
    /// The song of the library, where its file was stated; nil where it has to be found by its names.
    var songID: Int64?

    package init(
        startMs: Int64, artist: String, title: String, album: String? = nil,
        recordingID: String? = nil, lengthSeconds: Double? = nil
    ) {
        self.startMs = startMs
        self.artist = artist
        self.title = title
        self.album = album
        self.recordingID = recordingID
        self.lengthSeconds = lengthSeconds
    }

    /// The order of a history: by the start, and then by all else, so that no two plays are in either order.
    static func isEarlier(_ a: ReportedPlay, _ b: ReportedPlay) -> Bool {
        if a.startMs != b.startMs { return a.startMs < b.startMs }
        if a.names != b.names { return a.names.lexicographicallyPrecedes(b.names) }
        return (a.lengthSeconds ?? 0) < (b.lengthSeconds ?? 0)
    }

    /// A value that is missing differs from an empty one.
    private var names: [String] {
        [artist, title] + [album, recordingID].map { name in name.map { "=" + $0 } ?? "" }
    }
}

/// The content of the file of a play history.
package struct PlayHistory: Sendable, Equatable {
    /// The program that wrote the history.
    package enum Source: String, Sendable, Codable {
        case lastFM = "last.fm"
        case listenBrainz = "listenbrainz"
        /// The counts that MPD keeps in its stickers.
        case mpd
    }

    /// The reason that a row is no play.
    package enum RowError: String, Sendable, CaseIterable, Codable {
        /// A row that has no song, or cannot be read.
        case unreadable
        /// A row that has no time, or one of before 2000: clocks that were not set say 1970.
        case noTime = "no_time"
        /// A play that has not happened yet.
        case future
        /// A row that is there twice.
        case doubled
    }

    package var source: Source
    /// Ascending by their start, each once.
    package var reportedPlays: [ReportedPlay]
    /// The number of rows that are no plays, by reason.
    package var errors: [RowError: Int]
    /// Starts that are known to a whole minute only: those of a file whose times are all whole minutes.
    var wholeMinuteStartsMs: Set<Int64> = []

    /// Earliest start of a play, since play histories were not published before; ms since 1970: 2000-01-01.
    static let firstMs: Int64 = 946_684_800_000

    static let minuteMs: Int64 = 60_000

    /// Sorts out what is no play.
    ///
    /// - Parameter rows: nil for one that cannot be read; a start of nil for one without a time.
    /// - Parameter nowMs: ms since 1970; clocks of other computers may be a day ahead.
    init(_ source: Source, _ rows: [(startMs: Int64?, song: ReportedPlay)?], nowMs: Int64) {
        self.source = source
        var errors: [RowError: Int] = [:]
        var plays: Set<ReportedPlay> = []
        for row in rows {
            let error: RowError?
            switch row {
            case nil: error = .unreadable
            case .some((nil, _)): error = .noTime
            case .some((let start?, var song)):
                song.startMs = start
                if start < Self.firstMs {
                    error = .noTime
                } else if start > nowMs + 86_400_000 {
                    error = .future
                } else {
                    error = plays.insert(song).inserted ? nil : .doubled
                }
            }
            if let error { errors[error, default: 0] += 1 }
        }
        self.reportedPlays = plays.sorted(by: ReportedPlay.isEarlier)
        self.errors = errors
        let starts = Set(self.reportedPlays.map(\.startMs))
        if starts.allSatisfy({ $0 % Self.minuteMs == 0 }) { wholeMinuteStartsMs = starts }
    }
}
