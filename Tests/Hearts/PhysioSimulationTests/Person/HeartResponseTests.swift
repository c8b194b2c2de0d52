import Foundation
import PhysioDSP
@testable import PhysioSimulation
import TestSupport
import Testing

@Suite struct HeartResponseTests {
    private static let step = VirtualPerson.stepSeconds

    /// Amplitude and phase that the stepped response settles to, by least squares over 20 breaths.
    ///
    /// - Parameter rest: how long before that nothing is breathed; s.
    private static func settled(
        _ truth: PersonTruth, _ rate: Double, gain: Double = 1, afterRest rest: Double = 0
    ) -> (Double, Double) {
        var response = HeartResponse(truth, stepSeconds: step)
        let w = rate * .pi / 30
        let period = 60 / rate
        let start = rest + 60 * period
        var sums = (c: 0.0, s: 0.0, n: 0.0)
        var index = 0
        while Double(index) * step < start + 20 * period {
            index += 1
            let time = Double(index) * step
            let output = response.advance(
                volume: time < rest ? 0 : sin(w * time), gain: gain, toSeconds: time)
            if time >= start {
                sums.c += output * cos(w * time)
                sums.s += output * sin(w * time)
                sums.n += 1
            }
        }
        return (2 * hypot(sums.c, sums.s) / sums.n, atan2(sums.c, sums.s))
    }

    /// The trapezoidal rule is off by (w dt)^2 / 12 and the linear delay by (w dt)^2 / 8, 3e-4
    /// together at 15 a minute; the loop enlarges what is off by up to 1 / (1 - rho) = 4.
    @Test(arguments: TestPeople.all, [3.5, 4.5, 5.5, 6.5, 7.5, 15])
    func steppedResponseIsTheClosedForm(traits: PersonTraits, rate: Double) {
        var traits = traits
        traits.depthExponent = 0
        let truth = PersonTruth(traits)
        let (size, phase) = Self.settled(truth, rate)
        let expected = truth.response(atBreathsPerMinute: rate)
        let expectedSize = expected.squaredMagnitude.squareRoot()
        #expect(relativeError(size, expectedSize) < 2e-3, "\(size) \(expectedSize)")
        let off = remainder(phase - PlatformMath.angle(expected), 2 * .pi)
        #expect(abs(off) < 3e-3, "\(off)")
    }

    /// The drift ends at half and at twice the speed, and then all is steady again.
    @Test(arguments: PersonTraits.Plant.allCases, [-0.02, 0.02])
    func driftedResponseIsTheClosedForm(plant: PersonTraits.Plant, drift: Double) {
        var traits = PersonTraits()
        traits.plant = plant
        traits.depthExponent = 0
        traits.driftPerMinute = drift
        let truth = PersonTruth(traits)
        let rate = drift > 0 ? 11.5 : 2.6
        let (size, phase) = Self.settled(truth, rate, afterRest: 3_000)
        let expected = truth.response(atBreathsPerMinute: rate, afterSeconds: 3_000)
        #expect(relativeError(size, expected.squaredMagnitude.squareRoot()) < 2e-3, "\(size)")
        let off = remainder(phase - PlatformMath.angle(expected), 2 * .pi)
        #expect(abs(off) < 3e-3, "\(off)")
        // At the start it answers otherwise.
        let early = truth.rsaAmplitudeBpm(atBreathsPerMinute: rate) / 2
        #expect(relativeError(size, early) > 0.1)
    }

    /// The gain's changes act on the loop, not on what reaches the heart besides it.
    @Test(arguments: PersonTraits.Plant.allCases)
    func theGainActsOnTheLoopAlone(plant: PersonTraits.Plant) {
        var traits = PersonTraits()
        traits.plant = plant
        traits.depthExponent = 0
        let truth = PersonTruth(traits)
        traits.directResponseRatio = 0
        let loopAlone = PersonTruth(traits)
        let rate = 5.0
        let whole = truth.response(atBreathsPerMinute: rate)
        let loop =
            loopAlone.response(atBreathsPerMinute: rate) * (truth.gainBpm / loopAlone.gainBpm)
        let expected = whole + loop * 0.5
        let (size, _) = Self.settled(truth, rate, gain: 1.5)
        #expect(relativeError(size, expected.squaredMagnitude.squareRoot()) < 2e-3, "\(size)")
    }

