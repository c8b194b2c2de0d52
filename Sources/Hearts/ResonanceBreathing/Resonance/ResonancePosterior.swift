import PhysioDSP
import PhysioTypes

/// The knowledge of a person's resonance frequency from their answers to breathing.
///
/// A hypothesis is a best rate (3.9 ... 7.6 breaths/min, a grid of 1 %), a kind of heart
/// (``ResponseCurveLibrary``) and a drift of the best rate (none, or 0.37 % a minute either way for
/// half an hour). Under each, the logarithm of an answer's size and its angle are
///
///     y = curve's gain + offset + slow change + noise
///     a = curve's phase - w lag + offset of the angle + noise
///
/// with the standard deviations that are listed below, plus what the answer's own error makes of
/// either. Unknowns are followed by Kalman filters whose variances all hypotheses share; what is left
/// unexplained is cut at 3 standard deviations, angles are taken within half a turn. What was
/// learned an hour ago counts 1 / e.
///
/// The lag is the time from a command to the record of the heart's answer: the person's own, and the
/// latency of the sensor, which is an unknown of every connection (``LatencyPrior``). It begins anew
/// where the sensor was connected again, and where successive angles differ in the same direction from
/// those expected by more than chance allows. A constant lag turns angles in proportion to the rate, so
/// that it takes their slope over the rates from the evidence and leaves their bend.
///
/// Slow changes of gain spoil sizes, not angles; an unknown lag spoils angles, not sizes.
///
/// ```swift
/// var posterior = ResonancePosterior()
/// for response in responses { posterior.observe(response) }
/// posterior.estimate(atSeconds: 600).breathsPerMinute
/// ```
///
/// Memory: 640 KiB; three times as much for recorded breathing.
public struct ResonancePosterior: Sendable {
    /// The assumption before the first answer.
    public let prior: ResonancePrior
    /// Answers taken; those passed over do not count.
    public private(set) var observationCount = 0

    // MARK: What hearts do; all chosen by simulation

    /// The standard deviation of the logarithm of the size: hardly anything is known before.
    static let offsetDeviation = 2.0
    /// The standard deviation of the slow changes, and how long they last; s.
    static let slowChangeDeviation = 0.15
    static let slowChangeSeconds = 90.0
    static let sizeDeviation = 0.08
    /// The standard deviation of each part of an answer from the rhythm that is there without
    /// breathing; beats/min.
    static let backgroundDeviationBpm = 0.8
    /// An answer below half of its error says as much as one of half of it.
    static let maxRelativeVariance = 4.0
    /// Standard deviations.
    static let clipDeviations = 3.0
    static let forgettingSeconds = 3600.0

    /// One for each mean of ``BreathTiming/lagModes``.
    private(set) var grids: [PosteriorGrid]
    /// Variance of the offset, covariance, variance of the slow change.
    private var offsetVariance = offsetDeviation * offsetDeviation
    private var covariance = 0.0
    private var changeVariance = slowChangeDeviation * slowChangeDeviation
    private(set) var lagFilter: LagFilter
    private var lastSeconds: Double?
    /// The time at which the first answer began: from there drifts count.
    private var originSeconds: Double?
    /// Answers with an angle since the lag began anew.
    private var angleCount = 0
    /// The evidence of the newest answers: see ``followingEvidence``.
    private var evidence: [Double] = []
    /// The differences of the newest angles from those expected, in standard deviations.
    private var angleDifferences: [Double] = []

    /// Nothing but what was thought before.
    ///
    /// - Parameter latency: expected of the sensor.
    public init(prior: ResonancePrior = .adults, latency: LatencyPrior = .unknown) {
        self.init(prior: prior, latency: latency, timing: .commanded)
    }

    /// - Parameter timing: what is known of the breaths' times.
    init(
        prior: ResonancePrior = .adults, latency: LatencyPrior = .unknown, timing: BreathTiming
    ) {
        self.prior = prior
        lagFilter = LagFilter(timing, latency: latency)
        grids = timing.lagModes.map { mode in
            let share = PlatformMath.log(mode.share)
            return PosteriorGrid(
                lagSeconds: mode.seconds, angleOffset: timing.angleOffset.mean
            ) { rate in
                let distance = (rate - prior.mean) / prior.deviation
                return share - 0.5 * distance * distance
            }
        }
    }

    /// Takes what is known of the sensor's latency, also after answers were observed.
    mutating func expectLatency(_ latency: LatencyPrior) { lagFilter.latency = latency }

