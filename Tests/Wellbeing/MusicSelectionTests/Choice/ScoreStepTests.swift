import TestSupport
import Testing

@testable import MusicSelection

/// Each step of target and score by values worked out by hand.
@Suite struct ScoreStepTests {
    private static let now = 1_800_000_000.0

    private static func moment(
        need: MusicNeed = .maintain, energy: Double = 0.5, arousal: Double = 0.5,
        stress: Double = 0.5, nudge: Double = 0, hour: Int = 15,
        context: MusicContext = .unknown
    ) -> ChoiceConditions {
        ChoiceConditions(
            nowSeconds: now, hour: hour,
            state: StateVector(
                timeSeconds: now, arousal: arousal, stress: stress, energy: energy),
            nudge: nudge, context: context, need: need)
    }

    @Test(arguments: [
        (MusicNeed.energize, 120.0, 160.0), (.calm, 60, 90), (.focus, 80, 110),
        (.maintain, 90, 130), (.transition, 100, 120),
    ])
    func targetsGoFromLowToHighWithEnergy(need: MusicNeed, low: Double, high: Double) {
        #expect(Self.moment(need: need, energy: 0).target.bpm == low)
        #expect(Self.moment(need: need, energy: 1).target.bpm == high)
        #expect(Self.moment(need: need, energy: 0.5).target.bpm == (low + high) / 2)
    }

    /// The nudge is clamped with the energy; then 10 less; then the night; then 50 to 180.
    @Test func targetsAreClampedInOrder() {
        #expect(Self.moment(energy: 0.9, nudge: 0.5).target.bpm == 130)
        #expect(Self.moment(energy: 0.2, nudge: -0.5).target.bpm == 90)
        #expect(Self.moment(need: .calm, energy: 0, arousal: 0.61).target.bpm == 50)
        #expect(Self.moment(need: .calm, energy: 0, arousal: 0.6).target.bpm == 60)
        #expect(Self.moment(need: .focus, energy: 0, arousal: 0.9).target.bpm == 80)
        for (hour, expected) in [(20, 160.0), (21, 100), (23, 100), (0, 100), (5, 100), (6, 160)] {
            let target = Self.moment(need: .energize, energy: 1, hour: hour).target
            #expect(target.bpm == expected)
        }
        #expect(Self.moment(energy: 0).target.energy == 40.0 / 130)
        var preferences = SelectionPreferences()
        preferences.maxNightBpm = 30
        let low = SongTarget(
            need: .calm, energy: 0, arousal: 0, hour: 23, preferences: preferences)
        #expect(low.bpm == 50 && low.energy == 0)
    }

    /// Target 110 and 60/130; 130 is 20 off: tempo .6.
    @Test func theFivePartsOfASong() {
        var song = SongFacts(id: 1, bpm: 130, energy: 0.5, playCount: 10, skipCount: 5)
        var effect = SongEffect()
        (effect.calm, effect.energy, effect.focus) = (0.9, 0.5, 0.2)
        effect.count = 10
        song.effects.overallEffect = effect
        let score = SongScore(song, at: Self.moment(context: .relaxation))
        #expect(isClose(score.tempo, 0.6, within: 1e-12))
        #expect(isClose(score.energy, 1 - (0.5 - 60.0 / 130), within: 1e-12))
        // c = 5: .5 x (1 - 5/20).
        #expect(isClose(score.familiarity, 0.375, within: 1e-12))
        // Maintain: (.9 + .5)/2 = .7, half believed.
        #expect(isClose(score.history, 0.6, within: 1e-12))
        // 30 above 100 is 0; .5 is inside.
        #expect(isClose(score.context, 0.5, within: 1e-12))
        let sum =
            0.15 * 0.6 + 0.20 * (0.5 + 60.0 / 130) + 0.15 * 0.375 + 0.25 * 0.6 + 0.25 * 0.5
        #expect(isClose(score.finalScore, sum, within: 1e-12))
    }

    @Test func familiarityIsBoostedForFocusElseUnderStress() {
        // c = 20: .8.
        let song = SongFacts(id: 1, playCount: 20)
        func part(_ need: MusicNeed, _ stress: Double, _ prefers: Bool = true) -> Double {
            var moment = Self.moment(need: need, stress: stress)
            moment.preferences.prefersFamiliar = prefers
            return SongScore(song, at: moment).familiarity
        }
        #expect(isClose(part(.focus, 0.9), 0.96, within: 1e-12))
        #expect(part(.calm, 0.61) == 1)
        #expect(part(.calm, 0.6) == 0.8)
        #expect(part(.calm, 0.61, false) == 0.8)
    }

