import Foundation
import PhysioTypes
import ResonanceBreathing
import TestSupport
import Testing

@Suite struct CoherenceScoreTests {
    /// 190 intervals that breathe at a changing rate, of 161.582 s.
    static let nn = NNSeries(
        intervalsMs: (0..<190).map { index -> Double in
            let i = Double(index)
            let slow = 45 * sin(0.52 * i) + 15 * cos(1.9 * i)
            return floor(850 + slow + 12 * sin(0.11 * i * i) + 0.5)
        })

    /// 30 breaths of 9.5, 9.54, 9.58 ... s.
    static let breathing: CommandedBreathing = {
        var start = 0.0
        return CommandedBreathing(
            (0..<30).map { index in
                let length = 9.5 + 0.04 * Double(index)
                defer { start += length }
                return BreathCycle(
                    startSeconds: start, inhaleSeconds: 0.4 * length, exhaleSeconds: 0.6 * length)
            })
    }()

    static let signal = BreathingSignal(
        startSeconds: -1, sampleRateHz: 8,
        samples: (0..<1400).map { index -> Double in
            let time = Double(index) / 8 - 1
            let phase = breathing.phase(atSeconds: time) ?? 0
            let turns = 2 * Double.pi * phase + 0.4 + 0.9 * sin(0.05 * time * time)
            return sin(turns) + 0.6 * sin(3.1 * time) + 0.8 * cos(0.3 * time)
        })

    /// Sums of a few hundred terms in another order; the peak's position loses two digits more.
    private static let tolerance = 1e-9

    private static func value(_ score: CoherenceScore, signal: BreathingSignal? = nil)
        -> CoherenceValue
    {
        score.value(of: nn, breathing: breathing, signal: signal)
    }

    /// numpy 2.4.6 and scipy 1.17.1 by the formulas: `np.interp` onto the even times, `np.fft.rfft`,
    /// trapezia on the grid and the band's edges, `scipy.signal.windows.dpss(480, 3, 5)`,
    /// `scipy.signal.coherence(h, b, 4, window=sin(pi (i + .5) / 160)**2, nperseg=160, noverlap=80,
    /// nfft=320)`, `np.linalg.lstsq` in each breath.
    @Test(arguments: [
        (CoherenceScore.reference, 0.9969007200134132), (.mccratyRatio, 4.770408332245751),
        (.mccratyProduct, 106.13879032404778), (.peakOverTotal, 0.8267020386734372),
        (.multitaperF, 0.5627361113067579), (.phaseSynchrony, 0.5314911324374296),
    ]) func scoresAreThoseOfTheirFormulas(score: CoherenceScore, expected: Double) throws {
        let found = Self.value(score)
        #expect(found.reason == nil && found.score == score)
        #expect(relativeError(try #require(found.value), expected) < Self.tolerance, "\(found)")
    }

    /// The interval of one lost beat is known from the time stamps: nothing changes, live neither.
    @Test(arguments: [
        (CoherenceScore.reference, 0.9969007200134132), (.mccratyRatio, 4.770408332245751),
        (.multitaperF, 0.5627361113067579),
    ]) func oneLostBeatLeavesScoresOnAGridAsTheyAre(
        score: CoherenceScore, expected: Double
    ) throws {
        let retained = Self.nn.intervalsMs.indices.filter { $0 != 150 && $0 != 180 }
        let beats = retained.map { index in
            NNBeat(
                intervalMs: Self.nn.intervalsMs[index], endSeconds: Self.nn.endTimesSeconds[index],
                isAdjacentToPrevious: index > 0 && index != 151 && index != 181,
                isCorrected: false, rawIndex: index)
        }
        let lost = NNSeries(
            intervalsMs: beats.map(\.intervalMs), endTimesSeconds: beats.map(\.endSeconds),
            isAdjacentToPrevious: beats.map(\.isAdjacentToPrevious), startSeconds: 0,
            endSeconds: Self.nn.endSeconds)
        let found = score.value(of: lost, breathing: Self.breathing)
        #expect(relativeError(try #require(found.value), expected) < Self.tolerance)
        var live = LiveCoherence()
        var breaths = Self.breathing.breaths[...]
        for beat in beats {
            while let breath = breaths.first, breath.startSeconds <= beat.endSeconds {
                live.begin(breath)
                breaths.removeFirst()
            }
            live.push(beat)
        }
        #expect(relativeError(try #require(live.value(score).value), expected) < Self.tolerance)
    }

