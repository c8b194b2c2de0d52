import BeatCorrection
import PhysioDSP
import PhysioSimulation
import PhysioTypes
import TestSupport
import Testing

/// Simulated beats with known artefacts.
@Suite struct ResonantRuleTests {
    private static let rates = [4.5, 5, 5.5, 6, 6.5, 7]

    private static func beats(
        amplitudeMs: Double, seed: UInt64, isFree: Bool = false,
        shape: OscillationSimulation.Shape = .cosine
    ) -> OscillationSimulation {
        var beats = OscillationSimulation(seed: seed)
        beats.amplitudeMs = amplitudeMs
        beats.shape = shape
        beats.breathing =
            isFree ? .free : .paced(breathsPerMinute: rates[Int(seed) % rates.count])
        beats.resolutionMs = seed.isMultiple(of: 2) ? 1 : 1000.0 / 1024
        return beats
    }

    private static func summary(
        _ kinds: [SimulatedArtefact.Kind], share: Double, amplitudeMs: Double, isFree: Bool = false
    ) -> ArtefactScoreSummary {
        ArtefactScoreSummary(
            (1...24 as ClosedRange<UInt64>).map { seed in
                let series = ArtefactSimulation(
                    beats(amplitudeMs: amplitudeMs, seed: seed, isFree: isFree), kinds: kinds,
                    share: share
                ).run()
                let result = ArtefactCorrection(rule: ResonantRule()).correct(
                    RRSeries(intervalsMs: series.intervalsMs))
                return ArtefactScore(
                    CorrectionOutcome(
                        recordedMs: series.intervalsMs, intervalsMs: result.nn.intervalsMs,
                        isAdjacentToPrevious: result.nn.isAdjacentToPrevious,
                        rawIndices: result.rawIndices, isCorrected: result.nn.isCorrected),
                    of: series)
            })
    }

    /// Artefacts that keep the time of the beats around them, a twentieth of the beats.
    @Test(arguments: TestEffort.pick([150.0], all: [40, 150, 250]), [false, true])
    func itFindsTheArtefactsAtAnyAmplitude(amplitudeMs: Double, isFree: Bool) throws {
        guard !isFree || amplitudeMs == 40 else { return }
        for kind in SimulatedArtefact.Kind.allCases where kind.keepsTime {
            let found = Self.summary(
                [kind], share: 0.05, amplitudeMs: amplitudeMs, isFree: isFree)
            #expect(try #require(found.sensitivity) >= 0.97, "\(kind)")
            #expect(try #require(found.specificity) >= 0.999, "\(kind)")
            #expect(try #require(found.rmssdErrorSummary).mean <= 0.01, "\(kind)")
            #expect(try #require(found.sdnnErrorSummary).mean <= 0.01, "\(kind)")
        }
    }

    /// An interval that is too long or short shifts all beats after it: with a large RSA amplitude a
    /// neighbour may seem to be in it too.
    @Test(arguments: [40.0, 150, 250])
    func itFindsIntervalsThatDoNotKeepTheTime(amplitudeMs: Double) throws {
        for kind in SimulatedArtefact.Kind.allCases where !kind.keepsTime {
            let found = Self.summary([kind], share: 0.05, amplitudeMs: amplitudeMs)
            #expect(try #require(found.sensitivity) >= 0.97, "\(kind)")
            #expect(
                try #require(found.specificity) >= (amplitudeMs > 200 ? 0.985 : 0.998), "\(kind)")
            #expect(try #require(found.rmssdErrorSummary).mean <= 0.02, "\(kind)")
            #expect(try #require(found.sdnnErrorSummary).mean <= 0.02, "\(kind)")
        }
    }

    @Test(arguments: [40.0, 150, 250])
    func itStandsATenthOfTheBeats(amplitudeMs: Double) throws {
        let found = Self.summary(
            SimulatedArtefact.Kind.allCases, share: 0.1, amplitudeMs: amplitudeMs)
        #expect(try #require(found.sensitivity) >= 0.97)
        #expect(try #require(found.specificity) >= 0.99)
        #expect(try #require(found.rmssdErrorSummary).mean <= 0.03)
    }

