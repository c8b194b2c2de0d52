public import PhysioTypes

/// The durations of the phases of a breath.
///
/// ```swift
/// try BreathPattern.paced(breathsPerMinute: 5.5, limits: .referencePacer)  // 4.145, .545, 6.218 s
/// try BreathPattern(inhaleSeconds: 4, holdSeconds: 7, exhaleSeconds: 8)
/// ```
public struct BreathPattern: Sendable, Equatable, Codable {
    /// The range in which a phase of a fixed pattern may last; s; a hold also 0.
    public static let phaseSecondsRange = 1.5...20.0
    /// Share of a paced breath that is a hold, where there is one.
    public static let holdShare = 0.05
    /// Share of the rest of a paced breath that is inhaled.
    public static let inhaleShare = 0.4

    public let inhaleSeconds: Double
    public let holdSeconds: Double
    public let exhaleSeconds: Double
    public let secondHoldSeconds: Double

    /// A fixed pattern.
    ///
    /// - Throws: `phaseNotFinite`; `phaseOutOfRange` for phases outside ``phaseSecondsRange``;
    ///   `rateOutOfRange` outside ``BreathRateLimits/userChoice``.
    public init(
        inhaleSeconds: Double, holdSeconds: Double = 0, exhaleSeconds: Double,
        secondHoldSeconds: Double = 0
    ) throws(BreathingError) {
        self.init(
            inhale: inhaleSeconds, hold: holdSeconds, exhale: exhaleSeconds,
            secondHold: secondHoldSeconds)
        for (phase, seconds) in [
            (BreathPhase.inhale, inhaleSeconds), (.hold, holdSeconds), (.exhale, exhaleSeconds),
            (.secondHold, secondHoldSeconds),
        ] {
            guard seconds.isFinite else { throw .phaseNotFinite(phase) }
            guard Self.phaseSecondsRange.contains(seconds) || (phase.isHold && seconds == 0) else {
                throw .phaseOutOfRange(phase, foundSeconds: seconds)
            }
        }
        _ = try BreathRateLimits.userChoice.validated(breathsPerMinute)
    }

    /// A breath at a rate: each hold 5 % of it, and of the rest 40 % inhaled, 60 % exhaled.
    ///
    /// - Parameter breathsPerMinute: clamped to the limits.
    /// - Throws: `rateNotFinite`.
    public static func paced(
        breathsPerMinute: Double, limits: BreathRateLimits, hasHold: Bool = true,
        hasSecondHold: Bool = false
    ) throws(BreathingError) -> BreathPattern {
        let cycleSeconds = try 60 / limits.clamped(breathsPerMinute)
        let hold = hasHold ? holdShare * cycleSeconds : 0
        let secondHold = hasSecondHold ? holdShare * cycleSeconds : 0
        let activeSeconds = cycleSeconds - hold - secondHold
        return BreathPattern(
            inhale: inhaleShare * activeSeconds, hold: hold,
            exhale: (1 - inhaleShare) * activeSeconds,
            secondHold: secondHold)
    }

    /// A pattern as it is; who gives the numbers has checked them.
    init(inhale: Double, hold: Double, exhale: Double, secondHold: Double) {
        inhaleSeconds = inhale
        holdSeconds = hold
        exhaleSeconds = exhale
        secondHoldSeconds = secondHold
    }

    public var durationSeconds: Double {
        inhaleSeconds + holdSeconds + exhaleSeconds + secondHoldSeconds
    }

    public var breathsPerMinute: Double { 60 / durationSeconds }

    /// The breath that begins at a time.
    public func cycle(startSeconds: Double) -> BreathCycle {
        BreathCycle(
            startSeconds: startSeconds, inhaleSeconds: inhaleSeconds, holdSeconds: holdSeconds,
            exhaleSeconds: exhaleSeconds, secondHoldSeconds: secondHoldSeconds)
    }
}
