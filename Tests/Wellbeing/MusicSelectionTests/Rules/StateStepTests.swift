import TestSupport
import Testing

@testable import MusicSelection

/// Each step of the state by values worked out by hand, so that the order of clamps and blends shows.
@Suite struct StateStepTests {
    private static let now = 1_800_000_000.0

    private static func inputs(
        heart: [(ago: Double, bpm: Double)] = [], hrv: [(ago: Double, ms: Double)] = [],
        origin: HRVBaseline.Origin = .setting, context: MusicContext = .unknown
    ) throws -> StateInputs {
        StateInputs(
            nowSeconds: now,
            heartRates: heart.map { HeartRateSample(timeSeconds: now - $0.ago, bpm: $0.bpm) },
            hrv: hrv.map { HRVSample(timeSeconds: now - $0.ago, valueMs: $0.ms) },
            range: try #require(HeartRateRange(restBpm: 60, maxBpm: 160)),
            baseline: HRVBaseline(valueMs: 50, origin: origin), context: context)
    }

    @Test func nothingKnownIsTheMiddleWithoutConfidence() throws {
        let state = StateEstimator.estimate(try Self.inputs())
        #expect(state == .unknown(timeSeconds: Self.now))
        #expect(
            [state.arousal, state.stress, state.energy, state.focus, state.valence]
                == [0.5, 0.5, 0.5, 0.5, 0.5])
        #expect(state.confidence == 0 && state.sources.isEmpty)
        #expect(NeedInference.need(state: state, context: .unknown) == .maintain)
    }

    /// Ratios .1, .2, .3, one a minute: .3 and a slope of .1 a minute, of which a tenth counts.
    @Test func arousalRisesWithItsSlope() throws {
        let state = StateEstimator.estimate(
            try Self.inputs(heart: [(0, 90), (120, 70), (60, 80)]))
        #expect(isClose(state.arousal, 0.31, within: 1e-12))
        #expect(isClose(state.arousalConfidence, 0.3, within: 1e-12))
        let two = StateEstimator.estimate(try Self.inputs(heart: [(0, 90), (60, 80)]))
        #expect(isClose(two.arousal, 0.3, within: 1e-12))
    }

    /// The ratio 1.4 is clamped to 1 first; then a falling slope of -.2 a minute takes .02 off.
    @Test func arousalIsClampedBeforeAndAfterItsSlope() throws {
        let falling = StateEstimator.estimate(
            try Self.inputs(heart: [(120, 240), (60, 220), (0, 200)]))
        #expect(isClose(falling.arousal, 0.98, within: 1e-12))
        let rising = StateEstimator.estimate(
            try Self.inputs(heart: [(120, 160), (60, 180), (0, 200)]))
        #expect(rising.arousal == 1)
        let below = StateEstimator.estimate(
            try Self.inputs(heart: [(120, 20), (60, 30), (0, 40)]))
        #expect(isClose(below.arousal, 0.01, within: 1e-12))
    }

    /// 120 ms over 50 is 1 - 1.44, clamped to 0; the ratio falls by .4 a minute, so .02 comes back.
    @Test func stressIsClampedBeforeAndAfterItsSlope() throws {
        let state = StateEstimator.estimate(
            try Self.inputs(hrv: [(120, 160), (60, 140), (0, 120)]))
        #expect(isClose(state.stress, 0.02, within: 1e-12))
        #expect(isClose(state.stressConfidence, 0.6, within: 1e-12))
        let assumed = StateEstimator.estimate(
            try Self.inputs(hrv: [(120, 160), (60, 140), (0, 120)], origin: .assumed))
        #expect(isClose(assumed.stressConfidence, 0.3, within: 1e-12))
    }

    @Test(arguments: [(25.0, 0.7), (50, 0.4), (75, 0.1)])
    func stressByTheRatioToTheBaseline(ms: Double, expected: Double) throws {
        let state = StateEstimator.estimate(try Self.inputs(hrv: [(0, ms)]))
        #expect(isClose(state.stress, expected, within: 1e-12))
    }

    @Test func confidenceIsTheMeanOfBothAndKnowsQuality() throws {
        var inputs = try Self.inputs(hrv: [(0, 50), (30, 50)])
        inputs.heartRates = (0..<20).map {
            HeartRateSample(timeSeconds: Self.now - 10 * Double($0), bpm: 80, quality: 0.8)
        }
        let state = StateEstimator.estimate(inputs)
        #expect(isClose(state.arousalConfidence, 0.8, within: 1e-12))
        #expect(isClose(state.confidence, (0.8 + 0.4) / 2, within: 1e-12))
        #expect(state.sources == [.heartRate, .hrv])
    }

    /// a = .3, s = .4: energy .42; the mood 1 makes it .71; the pattern 0 makes it .568.
    @Test func moodComesBeforeThePattern() throws {
        var inputs = try Self.inputs(heart: [(0, 90)], hrv: [(0, 50)])
        inputs.moods = [
            MoodEntry(timeSeconds: Self.now - 899, moodLevel: 5, energyLevel: 5)
        ]
        inputs.pattern = EnergyPattern(meanEnergy: 0, estimateCount: 6, dayCount: 2)
        let state = StateEstimator.estimate(inputs)
        #expect(isClose(state.energyBeforePattern, 0.71, within: 1e-12))
        #expect(isClose(state.energy, 0.568, within: 1e-12))
        #expect(isClose(state.valence, 0.3 * 0.38 + 0.7, within: 1e-12))
        inputs.moods[0].timeSeconds = Self.now - 900
        inputs.pattern?.estimateCount = 5
        #expect(isClose(StateEstimator.estimate(inputs).energy, 0.42, within: 1e-12))
        inputs.pattern = EnergyPattern(meanEnergy: 0, estimateCount: 60, dayCount: 1)
        #expect(isClose(StateEstimator.estimate(inputs).energy, 0.42, within: 1e-12))
    }

    /// a = .3, s = .4: energy .42, valence .38. Mood counts .7 of the valence alone, energy .5 of the energy alone; each
    /// holds for 15 min, whatever is said of the other.
    @Test(
        arguments: [
            ([(0, 5, nil)], 0.42, 0.814), ([(0, nil, 1)], 0.21, 0.38), ([(0, 5, 1)], 0.21, 0.814),
            ([(600, 5, nil), (10, nil, 1)], 0.21, 0.814),
            ([(600, 5, 5), (10, nil, 1)], 0.21, 0.814),
            ([(900, 5, 5), (10, nil, 1)], 0.21, 0.38), ([(10, 3, nil), (600, 5, 5)], 0.71, 0.464),
            ([(-1, 5, 5)], 0.42, 0.38), ([], 0.42, 0.38),
        ] as [([(Double, Int?, Int?)], Double, Double)])
    func moodAndEnergyAreTwo(
        _ said: [(Double, Int?, Int?)], _ energy: Double, _ valence: Double
    ) throws {
        var inputs = try Self.inputs(heart: [(0, 90)], hrv: [(0, 50)])
        inputs.moods = said.map { ago, mood, energy in
            MoodEntry(timeSeconds: Self.now - ago, moodLevel: mood, energyLevel: energy)
        }
        let state = StateEstimator.estimate(inputs)
        #expect(isClose(state.energy, energy, within: 1e-12))
        #expect(isClose(state.valence, valence, within: 1e-12))
        let counts = said.contains { (0..<900).contains($0.0) }
        #expect(state.sources.contains(.manualMood) == counts)
    }

    /// s = .4: deep work .68, workout .3, else .42, and .1 more below an arousal of .4.
    @Test(arguments: [
        (MusicContext.deepWork, 90.0, 0.68), (.workout, 90, 0.3), (.work, 90, 0.52),
        (.unknown, 110, 0.42),
    ])
    func focusByContext(context: MusicContext, bpm: Double, expected: Double) throws {
        let state = StateEstimator.estimate(
            try Self.inputs(heart: [(0, bpm)], hrv: [(0, 50)], context: context))
        #expect(isClose(state.focus, expected, within: 1e-12))
    }

    @Test func samplesOutsideTheirWindowDoNotCount() throws {
        let state = StateEstimator.estimate(
            try Self.inputs(heart: [(300, 90), (-1, 90)], hrv: [(600, 50), (-1, 50)]))
        #expect(state == .unknown(timeSeconds: Self.now))
        let inside = StateEstimator.estimate(
            try Self.inputs(heart: [(299, 90)], hrv: [(599, 50)]))
        #expect(inside.sources == [.heartRate, .hrv])
    }

    @Test func samplesOfAPacerOfPoorQualityOrAnotherMeasureTeachNoStress() throws {
        let poor = [
            HRVSample(timeSeconds: Self.now, valueMs: 20, isPaced: true),
            HRVSample(timeSeconds: Self.now, valueMs: 20, coverage: 0.89),
            HRVSample(timeSeconds: Self.now, valueMs: 20, correctedShare: 0.11),
            HRVSample(timeSeconds: Self.now, measure: .rmssd, valueMs: 20),
            HRVSample(timeSeconds: Self.now, valueMs: .nan),
        ]
        for sample in poor {
            var inputs = try Self.inputs()
            inputs.hrv = [sample]
            #expect(StateEstimator.estimate(inputs) == .unknown(timeSeconds: Self.now))
        }
        var fine = try Self.inputs()
        fine.hrv = [
            HRVSample(timeSeconds: Self.now, valueMs: 20, coverage: 0.9, correctedShare: 0.1)
        ]
        #expect(isClose(StateEstimator.estimate(fine).stress, 0.76, within: 1e-12))
    }

    @Test func aNudgeChangesTheTargetAndNotTheState() {
        let nudge = EnergyNudge(timeSeconds: Self.now, value: 0.3)
        #expect(nudge.value(atSeconds: Self.now + 899) == 0.3)
        #expect(nudge.value(atSeconds: Self.now + 900) == 0)
        #expect(nudge.value(atSeconds: Self.now - 1) == 0)
        #expect(EnergyNudge(timeSeconds: 0, value: 7).value == 1)
        let state = StateVector(timeSeconds: Self.now, energy: 0.5)
        let moment = ChoiceConditions(
            nowSeconds: Self.now, hour: 15, state: state, nudge: 0.3, need: .maintain)
        #expect(isClose(moment.target.bpm, 122, within: 1e-12) && moment.state == state)
    }
}

