package import PhysioDSP

/// Chooses the next song among the songs of a table.
package enum SongChooser {
    /// Probability with which `adaptive` tries one of the ten best at random.
    package static let explorationRate = 0.05
    /// The number of best songs that are candidates.
    package static let candidateCount = 10

    /// The next song; nil where the guards that are never lifted leave none.
    ///
    /// - Parameters:
    ///   - model: what this person's plays have shown; without one every policy is `reference` in its scores.
    ///   - generator: asked once by `adaptive` and `random`, once more for a try, and once for each song that is
    ///     left by `thompson`; never by `reference`.
    /// - Complexity: one pass over the rows of the songs.
    package static func choose(
        _ table: SongTable, _ request: ChoiceRequest, model: AdaptiveModel? = nil,
        using generator: inout SeededGenerator
    ) -> SongChoice? {
        let isRandom = request.policy == .random
        var pass = ChoicePass(table, request, model, scoresAll: !isRandom)
        guard pass.hasSongs else { return nil }
        if request.policy == .thompson { pass.addPosteriorDraw(&generator) }
        if isRandom {
            let index = pass.eligiblePosition(Int(generator.uniform() * Double(pass.eligibleCount)))
            pass.score(index)
            return pass.choice(
                index, best: [index], probabilities: [1 / Double(pass.eligibleCount)],
                isExploration: false)
        }
        let best = pass.best(candidateCount)
        guard request.policy == .adaptive, request.explorationRate > 0 else {
            let probabilities = [1.0] + [Double](repeating: 0, count: best.count - 1)
            return pass.choice(
                best[0], best: best, probabilities: probabilities, isExploration: false)
        }
        let explorationProbability = request.explorationRate / Double(best.count)
        let probabilities = best.indices.map {
            $0 == 0 ? 1 - request.explorationRate + explorationProbability : explorationProbability
        }
        let isExploration = generator.uniform() < request.explorationRate
        let index = isExploration ? Int(generator.uniform() * Double(best.count)) : 0
        return pass.choice(
            best[index], best: best, probabilities: probabilities, isExploration: index > 0)
    }

    /// The best songs without any try, best first: what is next, and a playlist's best ten.
    package static func ranked(
        _ table: SongTable, _ request: ChoiceRequest, model: AdaptiveModel? = nil, count: Int
    ) -> [SongChoice] {
        let pass = ChoicePass(table, request, model)
        guard pass.hasSongs, count > 0 else { return [] }
        let best = pass.best(count)
        return best.enumerated().map { position, index in
            pass.choice(
                index, best: best,
                probabilities: best.indices.map { $0 == 0 ? 1 : 0 }, isExploration: position > 0)
        }
    }

    /// Returns how well a playlist fits a moment: the mean score of its best ten without a
    /// transition; nil where it has no song that may play. At most 1; times 100 it is shown in per
    /// cent.
    package static func match(
        _ table: SongTable, _ request: ChoiceRequest, model: AdaptiveModel? = nil
    ) -> Double? {
        // What plays, and played before, is no part of the match: it would order the songs by their transitions.
        var request = request
        request.playingSongID = nil
        request.recent = []
        let best = ranked(table, request, model: model, count: candidateCount)
        guard !best.isEmpty else { return nil }
        return best.reduce(0) { $0 + $1.baseScore } / Double(best.count)
    }
}
