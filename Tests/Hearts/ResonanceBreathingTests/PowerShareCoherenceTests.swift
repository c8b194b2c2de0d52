import Foundation
import ResonanceBreathing
import TestSupport
import Testing

@Suite struct PowerShareCoherenceTests {
    /// The definition by a plain DFT of the band's bins.
    static func direct(
        _ x: [Double], breathsPerMinute: Double, sampleRateHz: Double = 4
    ) -> Double {
        let n = x.count
        guard n >= 32 else { return 0 }
        let df = sampleRateHz / Double(n)
        let first = max(1, Int(floor(0.04 / df)))
        let last = min(n / 2, Int(floor(0.15 / df)))
        guard last > first else { return 0 }
        let mean = x.reduce(0, +) / Double(n)
        let target = Int((breathsPerMinute / 60 / df).rounded(.toNearestOrAwayFromZero))
        var bandPower = 0.0
        var targetPower = 0.0
        for k in first...last {
            var real = 0.0
            var imaginary = 0.0
            for j in 0..<n {
                let angle = 2 * Double.pi * Double(j * k % n) / Double(n)
                real += (x[j] - mean) * cos(angle)
                imaginary -= (x[j] - mean) * sin(angle)
            }
            let power = real * real + imaginary * imaginary
            bandPower += power
            if abs(k - target) <= 1 { targetPower += power }
        }
        return bandPower > 0 ? min(1, max(0, targetPower / bandPower)) : 0
    }

    static func noise(_ count: Int, seed: UInt64) -> [Double] {
        var generator = SplitMix64(seed: seed)
        return (0..<count).map { _ in generator.uniform(in: 60...80) }
    }

    private static func sine(_ breathsPerMinute: Double, _ count: Int = 120) -> [Double] {
        (0..<count).map { 70 + 5 * sin(2 * .pi * breathsPerMinute / 60 * Double($0) / 4) }
    }

    private let thirtySeconds = PowerShareCoherence(sampleCount: 120)

    /// Values of another program: numpy 2.4.6, `P = abs(rfft(x - x.mean()))**2`, then the sums of
    /// the definition over P.
    @Test(arguments: [
        (4.5, 0.9962820748276737), (5.0, 0.9996358062894574), (5.5, 0.9996358062894574),
        (6.0, 0.9996358062894574),
        (7.0, 0.7856059536885724),
    ]) func reproducesItsTestVectors(breathsPerMinute: Double, expected: Double) {
        let x = (0..<120).map { k -> Double in
            let t = Double(k) / 4
            let slow = 0.5 * sin(2 * .pi * 0.0667 * t + 1)
            return sin(2 * .pi * 0.1 * t) + slow + cos(2 * .pi * 0.25 * t)
        }
        let score = thirtySeconds.score(x, breathsPerMinute: breathsPerMinute)
        #expect(abs(score - expected) <= 1e-12)
    }

    @Test func aSineAtTheBreathingRateScoresHigh() {
        let score = thirtySeconds.score(Self.sine(5.5), breathsPerMinute: 5.5)
        #expect(abs(score - 0.9764985301957503) <= 1e-12)
    }

    @Test(arguments: [32, 53, 54, 60, 79, 80, 81, 120, 121, 240, 480, 512])
    func agreesWithThePlainTransform(n: Int) {
        let coherence = PowerShareCoherence(sampleCount: n)
        for seed in 0..<5 {
            let x = Self.noise(n, seed: UInt64(seed))
            for rate in [0, 2, 4.5, 5, 5.5, 6, 6.5, 7, 9, 30] {
                let score = coherence.score(x, breathsPerMinute: rate)
                #expect(abs(score - Self.direct(x, breathsPerMinute: rate)) <= 1e-12)
            }
        }
    }

    /// Every score of a series at 5 Hz, where bins lie elsewhere.
    @Test func agreesWithThePlainTransformAtAnotherRate() {
        let coherence = PowerShareCoherence(sampleCount: 150, sampleRateHz: 5)
        let x = Self.noise(150, seed: 77)
        for rate in [4.5, 5.5, 6.5] {
            let expected = Self.direct(x, breathsPerMinute: rate, sampleRateHz: 5)
            #expect(abs(coherence.score(x, breathsPerMinute: rate) - expected) <= 1e-12)
        }
    }

