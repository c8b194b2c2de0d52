public import PhysioTypes

/// Breathes at one rate, and adapts nothing.
public struct FixedPacer: Pacer, Codable, Equatable {
    public static let limits = BreathRateLimits.ownChoice

    public let command: PacerCommand

    /// - Throws: `rateNotFinite`, `rateOutOfRange` outside ``BreathRateLimits/ownChoice``: a rate
    ///   that somebody chose is not changed silently.
    public init(breathsPerMinute: Double) throws(BreathingError) {
        command = .breathe(breathsPerMinute: try Self.limits.checked(breathsPerMinute))
    }

    public var phase: PacerPhase { .resonanceLock }
    public var isLocked: Bool { true }
    public var finding: ResonanceFinding { .notDetermined("A fixed rate looks for nothing.") }
    public var explanation: String { "Your own rate: it stays as it is." }

    public mutating func begin(_ breath: BreathCycle) {}
    public mutating func revise(_ revision: NNRevision) {}
    public mutating func breathEnded(atSeconds seconds: Double) {}
}
