import PhysioDSP
import TestSupport
import Testing

@testable import MusicSelection

/// Properties over 10,000 seeded states and songs, and agreement with a second implementation.
@Suite struct AgreementTests {
    private static let tolerance = 1e-12

    @Test func targetsAndScoresAgreeWithTheSecondImplementation() {
        var random = RandomMusic(seed: 1)
        for id in 0..<10_000 {
            let song = random.song(Int64(id))
            let moment = random.moment()
            let state = moment.state
            let target = PlainDesign.targetBpm(
                need: moment.need.rawValue, energy: state.energy, nudge: moment.nudge,
                arousal: state.arousal, hour: moment.hour)
            #expect(isClose(moment.target.bpm, target, within: Self.tolerance))
            let expected = PlainDesign.final(
                song, need: moment.need.rawValue, context: moment.context.rawValue,
                energy: state.energy, nudge: moment.nudge, arousal: state.arousal,
                stress: state.stress, hour: moment.hour, now: moment.nowSeconds)
            #expect(
                isClose(SongScore(song, at: moment).finalScore, expected, within: Self.tolerance))
        }
    }

    @Test func transitionsAgreeWithTheSecondImplementation() {
        var random = RandomMusic(seed: 2)
        for id in 0..<10_000 {
            let (a, b) = (random.song(Int64(id)), random.song(Int64(id) + 1))
            let value = TransitionScore.value(from: a, to: b)
            #expect(isClose(value, PlainDesign.transition(a, b), within: Self.tolerance))
            #expect(value >= 0 && value <= 0.9 + Self.tolerance)
        }
    }

    @Test func learningAgreesWithTheSecondImplementation() {
        var random = RandomMusic(seed: 3)
        for _ in 0..<500 {
            let plays = (0..<20).map { random.play(7, at: random.now + 1000 * Double($0)) }
            var effects = SongEffects()
            for play in plays { effects.learn(play) }
            let scopes: [(SongEffect?, [PlayFacts])] =
                [(effects.overallEffect, plays)]
                + MusicContext.allCases.map { context in
                    (effects.effectsByContext[context], plays.filter { $0.context == context })
                }
            for (effect, plays) in scopes {
                let expected = PlainDesign.effects(plays)
                let found = effect ?? SongEffect()
                #expect(found.count == expected.count)
                for (a, b) in zip(
                    [found.calm, found.energy, found.focus, found.moodLift], expected.values)
                {
                    #expect(isClose(a, b, within: Self.tolerance) && a >= 0 && a <= 1)
                }
            }
        }
    }

    @Test func statesStayInTheirRangesWhateverTheSamples() throws {
        var random = RandomMusic(seed: 4)
        let odd: [Double] = [.nan, .infinity, -.infinity, -5, 0, 1e300]
        for _ in 0..<10_000 {
            let range = try #require(
                HeartRateRange(
                    restBpm: random.generator.uniform(in: 40...80),
                    maxBpm: random.generator.uniform(in: 150...210)))
            var inputs = StateInputs(
                nowSeconds: random.now, range: range,
                baseline: HRVBaseline(
                    valueMs: random.chance(0.05)
                        ? random.one(odd) : random.generator.uniform(in: 10...120),
                    origin: random.one(HRVBaseline.Origin.allCases)),
                context: random.one(MusicContext.allCases))
            for _ in 0..<Int.random(in: 0...12, using: &random.generator) {
                let ago = random.generator.uniform(in: -10...400)
                inputs.heartRates.append(
                    HeartRateSample(
                        timeSeconds: random.now - ago,
                        bpm: random.chance(0.05)
                            ? random.one(odd) : random.generator.uniform(in: 30...220),
                        quality: random.chance(0.05) ? random.one(odd) : random.unit()))
                inputs.hrv.append(
                    HRVSample(
                        timeSeconds: random.now - 2 * ago,
                        valueMs: random.chance(0.05)
                            ? random.one(odd) : random.generator.uniform(in: 0...200)))
            }
            if random.chance(0.3) {
                inputs.moods = [
                    MoodEntry(
                        timeSeconds: random.now - 10, mood: random.unit(), energy: random.unit())
                ]
            }
            let state = StateEstimator.estimate(inputs)
            for value in [
                state.arousal, state.stress, state.energy, state.focus, state.valence,
                state.confidence, state.arousalConfidence, state.stressConfidence,
                state.energyBeforePattern,
            ] {
                #expect(value >= 0 && value <= 1)
            }
        }
    }

    /// 10,000 choices among a few songs each, by every policy.
    @Test(arguments: SelectionPolicy.allCases)
    func choicesKeepTheirPromises(policy: SelectionPolicy) throws {
        var random = RandomMusic(seed: 5)
        var nothingLeftCount = 0
        for round in 0..<2500 {
            let songs = (0..<8).map { random.song(Int64($0)) }
            var model = AdaptiveModel()
            for index in 0..<(round % 7) {
                let song = random.one(songs)
                let play = random.play(song.id, at: random.now - 9000 + Double(index))
                model.learn(play, PlayFeatures(song, play))
            }
            var request = ChoiceRequest(moment: random.moment(), policy: policy)
            if random.chance(0.7) { request.playingSongID = random.one(songs).id }
            request.recent = (0..<3).map { index in
                RecentSong(
                    id: random.one(songs).id, endSeconds: random.now - 1000 * Double(index + 1))
            }
            if random.chance(0.3) { request.allowedSongs = [0, 2, 4, 6] }
            let table = SongTable(songs)
            let choice = Self.choose(table, request, model, seed: UInt64(round))
            #expect(choice == Self.choose(table, request, model, seed: UInt64(round)))
            guard let choice else {
                nothingLeftCount += 1
                let open = Self.open(songs, request)
                #expect(open.isEmpty)
                continue
            }
            Self.check(choice, songs, request)
        }
        #expect(nothingLeftCount < 500)
    }

    private static func choose(
        _ table: SongTable, _ request: ChoiceRequest, _ model: AdaptiveModel, seed: UInt64
    ) -> SongChoice? {
        var generator = SeededGenerator(seed: seed)
        return SongChooser.choose(table, request, model: model, using: &generator)
    }

    /// Songs that no lifted guard keeps out.
    private static func open(_ songs: [SongFacts], _ request: ChoiceRequest) -> [SongFacts] {
        songs.filter {
            $0.isPlayable && !$0.isBlocked && $0.id != request.playingSongID
                && (request.allowedSongs?.contains($0.id) ?? true)
        }
    }

    /// The guards of a song in the words of the page.
    private static func guards(
        _ song: SongFacts, _ songs: [SongFacts], _ request: ChoiceRequest
    ) -> Set<ExclusionRule> {
        var guards: Set<ExclusionRule> = []
        let now = request.moment.nowSeconds
        if request.policy == .adaptive || request.policy == .thompson {
            if let last = song.lastSkippedSeconds, now - last < 86_400 { guards.insert(.skipped) }
            if let last = song.lastPlayedSeconds, now - last < 3600 { guards.insert(.recent) }
        }
        let before = (request.playingSongID.map { [$0] } ?? []) + request.recent.map(\.id)
        let artists = before.prefix(2).map { id in songs.first { $0.id == id }?.artist }
        if artists.count == 2, let first = artists[0], artists[1] == first, song.artist == first {
            guards.insert(.artist)
        }
        return guards
    }

    private static func check(
        _ choice: SongChoice, _ songs: [SongFacts], _ request: ChoiceRequest
    ) {
        let open = open(songs, request)
        #expect(open.contains { $0.id == choice.id })
        var left: [SongFacts] = []
        var relaxedRules: [ExclusionRule] = []
        for count in 0...ExclusionRule.relaxableRules.count where left.isEmpty {
            relaxedRules = Array(ExclusionRule.relaxableRules.prefix(count))
            left = open.filter { guards($0, songs, request).isSubset(of: relaxedRules) }
        }
        let broken = Set(left.flatMap { guards($0, songs, request) })
        #expect(choice.relaxedRules == ExclusionRule.relaxableRules.filter(broken.contains))
        #expect(choice.eligibleCount == left.count)
        #expect(left.contains { $0.id == choice.id })
        #expect(choice.candidates.allSatisfy { one in left.contains { $0.id == one.id } })
        #expect(
            isClose(choice.parts.reduce(0) { $0 + $1.amount }, choice.score, within: tolerance))
        #expect(choice.score.isFinite && choice.confidence >= 0 && choice.confidence <= 1)
        let referenceScore = choice.referenceScore
        for part in [
            referenceScore.tempo, referenceScore.energy, referenceScore.familiarity,
            referenceScore.history, referenceScore.context,
            referenceScore.recency, referenceScore.hourScore,
        ] {
            #expect(part >= 0 && part <= 1)
        }
        #expect(referenceScore.finalScore >= -0.5 && referenceScore.finalScore <= 1)
        #expect(choice.probability > 0 && choice.probability <= 1)
        if request.policy == .reference {
            let best = left.map { song in
                (
                    song.id,
                    SongScore(song, at: request.moment).finalScore * factor(song, songs, request)
                )
            }.sorted { $0.1 > $1.1 }
            #expect(isClose(choice.score, best[0].1, within: tolerance))
        }
    }

    private static func factor(
        _ song: SongFacts, _ songs: [SongFacts], _ request: ChoiceRequest
    ) -> Double {
        let last = request.playingSongID ?? request.recent.first?.id
        guard let before = songs.first(where: { $0.id == last }) else { return 1 }
        return 0.7 + 0.3 * PlainDesign.transition(before, song)
    }
}
