import PhysioDSP

/// What a person's answers to breathing say of their resonance frequency.
///
/// A hypothesis is a best rate (3.9 ... 7.6 breaths/min, a grid of 1 %), a kind of heart
/// (``ResponseCurveLibrary``) and a drift of the best rate (none, or 0.37 % a minute either way for
/// half an hour). Under each, the logarithm of an answer's size and its angle are
///
///     y = curve's gain + offset + slow change + noise
///     a = curve's phase - w lag + noise
///
/// with the standard deviations that are listed below, plus what the answer's own error makes of
/// either. Unknowns are followed by Kalman filters whose variances all hypotheses share; what is left
/// unexplained is cut at 3 standard deviations, angles are taken within half a turn. What was
/// learned an hour ago counts 1 / e.
///
/// Slow changes of gain spoil sizes, not angles; an unknown lag spoils angles, not sizes.
///
/// ```swift
/// var posterior = ResonancePosterior()
/// for response in responses { posterior.observe(response) }
/// posterior.estimate(atSeconds: 600).breathsPerMinute
/// ```
///
/// Memory: 510 KiB.
public struct ResonancePosterior: Sendable {
    /// What was thought before.
    public let prior: ResonancePrior
    /// Answers taken; those passed over do not count.
    public private(set) var observationCount = 0

    // MARK: What hearts do; all chosen by simulation

    /// Of the logarithm of the size: hardly anything is known before.
    static let offsetDeviation = 2.0
    /// Of the slow changes, and how long they last; s.
    static let changeDeviation = 0.15
    static let changeSeconds = 90.0
    static let sizeDeviation = 0.08
    /// From command to breath, with what nobody measures between them: wireless sound, a slow display, a strap's
    /// radio; s. Chosen so that intervals hold the truth where the lag lies evenly between 0 and 1 s.
    static let lagSeconds = 0.4
    static let lagDeviationSeconds = 0.2
    /// rad.
    static let angleDeviation = 0.18
    /// Of each part of an answer, by the rhythm that is there without breathing; beats/min.
    static let restlessBpm = 0.8
    /// An answer below half of its error says as much as one of half of it.
    static let largestRelativeVariance = 4.0
    /// Standard deviations.
    static let cut = 3.0
    static let forgettingSeconds = 3600.0

    private(set) var hypotheses: HypothesisBank
    /// Variance of the offset, covariance, variance of the slow change.
    private var offsetVariance = offsetDeviation * offsetDeviation
    private var covariance = 0.0
    private var changeVariance = changeDeviation * changeDeviation
    private var lagVariance = lagDeviationSeconds * lagDeviationSeconds
    private var lastSeconds: Double?
    /// Where the first answer began: from there drifts count.
    private var originSeconds: Double?
    /// Of the newest answers: see ``followingEvidence``.
    private var evidence: [Double] = []

    /// Nothing but what was thought before.
    public init(prior: ResonancePrior = .adults) {
        self.prior = prior
        hypotheses = HypothesisBank(lagSeconds: Self.lagSeconds) { rate in
            let distance = (rate - prior.mean) / prior.deviation
            return -0.5 * distance * distance
        }
    }

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
        let noise = (error * error + Self.restlessBpm * Self.restlessBpm) / square
        let variance = min(noise, Self.largestRelativeVariance)
        var step = HypothesisBank.Step()
        step.seconds = time - origin
        step.breathsPerMinute = response.breathsPerMinute
        step.remembered = Float(PlatformMath.exp(-elapsed / Self.forgettingSeconds))
        step.changeKept = Float(PlatformMath.exp(-elapsed / Self.changeSeconds))
        step.size = sizeChannel(0.5 * PlatformMath.log(square), variance, step)
        if response.hasPhase {
            step.angle = angleChannel(response.phase, variance, step)
            noteEvidence(step)
        }
        hypotheses.apply(step)
    }

    /// The filter of offset and slow change: their variances after this answer, and its gains.
    private mutating func sizeChannel(
        _ value: Double, _ noise: Double, _ step: HypothesisBank.Step
    ) -> HypothesisBank.Channel {
        let kept = Double(step.changeKept)
        let change = Self.changeDeviation * Self.changeDeviation
        covariance *= kept
        changeVariance = kept * kept * (changeVariance - change) + change
        let total =
            offsetVariance + 2 * covariance + changeVariance
            + Self.sizeDeviation * Self.sizeDeviation + noise
        let toOffset = (offsetVariance + covariance) / total
        let toChange = (covariance + changeVariance) / total
        offsetVariance -= toOffset * toOffset * total
        changeVariance -= toChange * toChange * total
        covariance -= toOffset * toChange * total
        return HypothesisBank.Channel(
            value: Float(value), gain: Float(toOffset), secondGain: Float(toChange),
            limit: Float(Self.cut * total.squareRoot()), weight: Float(-0.5 / total))
    }

    /// The filter of the lag, likewise: an angle falls by w times the lag.
    private mutating func angleChannel(
        _ value: Double, _ noise: Double, _ step: HypothesisBank.Step
    ) -> HypothesisBank.Channel {
        let w = 2 * .pi * step.breathsPerMinute / 60
        let total =
            w * w * lagVariance + Self.angleDeviation * Self.angleDeviation + noise
        let toLag = -w * lagVariance / total
        lagVariance -= toLag * toLag * total
        return HypothesisBank.Channel(
            value: Float(value), gain: Float(toLag),
            limit: Float(Self.cut * total.squareRoot()), weight: Float(-0.5 / total))
    }

    // MARK: Whether the heart follows at all

    /// Answers that ``followingEvidence`` looks at.
    static let evidenceCount = 8
    /// A heart that answers as expected makes the angles twenty times likelier than one that does not.
    static let leastEvidence = 3.0

    private mutating func noteEvidence(_ step: HypothesisBank.Step) {
        let innovation = hypotheses.angleInnovation(hypotheses.best, step)
        let square = min(
            -2 * Double(step.angle.weight) * innovation * innovation, Self.cut * Self.cut)
        // Normal over even on the circle: 2 pi / sqrt(2 pi variance) exp(-square / 2).
        let spread = 0.5 * PlatformMath.log(-2 * Double(step.angle.weight) * 2 * .pi)
        if evidence.count == Self.evidenceCount { evidence.removeFirst() }
        evidence.append(spread - 0.5 * square)
    }

    /// Logarithm of how much likelier the newest angles are under the best hypothesis before each of
    /// them than if any angle were as likely as another.
    var followingEvidence: Double { evidence.reduce(0, +) }

    /// Whether the newest answers show a heart that follows the commands.
    public var isFollowing: Bool { followingEvidence >= Self.leastEvidence }

    /// Whether there are answers enough to say that it does not.
    public var ignoresPace: Bool { evidence.count == Self.evidenceCount && !isFollowing }
}

