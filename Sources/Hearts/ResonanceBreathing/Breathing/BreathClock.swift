public import PhysioTypes

/// Breath after breath, at a rate that may change from one to the next.
///
/// Time is what the caller says; nothing here waits. What is asked for during a breath counts from
/// the next one on: a breath that has begun is never changed.
///
/// ```swift
/// var clock = try BreathClock(startSeconds: 0, breathsPerMinute: 6, limits: .referencePacer)
/// let first = clock.next()  // 0 ... 10 s
/// try clock.setRate(5)
/// first.position(atSeconds: 1)?.text  // "INHALE 2.8"
/// let second = clock.next()  // 10 ... 22 s
/// ```
public struct BreathClock: Sendable, Equatable {
    /// The time at which the next breath begins; s.
    public private(set) var nextStartSeconds: Double
    /// The pattern of the next breath.
    public private(set) var pattern: BreathPattern
    /// The breath given last; nil before the first.
    public private(set) var latestBreath: BreathCycle?
    /// nil while a fixed pattern is followed.
    private var pacing: Pacing?

    private struct Pacing: Sendable, Equatable {
        var breathsPerMinute: Double
        let limits: BreathRateLimits
        let hasHold: Bool
        let hasSecondHold: Bool

        func pattern() throws(BreathingError) -> BreathPattern {
            try .paced(
                breathsPerMinute: breathsPerMinute, limits: limits, hasHold: hasHold,
                hasSecondHold: hasSecondHold)
        }
    }

    /// Breaths at a rate.
    ///
    /// - Parameter breathsPerMinute: clamped to the limits.
    /// - Throws: `rateNotFinite`.
    /// - Precondition: the start is finite.
    public init(
        startSeconds: Double, breathsPerMinute: Double, limits: BreathRateLimits,
        hasHold: Bool = true, hasSecondHold: Bool = false
    ) throws(BreathingError) {
        let pacing = Pacing(
            breathsPerMinute: try limits.clamped(breathsPerMinute), limits: limits,
            hasHold: hasHold, hasSecondHold: hasSecondHold)
        self.init(startSeconds: startSeconds, pattern: try pacing.pattern())
        self.pacing = pacing
    }

    /// The same breath again and again.
    ///
    /// - Precondition: the start is finite.
    public init(startSeconds: Double, pattern: BreathPattern) {
        precondition(startSeconds.isFinite, "breathing begins at a finite time")
        nextStartSeconds = startSeconds
        self.pattern = pattern
    }

    /// The rate of the next breath; breaths/min.
    public var breathsPerMinute: Double { pacing?.breathsPerMinute ?? pattern.breathsPerMinute }

    /// The next breath; it begins where the last one ends.
    public mutating func next() -> BreathCycle {
        let breath = pattern.cycle(startSeconds: nextStartSeconds)
        nextStartSeconds = breath.endSeconds
        latestBreath = breath
        return breath
    }

    /// Sets the rate from the next breath on, clamped to the limits.
    ///
    /// - Throws: `rateNotFinite`, `patternIsFixed`; the rate is then unchanged.
    public mutating func setRate(_ breathsPerMinute: Double) throws(BreathingError) {
        guard var pacing else { throw .patternIsFixed }
        pacing.breathsPerMinute = try pacing.limits.clamped(breathsPerMinute)
        pattern = try pacing.pattern()
        self.pacing = pacing
    }

    /// Changes the rate from the next breath on, clamped to the limits.
    ///
    /// - Throws: as ``setRate(_:)``.
    public mutating func adjustRate(by delta: Double) throws(BreathingError) {
        try setRate(breathsPerMinute + delta)
    }
}
