import PhysioDSP

/// One pass over the songs of a choice: their scores, their guards, and the best of those that are left.
struct ChoicePass {
    private let table: SongTable
    private let request: ChoiceRequest
    private let model: AdaptiveModel?
    private let scorer: SongScorer
    /// The song before, in a session.
    private let previousIndex: Int?
    /// Indices of the songs in the table.
    private let songs: [Int]?
    /// Scores with the transition, of each song asked for.
    private var scores: [Double] = []
    private var exclusionMasks: [UInt8] = []
    private let relaxedRules: (rules: [ExclusionRule], bits: UInt8)?
    private let modelWeight: Double
    private let weights: SIMD8<Double>
    /// The value that each song adds by itself, in the model; empty without a model.
    private let learntEffects: [Double]
    /// The uncertainty of these values; for `thompson` alone.
    private let deviations: [Double]

    /// - Parameter scoresAll: false where a song is drawn whatever its score.
    init(
        _ table: SongTable, _ request: ChoiceRequest, _ model: AdaptiveModel?,
        scoresAll: Bool = true
    ) {
        self.table = table
        self.request = request
        self.model = request.policy.usesModel ? model : nil
        let need = request.moment.need
        modelWeight = self.model?.modelWeight ?? 0
        weights = self.model?.valueWeights(need) ?? SIMD8(repeating: 0)
        scorer = SongScorer(request.moment, averagesTempos: request.policy.usesModel)
        previousIndex = request.sessionSongs.first.flatMap { table.index(of: $0) }
        songs = request.allowedSongs.map { Set($0.compactMap { table.index(of: $0) }).sorted() }
        (learntEffects, deviations) = Self.learntEffects(table, request, self.model)
        let rules = ExclusionRules(request, table)
        let count = songs?.count ?? table.count
        let indices = songs
        let masks = (0..<count).map { rules.mask(table.rows[indices?[$0] ?? $0]) }
        relaxedRules = ExclusionRules.relaxedRules(masks)
        self.exclusionMasks = masks
        guard relaxedRules != nil else { return }
        scores = scoresAll ? allScores(count) : [Double](repeating: 0, count: count)
    }

    var hasSongs: Bool { relaxedRules != nil }

    var eligibleCount: Int { exclusionMasks.count { isEligible($0) } }

    /// The n-th song that is left.
    func eligiblePosition(_ n: Int) -> Int {
        var seenEligibleCount = 0
        for position in exclusionMasks.indices where isEligible(exclusionMasks[position]) {
            if seenEligibleCount == n { return position }
            seenEligibleCount += 1
        }
        return exclusionMasks.indices.last ?? 0
    }

    /// Adds a draw of what is not known of each song.
    mutating func addPosteriorDraw(_ generator: inout SeededGenerator) {
        guard !deviations.isEmpty else { return }
        for position in exclusionMasks.indices where isEligible(exclusionMasks[position]) {
            let index = songs?[position] ?? position
            scores[position] +=
                modelWeight * deviations[index] * generator.normal() * transitionFactor(index)
        }
    }

    /// The score of one song, where not all were scored.
    mutating func score(_ position: Int) {
        let index = songs?[position] ?? position
        let effect = table.effect(index, in: request.moment.context)
        scores[position] =
            baseScore(index, scorer.score(table, index, effect: effect).finalScore)
            * transitionFactor(index)
    }

    /// Indices of the best songs that are left, best first; of equal ones the lowest id first.
    func best(_ count: Int) -> [Int] {
        var best: [Int] = []
        for position in exclusionMasks.indices where isEligible(exclusionMasks[position]) {
            if best.count == count, let last = best.last, !isBetter(position, last) { continue }
            let at = best.firstIndex { isBetter(position, $0) } ?? best.count
            best.insert(position, at: at)
            if best.count > count { best.removeLast() }
        }
        return best
    }