    @Test func scoresWithABreathingSignalAreThoseOfTheirFormulas() throws {
        for (score, expected) in [
            (CoherenceScore.magnitudeSquaredCoherence, 0.6234867620041685),
            (.phaseSynchrony, 0.3594654831866115),
        ] {
            let found = try #require(Self.value(score, signal: Self.signal).value)
            #expect(relativeError(found, expected) < Self.tolerance, "\(score) \(found)")
        }
        #expect(Self.value(.magnitudeSquaredCoherence).reason?.code == "not_measured")
    }

    @Test func probabilitiesAreThoseOfTheirNullDistributions() throws {
        for (score, expected) in [
            (CoherenceScore.multitaperF, 0.03655732847508904),
            (.magnitudeSquaredCoherence, 0.018926214966983133),
            (.phaseSynchrony, 0.007288800163092569),
        ] {
            let found = try #require(Self.value(score, signal: Self.signal).probability)
            #expect(relativeError(found, expected) < Self.tolerance, "\(score) \(found)")
        }
        #expect(Self.value(.reference).probability == nil)
    }

    @Test func theirPartsAreTheFormulas() throws {
        let power = try PeakPower(Self.nn)
        #expect(relativeError(power.peakHz, 0.09717968394580578) < Self.tolerance)
        #expect(relativeError(power.peakPowerMsSquared, 832.7990161613866) < Self.tolerance)
        #expect(relativeError(power.powerBelowPeakMsSquared, 54.35186534284345) < Self.tolerance)
        #expect(relativeError(power.powerAbovePeakMsSquared, 120.2241789198774) < Self.tolerance)
        let peakShare = try power.peakShare
        #expect(abs(try power.ratio / (1 + power.ratio) - peakShare) < 1e-12)
        let line = try SpectralLineTest(Self.nn, breathing: Self.breathing)
        #expect(relativeError(line.f, 5.14779405167427) < Self.tolerance)
        let coherence = try SignalCoherence(
            Self.nn, breathing: Self.breathing, signal: Self.signal)
        #expect(relativeError(coherence.coherence, 0.6491936875048872) < Self.tolerance)
        #expect(relativeError(coherence.effectiveSegmentCount, 4.787234042553191) < 1e-12)
        let synchrony = try PhaseSynchrony(Self.nn, breathing: Self.breathing)
        #expect(synchrony.breathCount == 11)
        #expect(relativeError(synchrony.meanPhase, -2.311771360268289) < Self.tolerance)
    }