    /// Takes the answer to a few breaths.
    ///
    /// One that is not later than the last, not finite, or 0 is passed over.
    ///
    /// - Complexity: O(hypotheses), 32,640 of them; allocates nothing.
    public mutating func observe(_ response: BreathResponse) {
        let square = response.response.squaredMagnitude
        let time = response.middleSeconds
        guard time.isFinite, time > lastSeconds ?? -.infinity, square > 0, square.isFinite,
            response.standardError.isFinite, response.breathsPerMinute > 0,
            response.breathsPerMinute.isFinite
        else { return }
        let elapsed = lastSeconds.map { time - $0 } ?? 0
        lastSeconds = time
        let origin = originSeconds ?? response.startSeconds
        originSeconds = origin
        observationCount += 1
        let error = response.standardError
        let noise =
            (error * error + Self.backgroundDeviationBpm * Self.backgroundDeviationBpm) / square
        let variance = min(noise, Self.maxRelativeVariance)
        var step = PosteriorGrid.ResponseUpdate()
        step.seconds = time - origin
        step.breathsPerMinute = response.breathsPerMinute
        step.rememberedShare = Float(PlatformMath.exp(-elapsed / Self.forgettingSeconds))
        step.slowChangeDecay = Float(PlatformMath.exp(-elapsed / Self.slowChangeSeconds))
        step.size = updateWithSize(0.5 * PlatformMath.log(square), variance, step)
        lagFilter.advanceTime(seconds: elapsed)
        if response.isNewConnection, angleCount > 0 { reconnect() }
        if response.hasPhase {
            step.angle.value = Float(response.phase)
            var topHypothesis = bestHypothesis
            let hasLatencyShift = detectLatencyShift(
                step, noise: variance, bestHypothesis: topHypothesis)
            if hasLatencyShift {
                restartLags(.unknown)
                topHypothesis = bestHypothesis
            }
            step.angle = lagFilter.updateWithAngle(
                response.phase, noise: variance,
                angularRate: PosteriorGrid.angularRate(step), clipDeviations: Self.clipDeviations)
            angleCount += 1
            recordEvidence(step, isShifted: hasLatencyShift, bestHypothesis: topHypothesis)
        }
        for index in grids.indices { grids[index].apply(step) }
    }

    /// The filter of offset and slow change: their variances after this answer, and its gains.
    private mutating func updateWithSize(
        _ value: Double, _ noise: Double, _ step: PosteriorGrid.ResponseUpdate
    ) -> PosteriorGrid.FilterUpdate {
        let decay = Double(step.slowChangeDecay)
        let change = Self.slowChangeDeviation * Self.slowChangeDeviation
        covariance *= decay
        changeVariance = decay * decay * (changeVariance - change) + change
        let total =
            offsetVariance + 2 * covariance + changeVariance
            + Self.sizeDeviation * Self.sizeDeviation + noise
        let offsetGain = (offsetVariance + covariance) / total
        let changeGain = (covariance + changeVariance) / total
        offsetVariance -= offsetGain * offsetGain * total
        changeVariance -= changeGain * changeGain * total
        covariance -= offsetGain * changeGain * total
        return PosteriorGrid.FilterUpdate(
            value: Float(value), gain: Float(offsetGain), secondGain: Float(changeGain),
            limit: Float(Self.clipDeviations * total.squareRoot()), weight: Float(-0.5 / total))
    }

    // MARK: Latency

    /// A new connection of a sensor: its latency may be another than before, or the same.
    private mutating func reconnect() {
        let found = latency.widened(bySeconds: Self.sameLatencyDeviationSeconds)
        restartLags(LatencyPrior(found, statedProbability: Self.sameLatencyProbability))
    }

    /// Probability that the latency of a new connection is near that of the old one, and how near; s.
    static let sameLatencyProbability = 0.7
    static let sameLatencyDeviationSeconds = 0.4

    private mutating func restartLags(_ next: LatencyPrior) {
        for (index, mode) in lagFilter.timing.lagModes.enumerated() {
            grids[index].restartLags(
                lagFilter.latencyEvidence(mode: index), lagSeconds: mode.seconds)
        }
        lagFilter.restart(next)
        angleDifferences.removeAll()
        angleCount = 0
    }