    @Test func nothingIsTouchedWhereNothingIsWrong() {
        for amplitudeMs in [0.0, 40, 150, 250, 300] {
            for shape in [OscillationSimulation.Shape.cosine, .fastInhale] {
                for seed in TestEffort.pick(1...5, all: 1...30) as ClosedRange<UInt64> {
                    let beats = Self.beats(amplitudeMs: amplitudeMs, seed: seed, shape: shape)
                    let clean = ArtefactSimulation(beats, kinds: [.missed], share: 0).run()
                    let result = ArtefactCorrection().correct(
                        RRSeries(intervalsMs: clean.intervalsMs))
                    #expect(
                        result.nn.intervalsMs == clean.intervalsMs && result.events.isEmpty,
                        "\(amplitudeMs) ms \(shape) seed \(seed)")
                }
            }
        }
    }

    /// Paced to the millisecond, without any noise: nothing the learning could hold on to.
    @Test func aPureOscillationIsLeftUnchanged() {
        for amplitudeMs in [20.0, 150, 300] {
            for rate in Self.rates {
                var seconds = 0.0
                let intervals = (0..<600).map { _ -> Double in
                    let phase = 2 * Double.pi * rate / 60 * seconds
                    let interval = 900 + amplitudeMs * PlatformMath.sin(phase)
                    seconds += interval / 1000
                    return interval
                }
                let result = ArtefactCorrection().correct(RRSeries(intervalsMs: intervals))
                #expect(result.events.isEmpty, "\(amplitudeMs) ms at \(rate)")
            }
        }
    }

    /// The pacer is switched on: from free breathing to a large slow oscillation within one breath.
    @Test func aChangeOfBreathingIsNoArtefact() {
        for seed in 1...20 as ClosedRange<UInt64> {
            var generator = SplitMix64(seed: seed)
            var seconds = 0.0
            var phase = 0.0
            let intervals = (0..<400).map { _ -> Double in
                let share = min(max((seconds - 180) / 10, 0), 1)
                let interval =
                    900 + (20 + 130 * share) * PlatformMath.cos(phase) + 6 * generator.gaussian()
                phase += 2 * Double.pi * (0.25 - 0.15 * share) * interval / 1000
                seconds += interval / 1000
                return interval
            }
            let result = ArtefactCorrection().correct(RRSeries(intervalsMs: intervals))
            #expect(result.events.isEmpty, "seed \(seed)")
        }
    }

    /// Heart rate jumps by half within two beats, and stays: at most a few beats are in doubt.
    @Test func aNewHeartRateIsFollowed() {
        for (from, to) in [(550.0, 860.0), (990, 670), (900, 560)] {
            var generator = SplitMix64(seed: 7)
            let intervals = (0..<400).map { (index: Int) -> Double in
                (index < 200 ? from : to) + 12 * generator.gaussian()
            }
            let result = ArtefactCorrection().correct(RRSeries(intervalsMs: intervals))
            let touched = Set(result.events.map(\.beatIndex))
            #expect(touched.allSatisfy { (195...225).contains($0) }, "\(from) to \(to)")
            #expect(result.nn.isCorrected.count { $0 } < 40, "\(from) to \(to)")
        }
    }

    /// A few beats lie between two gaps: too few to learn from, and the rhythm is known already.
    @Test func fewBeatsBetweenGapsAreJudgedByTheRhythmAround() {
        var generator = SplitMix64(seed: 8)
        let rhythm = (0..<120).map { _ in 800 + 12 * generator.gaussian() }
        for isFirst in [false, true] {
            let few: [Double] = [1604, 797, 1598]
            let intervals =
                isFirst ? few + [5000] + rhythm : rhythm + [5000] + few + [6000] + rhythm
            let result = ArtefactCorrection().correct(RRSeries(intervalsMs: intervals))
            #expect(result.counts[.missed] == 2)
            #expect(result.nn.intervalsMs.allSatisfy { (740...860).contains($0) })
        }
    }

    /// Atrial fibrillation from the first beat on, also in a short recording.
    @Test(arguments: [60, 120, 400])
    func aRhythmOfChanceIsLeftOutFromItsBeginning(count: Int) {
        var leftOut = 0.0
        for seed in 1...20 as ClosedRange<UInt64> {
            var generator = SplitMix64(seed: seed)
            let intervals = (0..<count).map { _ in
                max(320, 750 * (1 + 0.22 * generator.gaussian()))
            }
            leftOut +=
                ArtefactCorrection().correct(RRSeries(intervalsMs: intervals)).irregularShare / 20
        }
        #expect(leftOut > (count < 100 ? 0.85 : 0.97))
    }

    @Test(arguments: TestEffort.pick([1], all: [0, 1, 2]))
    func artefactsAtTheEndsAreFound(distance: Int) {
        for amplitudeMs in [40.0, 250] {
            for isFirst in [true, false] {
                var foundCount = 0
                for seed in 1...20 as ClosedRange<UInt64> {
                    let clean = ArtefactSimulation(
                        Self.beats(amplitudeMs: amplitudeMs, seed: seed), kinds: [.missed],
                        share: 0
                    ).run().intervalsMs
                    var faulty = clean
                    let index = isFirst ? distance : clean.count - 2 - distance
                    let shift = 0.25 * faulty[index]
                    faulty[index] -= shift
                    faulty[index + 1] += shift
                    let result = ArtefactCorrection().correct(RRSeries(intervalsMs: faulty))
                    if result.events.contains(where: { abs($0.beatIndex - index) <= 1 }) {
                        foundCount += 1
                    }
                    let far = result.nn.intervalsMs.count { !clean.contains($0) }
                    #expect(far <= 4, "seed \(seed)")
                }
                #expect(foundCount >= 18, "\(amplitudeMs) ms \(isFirst)")
            }
        }
    }

    @Test func halfOfTheBeatsMissingIsNotMadeUp() {
        let clean = ArtefactSimulation(
            Self.beats(amplitudeMs: 40, seed: 3), kinds: [.missed], share: 0.5
        ).run()
        let result = ArtefactCorrection().correct(RRSeries(intervalsMs: clean.intervalsMs))
        // Whatever it makes of them, it says how much of it is made.
        #expect(result.correctedShare > 0.2 || result.irregularShare > 0.2)
    }
}
