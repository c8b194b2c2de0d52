/// A language of the words about music.
package enum MusicLanguage: String, Sendable, Hashable, CaseIterable {
    case en, de
}

/// Names of the sentences and words that explain a choice.
package enum MusicTextKey: String, Sendable, Hashable, CaseIterable {
    /// Arguments `bpm`, `n`; the next one `bpm`.
    case heartAbove, heartBelow, heartAtRest
    /// Arguments `mean`, `error`, `n`: after ``heartAbove`` and its like.
    case thenLower, thenHigher
    /// The same where the heart rate of now is not known.
    case lower, higher
    case notEnough
    /// Arguments `context`, `need`.
    case situation
    /// Argument `bpm`.
    case target
    /// Preferences of the person. Arguments `tempo`, `energy`, `familiarity`, `history`, `context`; then `n` and `n`.
    case ownWeights, ownRecency, ownArtistLimit, ownNoArtistLimit
    /// Argument `bpm`.
    case ownBpmLimit
    case ownNoBpmLimit, ownNoFamiliar
    case exploring, liftedSkipped, liftedRecent, liftedArtist, octave, unsure

    case contextUnknown, contextWorkout, contextPostWorkout, contextWork, contextDeepWork
    case contextRelaxation, contextCommute, contextPreSleep, contextMorning, contextSocial
    case needEnergize, needCalm, needFocus, needMaintain, needTransition
    case partTempo, partEnergy, partFamiliarity, partHistory, partContext, partRecency
    case partStart, partLearntTempo, partLearntEnergy, partLearntDensity
    case partLearntFamiliarity, partLearntSong

    package static func nameKey(_ context: MusicContext) -> MusicTextKey {
        switch context {
        case .unknown: .contextUnknown
        case .workout: .contextWorkout
        case .postWorkout: .contextPostWorkout
        case .work: .contextWork
        case .deepWork: .contextDeepWork
        case .relaxation: .contextRelaxation
        case .commute: .contextCommute
        case .preSleep: .contextPreSleep
        case .morning: .contextMorning
        case .social: .contextSocial
        }
    }

    package static func naming(_ need: MusicNeed) -> MusicTextKey {
        switch need {
        case .energize: .needEnergize
        case .calm: .needCalm
        case .focus: .needFocus
        case .maintain: .needMaintain
        case .transition: .needTransition
        }
    }

    package static func naming(_ part: ScorePart.Kind) -> MusicTextKey {
        switch part {
        case .tempo: .partTempo
        case .energy: .partEnergy
        case .familiarity: .partFamiliarity
        case .history: .partHistory
        case .context: .partContext
        case .recency: .partRecency
        case .start: .partStart
        case .learntTempo: .partLearntTempo
        case .learntEnergy: .partLearntEnergy
        case .learntDensity: .partLearntDensity
        case .learntFamiliarity: .partLearntFamiliarity
        case .learntSong: .partLearntSong
        }
    }

    static func naming(_ relaxedRules: ExclusionRule) -> MusicTextKey? {
        switch relaxedRules {
        case .skipped: .liftedSkipped
        case .recent: .liftedRecent
        case .artist: .liftedArtist
        case .unplayable, .blocked, .playing: nil
        }
    }
}