    /// The equations as they stand, by Euler's rule at a fiftieth of the step, breathing like a
    /// sine that begins at once.
    private static func fineEuler(_ truth: PersonTruth, seconds: Double) -> [Double] {
        let traits = truth.traits
        let refinement = 50
        let dt = step / Double(refinement)
        let w = 0.6
        let count = Int(seconds / dt)
        var p = [Double](repeating: 0, count: count + 1)
        var h = 0.0
        var v = 0.0
        let w0 = traits.loopBreathsPerMinute * .pi / 30
        let d = (.pi - atan(w0 * traits.vesselConstantSeconds)) / w0
        let g = traits.loopGain * hypot(1, w0 * traits.vesselConstantSeconds)
        func late(_ index: Int, _ delay: Double) -> Double {
            let back = index - Int((delay / dt).rounded())
            return back >= 0 ? p[back] : 0
        }
        func breath(_ time: Double) -> Double { time > 0 ? sin(w * time) : 0 }
        var output: [Double] = []
        for index in 0..<count {
            let time = Double(index) * dt
            if index % refinement == 0, index > 0 {
                let loop = traits.plant == .delayedLoop ? h : late(index, traits.heartDelaySeconds)
                output.append(
                    loop + truth.gainBpm * truth.directGain
                        * breath(time - traits.directDelaySeconds))
            }
            let drive = truth.gainBpm * breath(time)
            switch traits.plant {
            case .delayedLoop:
                p[index + 1] =
                    p[index] + dt * (-p[index] - g * late(index, d) + drive)
                    / traits.vesselConstantSeconds
                h += dt * (-h + late(index, traits.heartDelaySeconds)) / traits.heartConstantSeconds
            case .resonator:
                p[index + 1] = p[index] + dt * v
                v +=
                    dt
                    * (w0 * w0 * (drive - p[index]) - 2 * traits.dampingRatio * w0 * v)
            }
        }
        return output
    }

    /// Euler's rule at 1 ms is off by about w dt / (4 zeta) = 0.13 % of what has built up.
    @Test(arguments: TestPeople.all)
    func onsetFollowsTheEquations(traits: PersonTraits) {
        let truth = PersonTruth(traits)
        let expected = Self.fineEuler(truth, seconds: 60)
        var response = HeartResponse(truth, stepSeconds: Self.step)
        for (index, value) in expected.enumerated() {
            let time = Double(index + 1) * Self.step
            let found = response.advance(volume: sin(0.6 * time), gain: 1, toSeconds: time)
            #expect(abs(found - value) < 0.01 * traits.rsaAmplitudeBpm, "at \(time) s")
        }
    }

    /// The loop of gain rho rebounds from a push with rho of the size every half period.
    @Test(arguments: [0.3, 0.6, 0.9, 0.95])
    func aLoopBelowGainOneComesToRest(loopGain: Double) {
        var traits = PersonTraits()
        traits.loopGain = loopGain
        let truth = PersonTruth(traits)
        var response = HeartResponse(truth, stepSeconds: Self.step)
        func largest(fromSeconds start: Double, toSeconds end: Double) -> Double {
            stride(from: start, to: end, by: Self.step).reduce(0.0) { peak, time in
                let volume = time < 1 ? 1.0 : 0
                let output = response.advance(
                    volume: volume, gain: 1, toSeconds: time + Self.step)
                return max(peak, abs(output))
            }
        }
        let early = largest(fromSeconds: 0, toSeconds: 50)
        _ = largest(fromSeconds: 50, toSeconds: 950)
        let late = largest(fromSeconds: 950, toSeconds: 1_000)
        // 0.95 is a half-life of 13.5 half periods of 5.4 s, or longer by the lag of the vessels.
        #expect(late < 0.01 * early && early > 0)
    }
}
