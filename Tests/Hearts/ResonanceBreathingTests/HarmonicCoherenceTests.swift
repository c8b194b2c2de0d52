import Foundation
import PhysioDSP
import PhysioTypes
import ResonanceBreathing
import TestSupport
import Testing

@Suite struct HarmonicCoherenceTests {
    /// 120 samples at 4 Hz with the phase of 5.5 breaths/min.
    private static let times = (0..<120).map { Double($0) / 4 }
    private static let phases = times.map { 5.5 / 60 * $0 }

    private static func score(_ heartRatesBpm: [Double]) throws -> Double {
        try HarmonicCoherence(times: times, heartRatesBpm: heartRatesBpm, phases: phases).score
    }

    private static func reason(_ work: () throws(MissingReason) -> HarmonicCoherence)
        -> MissingReason?
    {
        do throws(MissingReason) {
            _ = try work()
            return nil
        } catch { return error }
    }

    @Test func aSineAtTheBreathingRateScoresHigh() throws {
        // The design asks for above 0.7; the model holds the sine.
        #expect(try Self.score(Self.phases.map { 70 + 5 * sin(2 * .pi * $0) }) > 1 - 1e-12)
    }

    @Test func noiseScoresLow() throws {
        var low = 0
        for seed in 0..<500 {
            var generator = SplitMix64(seed: UInt64(seed))
            let noise = Self.times.map { _ in generator.uniform(in: 60...80) }
            if try Self.score(noise) < 0.3 { low += 1 }
        }
        #expect(low >= 495, "\(low) of 500")
    }

    @Test(arguments: [60, 70.1, 1.0 / 3]) func aConstantScoresZero(value: Double) throws {
        #expect(try Self.score([Double](repeating: value, count: 120)) == 0)
    }

    @Test func twoSamplesHaveNoScore() {
        let reason = Self.reason { () throws(MissingReason) in
            try HarmonicCoherence(times: [0, 0.25], heartRatesBpm: [60, 80], phases: [0, 0.02])
        }
        #expect(reason == .tooFew(needed: 20, found: 2, .beats))
        #expect(reason?.code == "too_few")
    }