extension ResonancePosterior {
    /// Where the best rate lies at a time.
    ///
    /// - Parameter seconds: on the answers' clock; drifts count from the first answer, up to half an hour.
    ///   Not a number: as at the first answer.
    /// - Complexity: O(hypotheses), with an exponential for each; allocates a grid.
    public func estimate(atSeconds seconds: Double) -> ResonanceEstimate {
        let cells = density(atSeconds: seconds.isNaN ? 0 : seconds - (originSeconds ?? 0))
        var (sum, mean, square) = (0.0, 0.0, 0.0)
        for cell in cells {
            sum += cell.weight
            mean += cell.weight * cell.rate
            square += cell.weight * cell.rate * cell.rate
        }
        mean /= sum
        // A cell is as wide as the grid's step.
        let width = mean * ResponseCurve.step
        let variance = max(0, square / sum - mean * mean) + width * width / 12
        return ResonanceEstimate(
            breathsPerMinute: mean, deviation: variance.squareRoot(),
            low: Self.quantile(0.05, cells, sum), high: Self.quantile(0.95, cells, sum))
    }

    /// How likely each rate is the best one at a time, as a probability density.
    ///
    /// - Parameter seconds: as of ``estimate(atSeconds:)``.
    /// - Returns: rates in their order, breaths/min, on a grid of 1 %; densities per breath/min. Each
    ///   times the width of its cell adds up to 1.
    public func densities(
        atSeconds seconds: Double
    ) -> [(breathsPerMinute: Double, density: Double)] {
        let cells = density(atSeconds: seconds.isNaN ? 0 : seconds - (originSeconds ?? 0))
        let sum = cells.reduce(0) { $0 + $1.weight }
        // From half a step below to half a step above, on a grid of even steps of the logarithm.
        let relativeWidth =
            PlatformMath.exp(ResponseCurve.step / 2) - PlatformMath.exp(-ResponseCurve.step / 2)
        return cells.map { ($0.rate, $0.weight / (sum * $0.rate * relativeWidth)) }
    }

    private struct Cell {
        /// Middle; breaths/min.
        let rate: Double
        var weight: Double
    }

    /// Weights of the best rates so long after the first answer, on the grid and as far beyond as a drift goes.
    private func density(atSeconds seconds: Double) -> [Cell] {
        let (width, drifts) = (HypothesisBank.rateCount, HypothesisBank.driftsPerMinute)
        let margin = 1 + Int(0.12 / ResponseCurve.step)
        var cells = (-margin..<(width + margin)).map {
            Cell(rate: HypothesisBank.rate($0), weight: 0)
        }
        let shifts = drifts.map {
            Double(margin)
                + HypothesisBank.driftShift($0, seconds: seconds) / ResponseCurve.step
        }
        for (index, weight) in hypotheses.weightsOverCurves.enumerated() {
            let place = shifts[index / width]
            let (whole, share) = (Int(place), place - place.rounded(.down))
            cells[index % width + whole].weight += Double(weight) * (1 - share)
            cells[index % width + whole + 1].weight += Double(weight) * share
        }
        return cells
    }

    /// Weights are spread evenly over their cells.
    private static func quantile(_ share: Double, _ cells: [Cell], _ sum: Double) -> Double {
        var before = 0.0
        for cell in cells {
            if before + cell.weight >= share * sum {
                let inside = (share * sum - before) / cell.weight - 0.5
                return cell.rate * PlatformMath.exp(inside * ResponseCurve.step)
            }
            before += cell.weight
        }
        return cells[cells.count - 1].rate
    }
}