    /// Returns true if this angle and those just before it differ from the expected ones as a
    /// changed latency makes them differ: two to four in a row in the same direction, each by more
    /// than ``minAngleDifference`` standard deviations, together by more than ``shiftThresholdDeviations`` of their
    /// sum's.
    private mutating func detectLatencyShift(
        _ step: PosteriorGrid.ResponseUpdate, noise: Double, bestHypothesis: (grid: Int, index: Int)
    ) -> Bool {
        let variance = lagFilter.innovationVariance(
            noise: noise, angularRate: PosteriorGrid.angularRate(step))
        angleDifferences.append(
            grids[bestHypothesis.grid].angleInnovation(bestHypothesis.index, step)
                / variance.squareRoot())
        if angleDifferences.count > Self.angleDifferenceCount { angleDifferences.removeFirst() }
        var (sum, count) = (0.0, 0.0)
        for difference in angleDifferences.reversed() {
            guard abs(difference) > Self.minAngleDifference, difference * sum >= 0 else { break }
            sum += difference
            count += 1
            if count > 1, abs(sum) > Self.shiftThresholdDeviations * count.squareRoot() {
                return true
            }
        }
        return false
    }

    static let angleDifferenceCount = 4
    static let minAngleDifference = 1.0
    static let shiftThresholdDeviations = 2.5

    /// Latency of the sensor, as far as it is stated and the answers have shown it.
    ///
    /// What is left of the lag is taken for the person's own: 0.3 s, standard deviation 0.12 s. Hearts that
    /// answer late look like sensors that do.
    ///
    /// - Complexity: as of ``estimate(atSeconds:)``.
    var latency: LatencyEstimate { latency(hypothesisSums().moments) }

    /// Answers whose angle took part in ``latency``.
    var latencyObservationCount: Int { angleCount }

    private func latency(_ moments: PosteriorGrid.Moments) -> LatencyEstimate {
        let mean = moments.first / moments.weight
        let variance = max(0, moments.square / moments.weight - mean * mean)
        return LatencyEstimate(
            seconds: mean - BreathTiming.followLagSeconds,
            deviationSeconds: variance.squareRoot())
    }

    /// The weightiest hypothesis: its grid, and its index there.
    private var bestHypothesis: (grid: Int, index: Int) {
        let indices = grids.enumerated().map { (grid: $0.offset, index: $0.element.bestIndex) }
        return indices.dropFirst().reduce(indices[0]) { bestHypothesis, other in
            grids[other.grid].logWeight(other.index)
                > grids[bestHypothesis.grid].logWeight(bestHypothesis.index)
                ? other : bestHypothesis
        }
    }

    /// Sums over all hypotheses: weights over curves, and moments of the lag.
    private func hypothesisSums() -> (weights: [Float], moments: PosteriorGrid.Moments) {
        let (grid, index) = bestHypothesis
        let maxLogWeight = grids[grid].logWeight(index)
        var weights: [Float] = []
        var moments = PosteriorGrid.Moments()
        for (mode, grid) in grids.enumerated() {
            let sums = grid.sums(lagFilter.latencyEvidence(mode: mode), maxLogWeight: maxLogWeight)
            let found = lagFilter.lagMoments(sums, mode: mode)
            moments.weight += found.weight
            moments.first += found.first
            moments.square += found.square
            weights = mode == 0 ? sums.weights : zip(weights, sums.weights).map { $0 + $1 }
        }
        return (weights, moments)
    }

    // MARK: Whether the heart follows at all

    /// Answers that ``followingEvidence`` looks at.
    static let evidenceCount = 8
    /// A heart that answers as expected makes the angles twenty times likelier than one that does not.
    static let minFollowingEvidence = 3.0

    /// Logarithm of the odds for a latency that changes without a new connection, at an answer.
    static let latencyShiftLogOdds = -3.0

    private mutating func recordEvidence(
        _ step: PosteriorGrid.ResponseUpdate, isShifted: Bool,
        bestHypothesis: (grid: Int, index: Int)
    ) {
        let innovation = grids[bestHypothesis.grid].angleInnovation(bestHypothesis.index, step)
        let square = min(
            -2 * Double(step.angle.weight) * innovation * innovation,
            Self.clipDeviations * Self.clipDeviations)
        // Normal over even on the circle: 2 pi / sqrt(2 pi variance) exp(-square / 2). Where the lag is
        // open, any angle is as likely as another.
        let spread = max(
            0, 0.5 * PlatformMath.log(-2 * Double(step.angle.weight) * 2 * .pi))
        if evidence.count == Self.evidenceCount { evidence.removeFirst() }
        evidence.append(isShifted ? Self.latencyShiftLogOdds : spread - 0.5 * square)
    }

    /// Logarithm of how much likelier the newest angles are under the best hypothesis before each of
    /// them than if any angle were as likely as another.
    var followingEvidence: Double { evidence.reduce(0, +) }