    @Test func theMinimumOfSamplesAndBreathsIsEnough() throws {
        func coherence(_ count: Int, breaths: Double) throws(MissingReason) -> HarmonicCoherence {
            let times = (0..<count).map { Double($0) }
            return try HarmonicCoherence(
                times: times, heartRatesBpm: times.map { 60 + 5 * sin($0) },
                phases: times.map { breaths * $0 / Double(count - 1) })
        }
        #expect(try coherence(20, breaths: 2.5).breathCount > 2.5 - 1e-9)
        #expect(
            Self.reason { () throws(MissingReason) in try coherence(19, breaths: 2.5) }
                == .tooFew(needed: 20, found: 19, .beats))
        let short = Self.reason { () throws(MissingReason) in try coherence(40, breaths: 2.49) }
        guard case .tooFew(2.5, let found, .breaths) = short else {
            Issue.record("\(String(describing: short))")
            return
        }
        #expect(abs(found - 2.49) < 1e-9)
    }

    @Test func whatIsNoNumberHasAReason() {
        var rates = Self.times.map { 70 + sin($0) }
        rates[3] = .nan
        let reason = Self.reason { () throws(MissingReason) in
            try HarmonicCoherence(times: Self.times, heartRatesBpm: rates, phases: Self.phases)
        }
        #expect(reason?.code == "not_measured")
    }

    /// Beats of 60 s of white noise: the mean of 1,000 scores, each of deviation about 0.03.
    @Test(arguments: [4.5, 5.5, 7]) func whiteNoiseScoresNearZero(breathsPerMinute: Double) throws {
        var generator = SplitMix64(seed: UInt64(10 * breathsPerMinute))
        let times = (0..<70).map { 0.857 * Double($0) }
        let phases = times.map { breathsPerMinute / 60 * $0 }
        var sum = 0.0
        for _ in 0..<1000 {
            sum += try HarmonicCoherence(
                times: times, heartRatesBpm: times.map { _ in 70 + 3 * generator.gaussian() },
                phases: phases
            ).score
        }
        #expect(sum / 1000 <= 0.03, "\(sum / 1000)")
    }

    @Test func aPacedSineScoresNearOneAtAnyRate() throws {
        for rate in stride(from: 4, through: 7.5, by: 0.25) {
            for (amplitude, level) in [(1.0, 60.0), (1, 75), (5, 70), (12, 65)] {
                let breathing = PacedHeart.breaths(seconds: 62) { _ in rate }
                let nn = PacedHeart.intervals(seconds: 60) {
                    level + amplitude * sin(2 * .pi * rate / 60 * $0)
                }
                let coherence = try HarmonicCoherence(nn, breathing: breathing)
                #expect(coherence.score >= 0.99, "\(rate) \(amplitude) \(coherence.score)")
                #expect(coherence.fit.pValue < 1e-6)
            }
        }
    }

    /// The rate goes from 7.5 to 4 in a minute: no fixed frequency would do.
    @Test func aPacedSineScoresNearOneWhileTheRateChanges() throws {
        for (first, last) in [(7.5, 4.0), (4.0, 7.5), (6.9, 6.6)] {
            for amplitude in [1.0, 8] {
                let breathing = PacedHeart.breaths(seconds: 62) {
                    first + (last - first) * min(1, $0 / 60)
                }
                let nn = PacedHeart.intervals(seconds: 60) {
                    68 + amplitude * sin(2 * .pi * (breathing.phase(atSeconds: $0) ?? 0) - 0.7)
                }
                let coherence = try HarmonicCoherence(nn, breathing: breathing)
                #expect(coherence.score >= 0.99, "\(first) \(amplitude) \(coherence.score)")
            }
        }
    }

    /// The level of the test is 1 %; 1,500 draws of at most that rate exceed 2 % about once in 1,000.
    @Test(arguments: TestEffort.pick([5.5], all: [4.5, 5.5, 7]))
    func pinkNoiseRarelyPassesTheTest(breathsPerMinute: Double) throws {
        var generator = SplitMix64(seed: UInt64(100 * breathsPerMinute))
        var alarms = 0
        for draw in 0..<1500 {
            let noise = PacedHeart.colouredNoise(exponent: 1, &generator)
            let level = [55.0, 70, 90][draw % 3]
            let shift = generator.uniform(in: 0...1)
            let breathing = PacedHeart.breaths(seconds: 75) { _ in breathsPerMinute }
            let start = 60 / breathsPerMinute * shift
            let nn = PacedHeart.beats(from: start, to: start + 60) { time in
                let position = time * 4
                let below = Int(position)
                let share = position - Double(below)
                return level + 2.5 * (noise[below] * (1 - share) + noise[below + 1] * share)
            }
            if try HarmonicCoherence(nn, breathing: breathing).fit.pValue < 0.01 { alarms += 1 }
        }
        #expect(alarms <= 30, "\(alarms) of 1500")
    }

    @Test func anotherRhythmScoresLow() throws {
        // The heart goes at 6.3 a minute where 5 is commanded.
        let breathing = PacedHeart.breaths(seconds: 125) { _ in 5 }
        let nn = PacedHeart.intervals(seconds: 120) { 70 + 6 * sin(2 * .pi * 6.3 / 60 * $0) }
        #expect(try HarmonicCoherence(nn, breathing: breathing).score < 0.1)
    }

    @Test func correctedIntervalsAreNoSamples() throws {
        let breathing = PacedHeart.breaths(seconds: 62) { _ in 6 }
        let nn = PacedHeart.intervals(seconds: 60) { 70 + 5 * sin(2 * .pi * 0.1 * $0) }
        func marked(every step: Int) -> NNSeries {
            NNSeries(
                intervalsMs: nn.intervalsMs.enumerated().map { $0 % step == 0 ? 333 : $1 },
                endTimesSeconds: nn.endTimesSeconds, isAdjacentToPrevious: nn.isAdjacentToPrevious,
                isCorrected: nn.intervalsMs.indices.map { $0 % step == 0 },
                startSeconds: nn.startSeconds, endSeconds: nn.endSeconds)
        }
        let coherence = try HarmonicCoherence(marked(every: 6), breathing: breathing)
        #expect(coherence.score > 0.99)
        #expect(coherence.fit.sampleCount == nn.count - (nn.count + 5) / 6)
        let reason = Self.reason { () throws(MissingReason) in
            try HarmonicCoherence(marked(every: 4), breathing: breathing)
        }
        #expect(reason?.code == "corrected")
    }

    @Test func beatsWithoutACommandedBreathAreNoSamples() throws {
        let nn = PacedHeart.intervals(seconds: 120) { 70 + 5 * sin(2 * .pi * 0.1 * $0) }
        let breathing = PacedHeart.breaths(seconds: 55) { _ in 6 }
        let coherence = try HarmonicCoherence(nn, breathing: breathing)
        #expect(coherence.lengthSeconds < 60 && coherence.breathCount < 6)
        let reason = Self.reason { () throws(MissingReason) in
            try HarmonicCoherence(nn, breathing: CommandedBreathing())
        }
        #expect(reason == .tooFew(needed: 20, found: 0, .beats))
    }

    @Test func breathsInAGapDoNotCount() {
        let nn = PacedHeart.intervals(seconds: 60) { 70 + 5 * sin(2 * .pi * 0.1 * $0) }
        let ends = nn.endTimesSeconds
        let retained = nn.intervalsMs.indices.filter { ends[$0] < 12 || ends[$0] > 48 }
        let broken = NNSeries(
            intervalsMs: retained.map { nn.intervalsMs[$0] },
            endTimesSeconds: retained.map { ends[$0] },
            isAdjacentToPrevious: retained.map { $0 > 0 && retained.contains($0 - 1) },
            startSeconds: 0,
            endSeconds: 60)
        let reason = Self.reason { () throws(MissingReason) in
            try HarmonicCoherence(broken, breathing: PacedHeart.breaths(seconds: 62) { _ in 6 })
        }
        guard case .tooFew(2.5, let found, .breaths) = reason else {
            Issue.record("\(String(describing: reason))")
            return
        }
        #expect(found > 2 && found < 2.5)
    }
}
