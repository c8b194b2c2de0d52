import PhysioDSP
import TestSupport
import Testing

@testable import MusicSelection

@Suite struct AdaptiveModelTests {
    @Test func valuesAgreeWithTheSecondImplementation() {
        var random = RandomMusic(seed: 11)
        let songs = (0..<12).map { random.song(Int64($0)) }
        var model = AdaptiveModel()
        var plain = PlainAdaptive()
        var time = random.now
        for step in 0..<300 {
            let song = random.one(songs)
            // Now and then a play is learnt late: from before the last one.
            time += random.chance(0.1) ? -100_000 : random.generator.uniform(in: 0...60_000)
            let play = random.play(song.id, at: time)
            model.learn(play, PlayFeatures(song, play))
            plain.learn(song, play)
            guard step % 20 == 19 else { continue }
            #expect(model.count == plain.rows.count)
            for song in songs + [random.song(99)] {
                for need in MusicNeed.allCases {
                    #expect(
                        isClose(
                            model.value(song, need), plain.value(song, need: need.rawValue),
                            within: 1e-10))
                }
            }
        }
    }

    @Test func aColdStartIsTheDesign() {
        var random = RandomMusic(seed: 12)
        for _ in 0..<200 {
            var songs = (0..<10).map { random.song(Int64($0)) }
            for index in songs.indices {
                songs[index].alternativeTempos = []
                songs[index].lastPlayedSeconds = nil
                songs[index].lastSkippedSeconds = nil
            }
            let moment = random.moment()
            func choice(_ policy: SelectionPolicy) -> SongChoice? {
                var generator = SeededGenerator(seed: 1)
                return SongChooser.choose(
                    SongTable(songs),
                    ChoiceRequest(moment: moment, policy: policy, explorationRate: 0),
                    model: AdaptiveModel(), using: &generator)
            }
            #expect(choice(.adaptive)?.id == choice(.reference)?.id)
            #expect(choice(.adaptive)?.score == choice(.reference)?.score)
        }
    }

    @Test func theBlendIsByPlaysLearnt() throws {
        var random = RandomMusic(seed: 13)
        let song = SongFacts(id: 1, bpm: 100, energy: 0.4, density: 0.3)
        var model = AdaptiveModel()
        while model.count < 30 {
            let play = random.play(1, at: random.now - 100_000)
            model.learn(play, PlayFeatures(song, play))
        }
        let moment = random.moment()
        let choice = try #require(
            SongChooser.ranked(
                SongTable([song]), ChoiceRequest(moment: moment, policy: .adaptive), model: model,
                count: 1
            ).first)
        let expected =
            SongScore(song, at: moment).finalScore * 2 / 3 + model.value(song, moment.need) / 3
        #expect(isClose(choice.score, expected, within: 1e-12))
    }

    @Test func evidenceHalvesInNinetyDays() {
        #expect(isClose(AdaptiveModel.decayFactor(90 * 86_400), 0.5, within: 1e-15))
        #expect(isClose(AdaptiveModel.decayFactor(180 * 86_400), 0.25, within: 1e-15))
    }

    /// A song that plays at high heart rates seems to calm if the heart before is left out.
    @Test func theReturnToTheMeanIsNoEffectOfTheSong() {
        var random = RandomMusic(seed: 14)
        let songs = [SongFacts(id: 1, bpm: 110), SongFacts(id: 2, bpm: 110)]
        var model = AdaptiveModel()
        var without = AdaptiveModel(correctsRegressionToMean: false)
        for step in 0..<400 {
            let song = songs[step % 2]
            // The first song plays when the heart is fast, the second when it is slow; neither does anything.
            let above = song.id == 1 ? 10.0 : -10
            let play = PlayFacts(
                songID: song.id, startSeconds: random.now, endSeconds: random.now + 200,
                playedSeconds: 200, playedShare: 1, outcome: .finished, startBpm: 80 + above,
                endBpm: 80 + 0.5 * above + random.generator.gaussian(), startBpmAboveMedian: above)
            model.learn(play, PlayFeatures(song, play))
            without.learn(play, PlayFeatures(song, play))
        }
        func difference(_ model: AdaptiveModel) -> Double {
            abs(model.value(songs[0], .calm) - model.value(songs[1], .calm))
        }
        #expect(difference(without) > 0.1)
        #expect(difference(model) < 0.2 * difference(without))
    }

    @Test func oneChoiceInTwentyExploresWithItsProbabilityStored() throws {
        let songs = (0..<30).map { SongFacts(id: $0, bpm: 60 + 4 * Double($0), energy: 0.5) }
        let table = SongTable(songs)
        let moment = ChoiceConditions(
            nowSeconds: 1_800_000_000, hour: 15, state: .unknown(timeSeconds: 1_800_000_000))
        let request = ChoiceRequest(moment: moment, policy: .adaptive)
        var generator = SeededGenerator(seed: 3)
        var tries = 0
        for _ in 0..<20_000 {
            let choice = try #require(
                SongChooser.choose(table, request, model: nil, using: &generator))
            #expect(choice.candidates.count == 10)
            #expect(
                isClose(
                    choice.candidates.reduce(0) { $0 + $1.probability }, 1, within: 1e-12))
            #expect(choice.isExploration == (choice.id != choice.candidates[0].id))
            #expect(
                isClose(
                    choice.probability, choice.isExploration ? 0.005 : 0.955, within: 1e-12))
            tries += choice.isExploration ? 1 : 0
        }
        // 20,000 x .045 = 900, deviation 29.3; five of them.
        #expect(abs(tries - 900) < 147)
        var off = request
        off.explorationRate = 0
        let first = try #require(SongChooser.choose(table, off, using: &generator))
        #expect(first.probability == 1 && !first.isExploration)
    }
}

