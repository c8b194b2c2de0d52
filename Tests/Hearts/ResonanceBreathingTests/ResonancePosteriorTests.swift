import Foundation
import PhysioDSP
import PhysioTypes
import TestSupport
import Testing

@testable import ResonanceBreathing

@Suite struct ResonancePosteriorTests {
    /// Answers of a heart of the library, as a slide would see them.
    private static func observations(
        curve: Int, best: Double, lag: Double = 0.3, gain: Double = 6, count: Int = 24,
        noise: Double = 0, spacing: Double = 28
    ) -> [BreathResponse] {
        let heart = ResponseCurveLibrary.curves[curve]
        var random = SplitMix64(seed: 5)
        return (0..<count).map { index in
            let rate = 7.1 - 2.8 * Double(index) / Double(count - 1)
            let position =
                log(rate / best) / ResponseCurve.logRateStep + Double(ResponseCurve.halfCount)
            let (low, share) = (Int(position), Float(position - position.rounded(.down)))
            let size =
                gain
                * exp(
                    Double(
                        heart.logGains[low]
                            + share * (heart.logGains[low + 1] - heart.logGains[low])))
            let angle =
                Double(heart.phases[low] + share * (heart.phases[low + 1] - heart.phases[low]))
                - 2 * .pi * rate / 60 * lag
            return BreathResponse(
                startSeconds: Double(index) * spacing, endSeconds: Double(index) * spacing + 28,
                breathsPerMinute: rate,
                response: ComplexNumber(
                    size * cos(angle) + noise * random.gaussian(),
                    size * sin(angle) + noise * random.gaussian()),
                standardError: 0.2)
        }
    }

    /// The best rate rises by 0.3 % a minute: at the end it is found higher than at the beginning.
    @Test(arguments: [1.0, -1]) func aDriftIsFollowed(direction: Double) {
        var (drifting, still) = (ResonancePosterior(), ResonancePosterior())
        for (index, observation) in Self.observations(curve: 77, best: 5.4, gain: 20).enumerated() {
            still.observe(observation)
            let best = 5.4 * (1 + direction * 0.00367 * observation.middleSeconds / 60)
            drifting.observe(Self.observations(curve: 77, best: best, gain: 20)[index])
        }
        // Eleven minutes: 4 % of 5.4, a quarter of which sizes and bends of angles show.
        let end = 24.0 * 28
        let found = drifting.estimate(atSeconds: end).breathsPerMinute
        let change = found - still.estimate(atSeconds: end).breathsPerMinute
        #expect(change * direction > 0.04, "\(change)")
        let begun = drifting.estimate(atSeconds: 0).breathsPerMinute
        #expect((found - begun) * direction > 0, "\(begun) \(found)")
    }

    /// Cells of the densities add up to 1, and their mean and deviation are the estimate's.
    @Test func theDensitiesAreThoseOfTheEstimate() {
        var posterior = ResonancePosterior()
        for observation in Self.observations(curve: 40, best: 5.8) {
            posterior.observe(observation)
        }
        let densities = posterior.densities(atSeconds: 600)
        let estimate = posterior.estimate(atSeconds: 600)
        // A cell reaches half a step of the logarithm either way.
        let relativeWidth = 2 * sinh(ResponseCurve.logRateStep / 2)
        let shares = densities.map { $0.density * $0.breathsPerMinute * relativeWidth }
        #expect(abs(shares.reduce(0, +) - 1) < 1e-12)
        let mean = zip(densities, shares).map { $0.breathsPerMinute * $1 }.reduce(0, +)
        #expect(abs(mean - estimate.breathsPerMinute) < 1e-9)
        #expect(densities.map(\.breathsPerMinute) == densities.map(\.breathsPerMinute).sorted())
        let peak = densities.max { $0.density < $1.density }
        #expect(abs((peak?.breathsPerMinute ?? 0) - 5.8) < 0.3)
    }

