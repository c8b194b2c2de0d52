import Foundation
import PhysioDSP
@testable import PhysioSimulation
import Testing

@Suite struct HeartNoiseTests {
    private static let lives = 3_000

    /// The noise of many people, now and a time later.
    private static func pairs(
        lagSteps: Int, change: (inout PersonTraits) -> Void,
        value: (HeartRateNoise) -> Double
    ) -> [(Double, Double)] {
        var traits = PersonTraits().withoutNoise
        change(&traits)
        let truth = PersonTruth(traits)
        return (0..<lives).map { seed in
            var noise = HeartRateNoise(
                truth, stepSeconds: VirtualPerson.stepSeconds,
                generator: SeededGenerator(seed: UInt64(seed)))
            let before = value(noise)
            for _ in 0..<lagSteps { noise.advance() }
            return (before, value(noise))
        }
    }

    /// Products of two values of deviation 1: their mean over 3,000 lives is known to 0.026.
    private static let tolerance = 0.09

    private static func covariance(_ pairs: [(Double, Double)]) -> Double {
        pairs.reduce(0) { $0 + $1.0 * $1.1 } / Double(pairs.count)
    }

    private static func variances(_ pairs: [(Double, Double)]) -> (Double, Double) {
        (
            covariance(pairs.map { ($0.0, $0.0) }), covariance(pairs.map { ($0.1, $0.1) })
        )
    }

    /// Four processes of equal variance that forget in 3, 10, 30 and 100 s.
    @Test(arguments: [20, 100])
    func slowNoiseForgetsAsDescribed(lagSteps: Int) {
        let pairs = Self.pairs(lagSteps: lagSteps) {
            $0.noiseBpm = 1
        } value: {
            $0.rateBpm
        }
        let lag = Double(lagSteps) * 0.05
        let expected = [3.0, 10, 30, 100].reduce(0.0) { $0 + exp(-lag / $1) / 4 }
        #expect(abs(Self.covariance(pairs) - expected) < Self.tolerance)
        let (before, after) = Self.variances(pairs)
        #expect(abs(before - 1) < Self.tolerance && abs(after - 1) < Self.tolerance)
    }

    @Test func theGainIsLogNormalAndForgetsInNinetySeconds() {
        let pairs = Self.pairs(lagSteps: 400) {
            $0.gainNoise = 0.2
        } value: {
            log($0.gain) / 0.2
        }
        #expect(abs(Self.covariance(pairs) - exp(-20 / 90.0)) < Self.tolerance)
        let (before, after) = Self.variances(pairs)
        #expect(abs(before - 1) < Self.tolerance && abs(after - 1) < Self.tolerance)
    }

    /// A resonator in white noise has the autocorrelation
    /// exp(-zeta w t) (cos wd t + zeta / sqrt(1 - zeta^2) sin wd t).
    @Test(arguments: [20, 60, 110])
    func theResonatorOscillatesAsDescribed(lagSteps: Int) {
        let w = 0.6
        let products = (0..<Self.lives).map { seed -> (Double, Double) in
            var generator = SeededGenerator(seed: UInt64(seed))
            var wave = DrivenResonator(
                angularFrequency: w, damping: 0.2, deviation: 1, stepSeconds: 0.05, &generator)
            let before = wave.value
            for _ in 0..<lagSteps { wave.advance(&generator) }
            return (before, wave.value)
        }
        let t = Double(lagSteps) * 0.05
        let wd = w * 0.96.squareRoot()
        let expected = exp(-0.2 * w * t) * (cos(wd * t) + 0.2 / 0.96.squareRoot() * sin(wd * t))
        #expect(abs(Self.covariance(products) - expected) < Self.tolerance)
        let (_, after) = Self.variances(products)
        #expect(abs(after - 1) < Self.tolerance)
    }

    /// The oscillation adds its own variance: 1 + 0.8^2.
    @Test func theOscillationAddsToTheNoise() {
        let pairs = Self.pairs(lagSteps: 0) {
            $0.noiseBpm = 1
            $0.mayerWaveRatio = 0.8
        } value: {
            $0.rateBpm
        }
        #expect(abs(Self.variances(pairs).0 - 1.64) < 1.64 * Self.tolerance)
    }
}
