/// The parts of a score: every part times all multipliers, so that the parts add up to it.
enum ScoreParts {
    static func parts(
        _ score: SongScore, transitionFactor: Double, modelWeight: Double, weights: SIMD8<Double>,
        row: SongRow,
        song: Double
    ) -> [ScorePart] {
        let outerFactor = score.hourFactor * transitionFactor * (1 - modelWeight)
        func part(_ kind: ScorePart.Kind, _ weight: Double, _ value: Double) -> ScorePart {
            ScorePart(kind: kind, amount: weight * value * outerFactor, value: value)
        }
        var parts = [
            part(.tempo, score.weights.tempo, score.tempo),
            part(.energy, score.weights.energy, score.energy),
            part(.familiarity, score.weights.familiarity, score.familiarity),
            part(.history, score.weights.history, score.history),
            part(.context, score.weights.context, score.context),
            part(.recency, -SongScore.recencyPenalty, score.recency),
        ]
        if modelWeight > 0 {
            parts += learntParts(
                weights * PlayFeatures.songFeatures(row), song, modelWeight * transitionFactor)
        }
        return parts
    }

    private static func learntParts(
        _ terms: SIMD8<Double>, _ song: Double, _ outer: Double
    ) -> [ScorePart] {
        func part(_ kind: ScorePart.Kind, _ value: Double) -> ScorePart {
            ScorePart(kind: kind, amount: outer * value, value: value)
        }
        return [
            part(.start, 0.5 + terms[0]), part(.learntTempo, terms[1] + terms[2]),
            part(.learntEnergy, terms[3]), part(.learntDensity, terms[4]),
            part(.learntFamiliarity, terms[5]), part(.learntSong, song),
        ]
    }
}