    @Test func withoutAResponseTheEstimateIsThePrior() {
        let estimate = ResonancePosterior().estimate(atSeconds: 0)
        #expect(abs(estimate.breathsPerMinute - 5.6) < 0.01)
        #expect(abs(estimate.deviation - 0.65) < 0.015)
        // 1.645 standard deviations either way; the grid ends at 7.6.
        #expect(abs(estimate.low - 4.53) < 0.03)
        #expect(abs(estimate.high - 6.67) < 0.03)
        #expect(!estimate.isDetermined)
    }

    @Test(arguments: [(3, 5.1), (40, 6.4), (77, 4.6), (90, 5.6), (121, 6.0), (158, 7.0)])
    func itFindsAHeartOfItsLibrary(heart: (Int, Double)) {
        var posterior = ResonancePosterior()
        // 40 beats/min from trough to peak: clear of what hearts do without breathing.
        for observation in Self.observations(curve: heart.0, best: heart.1, gain: 20) {
            posterior.observe(observation)
        }
        let estimate = posterior.estimate(atSeconds: 0)
        #expect(estimate.isDetermined, "\(estimate)")
        #expect(estimate.low < heart.1 && heart.1 < estimate.high, "\(estimate)")
        // The prior draws it to 5.6, the more the flatter the curve.
        #expect(
            abs(estimate.breathsPerMinute - heart.1) < 2 * estimate.deviation, "\(estimate)")
        #expect(posterior.isFollowing)
    }

    /// The gain of a heart, and its unit, say nothing.
    @Test func theGainSaysNothing() {
        func estimate(_ gain: Double) -> ResonanceEstimate {
            var posterior = ResonancePosterior()
            for observation in Self.observations(curve: 40, best: 6, gain: gain, noise: 0) {
                posterior.observe(observation)
            }
            return posterior.estimate(atSeconds: 0)
        }
        // Above 20 beats/min noise is nothing either.
        #expect(abs(estimate(20).breathsPerMinute - estimate(40).breathsPerMinute) < 0.01)
    }

    /// The weights of two hypotheses, against their likelihoods by whole covariance matrices; without and
    /// with a stated latency.
    @Test(arguments: [0, 7, 101], [nil, 0.4, 2.6])
    func itsFilterIsTheWholeCovariance(curve: Int, stated: Double?) throws {
        var posterior = ResonancePosterior()
        // Near to both, so that nothing is cut.
        let observations = Self.observations(curve: curve, best: 5.6, count: 12, spacing: 3)
        for observation in observations { posterior.observe(observation) }
        var lag = Dense.Lag(mean: 2.8, variance: 4)
        if let stated {
            let estimate = LatencyEstimate(seconds: stated, deviationSeconds: 0.5)
            posterior.expectLatency(LatencyPrior(estimate, statedProbability: 1))
            lag = Dense.Lag(mean: stated + 0.3, variance: 0.25 + 0.12 * 0.12)
        }
        let latencyEvidence = posterior.lagFilter.latencyEvidence(mode: 0)
        func logWeight(_ rateIndex: Int) -> Double {
            // The middle drift: none.
            let index = (curve * 3 + 1) * PosteriorGrid.rateCount + rateIndex
            let seconds = posterior.grids[0].lagSeconds(index)
            return Double(posterior.grids[0].logWeight(index))
                + (latencyEvidence.constant + seconds
                    * (latencyEvidence.linear + seconds * latencyEvidence.square))
        }
        let (low, high) = (34, 38)
        let found = logWeight(high) - logWeight(low)
        let expected =
            try Dense.logLikelihood(observations, curve: curve, rateIndex: high, lag)
            - Dense.logLikelihood(observations, curve: curve, rateIndex: low, lag)
            + Dense.logPrior(high) - Dense.logPrior(low)
        // In 33 s 0.9 % is forgotten; weights are floats. A stated latency is taken for that of the newest
        // answer, though it may have changed by 0.05 s since the first: 1 % of its variance.
        #expect(abs(found - expected) < 0.02 * abs(expected) + 1e-3, "\(found) \(expected)")
    }

    // MARK: Latency

    /// A latency turns angles in proportion to the rate, and that is all it does.
    @Test(arguments: [0, 0.4, 1, 2.6, 3.5, 5, 6])
    func theLatencyIsNotPartOfTheRate(latency: Double) {
        var posterior = ResonancePosterior()
        for observation in Self.observations(curve: 40, best: 6, lag: 0.3 + latency, gain: 20) {
            posterior.observe(observation)
        }
        let found = posterior.estimates(atSeconds: 700)
        #expect(abs(found.resonance.breathsPerMinute - 6) < 0.15, "\(found)")
        #expect(found.resonance.low < 6 && 6 < found.resonance.high, "\(found)")
        let error = found.latency.seconds - latency
        #expect(abs(error) < 2 * found.latency.deviationSeconds, "\(found.latency)")
        #expect(found.latency.deviationSeconds < 0.8)
        #expect(posterior.isFollowing)
    }

    /// A strap that claims 0.4 s and has 3.
    @Test func aWrongStatementIsFoundOut() {
        let claim = LatencyPrior(LatencyEstimate(seconds: 0.4, deviationSeconds: 0.2))
        var posterior = ResonancePosterior(latency: claim)
        for observation in Self.observations(curve: 40, best: 6, lag: 3.3, gain: 20) {
            posterior.observe(observation)
        }
        let found = posterior.estimates(atSeconds: 700)
        #expect(abs(found.latency.seconds - 3) < 1, "\(found.latency)")
        #expect(found.resonance.low < 6 && 6 < found.resonance.high, "\(found)")
    }

    @Test func aRightStatementMakesItSurer() {
        var posterior = ResonancePosterior()
        for observation in Self.observations(curve: 40, best: 6, lag: 2.9, gain: 20) {
            posterior.observe(observation)
        }
        let before = posterior.estimates(atSeconds: 700)
        posterior.expectLatency(LatencyPrior(LatencyEstimate(seconds: 2.6, deviationSeconds: 0.2)))
        let after = posterior.estimates(atSeconds: 700)
        #expect(after.latency.deviationSeconds < 0.6 * before.latency.deviationSeconds)
        #expect(after.resonance.deviation < before.resonance.deviation)
        #expect(abs(after.latency.seconds - 2.6) < 0.15)
    }

    /// The latency goes from 0.4 to 2.6 s in the middle: at a new connection, and without one.
    @Test(arguments: [true, false])
    func theLatencyMayChange(isReported: Bool) {
        let early = Self.observations(curve: 77, best: 5.4, lag: 0.7, gain: 20, count: 36)
        let late = Self.observations(curve: 77, best: 5.4, lag: 2.9, gain: 20, count: 36)
        var posterior = ResonancePosterior()
        for index in 0..<36 {
            let observation = index < 18 ? early[index] : late[index]
            posterior.observe(
                BreathResponse(
                    startSeconds: observation.startSeconds, endSeconds: observation.endSeconds,
                    breathsPerMinute: observation.breathsPerMinute, response: observation.response,
                    standardError: observation.standardError,
                    isNewConnection: isReported && index == 18)
            )
        }
        let found = posterior.estimates(atSeconds: 1000)
        #expect(abs(found.latency.seconds - 2.6) < 1, "\(found.latency)")
        #expect(found.resonance.low < 5.4 && 5.4 < found.resonance.high, "\(found.resonance)")
        #expect(posterior.isFollowing)
    }

    /// A start and a division that are both unknown may be anything without misleading.
    @Test(arguments: [-4, -2, 0, 2, 5], [0, -0.5, -1])
    func aRecordingMayBeginAtAnyTime(start: Double, turn: Double) {
        var posterior = ResonancePosterior(timing: .recorded)
        let turned = ComplexNumber(cos(turn), sin(turn))
        for observation in Self.observations(curve: 40, best: 6, lag: 0.3 + start, gain: 20) {
            posterior.observe(
                BreathResponse(
                    startSeconds: observation.startSeconds, endSeconds: observation.endSeconds,
                    breathsPerMinute: observation.breathsPerMinute,
                    response: observation.response * turned,
                    standardError: observation.standardError))
        }
        let found = posterior.estimates(atSeconds: 700)
        #expect(found.resonance.low < 6 && 6 < found.resonance.high, "\(found)")
        #expect(abs(found.resonance.breathsPerMinute - 6) < 0.3, "\(found)")
        let error = found.latency.seconds - start
        #expect(abs(error) < 2.5 * found.latency.deviationSeconds, "\(found.latency)")
    }

    @Test func whatCannotBeUsedIsPassedOver() {
        var posterior = ResonancePosterior()
        let observations = Self.observations(curve: 12, best: 5.2, count: 6)
        for observation in observations { posterior.observe(observation) }
        let before = posterior.estimate(atSeconds: 200)
        func observation(_ start: Double, _ rate: Double, _ real: Double, _ error: Double)
            -> BreathResponse
        {
            BreathResponse(
                startSeconds: start, endSeconds: start + 28, breathsPerMinute: rate,
                response: ComplexNumber(real, 0), standardError: error)
        }
        for bad in [
            observation(0, 5, 3, 1), observation(.nan, 5, 3, 1), observation(500, .nan, 3, 1),
            observation(500, 0, 3, 1), observation(500, 5, 0, 1), observation(500, 5, .infinity, 1),
            observation(500, 5, 3, .nan),
        ] { posterior.observe(bad) }
        #expect(posterior.observationCount == 6)
        #expect(posterior.estimate(atSeconds: 200) == before)
    }

    /// Angles that come as they like are no heart that follows.
    @Test func randomAnglesDoNotFollow() {
        for seed in 0..<10 {
            var random = SplitMix64(seed: UInt64(seed))
            var posterior = ResonancePosterior()
            for index in 0..<24 {
                let angle = random.uniform(in: 0...(2 * .pi))
                posterior.observe(
                    BreathResponse(
                        startSeconds: Double(index) * 28, endSeconds: Double(index) * 28 + 28,
                        breathsPerMinute: 7.1 - 0.1 * Double(index),
                        response: ComplexNumber(6 * cos(angle), 6 * sin(angle)),
                        standardError: 0.3))
            }
            #expect(!posterior.isFollowing, "seed \(seed)")
        }
    }

    /// Sizes alone, as of a recording whose pacer's phase is unknown.
    @Test func sizesAloneFindItLessSurely() {
        func estimate(hasPhase: Bool) -> ResonanceEstimate {
            var posterior = ResonancePosterior()
            for observation in Self.observations(curve: 31, best: 5.2) {
                posterior.observe(
                    BreathResponse(
                        startSeconds: observation.startSeconds, endSeconds: observation.endSeconds,
                        breathsPerMinute: observation.breathsPerMinute,
                        response: observation.response,
                        standardError: observation.standardError, hasPhase: hasPhase))
            }
            return posterior.estimate(atSeconds: 0)
        }
        let (with, without) = (estimate(hasPhase: true), estimate(hasPhase: false))
        #expect(abs(without.breathsPerMinute - 5.2) < 0.35)
        #expect(with.deviation < without.deviation)
    }

    @Test func whatIsLongAgoIsForgotten() {
        var posterior = ResonancePosterior()
        for observation in Self.observations(curve: 12, best: 6.6) {
            posterior.observe(observation)
        }
        let then = posterior.estimate(atSeconds: 700)
        // A faint answer five hours later.
        posterior.observe(
            BreathResponse(
                startSeconds: 18_700, endSeconds: 18_728, breathsPerMinute: 5,
                response: ComplexNumber(0.01, 0), standardError: 5))
        let later = posterior.estimate(atSeconds: 18_700)
        #expect(then.deviation < 0.5)
        #expect(later.deviation > 0.6, "\(later)")
        #expect(abs(later.breathsPerMinute - 5.6) < 0.2)
    }

    @Test func ratesWithinTheIntervalAreInseparable() {
        let estimate = ResonanceEstimate(
            breathsPerMinute: 5.4, deviation: 0.2, low: 5.05, high: 5.75)
        #expect(estimate.inseparableRates(among: [4.5, 5, 5.5, 6]) == [5.5])
    }

    @Test func anEarlierSessionIsNoSurerThanHalfABreath() {
        let sure = ResonanceEstimate(breathsPerMinute: 6.2, deviation: 0.1, low: 6, high: 6.4)
        let unsure = ResonanceEstimate(breathsPerMinute: 6.2, deviation: 0.7, low: 5, high: 7.4)
        #expect(ResonancePrior(sure).deviation == 0.5)
        #expect(ResonancePrior(unsure).deviation == 0.7)
        #expect(ResonancePrior(sure).mean == 6.2)
    }
}