/// Rest, highest rate and baseline of a person.
@Suite struct PersonScaleTests {
    private static let now = 1_800_000_000.0

    private static func samples(_ bpm: [Double]) -> [HeartRateSample] {
        bpm.enumerated().map { HeartRateSample(timeSeconds: now - 10 * Double($0), bpm: $1) }
    }

    @Test func restIsTheSettingElseMeasuredElseImportedElseSixty() throws {
        let day = Self.samples((0..<201).map { 60 + Double($0) })
        func rest(_ setting: Double?, _ samples: [HeartRateSample], _ imported: Double?) throws
            -> (Double, HeartRateRange.Origin)
        {
            let range = try #require(
                HeartRateRange.estimated(
                    restSettingBpm: setting, samples: samples, importedRestBpm: imported,
                    nowSeconds: Self.now))
            return (range.restBpm, range.origin)
        }
        #expect(try rest(48, day, 50) == (48, .setting))
        // The 5th percentile of 60, 61, ... 260 is the 10th above the first.
        #expect(try rest(nil, day, 50) == (70, .measured))
        #expect(try rest(nil, Array(day.prefix(179)), 50) == (50, .imported))
        #expect(try rest(nil, [], nil) == (60, .assumed))
    }

    @Test func theHighestRateFollowsTheAgeAndANarrowRangeIsRefused() {
        #expect(HeartRateRange.estimated(ageYears: 45, nowSeconds: Self.now)?.maxBpm == 175)
        #expect(HeartRateRange.estimated(nowSeconds: Self.now)?.maxBpm == 190)
        #expect(HeartRateRange(restBpm: 100, maxBpm: 129.9) == nil)
        #expect(HeartRateRange(restBpm: 100, maxBpm: 130) != nil)
        #expect(HeartRateRange(restBpm: .nan, maxBpm: 130) == nil)
    }

    @Test func baselineNeedsTwentyRestingSamplesOnThreeDays() throws {
        let range = try #require(HeartRateRange(restBpm: 60, maxBpm: 160))
        func samples(_ count: Int, days: Int, bpm: Double) -> [(HRVSample, Double?)] {
            (0..<count).map {
                let time = Self.now - Double($0 % days) * 86_400 - Double($0)
                return (HRVSample(timeSeconds: time, valueMs: 40 + Double($0)), bpm)
            }
        }
        func baseline(_ samples: [(HRVSample, Double?)]) -> HRVBaseline {
            HRVBaseline.estimated(
                samples: samples.map { ($0.0, $0.1) }, range: range, nowSeconds: Self.now)
        }
        let measured = baseline(samples(21, days: 3, bpm: 79))
        #expect(measured.valueMs == 50 && measured.origin == .measured)
        for few in [
            samples(19, days: 3, bpm: 79), samples(40, days: 2, bpm: 79),
            samples(40, days: 3, bpm: 80),
        ] {
            #expect(baseline(few) == .assumed)
        }
        #expect(
            HRVBaseline.estimated(settingMs: 80, range: range, nowSeconds: Self.now).valueMs == 80)
    }
}
