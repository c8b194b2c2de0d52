import Foundation
import PhysioDSP
@testable import PhysioSimulation
import TestSupport
import Testing

/// People at the edges of what is allowed and in between.
enum TestPeople {
    static let all: [PersonTraits] = PersonTraits.Plant.allCases.flatMap { plant in
        (0..<3).map { variant in
            var traits = PersonTraits()
            traits.plant = plant
            traits.loopGain = [0.45, 0.6, 0.75][variant]
            traits.dampingRatio = [0.3, 0.2, 0.12][variant]
            traits.vesselConstantSeconds = [1, 2.5, 1.5][variant]
            traits.heartConstantSeconds = [0.3, 0.6, 1][variant]
            traits.loopBreathsPerMinute = [5, 5.8, 6.6][variant]
            traits.directResponseRatio = [0.5, 0.05, 0.3][variant]
            traits.depthExponent = [0, 0.5, 0.25][variant]
            return traits
        }
    }
}

/// |H| and its phase, from real sums in another order than the code's.
private func slowResponse(_ traits: PersonTraits, _ rate: Double) -> (re: Double, im: Double) {
    let w = rate * .pi / 30
    let w0 = traits.loopBreathsPerMinute * .pi / 30
    func loop(_ w: Double) -> (size: Double, angle: Double) {
        guard traits.plant == .delayedLoop else {
            let x = w / w0
            return (
                1 / hypot(1 - x * x, 2 * traits.dampingRatio * x),
                -atan2(2 * traits.dampingRatio * x, 1 - x * x) - w * traits.heartDelaySeconds
            )
        }
        let t = traits.vesselConstantSeconds
        let d = (.pi - atan(w0 * t)) / w0
        let g = traits.loopGain * hypot(1, w0 * t)
        let a = 1 + g * cos(w * d)
        let b = w * t - g * sin(w * d)
        return (
            1 / (hypot(1, w * traits.heartConstantSeconds) * hypot(a, b)),
            -atan(w * traits.heartConstantSeconds) - atan2(b, a) - w * traits.heartDelaySeconds
        )
    }
    let here = loop(w)
    let direct = traits.directResponseRatio * loop(w0).size
    let depth = pow(6 / rate, traits.depthExponent)
    return (
        depth * (here.size * cos(here.angle) + direct * cos(w * traits.directDelaySeconds)),
        depth * (here.size * sin(here.angle) - direct * sin(w * traits.directDelaySeconds))
    )
}

@Suite struct PersonTruthTests {
    @Test(arguments: TestPeople.all)
    func theBestRateIsTheLargestOfAllOnTheGrid(traits: PersonTraits) {
        let sizes = (150...450).map { index -> Double in
            let h = slowResponse(traits, Double(index) * 0.02)
            return hypot(h.re, h.im)
        }
        let best = sizes.indices.max { sizes[$0] < sizes[$1] } ?? 0
        #expect(abs(PersonTruth(traits).breathsPerMinute - (3 + 0.02 * Double(best))) < 1e-9)
    }

    @Test(arguments: TestPeople.all)
    func theResponseIsItsFormulaScaledToTheAmplitude(traits: PersonTraits) {
        let truth = PersonTruth(traits)
        let peak = slowResponse(traits, truth.breathsPerMinute)
        let scale = traits.rsaAmplitudeBpm / 2 / hypot(peak.re, peak.im)
        for rate in [3, 4.5, 5.3, 6, 7, 15] {
            let expected = slowResponse(traits, rate)
            let found = truth.response(atBreathsPerMinute: rate)
            // Some thirty roundings of numbers near 1, and a loop that enlarges them fourfold.
            #expect(abs(found.real - scale * expected.re) < 1e-12 * traits.rsaAmplitudeBpm)
            #expect(abs(found.imaginary - scale * expected.im) < 1e-12 * traits.rsaAmplitudeBpm)
        }
        let amplitude = truth.rsaAmplitudeBpm(atBreathsPerMinute: truth.breathsPerMinute)
        #expect(abs(amplitude - traits.rsaAmplitudeBpm) < 1e-12 * amplitude)
    }