@Suite struct OffPolicyTests {
    private static func log(
        count: Int, seed: UInt64, expectedValue: (Int64) -> Double
    ) -> [LoggedChoice] {
        var random = RandomMusic(seed: seed)
        let candidates = (0..<10).map {
            ChoiceCandidate(
                id: Int64($0), score: 1 - Double($0) / 10,
                probability: $0 == 0 ? 0.955 : 0.005, expectedValue: expectedValue(Int64($0)))
        }
        return (0..<count).map { _ in
            let isTry = random.chance(0.05)
            let chosen = isTry ? Int64.random(in: 0..<10, using: &random.generator) : 0
            return LoggedChoice(
                candidates: candidates, chosen: chosen,
                reward: truth(chosen) + 0.1 * random.generator.gaussian())
        }
    }

    private static func truth(_ id: Int64) -> Double { 0.8 - 0.05 * Double(id) }

    /// The truth lies in nearly all intervals of 60 logs, whether the model is right or wrong.
    @Test(arguments: [true, false]) func anotherChoiceAmongTheTenBestIsEstimated(isRight: Bool)
        throws
    {
        var holds = 0
        for seed in 0..<60 {
            let log = Self.log(count: 4000, seed: UInt64(seed)) {
                isRight ? Self.truth($0) : 0.5
            }
            let estimate = try OffPolicyEstimate(log) { $0.candidates[3].id }
            if estimate.low <= Self.truth(3) && Self.truth(3) <= estimate.high { holds += 1 }
            #expect(estimate.matchCount >= 10)
        }
        // 57 of 60 are expected; 50 is four deviations below.
        #expect(holds >= 50)
    }

    @Test func aPolicyOutsideTheTenBestIsRefused() {
        let log = Self.log(count: 100, seed: 1) { _ in 0.5 }
        #expect(throws: OffPolicyError.noSupport(choice: 0)) {
            try OffPolicyEstimate(log) { _ in 77 }
        }
        #expect(OffPolicyError.noSupport(choice: 0).code == "no_support")
        let agreeing = Array(log.filter { $0.chosen == 0 }.prefix(10))
        #expect(throws: OffPolicyError.tooFew(count: 9)) {
            try OffPolicyEstimate(Array(agreeing.prefix(9))) { _ in 0 }
        }
        #expect(throws: OffPolicyError.tooFew(count: 0)) {
            try OffPolicyEstimate([]) { _ in 0 }
        }
        #expect(throws: Never.self) { try OffPolicyEstimate(agreeing) { _ in 0 } }
    }
}
