/// The weight of each part of a score; the weights add up to 1.
package struct ScoreWeights: Sendable, Hashable {
    package var tempo: Double
    package var energy: Double
    package var familiarity: Double
    package var history: Double
    package var context: Double

    package static let standard = ScoreWeights(
        tempo: 0.15, energy: 0.20, familiarity: 0.15, history: 0.25, context: 0.25)

    private init(
        tempo: Double, energy: Double, familiarity: Double, history: Double, context: Double
    ) {
        self.tempo = tempo
        self.energy = energy
        self.familiarity = familiarity
        self.history = history
        self.context = context
    }

    /// Weights in proportion, so that they add up to 1; nil where one is below 0 or all are 0.
    package static func proportional(
        tempo: Double, energy: Double, familiarity: Double, history: Double, context: Double
    ) -> ScoreWeights? {
        let all = [tempo, energy, familiarity, history, context]
        let sum = all.reduce(0, +)
        guard all.allSatisfy({ $0.isFinite && $0 >= 0 }), sum.isFinite, sum > 0 else { return nil }
        return ScoreWeights(
            tempo: tempo / sum, energy: energy / sum, familiarity: familiarity / sum,
            history: history / sum, context: context / sum)
    }
}

/// The settings for choosing that a person may change.
package struct SelectionPreferences: Sendable, Hashable {
    package var weights = ScoreWeights.standard
    /// A song is recent for so long after its last play; s.
    package var recencySeconds = 3600.0
    /// The tempo above which songs count less from ``nightHour`` to 6 h; beats in a minute.
    package var maxNightBpm = 100.0
    /// The tempo above which songs count less from 6 h to ``morningEndHour``; beats in a minute.
    package var maxMorningBpm = 120.0
    package var nightHour = 21
    package var morningEndHour = 9
    /// The number of songs of one artist in a row that are allowed.
    package var maxSongsPerArtist = 2
    /// True if songs that are known count more under stress. Our reading of the design's
    /// "preferred".
    package var prefersFamiliar = true

    package init() {}

    /// The night ends, and the morning begins, at this hour.
    static let nightEndHour = 6

    func isNight(_ hour: Int) -> Bool { hour >= nightHour || hour < Self.nightEndHour }

    /// The tempo above which songs count less at an hour; infinite where there is none.
    func bpmLimit(_ hour: Int) -> Double {
        if isNight(hour) { return maxNightBpm }
        return (Self.nightEndHour..<max(Self.nightEndHour, morningEndHour)).contains(hour)
            ? maxMorningBpm : .infinity
    }
}
