/// The score of a song in the first design: five weighted parts, less a recent play, times the hour.
///
/// final = (sum of weight x part - .5 recency) x (.5 + .5 hour). A song that was just played may be below 0.
package struct SongScore: Sendable, Hashable {
    /// Share of a recent play that is taken off.
    static let recencyPenalty = 0.5
    /// Part of a tempo, an energy or a context that is unknown. A choice of our own.
    static let unknownPartScore = 0.5
    /// The least history of a song with a thumb up.
    static let minLikedHistory = 0.6

    /// 0 to 1, as the four below.
    package var tempo: Double
    package var energy: Double
    package var familiarity: Double
    package var history: Double
    package var context: Double
    /// 1 for a song that has just ended, 0 from 60 min on.
    package var recency: Double
    /// 1, or less for a song that is too fast for the hour. A choice of our own.
    package var hourScore: Double
    let weights: ScoreWeights

    /// The weighted sum of the five parts.
    @inline(__always) package var sum: Double {
        weights.tempo * tempo + weights.energy * energy + weights.familiarity * familiarity
            + weights.history * history + weights.context * context
    }

    /// The factor by which the hour multiplies the score; .5 to 1.
    @inline(__always) package var hourFactor: Double { 0.5 + 0.5 * hourScore }

    /// -.5 to 1.
    @inline(__always) package var finalScore: Double {
        (sum - Self.recencyPenalty * recency) * hourFactor
    }

    /// The score of one song.
    package init(_ song: SongFacts, at moment: ChoiceConditions, averagesTempos: Bool = false) {
        let table = SongTable([song])
        let scorer = SongScorer(moment, averagesTempos: averagesTempos)
        self = scorer.score(table, 0, effect: table.effect(0, in: moment.context))
    }

    @inline(__always) init(
        tempo: Double, energy: Double, familiarity: Double, history: Double, context: Double,
        recency: Double, hourScore: Double, weights: ScoreWeights
    ) {
        self.tempo = tempo
        self.energy = energy
        self.familiarity = familiarity
        self.history = history
        self.context = context
        self.recency = recency
        self.hourScore = hourScore
        self.weights = weights
    }
}
