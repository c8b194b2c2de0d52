import PhysioDSP
import PhysioTypes

/// Kalman filter of the lag between command and answer, and of the angle's own offset.
///
/// An angle falls by w times the lag. Variances are the same for all hypotheses, which keep a lag and an
/// offset each. The filter begins with the wide distribution of ``BreathTiming``; a stated latency then
/// weighs each hypothesis by the evidence for it, in closed form: see ``latencyEvidence(mode:)``.
struct LagFilter: Sendable {
    let timing: BreathTiming
    /// The latency as stated; the weights follow at once where it changes.
    var latency: LatencyPrior

    /// Variance of the lag, covariance with the offset, variance of the offset.
    private var variance: Double
    private var covariance = 0.0
    private var offsetVariance: Double
    private let initialLagVariance: Double

    /// Noise of an angle; rad.
    static let angleDeviation = 0.18
    /// Slow change of a lag: standard deviation after 30 s; s.
    static let lagChangeDeviation = 0.05

    init(_ timing: BreathTiming, latency: LatencyPrior) {
        self.timing = timing
        self.latency = latency
        initialLagVariance = timing.lagDeviationSeconds * timing.lagDeviationSeconds
        variance = initialLagVariance
        offsetVariance = timing.angleOffset.deviation * timing.angleOffset.deviation
    }

    /// Lets time go by.
    mutating func advanceTime(seconds: Double) {
        let change = Self.lagChangeDeviation * Self.lagChangeDeviation * seconds / 30
        variance = min(initialLagVariance, variance + change)
    }

    /// Variance of what an angle differs by from the one expected.
    ///
    /// - Parameter noise: variance of the angle by its own error.
    func innovationVariance(noise: Double, angularRate w: Double) -> Double {
        offsetVariance - 2 * w * covariance + w * w * variance
            + Self.angleDeviation * Self.angleDeviation + noise
    }

    /// The filter's variances after an angle, and its gains.
    mutating func updateWithAngle(
        _ value: Double, noise: Double, angularRate w: Double, clipDeviations: Double
    ) -> PosteriorGrid.FilterUpdate {
        let total = innovationVariance(noise: noise, angularRate: w)
        let lagCrossCovariance = covariance - w * variance
        let offsetCrossCovariance = offsetVariance - w * covariance
        let (lagGain, offsetGain) = (lagCrossCovariance / total, offsetCrossCovariance / total)
        variance -= lagGain * lagCrossCovariance
        covariance -= lagGain * offsetCrossCovariance
        offsetVariance -= offsetGain * offsetCrossCovariance
        return PosteriorGrid.FilterUpdate(
            value: Float(value), gain: Float(lagGain), secondGain: Float(offsetGain),
            limit: Float(clipDeviations * total.squareRoot()), weight: Float(-0.5 / total))
    }

    /// A new connection: nothing measured of the lag holds any more.
    mutating func restart(_ latency: LatencyPrior) {
        self.latency = latency
        (variance, covariance) = (initialLagVariance, 0)
    }

    // MARK: A stated latency

    /// The stated latency and the person's own lag.
    private var statedPrior: (mean: Double, variance: Double) {
        let followLagDeviation = BreathTiming.followLagDeviationSeconds
        let deviation = latency.statedLatency.deviationSeconds
        return (
            latency.statedLatency.seconds + BreathTiming.followLagSeconds,
            deviation * deviation + followLagDeviation * followLagDeviation
        )
    }

    /// Logarithm of the evidence for the stated latency over that for the wide distribution.
    ///
    /// The angles alone give a hypothesis the precision j = 1 / P - 1 / S and the weighted mean
    /// h = lag / P - m / S, for the filter's variance P and the wide distribution's mean m and variance S.
    /// A normal distribution with mean n and variance s then has the evidence
    ///
    ///     log E = -log(1 + j s) / 2 + ((h + n / s)^2 s / (1 + j s) - n^2 / s) / 2
    func latencyEvidence(mode: Int) -> PosteriorGrid.LatencyEvidence {
        guard latency.statedProbability > 0 else { return PosteriorGrid.LatencyEvidence() }
        let widePrior = (mean: timing.lagModes[mode].seconds, variance: initialLagVariance)
        let precision = 1 / variance - 1 / initialLagVariance
        func evidence(_ prior: (mean: Double, variance: Double)) -> PosteriorGrid.LatencyEvidence {
            let growth = 1 + precision * prior.variance
            let scale = prior.variance / growth
            let shift = prior.mean / prior.variance - widePrior.mean / initialLagVariance
            return PosteriorGrid.LatencyEvidence(
                constant: -0.5 * PlatformMath.log(growth)
                    + 0.5 * (scale * shift * shift - prior.mean * prior.mean / prior.variance),
                linear: scale * shift / variance, square: 0.5 * scale / (variance * variance),
                share: latency.statedProbability)
        }
        let (statedEvidence, wideEvidence) = (evidence(statedPrior), evidence(widePrior))
        return PosteriorGrid.LatencyEvidence(
            constant: statedEvidence.constant - wideEvidence.constant,
            linear: statedEvidence.linear - wideEvidence.linear,
            square: statedEvidence.square - wideEvidence.square, share: latency.statedProbability)
    }

    /// Sums of the weights, the lags and their squares over the hypotheses of a mode, each lag being the
    /// mean under the wide distribution or under the stated one.
    func lagMoments(_ sums: PosteriorGrid.Sums, mode: Int) -> PosteriorGrid.Moments {
        var moments = sums.wide
        moments.square += variance * moments.weight
        guard sums.stated.weight > 0 else { return moments }
        let precision = 1 / variance - 1 / initialLagVariance
        let posteriorVariance = 1 / (precision + 1 / statedPrior.variance)
        let slope = posteriorVariance / variance
        let base =
            posteriorVariance
            * (statedPrior.mean / statedPrior.variance - timing.lagModes[mode].seconds
                / initialLagVariance)
        let statedSums = sums.stated
        moments.weight += statedSums.weight
        moments.first += base * statedSums.weight + slope * statedSums.first
        moments.square +=
            (base * base + posteriorVariance) * statedSums.weight + 2 * base * slope
            * statedSums.first
            + slope * slope * statedSums.square
        return moments
    }
}