    /// A heart that follows the breath exactly, at one rate and at a changing one.
    @Test(arguments: [(6.0, 6.0), (6.6, 5.2)])
    func aPacedHeartScoresHighByEveryName(first: Double, last: Double) throws {
        let breathing = PacedHeart.breaths(seconds: 182) {
            first + (last - first) * min(1, $0 / 180)
        }
        let nn = PacedHeart.intervals(seconds: 180) {
            70 + 6 * sin(2 * .pi * (breathing.phase(atSeconds: $0) ?? 0))
        }
        let signal = BreathingSignal(
            startSeconds: 0, sampleRateHz: 10,
            samples: (0...1810).map {
                sin(2 * .pi * (breathing.phase(atSeconds: Double($0) / 10) ?? 0) - 0.5)
            })
        for value in CoherenceScore.values(of: nn, breathing: breathing, signal: signal) {
            let found = try #require(value.value, "\(value)")
            let minimum =
                switch value.score {
                case .harmonic, .multitaperF, .phaseSynchrony: 0.99
                case .reference, .magnitudeSquaredCoherence: 0.9
                case .peakOverTotal: 0.8
                case .mccratyRatio: 4.0
                case .mccratyProduct: 16.0
                }
            #expect(found > minimum, "\(value)")
            if let probability = value.probability { #expect(probability < 0.001, "\(value)") }
        }
        // The heart leads the signal by half a radian.
        let synchrony = try PhaseSynchrony(nn, breathing: breathing, signal: signal)
        #expect(abs(synchrony.meanPhase - 0.5) < 0.02)
    }

    /// 400 hearts of white noise: shares of small probabilities and means stay at what their null
    /// distributions say, within 4 standard errors.
    @Test func noiseKeepsToTheNullLevels() throws {
        var generator = SplitMix64(seed: 31)
        let breathing = PacedHeart.breaths(seconds: 140) { _ in 6 }
        var sums: [CoherenceScore: Double] = [:]
        var rare: [CoherenceScore: Int] = [:]
        for _ in 0..<400 {
            let nn = NNSeries(intervalsMs: (0..<160).map { _ in 850 + 40 * generator.gaussian() })
            let signal = BreathingSignal(
                startSeconds: 0, sampleRateHz: 4,
                samples: (0..<600).map { _ in generator.gaussian() })
            let line = try SpectralLineTest(nn, breathing: breathing)
            let coherence = try SignalCoherence(nn, breathing: breathing, signal: signal)
            let synchrony = try PhaseSynchrony(nn, breathing: breathing)
            sums[.multitaperF, default: 0] += line.score / 400
            sums[.magnitudeSquaredCoherence, default: 0] += coherence.coherence / 400
            let square = synchrony.resultant * synchrony.resultant
            sums[.phaseSynchrony, default: 0] += square * Double(synchrony.breathCount) / 400
            for (score, probability) in [
                (CoherenceScore.multitaperF, line.probability),
                (.magnitudeSquaredCoherence, coherence.probability),
                (.phaseSynchrony, synchrony.probability),
            ] where probability < 0.05 { rare[score, default: 0] += 1 }
        }
        // Deviations of one: Beta(1, 4) 0.163, of C about 0.17, of N R^2 about 1.
        let expectations: [(CoherenceScore, mean: Double, deviation: Double)] = [
            (.multitaperF, 0.2, 0.163), (.magnitudeSquaredCoherence, 1 / 4.787, 0.17),
            (.phaseSynchrony, 1, 1),
        ]
        for (score, mean, deviation) in expectations {
            let found = sums[score] ?? 0
            #expect(abs(found - mean) < 4 * deviation / 20, "\(score) \(found)")
        }
        // 20 of 400, give or take 4.4.
        for score in [CoherenceScore.multitaperF, .magnitudeSquaredCoherence, .phaseSynchrony] {
            #expect((3...37).contains(rare[score] ?? 0), "\(score) \(rare[score] ?? 0)")
        }
    }

    @Test func aConstantHasNoCoherence() {
        let nn = NNSeries(intervalsMs: [Double](repeating: 850, count: 200))
        let breathing = PacedHeart.breaths(seconds: 175) { _ in 6 }
        for value in CoherenceScore.values(of: nn, breathing: breathing, signal: Self.signal) {
            switch value.score {
            case .harmonic, .reference, .multitaperF, .magnitudeSquaredCoherence:
                #expect(value.value == 0)
            case .mccratyRatio, .mccratyProduct, .peakOverTotal:
                #expect(value.reason == .noPeak)
            case .phaseSynchrony: #expect(value.reason != nil)
            }
        }
    }

    @Test func twoBeatsHaveNoScoreButTheReference() {
        let nn = NNSeries(intervalsMs: [850, 900])
        for value in CoherenceScore.values(of: nn, breathing: Self.breathing, signal: Self.signal) {
            if value.score == .reference {
                #expect(value.value == 0)
            } else {
                #expect(value.value == nil && value.reason?.code == "too_few", "\(value)")
            }
        }
    }

    @Test func aGapInTheWindowLeavesNoEvenSamples() {
        let nn = Self.nn
        var adjacency = nn.isAdjacentToPrevious
        adjacency[175] = false
        let broken = NNSeries(
            intervalsMs: nn.intervalsMs, endTimesSeconds: nn.endTimesSeconds,
            isAdjacentToPrevious: adjacency, startSeconds: 0, endSeconds: nn.endSeconds)
        for value in CoherenceScore.values(
            of: broken, breathing: Self.breathing, signal: Self.signal)
        {
            switch value.score {
            case .harmonic, .phaseSynchrony: #expect(value.value != nil)
            default: #expect(value.reason?.code == "coverage", "\(value)")
            }
        }
    }

    @Test func manyCorrectedBeatsLeaveNoScore() {
        let nn = Self.nn
        let corrected = NNSeries(
            intervalsMs: nn.intervalsMs, endTimesSeconds: nn.endTimesSeconds,
            isAdjacentToPrevious: nn.isAdjacentToPrevious,
            isCorrected: nn.intervalsMs.indices.map { $0 % 4 == 0 }, startSeconds: 0,
            endSeconds: nn.endSeconds)
        for value in CoherenceScore.values(
            of: corrected, breathing: Self.breathing, signal: Self.signal)
        {
            #expect(value.value == nil && value.reason?.code == "corrected", "\(value)")
        }
    }

    @Test func withoutCommandedBreathsOnlyTheRatiosHaveValues() {
        for value in CoherenceScore.values(
            of: Self.nn, breathing: CommandedBreathing(), signal: Self.signal)
        {
            switch value.score {
            case .mccratyRatio, .mccratyProduct, .peakOverTotal: #expect(value.value != nil)
            default: #expect(value.value == nil && value.reason != nil, "\(value)")
            }
        }
    }

    @Test func everyScoreSaysWhatItIs() {
        for score in CoherenceScore.allCases {
            #expect(!score.formula.isEmpty && !score.source.isEmpty)
        }
        #expect(Set(CoherenceScore.allCases.map(\.formula)).count == CoherenceScore.allCases.count)
        #expect(CoherenceScore.defaultScore == .harmonic)
    }
}

@Suite struct LiveCoherenceTests {
    /// A gap at 100 s, a longer one at 200 s.
    private static let beats: [NNBeat] = {
        var generator = SplitMix64(seed: 8)
        var time = 0.0
        return (0..<420).map { index in
            let isAfterGap = index == 115 || index == 230
            let interval = (850 + 50 * sin(0.5 * Double(index)) + 20 * generator.gaussian())
                .rounded()
            time += interval / 1000 + (index == 115 ? 0.7 : index == 230 ? 140 : 0)
            return NNBeat(
                intervalMs: interval, endSeconds: time,
                isAdjacentToPrevious: index > 0 && !isAfterGap, isCorrected: index % 31 == 7,
                rawIndex: index)
        }
    }()

