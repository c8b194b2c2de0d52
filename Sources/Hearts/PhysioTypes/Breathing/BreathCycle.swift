/// One breath as it is commanded: when it begins, and how long its phases last.
///
/// Phases follow each other without a gap: inhale, hold, exhale, second hold. A hold may last 0 s.
///
/// ```swift
/// let breath = BreathCycle(startSeconds: 10, inhaleSeconds: 4, holdSeconds: 1, exhaleSeconds: 5)
/// breath.breathsPerMinute  // 6
/// breath.share(atSeconds: 12.5)  // 0.25
/// ```
public struct BreathCycle: Sendable, Equatable, Codable {
    public let startSeconds: Double
    public let inhaleSeconds: Double
    public let holdSeconds: Double
    public let exhaleSeconds: Double
    public let secondHoldSeconds: Double

    /// - Precondition: everything is finite; no phase is negative; inhaling and exhaling last above
    ///   0 s.
    public init(
        startSeconds: Double, inhaleSeconds: Double, holdSeconds: Double = 0,
        exhaleSeconds: Double, secondHoldSeconds: Double = 0
    ) {
        precondition(startSeconds.isFinite, "a breath begins at a finite time")
        precondition(
            inhaleSeconds > 0 && exhaleSeconds > 0 && holdSeconds >= 0 && secondHoldSeconds >= 0,
            "a breath is inhaled and exhaled, and no phase is negative")
        precondition(
            (inhaleSeconds + holdSeconds + exhaleSeconds + secondHoldSeconds).isFinite,
            "a breath ends")
        self.startSeconds = startSeconds
        self.inhaleSeconds = inhaleSeconds
        self.holdSeconds = holdSeconds
        self.exhaleSeconds = exhaleSeconds
        self.secondHoldSeconds = secondHoldSeconds
    }

    public var durationSeconds: Double {
        inhaleSeconds + holdSeconds + exhaleSeconds + secondHoldSeconds
    }

    /// The time at which the next breath begins.
    public var endSeconds: Double { startSeconds + durationSeconds }

    /// The rate at which such breaths follow each other.
    public var breathsPerMinute: Double { 60 / durationSeconds }

    /// Returns the share of the breath that has passed: 0 at its start, 1 at its end; below and
    /// above outside it.
    public func share(atSeconds time: Double) -> Double {
        (time - startSeconds) / durationSeconds
    }
}