/// Likelihoods by dense Gaussian elimination.
private enum Dense {
    static func logPrior(_ rateIndex: Int) -> Double {
        let rate = PosteriorGrid.rate(rateIndex)
        let distance = (rate - 5.6) / 0.65
        return -0.5 * distance * distance + log(rate)
    }

    /// The lag before anything is measured; s.
    struct Lag {
        let mean: Double
        let variance: Double
    }

    static func logLikelihood(
        _ observations: [BreathResponse], curve: Int, rateIndex: Int, _ lag: Lag
    ) throws -> Double {
        let heart = ResponseCurveLibrary.curves[curve]
        let best = PosteriorGrid.rate(rateIndex)
        let n = observations.count
        var (sizes, angles) = ([Double](), [Double]())
        var sizeMatrix = [[Double]](repeating: [Double](repeating: 0, count: n), count: n)
        var angleMatrix = sizeMatrix
        for (i, a) in observations.enumerated() {
            let position =
                log(a.breathsPerMinute / best) / ResponseCurve.logRateStep
                + Double(ResponseCurve.halfCount)
            let (low, share) = (Int(position), position - position.rounded(.down))
            func at(_ table: [Float]) -> Double {
                Double(table[low]) * (1 - share) + Double(table[low + 1]) * share
            }
            let w = 2 * .pi * a.breathsPerMinute / 60
            sizes.append(log(a.rsaAmplitudeBpm / 2) - at(heart.logGains))
            let angle = a.phase - at(heart.phases) + w * lag.mean
            angles.append(atan2(sin(angle), cos(angle)))
            for (j, b) in observations.enumerated() {
                let separation = abs(a.middleSeconds - b.middleSeconds)
                sizeMatrix[i][j] = 4 + 0.15 * 0.15 * exp(-separation / 90)
                let first = observations[0].middleSeconds
                let walked = min(a.middleSeconds, b.middleSeconds) - first
                let variance = lag.variance + 0.05 * 0.05 * walked / 30
                angleMatrix[i][j] =
                    w * 2 * .pi * b.breathsPerMinute / 60 * variance + 0.1 * 0.1
            }
            let noise =
                (a.standardError * a.standardError + 0.8 * 0.8) / a.response.squaredMagnitude
            sizeMatrix[i][i] += 0.08 * 0.08 + noise
            angleMatrix[i][i] += 0.18 * 0.18 + noise
        }
        return -0.5 * (quadratic(sizeMatrix, sizes) + quadratic(angleMatrix, angles))
    }

    /// v' M^-1 v.
    private static func quadratic(_ matrix: [[Double]], _ v: [Double]) -> Double {
        var (m, x) = (matrix, v)
        let n = v.count
        for column in 0..<n {
            for row in (column + 1)..<n {
                let factor = m[row][column] / m[column][column]
                for k in column..<n { m[row][k] -= factor * m[column][k] }
                x[row] -= factor * x[column]
            }
        }
        for row in (0..<n).reversed() {
            for k in (row + 1)..<n { x[row] -= m[row][k] * x[k] }
            x[row] /= m[row][row]
        }
        return zip(v, x).reduce(0) { $0 + $1.0 * $1.1 }
    }
}
