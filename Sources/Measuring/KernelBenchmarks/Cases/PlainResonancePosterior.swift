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
        let remembered = PlatformMath.exp(-elapsed / 3600)
        h.logWeight = h.logPrior + remembered * (h.logWeight - h.logPrior)

        let decay = PlatformMath.exp(-elapsed / 90)
        h.change *= decay
        h.covariance *= decay
        h.changeVariance = decay * decay * h.changeVariance + 0.0225 * (1 - decay * decay)
        let sizeVariance =
            h.offsetVariance + 2 * h.covariance + h.changeVariance + 0.0064 + noise
        let size = cut(
            0.5 * PlatformMath.log(observation.response.squaredMagnitude) - gain - h.offset
                - h.change,
            sizeVariance)
        let toOffset = (h.offsetVariance + h.covariance) / sizeVariance
        let toChange = (h.covariance + h.changeVariance) / sizeVariance
        h.offset += toOffset * size
        h.change += toChange * size
        h.offsetVariance -= toOffset * toOffset * sizeVariance
        h.changeVariance -= toChange * toChange * sizeVariance
        h.covariance -= toOffset * toChange * sizeVariance
        h.logWeight -= 0.5 * size * size / sizeVariance

        h.lagVariance = min(4, h.lagVariance + 0.0025 * elapsed / 30)
        let w = 2 * .pi * observation.breathsPerMinute / 60
        let withLag = h.lagCovariance - w * h.lagVariance
        let withOffset = h.angleOffsetVariance - w * h.lagCovariance
        let angleVariance = withOffset - w * withLag + 0.0324 + noise
        var angle = observation.phase - phase + w * h.lag - h.angleOffset
        angle -= 2 * .pi * (angle / (2 * .pi)).rounded()
        angle = cut(angle, angleVariance)
        h.lag += withLag / angleVariance * angle
        h.angleOffset += withOffset / angleVariance * angle
        h.lagVariance -= withLag * withLag / angleVariance
        h.lagCovariance -= withLag * withOffset / angleVariance
        h.angleOffsetVariance -= withOffset * withOffset / angleVariance
        h.logWeight -= 0.5 * angle * angle / angleVariance
    }

    private static func cut(_ value: Double, _ variance: Double) -> Double {
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
        let position = distance / ResponseCurve.step + Double(ResponseCurve.reach)
        let (low, share) = (Int(position), position - position.rounded(.down))
        func at(_ table: [Float]) -> Double {
            Double(table[low]) * (1 - share) + Double(table[low + 1]) * share
        }
        return (at(curve.logGains), at(curve.phases))
    }

    /// Mean of the best rates; breaths/min.
    func mean(atSeconds seconds: Double) -> Double {
        let minutes = (seconds - (firstSeconds ?? seconds)) / 60
        let top = hypotheses.reduce(-Double.infinity) { max($0, $1.logWeight) }
        var (sum, weighted) = (0.0, 0.0)
        for hypothesis in hypotheses {
            let weight = PlatformMath.exp(hypothesis.logWeight - top)
            sum += weight
            weighted += weight * Self.bestRate(hypothesis, minutes: minutes)
        }
        return weighted / sum
    }
}