    /// True if the newest answers show a heart that follows the commands.
    public var isFollowing: Bool { followingEvidence >= Self.minFollowingEvidence }

    /// True if there are enough answers to say that the heart does not follow the commands.
    public var isNotFollowing: Bool { evidence.count == Self.evidenceCount && !isFollowing }
}

extension ResonancePosterior {
    /// Returns the best rate at a time.
    ///
    /// - Parameter seconds: on the answers' clock; drifts count from the first answer, up to half an hour.
    ///   Not a number: as at the first answer.
    /// - Complexity: O(hypotheses), with an exponential for each; allocates a grid.
    public func estimate(atSeconds seconds: Double) -> ResonanceEstimate {
        estimates(atSeconds: seconds).resonance
    }

    /// Returns the best rate at a time, and the latency of the sensor, from the same sums.
    ///
    /// - Complexity: as of ``estimate(atSeconds:)``, for both together.
    func estimates(
        atSeconds seconds: Double
    ) -> (resonance: ResonanceEstimate, latency: LatencyEstimate) {
        let (weights, moments) = hypothesisSums()
        return (estimate(weights, atSeconds: seconds), latency(moments))
    }

    private func estimate(_ weights: [Float], atSeconds seconds: Double) -> ResonanceEstimate {
        let cells = rateCells(weights, atSeconds: seconds)
        var (sum, mean, square) = (0.0, 0.0, 0.0)
        for cell in cells {
            sum += cell.weight
            mean += cell.weight * cell.rate
            square += cell.weight * cell.rate * cell.rate
        }
        mean /= sum
        // A cell is as wide as the grid's step.
        let width = mean * ResponseCurve.logRateStep
        let variance = max(0, square / sum - mean * mean) + width * width / 12
        return ResonanceEstimate(
            breathsPerMinute: mean, deviation: variance.squareRoot(),
            low: Self.quantile(0.05, cells, sum), high: Self.quantile(0.95, cells, sum))
    }

    /// Returns the probability density of each rate as the best one at a time.
    ///
    /// - Parameter seconds: as of ``estimate(atSeconds:)``.
    /// - Returns: rates in their order, breaths/min, on a grid of 1 %; densities per breath/min. Each
    ///   times the width of its cell adds up to 1.
    public func densities(
        atSeconds seconds: Double
    ) -> [(breathsPerMinute: Double, density: Double)] {
        let cells = rateCells(hypothesisSums().weights, atSeconds: seconds)
        let sum = cells.reduce(0) { $0 + $1.weight }
        // From half a step below to half a step above, on a grid of even steps of the logarithm.
        let relativeWidth =
            PlatformMath.exp(ResponseCurve.logRateStep / 2)
            - PlatformMath.exp(-ResponseCurve.logRateStep / 2)
        return cells.map { ($0.rate, $0.weight / (sum * $0.rate * relativeWidth)) }
    }

    private struct Cell {
        /// Middle; breaths/min.
        let rate: Double
        var weight: Double
    }

    /// Weights of the best rates at a time, on the grid and as far beyond as a drift goes.
    private func rateCells(_ weights: [Float], atSeconds time: Double) -> [Cell] {
        let seconds = time.isNaN ? 0 : time - (originSeconds ?? 0)
        let (width, drifts) = (PosteriorGrid.rateCount, PosteriorGrid.driftsPerMinute)
        let margin = 1 + Int(0.12 / ResponseCurve.logRateStep)
        var cells = (-margin..<(width + margin)).map {
            Cell(rate: PosteriorGrid.rate($0), weight: 0)
        }
        let shifts = drifts.map {
            Double(margin)
                + PosteriorGrid.driftShift($0, seconds: seconds) / ResponseCurve.logRateStep
        }
        for (index, weight) in weights.enumerated() {
            let position = shifts[index / width]
            let (wholeSteps, share) = (Int(position), position - position.rounded(.down))
            cells[index % width + wholeSteps].weight += Double(weight) * (1 - share)
            cells[index % width + wholeSteps + 1].weight += Double(weight) * share
        }
        return cells
    }

    /// Weights are spread evenly over their cells.
    private static func quantile(_ share: Double, _ cells: [Cell], _ sum: Double) -> Double {
        var cumulativeWeight = 0.0
        for cell in cells {
            if cumulativeWeight + cell.weight >= share * sum {
                let inside = (share * sum - cumulativeWeight) / cell.weight - 0.5
                return cell.rate * PlatformMath.exp(inside * ResponseCurve.logRateStep)
            }
            cumulativeWeight += cell.weight
        }
        return cells[cells.count - 1].rate
    }
}
