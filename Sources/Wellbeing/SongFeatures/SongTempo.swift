/// The tempo of a song, with what else it might be.
package struct SongTempo: Sendable, Equatable {
    /// Beats in a minute, 40 to 240.
    package var bpm: Double
    /// 1 - the strength of the best rival through that of the best tempo; 0 to 1.
    package var confidence: Double
    /// Other tempos that explain the onsets, strongest first: multiples of 2, 3, 3/2 and their inverses.
    package var alternativeTempos: [TempoAlternative]

    package init(bpm: Double, confidence: Double, alternativeTempos: [TempoAlternative]) {
        self.bpm = bpm
        self.confidence = confidence
        self.alternativeTempos = alternativeTempos
    }
}

/// A tempo that a song might have as well.
package struct TempoAlternative: Sendable, Equatable {
    package var bpm: Double
    /// Strength through that of the best tempo; 0 to 1.
    package var strength: Double

    package init(bpm: Double, strength: Double) {
        self.bpm = bpm
        self.strength = strength
    }
}
