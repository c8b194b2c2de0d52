import Foundation
import ResonanceBreathing
import TestSupport
import Testing

@Suite struct StreamingPowerShareCoherenceTests {
    private let thirtySeconds = PowerShareCoherence(sampleCount: 120)

    /// A breathing wave that wanders, with noise, around 70 beats/min.
    private static func heartRates(_ count: Int, amplitude: Double, seed: UInt64) -> [Double] {
        var generator = SplitMix64(seed: seed)
        var phase = 0.0
        return (0..<count).map { _ in
            phase += 2 * .pi * generator.uniform(in: 0.05...0.12) / 4
            return 70 + amplitude * (sin(phase) + generator.uniform(in: -1...1))
        }
    }

    @Test(arguments: [(120, 5.0), (120, 0.05), (121, 5), (480, 5), (54, 5)])
    func everyScoreIsThatOfItsWindow(n: Int, amplitude: Double) {
        let coherence = PowerShareCoherence(sampleCount: n)
        let x = Self.heartRates(3 * n + 17, amplitude: amplitude, seed: UInt64(n))
        let scores = coherence.scores(of: x, breathsPerMinute: 5.5)
        #expect(scores.count == x.count - n + 1)
        for (start, score) in scores.enumerated() {
            let window = Array(x[start..<start + n])
            let plain = PowerShareCoherenceTests.direct(window, breathsPerMinute: 5.5)
            #expect(abs(score - plain) <= 1e-10, "window from \(start)")
        }
    }

    @Test func tenMinutesHave2281Scores() {
        let x = Self.heartRates(2400, amplitude: 5, seed: 1)
        #expect(thirtySeconds.scores(of: x, breathsPerMinute: 5.5).count == 2281)
        #expect(thirtySeconds.scores(of: Array(x[..<119]), breathsPerMinute: 5.5).isEmpty)
        #expect(thirtySeconds.scores(of: Array(x[..<120]), breathsPerMinute: 5.5).count == 1)
    }

    @Test func isAsAccurateAfterADayAsAtTheStart() {
        let x = Self.heartRates(345_600, amplitude: 5, seed: 2)
        let scores = thirtySeconds.scores(of: x, breathsPerMinute: 5.5)
        for start in Array(stride(from: 0, to: scores.count, by: 2000)) + [scores.count - 1] {
            let window = Array(x[start..<start + 120])
            let plain = PowerShareCoherenceTests.direct(window, breathsPerMinute: 5.5)
            #expect(abs(scores[start] - plain) <= 1e-10, "window from \(start)")
        }
    }

    @Test func singleSamplesScoreAsBlocks() {
        let x = Self.heartRates(700, amplitude: 5, seed: 3)
        var single = StreamingPowerShareCoherence(thirtySeconds)
        let scores = x.map { single.push($0, breathsPerMinute: 6) }
        #expect(scores.prefix(119).allSatisfy { $0 == nil })
        #expect(
            scores.dropFirst(119).map { $0 ?? -1 }
                == thirtySeconds.scores(of: x, breathsPerMinute: 6))
        #expect(single.sampleCount == 700)
    }

    @Test func theBreathingRateMayChangeWithoutANewWindow() {
        let x = Self.heartRates(300, amplitude: 5, seed: 4)
        var stream = StreamingPowerShareCoherence(thirtySeconds)
        for (index, sample) in x.enumerated() {
            let rate = index < 200 ? 5.5 : 7
            let score = stream.push(sample, breathsPerMinute: rate)
            guard index >= 119 else { continue }
            let window = Array(x[(index - 119)...index])
            let plain = PowerShareCoherenceTests.direct(window, breathsPerMinute: rate)
            #expect(abs((score ?? -1) - plain) <= 1e-10)
        }
    }

    @Test func aConstantAfterNoiseHasNoPower() {
        let x = Self.heartRates(150, amplitude: 5, seed: 5) + [Double](repeating: 70.1, count: 300)
        let scores = thirtySeconds.scores(of: x, breathsPerMinute: 5.5)
        #expect(scores[149] > 0)
        #expect(scores[150...].allSatisfy { $0 == 0 })
    }

    @Test(arguments: [Double.nan, .infinity, 1e200]) func whatIsNoNumberLeavesNoTrace(
        intruder: Double
    ) {
        let clean = Self.heartRates(500, amplitude: 5, seed: 6)
        var broken = clean
        broken[200] = intruder
        let expected = thirtySeconds.scores(of: clean, breathsPerMinute: 5.5)
        let scores = thirtySeconds.scores(of: broken, breathsPerMinute: 5.5)
        for (start, score) in scores.enumerated() {
            if (start..<start + 120).contains(200) {
                #expect(score.isNaN)
            } else {
                #expect(score == expected[start])
            }
        }
    }

    @Test func aResetStreamIsLikeNew() {
        let x = Self.heartRates(400, amplitude: 5, seed: 7)
        var stream = StreamingPowerShareCoherence(thirtySeconds)
        let first = x.map { stream.push($0, breathsPerMinute: 5.5) }
        stream.reset()
        #expect(stream.sampleCount == 0)
        #expect(x.map { stream.push($0, breathsPerMinute: 5.5) } == first)
    }

    @Test func withoutABandEveryScoreIsZero() {
        let x = Self.heartRates(100, amplitude: 5, seed: 8)
        let scores = PowerShareCoherence(sampleCount: 40).scores(of: x, breathsPerMinute: 5.5)
        #expect(scores == [Double](repeating: 0, count: 61))
    }
}
