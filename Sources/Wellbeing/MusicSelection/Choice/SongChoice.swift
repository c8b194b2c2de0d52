/// A part of the score of a choice.
package struct ScorePart: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case tempo, energy, familiarity, history, context
        /// Taken off for a recent play.
        case recency
        /// The parts of the model of this person: the value with which every song starts; the
        /// effects of tempo, energy, density and familiarity; the effect of the song beyond them.
        case start, learntTempo, learntEnergy, learntDensity, learntFamiliarity, learntSong
    }

    package let kind: Kind
    /// The amount that the part adds to the score; all parts add up to it.
    package let amount: Double
    /// The number behind it: 0 to 1 in the first design, a difference of values in the model.
    package let value: Double
}

/// One of the ten best songs of a choice.
package struct ChoiceCandidate: Sendable, Hashable {
    package let id: Int64
    package let score: Double
    /// The probability with which the policy chose it; 0 to 1.
    package let probability: Double
    /// The value for the need that the model expects; .5 without a model.
    package let expectedValue: Double
}

/// The next song, with all that explains it.
package struct SongChoice: Sendable, Hashable {
    package let id: Int64
    /// Index in the table.
    package let index: Int
    package let policy: SelectionPolicy
    /// ``baseScore`` times ``transitionFactor``: the highest is chosen, of equal ones the lowest id.
    package let score: Double
    /// The score without the transition: of the first design, or blended with the model.
    package let baseScore: Double
    /// 0 to .9; nil for the first song of a session.
    package let transitionScore: Double?
    package let target: SongTarget
    /// The parts of the first design.
    package let referenceScore: SongScore
    /// All parts; they add up to ``score``.
    package let parts: [ScorePart]
    /// The probability with which the policy chose this song; 1 for `reference`.
    package let probability: Double
    /// True if the song is not the best one but a try.
    package let isExploration: Bool
    /// Guards that were lifted because no song was left, and that a song which is left would break.
    package let relaxedRules: [ExclusionRule]
    /// The best ten, best first.
    package let candidates: [ChoiceCandidate]
    /// Mean of the confidences of state, effect and tempo; 0 to 1. A choice of our own.
    package let confidence: Double
    /// The number of songs that the guards left.
    package let eligibleCount: Int

    /// .7 + .3 transition, or 1 for the first song of a session.
    package var transitionFactor: Double { transitionScore.map(TransitionScore.scoreFactor) ?? 1 }
}