    @Test func historyIsOfTheContextElseOfAnyAndLikedSongsHaveSome() {
        var song = SongFacts(id: 1)
        func history(_ need: MusicNeed) -> Double {
            SongScore(song, at: Self.moment(need: need, context: .work)).history
        }
        #expect(history(.calm) == 0.5)
        var overall = SongEffect()
        (overall.calm, overall.energy, overall.focus, overall.count) = (0.1, 0.2, 0.3, 20)
        song.effects.overallEffect = overall
        #expect([.calm, .energize, .focus].map(history) == [0.1, 0.2, 0.3])
        #expect(history(.transition) == 0.5)
        var work = overall
        (work.calm, work.count) = (1, 5)
        song.effects.effectsByContext[.work] = work
        #expect(isClose(history(.calm), 0.625, within: 1e-12))
        song.isLiked = true
        #expect(history(.energize) == 0.6 && isClose(history(.calm), 0.625, within: 1e-12))
    }

    @Test(arguments: [
        (0.0, 1.0), (900.0, 0.75), (1800.0, 0.5), (3420.0, 0.05), (3600.0, 0.0), (-5.0, 1.0),
    ])
    func recencyFallsToZeroInAnHour(ago: Double, expected: Double) {
        let song = SongFacts(id: 1, lastPlayedSeconds: Self.now - ago)
        #expect(
            isClose(SongScore(song, at: Self.moment()).recency, expected, within: 1e-12))
    }

    /// The score falls above 100 bpm from 21 to 6 h and above 120 bpm from 6 to 9 h, to 0 within 40
    /// bpm.
    @Test(arguments: [
        (20, 200.0, 1.0), (21, 100.0, 1.0), (21, 120.0, 0.5), (5, 140.0, 0.0), (6, 120.0, 1.0),
        (6, 130.0, 0.75), (8, 160.0, 0.0), (9, 200.0, 1.0),
    ])
    func fastSongsCountLessEarlyAndLate(hour: Int, bpm: Double, expected: Double) {
        let score = SongScore(SongFacts(id: 1, bpm: bpm), at: Self.moment(hour: hour))
        #expect(score.hourScore == expected && score.hourFactor == 0.5 + 0.5 * expected)
    }

    /// The recent play is taken off before the hour multiplies.
    @Test func theHourMultipliesWhatARecentPlayLeaves() {
        let song = SongFacts(id: 1, bpm: 120, energy: 0.5, lastPlayedSeconds: Self.now - 1800)
        let score = SongScore(song, at: Self.moment(hour: 22))
        #expect(isClose(score.finalScore, (score.sum - 0.25) * 0.75, within: 1e-12))
    }

    @Test func whatIsUnknownCountsHalf() {
        let score = SongScore(SongFacts(id: 1), at: Self.moment(context: .work))
        #expect(score.tempo == 0.5 && score.energy == 0.5 && score.context == 0.5)
        #expect(score.hourScore == 1 && score.history == 0.5 && score.familiarity == 0)
        #expect(SongScore(SongFacts(id: 1, bpm: 0), at: Self.moment()).tempo == 0.5)
        #expect(
            SongScore(SongFacts(id: 1, bpm: .nan, energy: .nan), at: Self.moment()).energy == 0.5)
    }

    /// The tempo and one rival of the same strength: the mean of both.
    @Test func adaptiveMatchesTheMeanOverRivals() {
        let song = SongFacts(
            id: 1, bpm: 110, alternativeTempos: [WeightedTempo(bpm: 220, strength: 1)], energy: 0.3)
        let plain = SongScore(song, at: Self.moment(context: .work))
        let mean = SongScore(song, at: Self.moment(context: .work), averagesTempos: true)
        #expect(plain.tempo == 1 && mean.tempo == 0.5)
        #expect(plain.context == 1 && isClose(mean.context, 0.75, within: 1e-12))
    }

    /// A tempo that is more likely wrong than right: unknown to the reference, a mean to the adaptive.
    @Test func aDoubtfulTempoIsUnknownToTheReference() {
        let song = SongFacts(
            id: 1, bpm: 110, isTempoDoubtful: true,
            alternativeTempos: [WeightedTempo(bpm: 220, strength: 1)], energy: 0.3)
        let plain = SongScore(song, at: Self.moment(context: .work))
        let mean = SongScore(song, at: Self.moment(context: .work), averagesTempos: true)
        let unknown = SongScore(
            SongFacts(id: 1, energy: 0.3), at: Self.moment(context: .work))
        #expect(plain.tempo == unknown.tempo && plain.context == unknown.context)
        #expect(mean.tempo == 0.5 && isClose(mean.context, 0.75, within: 1e-12))
        // Too fast for the night, if it were sure.
        let fast = SongFacts(id: 1, bpm: 200, isTempoDoubtful: true)
        #expect(SongScore(fast, at: Self.moment(hour: 23)).hourScore == 1)
        #expect(SongScore(fast, at: Self.moment(hour: 23), averagesTempos: true).hourScore < 1)
    }

    @Test func weightsAlwaysAddUpToOne() throws {
        let weights = try #require(
            ScoreWeights.proportional(
                tempo: 1, energy: 2, familiarity: 3, history: 4, context: 0))
        let sum =
            weights.tempo + weights.energy + weights.familiarity + weights.history
            + weights.context
        #expect(isClose(sum, 1, within: 1e-12) && weights.history == 0.4)
        #expect(
            ScoreWeights.proportional(
                tempo: 0, energy: 0, familiarity: 0, history: 0, context: 0) == nil)
        #expect(
            ScoreWeights.proportional(
                tempo: -1, energy: 2, familiarity: 0, history: 0, context: 0) == nil)
    }
}