    @Test func binsFollowTheArithmeticAsWritten() {
        #expect(thirtySeconds.band == 1...4)
        // 0.15 / 0.05 is just below 3.
        #expect(PowerShareCoherence(sampleCount: 80).band == 1...2)
        for n in 1...53 { #expect(PowerShareCoherence(sampleCount: n).band == nil) }
        #expect(PowerShareCoherence(sampleCount: 54).band == 1...2)
        // Half the rate ends the band before 0.15 Hz does.
        #expect(PowerShareCoherence(sampleCount: 100, sampleRateHz: 0.2).band == 20...50)
        // 2.5 and 3.5 bins round away from zero, to 3 and 4.
        #expect(thirtySeconds.targetBins(breathsPerMinute: 4.99) == 1...3)
        #expect(thirtySeconds.targetBins(breathsPerMinute: 5) == 2...4)
        #expect(thirtySeconds.targetBins(breathsPerMinute: 6.99) == 2...4)
        #expect(thirtySeconds.targetBins(breathsPerMinute: 7) == 3...4)
        #expect(thirtySeconds.targetBins(breathsPerMinute: 0) == 1...1)
        #expect(thirtySeconds.targetBins(breathsPerMinute: 60) == nil)
    }

    /// White noise makes all bins alike: of four, three (at 7.0 two) are target. The scores are
    /// Beta(3, 1) and Beta(2, 2): deviations 0.19 and 0.22, of the mean of 4,000 at most 0.0036.
    @Test(arguments: [(4.5, 0.75), (5.0, 0.75), (5.5, 0.75), (6.0, 0.75), (6.5, 0.75), (7.0, 0.5)])
    func noiseScoresAsItsShareOfBins(breathsPerMinute: Double, share: Double) {
        let scores = (0..<4000).map {
            thirtySeconds.score(
                Self.noise(120, seed: UInt64($0) + 1), breathsPerMinute: breathsPerMinute)
        }
        #expect(abs(scores.reduce(0, +) / 4000 - share) < 4 * 0.0036)
        if share == 0.75 {
            // 0.3^3 of them are below 0.3: 108 of 4,000, give or take 10.
            #expect((68...148).contains(scores.count { $0 < 0.3 }))
        }
    }

    @Test(arguments: [70, 70.1, 1.0 / 3, 1e-9, 1e12, 0]) func aConstantHasNoPower(value: Double) {
        let x = [Double](repeating: value, count: 120)
        #expect(thirtySeconds.score(x, breathsPerMinute: 5.5) == 0)
    }

    /// Far above rounding: a wave of 1e-10 beats/min still scores as one of 5.
    @Test func aTinyWaveHasPower() {
        let x = (0..<120).map { 60 + 1e-10 * sin(2 * .pi * 3 * Double($0) / 120) }
        #expect(thirtySeconds.score(x, breathsPerMinute: 6) > 0.9)
    }

    @Test func tooFewSamplesScoreZero() {
        let short = PowerShareCoherence(sampleCount: 2)
        #expect(short.score([60, 80], breathsPerMinute: 5.5) == 0)
        // 40 samples at 1 Hz are enough for two bins, 31 are not enough at all.
        let slow = PowerShareCoherence(sampleCount: 40, sampleRateHz: 1)
        #expect(slow.score(Self.noise(40, seed: 2), breathsPerMinute: 5.5) > 0)
        let slower = PowerShareCoherence(sampleCount: 31, sampleRateHz: 1)
        #expect(slower.score(Self.noise(31, seed: 2), breathsPerMinute: 5.5) == 0)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e200])
    func aWindowWithoutNumbersHasNoScore(value: Double) {
        var x = Self.sine(5.5)
        x[50] = value
        #expect(thirtySeconds.score(x, breathsPerMinute: 5.5).isNaN)
    }
}
