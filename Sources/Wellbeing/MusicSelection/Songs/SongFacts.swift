/// A tempo that a song might have, and how strongly the measurement speaks for it.
package struct WeightedTempo: Sendable, Hashable {
    /// Beats in a minute.
    package var bpm: Double
    /// Strength through that of the best tempo; 0 to 1.
    package var strength: Double

    package init(bpm: Double, strength: Double) {
        self.bpm = bpm
        self.strength = strength
    }
}

/// The facts about a song that choosing needs.
package struct SongFacts: Sendable, Equatable {
    package var id: Int64
    /// The tempo that counts, beats in a minute; nil where unknown.
    package var bpm: Double?
    /// The confidence of the tempo, 0 to 1; 1 for a person's own.
    package var tempoConfidence: Double
    /// True if the measured tempo is more likely wrong than right: `reference` takes it as unknown.
    package var isTempoDoubtful: Bool
    /// Other tempos of the measurement, strongest first; none where a person has said the tempo.
    package var alternativeTempos: [WeightedTempo]
    /// 0 to 1, nil where it is not measured.
    package var energy: Double?
    /// 0 to 1, nil where it is not measured.
    package var density: Double?
    /// Plays: at least 30 s heard, or half of the song.
    package var playCount: Int
    /// Songs that a person ended before 90 % of them.
    package var skipCount: Int
    /// End of the last play; s since 1970, UTC.
    package var lastPlayedSeconds: Double?
    /// The last skip; s since 1970, UTC.
    package var lastSkippedSeconds: Double?
    /// The artist by a key of the caller's; nil where it is unknown.
    package var artist: Int64?
    /// Genres by keys of the caller's.
    package var genres: [Int32]
    /// Thumb down: the song is out until that is lifted.
    package var isBlocked: Bool
    /// Thumb up: the part of history is at least .6.
    package var isLiked: Bool
    /// True if a player can play it now.
    package var isPlayable: Bool
    package var effects: SongEffects

    package init(
        id: Int64, bpm: Double? = nil, tempoConfidence: Double = 0,
        isTempoDoubtful: Bool = false, alternativeTempos: [WeightedTempo] = [],
        energy: Double? = nil, density: Double? = nil, playCount: Int = 0, skipCount: Int = 0,
        lastPlayedSeconds: Double? = nil, lastSkippedSeconds: Double? = nil, artist: Int64? = nil,
        genres: [Int32] = [], isBlocked: Bool = false, isLiked: Bool = false,
        isPlayable: Bool = true, effects: SongEffects = SongEffects()
    ) {
        self.id = id
        self.bpm = bpm
        self.tempoConfidence = tempoConfidence
        self.isTempoDoubtful = isTempoDoubtful
        self.alternativeTempos = alternativeTempos
        self.energy = energy
        self.density = density
        self.playCount = playCount
        self.skipCount = skipCount
        self.lastPlayedSeconds = lastPlayedSeconds
        self.lastSkippedSeconds = lastSkippedSeconds
        self.artist = artist
        self.genres = genres
        self.isBlocked = isBlocked
        self.isLiked = isLiked
        self.isPlayable = isPlayable
        self.effects = effects
    }

    /// The familiarity of the song to a person: c/(c + 5) (1 - skips/(2 plays)) with c = plays -
    /// skips; 0 to 1. A choice of our own. A song without plays is unknown: 0.
    package var familiarity: Double { Self.familiarity(plays: playCount, skips: skipCount) }

    package static func familiarity(plays: Int, skips: Int) -> Double {
        let unskippedCount = max(0, plays - skips)
        guard unskippedCount > 0 else { return 0 }
        let share = Double(unskippedCount) / Double(unskippedCount + 5)
        return clamped(share * (1 - Double(skips) / Double(2 * plays)))
    }
}
