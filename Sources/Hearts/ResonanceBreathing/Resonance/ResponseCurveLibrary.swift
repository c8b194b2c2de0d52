import PhysioDSP

/// The kinds of hearts among which a person's is looked for: ``count`` curves, drawn once by a fixed
/// seed.
///
/// Half of them are a loop of pressure and vessels with a delay, half a resonator of second order:
///
///     loop       L(w) = exp(-iw dv) / ((1 + iw tau_v) (1 + iw tau_p + g exp(-iw D)))
///     resonator  L(w) = w0^2 exp(-iw dv) / (w0^2 - w^2 + 2i zeta w0 w)
///     answer     (L(w) + c |L(w0)| exp(-iw dc)) (6 / rate)^k
///
/// D and g make the loop resonate at w0 with the gain rho: D = (pi - atan(w0 tau_p)) / w0, g = rho
/// sqrt(1 + (w0 tau_p)^2). Ranges are about a third wider than those that simulated people are drawn
/// from, and no measured heart is behind them.
///
/// | rho | 0.40 ... 0.80 | zeta | 0.09 ... 0.33 |
/// |---|---|---|---|
/// | tau_p | 0.8 ... 2.7 s | tau_v | 0.2 ... 1.1 s |
/// | dv | 0.2 ... 1.0 s | c | 0 ... 0.57 |
/// | dc | 0 ... 0.57 s | k | 0 ... 0.57 |
package enum ResponseCurveLibrary {
    static let count = 160
    private static let seed: UInt64 = 77

    /// - Complexity: made at the first use, some 10 ms.
    package static let curves: [ResponseCurve] = {
        var generator = SeededGenerator(seed: seed)
        var curves: [ResponseCurve] = []
        while curves.count < count {
            let heart = HeartModel(isDelayedLoop: curves.count.isMultiple(of: 2), &generator)
            if let curve = ResponseCurve(heart.response) { curves.append(curve) }
        }
        return curves
    }()

    private struct HeartModel {
        let isDelayedLoop: Bool
        let loopGain, damping, vesselConstantSeconds, heartConstantSeconds, delaySeconds: Double
        let directResponseRatio, directDelaySeconds, depthExponent: Double

        init(isDelayedLoop: Bool, _ generator: inout SeededGenerator) {
            func uniform(_ low: Double, _ high: Double) -> Double {
                low + (high - low) * generator.uniform()
            }
            self.isDelayedLoop = isDelayedLoop
            loopGain = uniform(0.40, 0.80)
            damping = uniform(0.09, 0.33)
            vesselConstantSeconds = uniform(0.8, 2.7)
            heartConstantSeconds = uniform(0.2, 1.1)
            delaySeconds = uniform(0.2, 1.0)
            directResponseRatio = uniform(0, 0.57)
            directDelaySeconds = uniform(0, 0.57)
            depthExponent = uniform(0, 0.57)
        }

        func response(loopBreathsPerMinute: Double, rate: Double) -> ComplexNumber {
            let w0 = 2 * .pi * loopBreathsPerMinute / 60
            let w = 2 * .pi * rate / 60
            let directGain =
                directResponseRatio * loopResponse(w0, w0).squaredMagnitude.squareRoot()
            let depth = PlatformMath.exp(depthExponent * PlatformMath.log(6 / rate))
            return (loopResponse(w, w0) + .unitPhasor(-w * directDelaySeconds) * directGain) * depth
        }

        private func loopResponse(_ w: Double, _ w0: Double) -> ComplexNumber {
            let delayPhasor = ComplexNumber.unitPhasor(-w * delaySeconds)
            guard isDelayedLoop else {
                return delayPhasor * (w0 * w0)
                    / ComplexNumber(w0 * w0 - w * w, 2 * damping * w0 * w)
            }
            let turn = w0 * vesselConstantSeconds
            let loopDelay = (.pi - PlatformMath.angle(ComplexNumber(1, turn))) / w0
            let feedback = loopGain * (1 + turn * turn).squareRoot()
            let vessels =
                ComplexNumber(1, w * vesselConstantSeconds) + .unitPhasor(-w * loopDelay) * feedback
            return delayPhasor / (ComplexNumber(1, w * heartConstantSeconds) * vessels)
        }
    }
}