    func choice(
        _ position: Int, best: [Int], probabilities: [Double], isExploration: Bool
    ) -> SongChoice {
        let index = songs?[position] ?? position
        let row = table.rows[index]
        let effect = table.effect(index, in: request.moment.context)
        let score = scorer.score(table, index, effect: effect)
        let candidates = zip(best, probabilities).map { position, probability in
            let index = songs?[position] ?? position
            return ChoiceCandidate(
                id: table.rows[index].id, score: scores[position], probability: probability,
                expectedValue: model == nil ? 0.5 : expectedValue(index))
        }
        let own = best.firstIndex(of: position).map { probabilities[$0] } ?? 1
        let state = request.moment.state
        return SongChoice(
            id: row.id, index: index, policy: request.policy,
            score: baseScore(index, score.finalScore) * transitionFactor(index),
            baseScore: baseScore(index, score.finalScore),
            transitionScore: previousIndex.map { transition(from: $0, to: index) },
            target: scorer.target, referenceScore: score,
            parts: ScoreParts.parts(
                score, transitionFactor: transitionFactor(index), modelWeight: modelWeight,
                weights: weights, row: row,
                song: learntEffects.isEmpty ? 0 : learntEffects[index]),
            probability: own, isExploration: isExploration, relaxedRules: relaxedRules?.rules ?? [],
            candidates: candidates,
            confidence: (state.confidence + effect.confidence + row.tempoConfidence) / 3,
            eligibleCount: eligibleCount)
    }

    private static func learntEffects(
        _ table: SongTable, _ request: ChoiceRequest, _ model: AdaptiveModel?
    ) -> ([Double], [Double]) {
        guard let model else { return ([], []) }
        let need = request.moment.need
        let drawsFromPosterior = request.policy == .thompson
        var means = [Double](repeating: 0, count: table.count)
        var deviations = [Double](
            repeating: drawsFromPosterior ? AdaptiveModel.unplayedSongDeviation(need) : 0,
            count: drawsFromPosterior ? table.count : 0)
        model.forEachSongValue(need) { id, mean, deviation in
            guard let index = table.index(of: id) else { return }
            means[index] = mean
            if drawsFromPosterior { deviations[index] = deviation }
        }
        return (means, deviations)
    }

    // MARK: Scores

    private func allScores(_ count: Int) -> [Double] {
        var scores = [Double](repeating: 0, count: count)
        for position in 0..<count where isEligible(exclusionMasks[position]) {
            let index = songs?[position] ?? position
            let score = scorer.score(table, index, effect: table.rows[index].effect)
            scores[position] = baseScore(index, score.finalScore) * transitionFactor(index)
        }
        // The songs that have an effect in this very context once more: they are few.
        for (index, effect) in table.contextEffects[request.moment.context] ?? [:] {
            guard let position = position(of: index), isEligible(exclusionMasks[position]) else {
                continue
            }
            let score = scorer.score(table, index, effect: effect)
            scores[position] = baseScore(index, score.finalScore) * transitionFactor(index)
        }
        return scores
    }

    /// The design's score, blended with what the model expects.
    @inline(__always) private func baseScore(_ index: Int, _ finalScore: Double) -> Double {
        modelWeight > 0 ? blend(finalScore, expectedValue(index), modelWeight) : finalScore
    }

    @inline(__always) private func expectedValue(_ index: Int) -> Double {
        0.5 + (weights * PlayFeatures.songFeatures(table.rows[index])).sum() + learntEffects[index]
    }

    @inline(__always) private func transitionFactor(_ index: Int) -> Double {
        guard let previousIndex else { return 1 }
        return TransitionScore.scoreFactor(transition(from: previousIndex, to: index))
    }

    @inline(__always) private func transition(from previous: Int, to index: Int) -> Double {
        TransitionScore.value(
            table, table.rows[previous], table.rows[index],
            countsDoubtfulTempos: request.policy.usesModel)
    }

    // MARK: Songs that are left

    @inline(__always) private func isEligible(_ mask: UInt8) -> Bool {
        mask & ~(relaxedRules?.bits ?? 0) == 0
    }

    @inline(__always) private func isBetter(_ a: Int, _ b: Int) -> Bool {
        if scores[a] != scores[b] { return scores[a] > scores[b] }
        return table.rows[songs?[a] ?? a].id < table.rows[songs?[b] ?? b].id
    }

    private func position(of index: Int) -> Int? {
        guard let songs else { return index }
        var (low, high) = (0, songs.count)
        while low < high {
            let middle = (low + high) / 2
            if songs[middle] < index { low = middle + 1 } else { high = middle }
        }
        return low < songs.count && songs[low] == index ? low : nil
    }
}
