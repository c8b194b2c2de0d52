/// The way in which a play ended.
package enum PlayOutcome: String, Sendable, Hashable, CaseIterable {
    /// The song came to its end.
    case finished
    /// A person ended it.
    case person
    /// An error, a deleted file, a lost player, another controller: no judgement of a person.
    case system
}

/// A person's thumb.
package enum ThumbRating: String, Sendable, Hashable, CaseIterable {
    case up, down
}

/// The facts of a play, and the values that are learnt from it.
package struct PlayFacts: Sendable, Hashable {
    /// The time heard from which it is a play; s.
    package static let minPlaySeconds = 30.0
    /// Or from this share heard on.
    package static let minPlayShare = 0.5
    /// A person who ends a song after this share has not skipped it.
    package static let maxSkipShare = 0.9
    /// The time heard below which the heart is not used to judge the song; s.
    package static let minHeartRateSeconds = 120.0

    package var songID: Int64
    /// s since 1970, UTC.
    package var startSeconds: Double
    package var endSeconds: Double
    /// Seconds played, without pauses and seeks.
    package var playedSeconds: Double
    /// Share of the song that was heard; 0 to 1.
    package var playedShare: Double
    package var outcome: PlayOutcome
    package var context: MusicContext
    /// Mean of the 30 s before the start, and before the end; beats in a minute.
    package var startBpm: Double?
    package var endBpm: Double?
    /// SDNN of the 120 s before the start, and before the end; ms.
    package var startSDNNMs: Double?
    package var endSDNNMs: Double?
    /// Start less the median of the last 30 min; used by `adaptive`.
    package var startBpmAboveMedian: Double?
    package var startSDNNAboveMedianMs: Double?
    /// True if a pacer led during the play, or until 2 min before it.
    package var isPaced: Bool
    /// Moods before and after; 0 to 1.
    package var moodBefore: Double?
    package var moodAfter: Double?
    package var thumb: ThumbRating?

    package init(
        songID: Int64, startSeconds: Double, endSeconds: Double, playedSeconds: Double,
        playedShare: Double, outcome: PlayOutcome, context: MusicContext = .unknown,
        startBpm: Double? = nil, endBpm: Double? = nil, startSDNNMs: Double? = nil,
        endSDNNMs: Double? = nil, startBpmAboveMedian: Double? = nil,
        startSDNNAboveMedianMs: Double? = nil, isPaced: Bool = false, moodBefore: Double? = nil,
        moodAfter: Double? = nil, thumb: ThumbRating? = nil
    ) {
        self.songID = songID
        self.startSeconds = startSeconds
        self.endSeconds = endSeconds
        self.playedSeconds = playedSeconds
        self.playedShare = playedShare.isFinite ? clamped(playedShare) : 0
        self.outcome = outcome
        self.context = context
        self.startBpm = startBpm
        self.endBpm = endBpm
        self.startSDNNMs = startSDNNMs
        self.endSDNNMs = endSDNNMs
        self.startBpmAboveMedian = startBpmAboveMedian
        self.startSDNNAboveMedianMs = startSDNNAboveMedianMs
        self.isPaced = isPaced
        self.moodBefore = moodBefore
        self.moodAfter = moodAfter
        self.thumb = thumb
    }

    /// True if at least 30 s, or half of the song, was heard.
    package var countsAsPlay: Bool {
        playedSeconds >= Self.minPlaySeconds || playedShare >= Self.minPlayShare
    }

    /// A person ended the song before 90 % of it.
    package var isSkip: Bool { outcome == .person && playedShare < Self.maxSkipShare }

    /// True if anything is learnt: from a play, or from a skip that was too short to be one.
    package var isInformative: Bool { countsAsPlay || isSkip }

    /// Heart rate at the end less that at the start, 1/min; nil where too little was heard, a pacer led, or one
    /// of both is missing.
    package var heartRateChange: Double? { change(startBpm, endBpm) }

    /// SDNN at the end less that at the start, ms; nil as for the heart rate.
    package var hrvChange: Double? { change(startSDNNMs, endSDNNMs) }

    private func change(_ start: Double?, _ end: Double?) -> Double? {
        guard playedSeconds >= Self.minHeartRateSeconds, !isPaced, let start, let end,
            start.isFinite, end.isFinite
        else { return nil }
        return end - start
    }
}
