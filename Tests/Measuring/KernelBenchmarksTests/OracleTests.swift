@testable import KernelBenchmarks
import PhysioDSP
import TestSupport
import Testing

/// The oracles that answers are compared to must themselves be right.
@Suite struct OracleTests {
    /// The fraction of k f t turns in whole numbers: k and both significands multiplied out.
    private static func fraction(_ k: Int, _ frequency: Double, _ time: Double) -> Double {
        let product =
            UInt128(k) * UInt128(frequency.significandBitPattern | 1 << 52)
            * UInt128(time.significandBitPattern | 1 << 52)
        let bits = 104 - Int(frequency.exponent) - Int(time.exponent)
        let rest = product & (UInt128(1) << UInt128(bits) - 1)
        // The upper 64 of those bits are more than a double holds.
        let turns = Double(UInt64(truncatingIfNeeded: rest >> UInt128(bits - 64))) * 0x1p-64
        return turns < 0.5 ? turns : turns - 1
    }

    @Test func anglesAreExactAfterThousandsOfTurns() {
        var generator = SplitMix64(seed: 1)
        for _ in 0..<200 {
            let k = Int.random(in: 1...100_000, using: &generator)
            let time = generator.uniform(in: 1...90_000)
            let angle = ExactSums.angle(k, stepHz: 5e-6, time: time)
            let expected = 2 * .pi * Self.fraction(k, 5e-6, time)
            // A half turn may carry either sign.
            let difference = abs(angle - expected)
            #expect(min(difference, abs(difference - 2 * .pi)) < 4 * Double.pi.ulp)
        }
    }

    @Test func compensatedSumsLoseNothing() {
        var sum = CompensatedSum()
        for term in [1, 1e100, 1, -1e100] { sum.add(term) }
        #expect(sum.value == 2)
    }

    /// A tone and a constant are explained wholly at the tone's frequency, whatever the times.
    @Test func fitExplainsAToneWholly() {
        let beats = BenchmarkInputs.beats(count: 300)
        let values = beats.times.map { 5 + 3 * PlatformMath.cos(2 * .pi * 0.1 * $0 + 0.7) }
        let mean = values.reduce(0, +) / 300
        let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 300
        let fit = FloatingMeanFit(.init(times: beats.times, values: values))
        #expect(relativeError(fit.exactPower(100, stepHz: 0.001), variance) < 1e-13)
        #expect(relativeError(fit.power(atHz: 0.1), variance) < 1e-12)
    }

    @Test func binsOfATurningPointerAreItsAmplitude() {
        let samples = (0..<100).map { 2 * PlatformMath.cos(2 * .pi * 7 * Double($0) / 100) }
        let exact = ExactSums.bin(7, of: samples, length: 100)
        let naive = NaiveTransform.sum(samples[...], turnsPerSample: 0.07)
        for value in [exact, naive] {
            #expect(abs(value.real - 100) < 1e-11 && abs(value.imaginary) < 1e-11)
        }
        #expect(ExactSums.bin(8, of: samples, length: 100).squaredMagnitude < 1e-20)
    }

    /// The score's published values for x = sin(2 pi 0.1 t) + 0.5 sin(2 pi 0.0667 t + 1)
    /// + cos(2 pi 0.25 t), t = k/4, k = 0 ..< 120; ten digits.
    @Test(arguments: [
        (4.5, 0.996_282_074_8), (5.0, 0.999_635_806_3), (5.5, 0.999_635_806_3),
        (6.0, 0.999_635_806_3), (7.0, 0.785_605_953_7),
    ])
    func referenceScoreIsTheDocumentedOne(rate: Double, expected: Double) {
        let samples = (0..<120).map { k -> Double in
            let t = Double(k) / 4
            return PlatformMath.sin(2 * .pi * 0.1 * t)
                + 0.5 * PlatformMath.sin(2 * .pi * 0.0667 * t + 1)
                + PlatformMath.cos(2 * .pi * 0.25 * t)
        }
        let score = ReferenceScore(count: 120, sampleRateHz: 4, breathHz: rate / 60)
        let scores = score.windowScores(samples) { window, mean in
            {
                NaiveTransform.sum(window, less: mean, turnsPerSample: Double($0) / 120)
                    .squaredMagnitude
            }
        }
        #expect(scores.count == 1)
        #expect(abs((scores.first ?? 0) - expected) < 1e-9)
    }

    @Test func scoresOfShortWindowsAndConstantsAreZero() {
        for (count, value) in [(31, 1.0), (53, 1.0), (120, 0.0)] {
            let score = ReferenceScore(count: count, sampleRateHz: 4, breathHz: 0.1)
            #expect(score.score { _ in value } == 0)
        }
    }
}