/// The lesson of one play, by hand.
@Suite struct LessonTests {
    private static func play(
        heard: Double = 300, share: Double = 1, outcome: PlayOutcome = .finished,
        bpm: (Double, Double)? = nil, sdnn: (Double, Double)? = nil, isPaced: Bool = false
    ) -> PlayFacts {
        PlayFacts(
            songID: 1, startSeconds: 0, endSeconds: heard, playedSeconds: heard,
            playedShare: share, outcome: outcome, startBpm: bpm?.0, endBpm: bpm?.1,
            startSDNNMs: sdnn?.0, endSDNNMs: sdnn?.1, isPaced: isPaced)
    }

    @Test func playsSkipsAndNeither() {
        #expect(Self.play(heard: 30, share: 0.1).countsAsPlay)
        #expect(!Self.play(heard: 29, share: 0.49).countsAsPlay)
        #expect(Self.play(heard: 10, share: 0.5).countsAsPlay)
        #expect(Self.play(share: 0.89, outcome: .person).isSkip)
        #expect(!Self.play(share: 0.9, outcome: .person).isSkip)
        #expect(!Self.play(share: 0.1, outcome: .system).isSkip)
        #expect(Self.play(heard: 5, share: 0.02, outcome: .person).isInformative)
        #expect(!Self.play(heard: 5, share: 0.02, outcome: .system).isInformative)
        var effects = SongEffects()
        effects.learn(Self.play(heard: 5, share: 0.02, outcome: .system))
        #expect(effects == SongEffects())
    }

    @Test func aHeartIsAskedOnlyAfterTwoMinutesWithoutAPacer() {
        #expect(Self.play(heard: 120, bpm: (80, 70)).heartRateChange == -10)
        #expect(Self.play(heard: 119, bpm: (80, 70)).heartRateChange == nil)
        #expect(Self.play(sdnn: (40, 55)).hrvChange == 15)
        #expect(Self.play(bpm: (80, 70), sdnn: (40, 55), isPaced: true).hrvChange == nil)
        #expect(Self.play(bpm: (80, .nan)).heartRateChange == nil)
    }

    /// Completion .1; a heart rate that falls by 5 gives calm .15 and takes energy .15.
    @Test func termsAddUpAndAreClamped() {
        let targets = LearningTargets(Self.play(bpm: (80, 75)))
        #expect(isClose(targets.calm, 0.75, within: 1e-12))
        #expect(isClose(targets.energy, 0.45, within: 1e-12))
        #expect(isClose(targets.focus, 0.6, within: 1e-12) && targets.moodLift == nil)
        let plain = LearningTargets(Self.play())
        #expect(isClose(plain.calm, 0.6, within: 1e-12))
        let high = LearningTargets(Self.play(bpm: (80, 120), sdnn: (20, 100)))
        #expect(high.energy == 1 && high.calm == 1)
        let skip = LearningTargets(Self.play(share: 0, outcome: .person))
        #expect(isClose(skip.focus, 0.4, within: 1e-12))
        #expect(isClose(skip.calm, 0.1, within: 1e-12))
    }

    @Test func confidenceIsFullAfterTwentyPlays() {
        var effect = SongEffect()
        for _ in 0..<20 {
            #expect(effect.confidence < 1)
            effect.learn(Self.play())
        }
        #expect(effect.confidence == 1)
        effect.learn(Self.play())
        #expect(effect.confidence == 1 && effect.count == 21)
    }

    @Test func changesHaveAMeanAndAStandardError() throws {
        var summary = ChangeSummary()
        #expect(summary.standardError == nil)
        for change in [-9.0, -9, -9, 3, 3, 3, -3, -3] { summary.push(change) }
        // Squares from the mean -3: 6 x 36; over 7, over 8, the root.
        #expect(summary.mean == -3 && summary.squares == 216)
        let error = try #require(summary.standardError)
        #expect(isClose(error, (216.0 / 56).squareRoot(), within: 1e-12))
    }

    @Test func moodsLiftByHalfTheirChange() {
        var play = Self.play()
        (play.moodBefore, play.moodAfter) = (0.25, 0.75)
        #expect(LearningTargets(play).moodLift == 0.75)
        var effect = SongEffect()
        effect.learn(play)
        #expect(isClose(effect.moodLift, 0.55, within: 1e-12) && effect.moodCount == 1)
    }
}
