/// A song that was played.
package struct RecentSong: Sendable, Hashable {
    package var id: Int64
    /// s since 1970, UTC.
    package var endSeconds: Double

    package init(id: Int64, endSeconds: Double) {
        self.id = id
        self.endSeconds = endSeconds
    }
}

/// The request for a choice: the best song of a moment among some.
package struct ChoiceRequest: Sendable, Hashable {
    /// The time without music after which a session begins, and no song goes before; s.
    package static let sessionGapSeconds = 1800.0

    package var moment: ChoiceConditions
    package var policy: SelectionPolicy
    /// The song that plays now: it is out, and the next follows it.
    package var playingSongID: Int64?
    /// Songs that were played, the last first, without the one that plays.
    package var recent: [RecentSong]
    /// The songs of the active playlist; nil for the whole library. Ids that are none of it are left out.
    package var allowedSongs: [Int64]?
    /// Probability of trying one of the ten best at random, for `adaptive`; 0 to 1.
    package var explorationRate: Double

    package init(
        moment: ChoiceConditions, policy: SelectionPolicy = .standard, playingSongID: Int64? = nil,
        recent: [RecentSong] = [], allowedSongs: [Int64]? = nil,
        explorationRate: Double = SongChooser.explorationRate
    ) {
        self.moment = moment
        self.policy = policy
        self.playingSongID = playingSongID
        self.recent = recent
        self.allowedSongs = allowedSongs
        self.explorationRate = explorationRate.isFinite ? clamped(explorationRate) : 0
    }

    /// Songs of this session, the one that plays and the last first; none where a gap of 30 min lies before now.
    var sessionSongs: [Int64] {
        var songs = playingSongID.map { [$0] } ?? []
        var next = playingSongID == nil ? moment.nowSeconds : .infinity
        for song in recent {
            // The start of the song that plays is unknown: what is before it is of its session.
            guard next == .infinity || next - song.endSeconds <= Self.sessionGapSeconds else {
                break
            }
            songs.append(song.id)
            next = song.endSeconds
        }
        return songs
    }
}
