import PhysioDSP
import TestSupport
import Testing

@testable import MusicSelection

@Suite struct ExplanationTests {
    private static let now = 1_800_000_000.0

    private static func explained(
        changes: [Double] = [], lastBpm: Double? = 85,
        song change: (inout SongFacts) -> Void = { _ in }
    ) throws -> (choice: SongChoice, explanation: Explanation) {
        var song = SongFacts(id: 1, bpm: 70, energy: 0.2)
        var effect = SongEffect()
        for one in changes { effect.heartRate.push(one) }
        effect.count = changes.count
        song.effects.overallEffect = effect
        change(&song)
        let moment = ChoiceConditions(
            nowSeconds: now, hour: 15,
            state: StateVector(timeSeconds: now, arousal: 0.2, stress: 0.8, confidence: 1),
            context: .preSleep, need: .calm)
        let choice = try #require(
            SongChooser.ranked(
                SongTable([song]), ChoiceRequest(moment: moment, policy: .reference), count: 1
            ).first)
        let range = try #require(HeartRateRange(restBpm: 65, maxBpm: 180))
        return (
            choice, Explanation(choice, moment, song: song, lastBpm: lastBpm, range: range)
        )
    }

    @Test func heartRateAndItsChangeAreExplained() throws {
        // Mean -3, standard error 2.
        let changes = [-9.0, -9, -9, 3, 3, 3, -3, -3]
        let (_, explanation) = try Self.explained(changes: changes)
        #expect(
            explanation.texts(.en).prefix(2) == [
                "Heart rate 85, 20 above your rest.",
                "After this song it was lower by 3 ± 2, 8 plays.",
            ])
        #expect(
            explanation.texts(.de).prefix(2) == [
                "Puls 85, 20 über deiner Ruhe.",
                "Nach diesem Lied war er um 3 ± 2 niedriger, 8 Mal gespielt.",
            ])
        let (_, blind) = try Self.explained(changes: changes.map { -$0 }, lastBpm: nil)
        #expect(
            blind.texts(.en).first
                == "After this song your heart rate was higher by 3 ± 2, 8 plays.")
    }

    @Test func fewPlaysWithAHeartAreNotEnough() throws {
        let few = try Self.explained(changes: [-3, -2, -3, -4], lastBpm: nil).explanation
        #expect(few.words.prefix(3) == [.situation, .target, .notEnough])
        #expect(
            try Self.explained(changes: [-3, -2, -3, -4]).explanation.words.contains(.notEnough))
        #expect(
            try !Self.explained(changes: [-3, -2, -3, -4, -3]).explanation.words
                .contains(.notEnough))
    }

    @Test func theThreeLargestPartsAreShownWithTheirNumbers() throws {
        let (choice, explanation) = try Self.explained { $0.lastPlayedSeconds = Self.now }
        let sizes = choice.parts.map { abs($0.amount) }.sorted(by: >)
        #expect(explanation.largestParts.map { abs($0.amount) } == Array(sizes.prefix(3)))
        #expect(explanation.partTexts(.en)[0] == "played a short while ago -0.50")
        #expect(explanation.partTexts(.de)[0] == "vor Kurzem gespielt -0,50")
    }

    @Test func doubtsAreSaid() throws {
        let (_, plain) = try Self.explained()
        #expect(!plain.words.contains(.octave))
        let (_, doubtful) = try Self.explained {
            $0.alternativeTempos = [WeightedTempo(bpm: 141, strength: 0.8)]
        }
        #expect(doubtful.words.contains(.octave))
        let (_, weak) = try Self.explained { $0.tempoConfidence = 0 }
        // State 1, effect 0, tempo 0: a third is not weak.
        #expect(!weak.words.contains(.unsure))
    }

    @Test func triesAndLiftedGuardsAreSaid() throws {
        let songs = (0..<4).map { SongFacts(id: $0, lastPlayedSeconds: Self.now - 60) }
        let moment = ChoiceConditions(
            nowSeconds: Self.now, hour: 15, state: .unknown(timeSeconds: Self.now))
        var generator = SeededGenerator(seed: 2)
        let range = try #require(HeartRateRange(restBpm: 65, maxBpm: 180))
        var tries = 0
        for _ in 0..<50 {
            let choice = try #require(
                SongChooser.choose(
                    SongTable(songs),
                    ChoiceRequest(moment: moment, policy: .adaptive, explorationRate: 1),
                    using: &generator))
            let words = Explanation(
                choice, moment, song: songs[choice.index], lastBpm: nil, range: range
            ).words
            // Every song was played a minute ago, none was skipped.
            #expect(words.contains(.liftedRecent) && !words.contains(.liftedSkipped))
            #expect(!words.contains(.liftedArtist) && words.contains(.unsure))
            #expect(words.contains(.exploring) == choice.isExploration)
            tries += choice.isExploration ? 1 : 0
        }
        #expect(tries > 20)
    }

    @Test func everyWordIsThereInBothLanguagesAndClaimsNoCause() {
        for word in MusicTextKey.allCases {
            let english = MusicTexts.text(word, .en)
            let german = MusicTexts.text(word, .de)
            #expect(!english.isEmpty && !german.isEmpty)
            #expect(Self.names(english) == Self.names(german))
            for text in [english, german] {
                for claim in ["because", "weil", "denn ", "heal", "heil", "therap"] {
                    #expect(!text.lowercased().contains(claim))
                }
            }
        }
    }

    private static func names(_ text: String) -> [String] {
        text.split(separator: "{").dropFirst().map { String($0.prefix { $0 != "}" }) }.sorted()
    }
}
