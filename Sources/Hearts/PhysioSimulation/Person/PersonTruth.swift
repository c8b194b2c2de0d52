public import PhysioDSP

/// The answer of a simulated person to breathing, in closed form: the whole curve and its peak.
///
/// Per unit amplitude of the lungs, at the angular frequency w (w0 that of the loop),
///
///     plant A:  L(w) = exp(-iw dv) / ((1 + iw tau_v) (1 + iw tau_p + g exp(-iw D)))
///     plant B:  L(w) = w0^2 exp(-iw dv) / (w0^2 - w^2 + 2i zeta w0 w)
///     H(w) = A (L(w) + c |L(w0)| exp(-iw dc))
///
/// with D = (pi - atan(w0 tau_p)) / w0 and g = rho sqrt(1 + (w0 tau_p)^2), so that plant A
/// resonates at w0 and is stable for rho below 1. A breath has the depth (6 / rate)^k. The best
/// rate is the one of ``rates`` at which |H| times the depth is largest, and A is such that the RSA
/// amplitude there is that of the traits. All time constants and delays shrink with the drift, which
/// moves the best rate by the same factor exactly.
///
/// ```swift
/// let truth = PersonTruth(PersonTraits())
/// truth.breathsPerMinute  // the resonance frequency at the start
/// truth.amplitudeLoss(atBreathsPerMinute: 6.5)  // how much smaller the RSA amplitude is there
/// ```
public struct PersonTruth: Sendable {
    public let traits: PersonTraits
    /// The best rate at time 0; breaths/min; one of ``rates``.
    public let breathsPerMinute: Double
    /// A; beats/min.
    let gainBpm: Double
    /// c |L(w0)|.
    let directGain: Double
    /// D at time 0; s; 0 in plant B.
    let loopDelaySeconds: Double
    /// g; 0 in plant B.
    let feedbackGain: Double

    /// The rates among which the best one is looked for: 3.00, 3.02 ... 9.00 breaths/min.
    public static let rates: [Double] = (150...450).map { Double($0) / 50 }

    /// The drift moves the best rate no further than by these factors.
    static let driftFactorRange = 0.5...2.0

    /// - Precondition: all traits lie in their ranges.
    /// - Complexity: 301 evaluations of H.
    public init(_ traits: PersonTraits) {
        precondition(
            traits.outOfRangeTraits.isEmpty, "traits out of range: \(traits.outOfRangeTraits)")
        self.traits = traits
        let w0 = Self.angularFrequency(traits.loopBreathsPerMinute)
        let turn = w0 * traits.vesselConstantSeconds
        let isDelayedLoop = traits.plant == .delayedLoop
        loopDelaySeconds =
            isDelayedLoop ? (.pi - PlatformMath.angle(ComplexNumber(1, turn))) / w0 : 0
        feedbackGain = isDelayedLoop ? traits.loopGain * (1 + turn * turn).squareRoot() : 0
        let loop = Loop(traits: traits, w0: w0, delay: loopDelaySeconds, feedbackGain: feedbackGain)
        directGain = traits.directResponseRatio * loop.response(w0).squaredMagnitude.squareRoot()
        var best = (rate: 0.0, size: 0.0)
        for rate in Self.rates {
            let response = loop.totalResponse(Self.angularFrequency(rate), directGain: directGain)
            let size =
                response.squaredMagnitude.squareRoot()
                * Self.depth(traits.depthExponent, breathsPerMinute: rate)
            if size > best.size { best = (rate, size) }
        }
        breathsPerMinute = best.rate
        gainBpm = traits.rsaAmplitudeBpm / 2 / best.size
    }

    /// H times the depth of a breath: amplitude and phase of the heart rate against the lungs'
    /// volume, for breathing like a sine that has lasted.
    ///
    /// - Parameters:
    ///   - rate: above 0; breaths/min.
    ///   - time: since the start; s.
    /// - Returns: beats/min; the phase is negative where the heart rate comes later.
    public func response(
        atBreathsPerMinute rate: Double, afterSeconds time: Double = 0
    ) -> ComplexNumber {
        precondition(rate > 0, "breathing has a rate above 0")
        let loop = Loop(
            traits: traits, w0: Self.angularFrequency(traits.loopBreathsPerMinute),
            delay: loopDelaySeconds,
            feedbackGain: feedbackGain)
        let w = Self.angularFrequency(rate) / driftFactor(afterSeconds: time)
        let depth = Self.depth(traits.depthExponent, breathsPerMinute: rate)
        return loop.totalResponse(w, directGain: directGain) * (gainBpm * depth)
    }

