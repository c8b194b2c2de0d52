import PhysioDSP

/// The heart rate's answer to the lungs' volume r, step by step: plants A and B.
///
///     A:  p' = (-p - g p(t - D) + A e^G r) / tau_p,  h' = (-h + p(t - dv)) / tau_v
///     B:  y'' + 2 zeta w0 y' + w0^2 y = w0^2 A e^G r,  h = y(t - dv)
///
/// and the answer is h + C r(t - dc). Steps are taken by the trapezoidal rule, which is explicit
/// here because all that enters a step is known at both its ends. At a step of 0.05 s it keeps the
/// response of the equations to 1e-3; Euler's rule would make plant B answer 13 % more at its
/// peak than the curve that is given as the truth.
struct HeartResponse {
    private let truth: PersonTruth
    private let stepSeconds: Double
    /// p of plant A, y of plant B.
    private var pressureHistory: DelayLine
    private var volumeHistory: DelayLine
    private var state = 0.0
    /// y' of plant B.
    private var slope = 0.0
    /// h of plant A.
    private var heartState = 0.0
    private var lastDrive = 0.0
    private var lastHeartInput = 0.0

    /// The longest delay is D at the slowest loop and the largest drift: 23.4 s.
    private static let delayStepCount = 512

    init(_ truth: PersonTruth, stepSeconds: Double) {
        self.truth = truth
        self.stepSeconds = stepSeconds
        pressureHistory = DelayLine(count: Self.delayStepCount)
        volumeHistory = DelayLine(count: 128)
    }

    /// Goes on by a step.
    ///
    /// - Parameters:
    ///   - volume: r at the end of the step.
    ///   - gain: e^G at the end of the step.
    ///   - time: at the end of the step; s.
    /// - Returns: what breathing adds to the heart rate at the end of the step; beats/min.
    mutating func advance(volume: Double, gain: Double, toSeconds time: Double) -> Double {
        let driftFactor = truth.driftFactor(afterSeconds: time)
        let step = stepSeconds * driftFactor
        let drive = truth.gainBpm * gain * volume
        volumeHistory.push(volume)
        let directResponseBpm =
            truth.gainBpm * truth.directGain
            * volumeHistory.value(stepsBack: truth.traits.directDelaySeconds / step)
        switch truth.traits.plant {
        case .delayedLoop: return advanceDelayedLoop(drive, step) + directResponseBpm
        case .resonator: return advanceResonator(drive, step) + directResponseBpm
        }
    }

    private mutating func advanceDelayedLoop(_ drive: Double, _ step: Double) -> Double {
        // The newest pressure is that of the step's beginning.
        let feedbackPressure = pressureHistory.value(stepsBack: truth.loopDelaySeconds / step - 1)
        let input = drive - truth.feedbackGain * feedbackPressure
        state = Self.firstOrderLag(
            state, lastDrive, input, step / (2 * truth.traits.vesselConstantSeconds))
        lastDrive = input
        pressureHistory.push(state)
        let heartInput = pressureHistory.value(stepsBack: truth.traits.heartDelaySeconds / step)
        heartState = Self.firstOrderLag(
            heartState, lastHeartInput, heartInput, step / (2 * truth.traits.heartConstantSeconds))
        lastHeartInput = heartInput
        return heartState
    }

    /// x' = (u - x) / tau over a step, for half = step / (2 tau).
    private static func firstOrderLag(
        _ x: Double, _ before: Double, _ after: Double, _ half: Double
    )
        -> Double
    {
        ((1 - half) * x + half * (before + after)) / (1 + half)
    }

    private mutating func advanceResonator(_ drive: Double, _ step: Double) -> Double {
        let w0 = PersonTruth.angularFrequency(truth.traits.loopBreathsPerMinute)
        let half = step * w0 / 2
        let damping = 2 * truth.traits.dampingRatio * half
        // The slope is kept over w0.
        let before = slope
        slope =
            (before * (1 - damping - half * half) + half * (lastDrive + drive - 2 * state))
            / (1 + damping + half * half)
        state += half * (before + slope)
        lastDrive = drive
        pressureHistory.push(state)
        return pressureHistory.value(stepsBack: truth.traits.heartDelaySeconds / step)
    }
}
