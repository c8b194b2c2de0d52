/// The reason that a song was chosen: sentences, and the three parts of its score that count most.
///
/// The sentences hold heart values of the person: they are shown, and never written into files of players.
package struct Explanation: Sendable, Hashable {
    /// Number of plays with heart data from which an effect is stated.
    package static let minPlayCount = 5
    /// The confidence below which a choice is called weak. A choice of our own.
    package static let minConfidence = 0.2
    /// A rival tempo at half or twice the tempo with this strength is a doubt. A choice of our own.
    package static let octaveDoubtStrength = 0.7
    /// The number of parts that are shown.
    package static let shownPartCount = 3

    private let sentences: [(word: MusicTextKey, arguments: [String: Argument])]
    /// The parts of the score that are largest, either way, the largest first.
    package let largestParts: [ScorePart]

    /// - Parameters:
    ///   - lastBpm: the last heart rate; nil where none is known.
    ///   - effect: what followed the song, in the context or in any; nil before the first play.
    package init(
        _ choice: SongChoice, _ moment: ChoiceConditions, song: SongFacts, lastBpm: Double?,
        range: HeartRateRange
    ) {
        let effect = song.effects.effect(in: moment.context)
        var sentences: [(word: MusicTextKey, arguments: [String: Argument])] = []
        if let lastBpm { sentences.append(Self.heartSentence(lastBpm, range)) }
        let effectSentence = Self.effectSentence(effect, mentionsHeart: lastBpm != nil)
        if let effectSentence { sentences.append(effectSentence) }
        sentences.append(
            (
                .situation,
                ["context": .word(.nameKey(moment.context)), "need": .word(.naming(moment.need))]
            ))
        sentences.append((.target, ["bpm": .number(choice.target.bpm, digits: 0)]))
        // New libraries would begin every reason with it.
        if effectSentence == nil { sentences.append((.notEnough, [:])) }
        sentences += Self.preferenceSentences(moment)
        if choice.isExploration { sentences.append((.exploring, [:])) }
        sentences += choice.relaxedRules.compactMap { MusicTextKey.naming($0).map { ($0, [:]) } }
        if Self.isOctaveDoubtful(song) { sentences.append((.octave, [:])) }
        if choice.confidence < Self.minConfidence { sentences.append((.unsure, [:])) }
        self.sentences = sentences
        largestParts = Array(
            choice.parts.sorted { abs($0.amount) > abs($1.amount) }.prefix(Self.shownPartCount))
    }

    package static func == (a: Explanation, b: Explanation) -> Bool {
        a.largestParts == b.largestParts && a.words == b.words && a.texts(.en) == b.texts(.en)
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(texts(.en)) }

    /// The sentences that are shown.
    package var words: [MusicTextKey] { sentences.map(\.word) }

    /// The sentences, in the order in which they are shown.
    package func texts(_ language: MusicLanguage) -> [String] {
        sentences.map { sentence in
            MusicTexts.text(
                sentence.word, language, sentence.arguments.mapValues { $0.text(language) })
        }
    }

    /// The largest parts with their numbers: "tempo +0.14".
    package func partTexts(_ language: MusicLanguage) -> [String] {
        largestParts.map { part in
            let amount = Argument.number(abs(part.amount), digits: 2).text(language)
            let sign = part.amount < 0 ? "-" : "+"
            return MusicTexts.text(.naming(part.kind), language) + " " + sign + amount
        }
    }

    // MARK: Sentences

    private static func heartSentence(
        _ bpm: Double, _ range: HeartRateRange
    ) -> (word: MusicTextKey, arguments: [String: Argument]) {
        let bpmAboveRest = (bpm.rounded() - range.restBpm.rounded())
        let word: MusicTextKey =
            bpmAboveRest > 0 ? .heartAbove : bpmAboveRest < 0 ? .heartBelow : .heartAtRest
        return (
            word, ["bpm": .number(bpm, digits: 0), "n": .number(abs(bpmAboveRest), digits: 0)]
        )
    }

    /// The mean change of the heart rate with its standard error; nil below ``minPlayCount`` plays.
    private static func effectSentence(
        _ effect: SongEffect?, mentionsHeart: Bool
    ) -> (word: MusicTextKey, arguments: [String: Argument])? {
        guard let changes = effect?.heartRate, changes.count >= minPlayCount,
            let error = changes.standardError
        else { return nil }
        let isLower = changes.mean < 0
        let word: MusicTextKey =
            mentionsHeart ? (isLower ? .thenLower : .thenHigher) : (isLower ? .lower : .higher)
        return (
            word,
            [
                "mean": .number(abs(changes.mean), digits: 0), "error": .number(error, digits: 0),
                "n": .number(Double(changes.count), digits: 0),
            ]
        )
    }

    private static func isOctaveDoubtful(_ song: SongFacts) -> Bool {
        guard let bpm = song.bpm else { return false }
        return song.alternativeTempos.contains { alternative in
            alternative.strength >= octaveDoubtStrength
                && [0.5, 2].contains { abs(alternative.bpm / (bpm * $0) - 1) <= 0.04 }
        }
    }

    /// A value that replaces a name in braces.
    enum Argument: Sendable, Hashable {
        case number(Double, digits: Int)
        case word(MusicTextKey)

        func text(_ language: MusicLanguage) -> String {
            switch self {
            case .word(let word): MusicTexts.text(word, language)
            case .number(let value, let digits): Self.text(value, digits, language)
            }
        }

        /// A number of at least 0 with so many digits after the point, or the comma.
        private static func text(_ value: Double, _ digits: Int, _ language: MusicLanguage)
            -> String
        {
            guard value.isFinite, value < 1e9 else { return "?" }
            var scale = 1
            for _ in 0..<digits { scale *= 10 }
            let whole = Int((value * Double(scale)).rounded())
            guard digits > 0 else { return "\(whole)" }
            let rest = "\(whole % scale)"
            let zeros = String(repeating: "0", count: digits - rest.count)
            return "\(whole / scale)" + (language == .en ? "." : ",") + zeros + rest
        }
    }
}
