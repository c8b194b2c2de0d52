import PhysioDSP
import ResonanceBreathing

/// The default pacer's posterior by its definition: every hypothesis with filters of its own, in
/// Double, one after the other.
///
/// Its numbers are those of the documentation of ``ResonancePosterior``, written again.
struct PlainResonancePosterior {
    private struct Hypothesis {
        let best: Double
        let curve: Int
        let driftPerMinute: Double
        let logPrior: Double
        var logWeight: Double
        var offset = 0.0
        var change = 0.0
        var lag = 2.8
        var angleOffset = 0.0
        var offsetVariance = 4.0
        var covariance = 0.0
        var changeVariance = 0.0225
        var lagVariance = 4.0
        var lagCovariance = 0.0
        var angleOffsetVariance = 0.01
    }

    private var hypotheses: [Hypothesis] = []
    private var firstSeconds: Double?
    private var lastSeconds: Double?

    init() {
        for curve in ResponseCurveLibrary.curves.indices {
            for drift in [-0.00367, 0, 0.00367] {
                for index in 0..<68 {
                    let best = 3.9 * PlatformMath.exp(0.01 * Double(index))
                    let distance = (best - 5.6) / 0.65
                    let prior = PlatformMath.log(best) - 0.5 * distance * distance
                    hypotheses.append(
                        Hypothesis(
                            best: best, curve: curve, driftPerMinute: drift, logPrior: prior,
                            logWeight: prior))
                }
            }
        }
    }

    mutating func observe(_ observation: BreathResponse) {
        let first = firstSeconds ?? observation.startSeconds
        let elapsed = observation.middleSeconds - (lastSeconds ?? observation.middleSeconds)
        firstSeconds = first
        lastSeconds = observation.middleSeconds
        let square = observation.response.squaredMagnitude
        let error = observation.standardError
        let noise = min((error * error + 0.64) / square, 4)
        for index in hypotheses.indices {
            Self.observe(
                &hypotheses[index], observation, noise: noise, elapsed: elapsed,
                minutes: (observation.middleSeconds - first) / 60)
        }
    }

    private static func observe(
        _ h: inout Hypothesis, _ observation: BreathResponse, noise: Double, elapsed: Double,
        minutes: Double
    ) {
        let (gain, phase) = expected(h, rate: observation.breathsPerMinute, minutes: minutes)
        let rememberedShare = PlatformMath.exp(-elapsed / 3600)
        h.logWeight = h.logPrior + rememberedShare * (h.logWeight - h.logPrior)

        let decay = PlatformMath.exp(-elapsed / 90)
        h.change *= decay
        h.covariance *= decay
        h.changeVariance = decay * decay * h.changeVariance + 0.0225 * (1 - decay * decay)
        let sizeVariance =
            h.offsetVariance + 2 * h.covariance + h.changeVariance + 0.0064 + noise
        let size = clipped(
            0.5 * PlatformMath.log(observation.response.squaredMagnitude) - gain - h.offset
                - h.change,
            sizeVariance)
        let offsetGain = (h.offsetVariance + h.covariance) / sizeVariance
        let changeGain = (h.covariance + h.changeVariance) / sizeVariance
        h.offset += offsetGain * size
        h.change += changeGain * size
        h.offsetVariance -= offsetGain * offsetGain * sizeVariance
        h.changeVariance -= changeGain * changeGain * sizeVariance
        h.covariance -= offsetGain * changeGain * sizeVariance
        h.logWeight -= 0.5 * size * size / sizeVariance

        h.lagVariance = min(4, h.lagVariance + 0.0025 * elapsed / 30)
        let w = 2 * .pi * observation.breathsPerMinute / 60
        let lagCrossCovariance = h.lagCovariance - w * h.lagVariance
        let offsetCrossCovariance = h.angleOffsetVariance - w * h.lagCovariance
        let angleVariance = offsetCrossCovariance - w * lagCrossCovariance + 0.0324 + noise
        var angle = observation.phase - phase + w * h.lag - h.angleOffset
        angle -= 2 * .pi * (angle / (2 * .pi)).rounded()
        angle = clipped(angle, angleVariance)
        h.lag += lagCrossCovariance / angleVariance * angle
        h.angleOffset += offsetCrossCovariance / angleVariance * angle
        h.lagVariance -= lagCrossCovariance * lagCrossCovariance / angleVariance
        h.lagCovariance -= lagCrossCovariance * offsetCrossCovariance / angleVariance
        h.angleOffsetVariance -= offsetCrossCovariance * offsetCrossCovariance / angleVariance
        h.logWeight -= 0.5 * angle * angle / angleVariance
    }

    private static func clipped(_ value: Double, _ variance: Double) -> Double {
        let limit = 3 * variance.squareRoot()
        return min(max(value, -limit), limit)
    }

    private static func bestRate(_ h: Hypothesis, minutes: Double) -> Double {
        h.best * PlatformMath.exp(h.driftPerMinute * min(max(0, minutes), 30))
    }

    private static func expected(
        _ h: Hypothesis, rate: Double, minutes: Double
    ) -> (gain: Double, phase: Double) {
        let curve = ResponseCurveLibrary.curves[h.curve]
        let distance = PlatformMath.log(rate / bestRate(h, minutes: minutes))
        let position = distance / ResponseCurve.logRateStep + Double(ResponseCurve.halfCount)
        let (low, share) = (Int(position), position - position.rounded(.down))
        func interpolated(_ table: [Float]) -> Double {
            Double(table[low]) * (1 - share) + Double(table[low + 1]) * share
        }
        return (interpolated(curve.logGains), interpolated(curve.phases))
    }

    /// Mean of the best rates; breaths/min.
    func mean(atSeconds seconds: Double) -> Double {
        let minutes = (seconds - (firstSeconds ?? seconds)) / 60
        let maxLogWeight = hypotheses.reduce(-Double.infinity) { max($0, $1.logWeight) }
        var (sum, weightedSum) = (0.0, 0.0)
        for hypothesis in hypotheses {
            let weight = PlatformMath.exp(hypothesis.logWeight - maxLogWeight)
            sum += weight
            weightedSum += weight * Self.bestRate(hypothesis, minutes: minutes)
        }
        return weightedSum / sum
    }
}
