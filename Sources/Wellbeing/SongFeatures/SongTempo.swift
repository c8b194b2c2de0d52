/// The tempo of a song, with what else it might be.
package struct SongTempo: Sendable, Equatable {
    /// Beats in a minute, 40 to 240.
    package var bpm: Double
    /// Probability that it is the tempo a listener counts, within 4 % and in this octave; 0 to 1. Where the
    /// tempo changes, the share of the time that has it is a factor.
    package var confidence: Double
    /// Other tempos that explain the onsets, strongest first: multiples of 2, 3, 3/2 and their inverses.
    package var alternativeTempos: [TempoAlternative]
    /// Slowest and fastest tempo of a song whose tempo changes, in beats in a minute; nil where it is steady.
    package var range: ClosedRange<Double>?

    package init(
        bpm: Double, confidence: Double, alternativeTempos: [TempoAlternative],
        range: ClosedRange<Double>? = nil
    ) {
        self.bpm = bpm
        self.confidence = confidence
        self.alternativeTempos = alternativeTempos
        self.range = range
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