/// Every text that explains a choice, in English and German. `{name}` stands for an argument.
///
/// A text says what came after a song. It never says what came of it: one play shows no cause.
package enum MusicTexts {
    /// A text with its arguments.
    package static func text(
        _ word: MusicTextKey, _ language: MusicLanguage, _ arguments: [String: String] = [:]
    ) -> String {
        let pair = pair(word)
        return filled(language == .en ? pair.en : pair.de, arguments)
    }

    private static func pair(_ word: MusicTextKey) -> (en: String, de: String) {
        switch word {
        case .heartAbove:
            ("Heart rate {bpm}, {n} above your rest.", "Puls {bpm}, {n} über deiner Ruhe.")
        case .heartBelow:
            ("Heart rate {bpm}, {n} below your rest.", "Puls {bpm}, {n} unter deiner Ruhe.")
        case .heartAtRest: ("Heart rate {bpm}, as at rest.", "Puls {bpm}, wie in Ruhe.")
        case .thenLower:
            (
                "After this song it was lower by {mean} ± {error}, {n} plays.",
                "Nach diesem Lied war er um {mean} ± {error} niedriger, {n} Mal gespielt."
            )
        case .thenHigher:
            (
                "After this song it was higher by {mean} ± {error}, {n} plays.",
                "Nach diesem Lied war er um {mean} ± {error} höher, {n} Mal gespielt."
            )
        case .lower:
            (
                "After this song your heart rate was lower by {mean} ± {error}, {n} plays.",
                "Nach diesem Lied war dein Puls um {mean} ± {error} niedriger, {n} Mal gespielt."
            )
        case .higher:
            (
                "After this song your heart rate was higher by {mean} ± {error}, {n} plays.",
                "Nach diesem Lied war dein Puls um {mean} ± {error} höher, {n} Mal gespielt."
            )
        case .notEnough:
            (
                "There are not enough plays yet to say what comes after this song.",
                "Das Lied wurde noch nicht oft genug gespielt, um zu sagen, was danach kommt."
            )
        case .situation: ("{context}: {need}.", "{context}: {need}.")
        case .target:
            (
                "A tempo near {bpm} beats a minute is wanted.",
                "Gesucht ist ein Tempo um {bpm} Schläge pro Minute."
            )
        case .ownWeights:
            (
                "As you set, tempo counts {tempo} %, energy {energy} %, how well you know a song {familiarity} %, "
                    + "what came after it {history} %, fit to what you do {context} %.",
                "Wie eingestellt zählen Tempo {tempo} %, Energie {energy} %, wie gut du ein Lied kennst "
                    + "{familiarity} %, was danach kam {history} %, passend zur Lage {context} %."
            )
        case .ownRecency:
            (
                "As you set, songs are held back for {n} minutes after their last play.",
                "Wie eingestellt werden gespielte Lieder {n} Minuten zurückgehalten."
            )
        case .ownArtistLimit:
            (
                "As you set, at most {n} songs of one artist follow each other.",
                "Wie eingestellt folgen höchstens {n} Lieder eines Künstlers aufeinander."
            )
        case .ownNoArtistLimit:
            (
                "As you set, any number of songs of one artist may follow each other.",
                "Wie eingestellt dürfen beliebig viele Lieder eines Künstlers aufeinander folgen."
            )
        case .ownBpmLimit:
            (
                "As you set, songs above {bpm} beats a minute count less at this hour.",
                "Wie eingestellt zählen Lieder über {bpm} Schlägen pro Minute zu dieser Stunde weniger."
            )
        case .ownNoBpmLimit:
            (
                "As you set, no tempo counts less at this hour.",
                "Wie eingestellt zählt zu dieser Stunde kein Tempo weniger."
            )
        case .ownNoFamiliar:
            (
                "As you set, songs that you know do not count more under stress.",
                "Wie eingestellt zählen bekannte Lieder unter Anspannung nicht mehr."
            )
        case .exploring:
            (
                "This is a try: one of the ten best at random.",
                "Das ist ein Versuch: eines der zehn besten, zufällig gewählt."
            )
        case .liftedSkipped:
            (
                "No other song was left: songs skipped today count again.",
                "Kein anderes Lied war übrig: heute übersprungene zählen wieder."
            )
        case .liftedRecent:
            (
                "No other song was left: songs played a short while ago count again.",
                "Kein anderes Lied war übrig: kürzlich gespielte zählen wieder."
            )
        case .liftedArtist:
            (
                "No other song was left: one more of the same artist may follow.",
                "Kein anderes Lied war übrig: noch eines vom selben Künstler darf folgen."
            )
        case .octave:
            (
                "Its tempo is doubtful: it may be half or twice as fast.",
                "Das Tempo ist fraglich: es kann halb oder doppelt so schnell sein."
            )
        case .unsure:
            (
                "Little is known yet, so this is a weak choice.",
                "Noch ist wenig bekannt, die Wahl ist deshalb schwach."
            )
        default: word.name
        }
    }

    /// A text with the values instead of `{name}`; an argument that is not given stays as it is.
    private static func filled(_ text: String, _ arguments: [String: String]) -> String {
        var pieces = text.split(separator: "{", omittingEmptySubsequences: false)
        var result = String(pieces.removeFirst())
        for piece in pieces {
            guard let close = piece.firstIndex(of: "}"),
                let value = arguments[String(piece[..<close])]
            else {
                result += "{" + piece
                continue
            }
            result += value + piece[piece.index(after: close)...]
        }
        return result
    }
}

extension MusicTextKey {
    /// The names of contexts, needs and parts; empty for sentences.
    fileprivate var name: (en: String, de: String) {
        switch self {
        case .contextUnknown: ("Whatever you do", "Was immer du tust")
        case .contextWorkout: ("Workout", "Training")
        case .contextPostWorkout: ("After a workout", "Nach dem Training")
        case .contextWork: ("Work", "Arbeit")
        case .contextDeepWork: ("Deep work", "Konzentrierte Arbeit")
        case .contextRelaxation: ("Rest", "Ruhe")
        case .contextCommute: ("On the way", "Unterwegs")
        case .contextPreSleep: ("Before sleep", "Vor dem Schlaf")
        case .contextMorning: ("Morning", "Morgen")
        case .contextSocial: ("In company", "In Gesellschaft")
        case .needEnergize: ("a song with energy", "ein Lied mit Energie")
        case .needCalm: ("a song to calm down", "ein Lied zum Ruhigwerden")
        case .needFocus: ("a song to stay focused", "ein Lied, um bei der Sache zu bleiben")
        case .needMaintain: ("a song that goes on like this", "ein Lied, mit dem es so weitergeht")
        case .needTransition: ("a song between two moods", "ein Lied zwischen zwei Stimmungen")
        case .partTempo: ("tempo", "Tempo")
        case .partEnergy: ("energy", "Energie")
        case .partFamiliarity: ("how well you know it", "wie gut du es kennst")
        case .partHistory: ("what came after it before", "was bisher danach kam")
        case .partContext: ("fit to what you do", "passt zu dem, was du tust")
        case .partRecency: ("played a short while ago", "vor Kurzem gespielt")
        case .partStart: ("where every song starts", "womit jedes Lied beginnt")
        case .partLearntTempo: ("your plays at such a tempo", "deine Lieder mit solchem Tempo")
        case .partLearntEnergy: ("your plays with such energy", "deine Lieder mit solcher Energie")
        case .partLearntDensity: ("your plays as dense as this", "deine Lieder von solcher Dichte")
        case .partLearntFamiliarity:
            ("your plays of songs known as well", "deine Lieder, die du so gut kennst")
        case .partLearntSong:
            ("what this very song has shown", "was dieses Lied bisher gezeigt hat")
        default: ("", "")
        }
    }
}