    /// The gain of plant B at its own resonance, without a direct part, is 1 / (2 zeta), and its
    /// peak lies at w0 sqrt(1 - 2 zeta^2).
    @Test func theResonatorPeaksWhereTextbooksSay() {
        var traits = PersonTraits()
        traits.plant = .resonator
        traits.directResponseRatio = 0
        traits.depthExponent = 0
        traits.loopBreathsPerMinute = 6
        let truth = PersonTruth(traits)
        #expect(abs(truth.breathsPerMinute - 6 * (1 - 0.08).squareRoot()) <= 0.01)
        let atLoop = truth.rsaAmplitudeBpm(atBreathsPerMinute: 6) / 2 / truth.gainBpm
        #expect(abs(atLoop - 2.5) < 1e-12)
        let phase = PlatformMath.angle(truth.response(atBreathsPerMinute: 6))
        #expect(abs(phase - (-.pi / 2 - 2 * .pi / 10 * 0.6)) < 1e-12)
    }

    /// The delayed loop turns the phase by half a circle at its resonance, so that it takes a share
    /// rho of its own input away.
    @Test func theLoopEnlargesByOneOverOneMinusItsGain() {
        var traits = PersonTraits()
        traits.directResponseRatio = 0
        traits.depthExponent = 0
        let w = 2 * Double.pi * traits.loopBreathsPerMinute / 60
        let truth = PersonTruth(traits)
        let found = truth.rsaAmplitudeBpm(atBreathsPerMinute: traits.loopBreathsPerMinute) / 2
        let open = truth.gainBpm / hypot(1, w * 0.65) / hypot(1, w * 1.75)
        #expect(abs(found / open - 1 / (1 - 0.6)) < 1e-12)
    }

    @Test(arguments: TestPeople.all)
    func driftMovesTheWholeCurve(traits: PersonTraits) {
        var traits = traits
        traits.driftPerMinute = 0.004
        let truth = PersonTruth(traits)
        // After 10 min all is 1.04 times as fast; only the depth of a breath stays what it was.
        let factor = pow(1.04, -traits.depthExponent)
        for rate in [4.5, 5.5, 6.5] {
            let late = truth.rsaAmplitudeBpm(atBreathsPerMinute: rate * 1.04, afterSeconds: 600)
            let early = truth.rsaAmplitudeBpm(atBreathsPerMinute: rate)
            #expect(relativeError(late, early * factor) < 1e-12)
        }
        #expect(
            relativeError(truth.breathsPerMinute(afterSeconds: 600), 1.04 * truth.breathsPerMinute)
                < 1e-14)
        #expect(truth.amplitudeLoss(atBreathsPerMinute: 5, afterSeconds: 600) >= 0)
        #expect(truth.breathsPerMinute(afterSeconds: 1e9) == 2 * truth.breathsPerMinute)
    }

    @Test func theShareLostIsNoneAtTheBestRateAndAllOfNothing() {
        let truth = PersonTruth(PersonTraits())
        #expect(truth.amplitudeLoss(atBreathsPerMinute: truth.breathsPerMinute) == 0)
        let amplitude = truth.rsaAmplitudeBpm(atBreathsPerMinute: 6.5)
        #expect(abs(truth.amplitudeLoss(atBreathsPerMinute: 6.5) - (1 - amplitude / 13)) < 1e-12)
        var still = PersonTraits()
        still.rsaAmplitudeBpm = 0
        #expect(PersonTruth(still).amplitudeLoss(atBreathsPerMinute: 6.5) == 0)
    }

    @Test func traitsOutOfRangeAreNamed() {
        var traits = PersonTraits()
        #expect(traits.outOfRangeTraits.isEmpty)
        traits.loopGain = 1
        traits.lagSeconds = .nan
        #expect(traits.outOfRangeTraits == ["loopGain", "lagSeconds"])
        #expect(traits.tuned(toBreathsPerMinute: 6)?.traits == nil)
    }

    @Test(arguments: TestPeople.all, [4.6, 5.6, 6.8])
    func tuningFindsTheRateWanted(traits: PersonTraits, rate: Double) throws {
        let truth = try #require(traits.tuned(toBreathsPerMinute: rate))
        #expect(abs(truth.breathsPerMinute - rate) <= 0.02)
        var same = truth.traits
        same.loopBreathsPerMinute = traits.loopBreathsPerMinute
        #expect(same == traits)
    }
}