    /// Heart rate from trough to peak when breathing at a rate, like a sine; beats/min.
    public func rsaAmplitudeBpm(
        atBreathsPerMinute rate: Double, afterSeconds time: Double = 0
    ) -> Double {
        2 * response(atBreathsPerMinute: rate, afterSeconds: time).squaredMagnitude.squareRoot()
    }

    /// Loss of RSA amplitude against the best rate, as a share of the amplitude there: 0 to 1, and 0
    /// for a person without any.
    public func amplitudeLoss(
        atBreathsPerMinute rate: Double, afterSeconds time: Double = 0
    ) -> Double {
        let best = breathsPerMinute(afterSeconds: time)
        let largestAmplitudeBpm = rsaAmplitudeBpm(atBreathsPerMinute: best, afterSeconds: time)
        guard largestAmplitudeBpm > 0 else { return 0 }
        return max(
            0,
            1 - rsaAmplitudeBpm(atBreathsPerMinute: rate, afterSeconds: time) / largestAmplitudeBpm)
    }

    /// The best rate at a time; breaths/min; the drift counts within ``driftFactorRange``.
    public func breathsPerMinute(afterSeconds time: Double) -> Double {
        breathsPerMinute * driftFactor(afterSeconds: time)
    }

    /// The best rate at time 0 between the rates of the grid: the top of a parabola through three.
    var peakBreathsPerMinute: Double {
        let step = Self.rates[1] - Self.rates[0]
        let before = rsaAmplitudeBpm(atBreathsPerMinute: breathsPerMinute - step)
        let middle = rsaAmplitudeBpm(atBreathsPerMinute: breathsPerMinute)
        let after = rsaAmplitudeBpm(atBreathsPerMinute: breathsPerMinute + step)
        let curvature = before - 2 * middle + after
        guard curvature < 0 else { return breathsPerMinute }
        return breathsPerMinute + step * min(max((before - after) / (2 * curvature), -1), 1)
    }

    func driftFactor(afterSeconds time: Double) -> Double {
        let range = Self.driftFactorRange
        return min(max(1 + traits.driftPerMinute * time / 60, range.lowerBound), range.upperBound)
    }

    static func depth(_ exponent: Double, breathsPerMinute rate: Double) -> Double {
        PlatformMath.exp(exponent * PlatformMath.log(6 / rate))
    }

    static func angularFrequency(_ breathsPerMinute: Double) -> Double {
        2 * .pi * breathsPerMinute / 60
    }
}

/// L and H without their gain.
private struct Loop {
    let traits: PersonTraits
    let w0: Double
    let delay: Double
    let feedbackGain: Double

    func totalResponse(_ w: Double, directGain: Double) -> ComplexNumber {
        response(w) + Self.unitPhasor(-w * traits.directDelaySeconds) * directGain
    }

    func response(_ w: Double) -> ComplexNumber {
        let delayPhasor = Self.unitPhasor(-w * traits.heartDelaySeconds)
        switch traits.plant {
        case .delayedLoop:
            let heart = ComplexNumber(1, w * traits.heartConstantSeconds)
            let vessels =
                ComplexNumber(1, w * traits.vesselConstantSeconds) + Self.unitPhasor(-w * delay)
                * feedbackGain
            return delayPhasor / (heart * vessels)
        case .resonator:
            let square = w0 * w0
            return delayPhasor * square
                / ComplexNumber(square - w * w, 2 * traits.dampingRatio * w0 * w)
        }
    }

    private static func unitPhasor(_ angle: Double) -> ComplexNumber {
        ComplexNumber(PlatformMath.cos(angle), PlatformMath.sin(angle))
    }
}
