extension Explanation {
    /// A sentence for each preference of the person that changes the ranking at this moment.
    static func preferenceSentences(
        _ moment: ChoiceConditions
    ) -> [(word: MusicTextKey, arguments: [String: Argument])] {
        let (own, usual) = (moment.preferences, SelectionPreferences())
        var sentences: [(word: MusicTextKey, arguments: [String: Argument])] = []
        func percent(_ weight: Double) -> Argument { .number(100 * weight, digits: 0) }
        if own.weights != usual.weights {
            sentences.append(
                (
                    .ownWeights,
                    [
                        "tempo": percent(own.weights.tempo), "energy": percent(own.weights.energy),
                        "familiarity": percent(own.weights.familiarity),
                        "history": percent(own.weights.history),
                        "context": percent(own.weights.context),
                    ]
                ))
        }
        if own.recencySeconds != usual.recencySeconds {
            sentences.append((.ownRecency, ["n": .number(own.recencySeconds / 60, digits: 0)]))
        }
        if own.maxSongsPerArtist != usual.maxSongsPerArtist {
            sentences.append(
                own.maxSongsPerArtist > 0
                    ? (.ownArtistLimit, ["n": .number(Double(own.maxSongsPerArtist), digits: 0)])
                    : (.ownNoArtistLimit, [:]))
        }
        let limit = own.bpmLimit(moment.hour)
        if limit != usual.bpmLimit(moment.hour) {
            sentences.append(
                limit.isFinite
                    ? (.ownBpmLimit, ["bpm": .number(limit, digits: 0)]) : (.ownNoBpmLimit, [:]))
        }
        let isStressed =
            moment.state.stress > SongScorer.familiarityStressThreshold && moment.need != .focus
        if isStressed, !own.prefersFamiliar { sentences.append((.ownNoFamiliar, [:])) }
        return sentences
    }
}
