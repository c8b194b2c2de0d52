/// The constants of a moment, made once, with which every song is scored.
struct SongScorer {
    /// Stress above which songs that are known count more.
    static let familiarityStressThreshold = 0.6

    let target: SongTarget
    private let range: ContextRange?
    private let need: MusicNeed
    private let familiarityBoost: Double
    private let bpmLimit: Double
    private let nowSeconds: Double
    private let recencySeconds: Double
    private let weights: ScoreWeights
    /// True if a tempo counts as the mean over all that the song might have; otherwise a doubtful
    /// one is unknown.
    private let averagesTempos: Bool

    init(_ moment: ChoiceConditions, averagesTempos: Bool) {
        let preferences = moment.preferences
        target = moment.target
        range = ContextRange(moment.context)
        need = moment.need
        familiarityBoost =
            if moment.need == .focus {
                1.2
            } else if moment.state.stress > Self.familiarityStressThreshold
                && preferences.prefersFamiliar
            {
                1.3
            } else {
                1
            }
        bpmLimit = preferences.bpmLimit(moment.hour)
        nowSeconds = moment.nowSeconds
        recencySeconds = preferences.recencySeconds
        weights = preferences.weights
        self.averagesTempos = averagesTempos
    }

    /// - Parameter effect: what is known of the song in the context, or in any.
    @inline(__always) func score(
        _ table: SongTable, _ index: Int, effect: EffectNumbers
    ) -> SongScore {
        let song = table.rows[index]
        let (tempo, tempoFit) = tempoParts(table, song)
        let energyFit: Double
        if song.energy < 0 {
            energyFit = SongScore.unknownPartScore
        } else {
            energyFit = range?.fit(energy: song.energy) ?? SongScore.unknownPartScore
        }
        return SongScore(
            tempo: tempo,
            energy: song.energy < 0
                ? SongScore.unknownPartScore : 1 - abs(song.energy - target.energy),
            familiarity: min(1, song.familiarity * familiarityBoost),
            history: history(effect, isLiked: song.isLiked),
            context: range == nil ? SongScore.unknownPartScore : 0.5 * tempoFit + 0.5 * energyFit,
            recency: recency(song.lastPlayedSeconds),
            hourScore: hourScore(song.bpm(countsDoubtful: averagesTempos)),
            weights: weights)
    }

    /// Returns the value that the effect of a song promises for a need; 0 to 1.
    @inline(__always) func history(_ effect: EffectNumbers, isLiked: Bool) -> Double {
        let expectedValue: Double =
            switch need {
            case .calm: effect.calm
            case .focus: effect.focus
            case .energize: effect.energy
            case .maintain: (effect.calm + effect.energy) / 2
            case .transition: 0.5
            }
        let value = blend(0.5, expectedValue, effect.confidence)
        return isLiked ? max(SongScore.minLikedHistory, value) : value
    }

    /// The part of tempo, and how the tempo fits the context.
    @inline(__always) private func tempoParts(
        _ table: SongTable, _ song: SongRow
    ) -> (tempo: Double, fit: Double) {
        let bpm = song.bpm(countsDoubtful: averagesTempos)
        guard bpm > 0 else { return (SongScore.unknownPartScore, SongScore.unknownPartScore) }
        var tempo = tempoPart(bpm)
        var fit = range?.fit(bpm: bpm) ?? SongScore.unknownPartScore
        guard averagesTempos, song.alternativeCount > 0 else { return (tempo, fit) }
        var weight = 1.0
        for index in Int(song.alternativeStart)..<Int(song.alternativeStart + song.alternativeCount)
        {
            let alternative = table.alternativeTempos[index]
            tempo += alternative.strength * tempoPart(alternative.bpm)
            fit +=
                alternative.strength
                * (range?.fit(bpm: alternative.bpm) ?? SongScore.unknownPartScore)
            weight += alternative.strength
        }
        return (tempo / weight, fit / weight)
    }

    @inline(__always) private func tempoPart(_ bpm: Double) -> Double {
        max(0, 1 - abs(bpm - target.bpm) / 50)
    }

    @inline(__always) private func recency(_ lastPlayedSeconds: Double) -> Double {
        let age = max(0, nowSeconds - lastPlayedSeconds)
        return age < recencySeconds ? 1 - age / recencySeconds : 0
    }

    /// A song of unknown tempo is not too fast.
    @inline(__always) private func hourScore(_ bpm: Double) -> Double {
        bpm > bpmLimit ? max(0, 1 - (bpm - bpmLimit) / 40) : 1
    }
}