    private static func series(_ count: Int) -> NNSeries {
        let beats = beats[..<count]
        return NNSeries(
            intervalsMs: beats.map(\.intervalMs), endTimesSeconds: beats.map(\.endSeconds),
            isAdjacentToPrevious: beats.map(\.isAdjacentToPrevious),
            isCorrected: beats.map(\.isCorrected), startSeconds: 0,
            endSeconds: beats.last?.endSeconds ?? 0)
    }

    private static func expectEqual(_ live: CoherenceValue, _ batch: CoherenceValue, _ beat: Int) {
        switch (live.value, batch.value) {
        case (let a?, let b?):
            #expect(abs(a - b) <= 1e-9 * max(1, abs(b)), "\(live.score) \(beat)")
        case (nil, nil):
            #expect(live.reason?.code == batch.reason?.code, "\(live.score) \(beat)")
        default: Issue.record("\(live) \(batch) at \(beat)")
        }
    }

    @Test func everyScoreIsThatOfTheSeriesSoFar() {
        let breathing = PacedHeart.breaths(seconds: 520) { 6.8 - $0 / 300 }
        let signal = BreathingSignal(
            startSeconds: -1, sampleRateHz: 4, samples: (0..<2200).map { sin(0.16 * Double($0)) })
        var live = LiveCoherence()
        var breaths = breathing.breaths[...]
        for (index, beat) in Self.beats.enumerated() {
            while let next = breaths.first, next.startSeconds <= beat.endSeconds {
                live.begin(next)
                breaths.removeFirst()
            }
            // Now and then the newest beat comes wrong first.
            if index % 17 == 5 {
                live.push(
                    NNBeat(
                        intervalMs: 500, endSeconds: beat.endSeconds, isAdjacentToPrevious: true,
                        isCorrected: true, rawIndex: index))
                live.revise(NNRevision(withdrawnCount: 1, beats: [beat]))
            } else {
                live.push(beat)
            }
            guard index % 3 == 0 || index < 60 else { continue }
            let series = Self.series(index + 1)
            for value in live.values(signal: signal) {
                let batch = value.score.value(
                    of: series, breathing: live.breathing, signal: signal)
                Self.expectEqual(value, batch, index)
            }
        }
    }

    @Test func thirtyTwoSamplesMakeAReferenceScore() {
        var live = LiveCoherence()
        for breath in PacedHeart.breaths(seconds: 40, breathsPerMinute: { _ in 5.5 }).breaths {
            live.begin(breath)
        }
        for beat in Self.beats.prefix(40) {
            live.push(beat)
            let value = live.value(.reference).value
            // From the first beat on, at 4 Hz; below 54 samples the band is one bin.
            let seconds = beat.endSeconds - Self.beats[0].endSeconds
            if seconds < 13.2 { #expect(value == 0) }
            if seconds > 13.8 { #expect((value ?? 0) > 0) }
        }
        live.reset()
        #expect(live.value(.reference).value == 0 && live.value(.harmonic).value == nil)
    }
}
