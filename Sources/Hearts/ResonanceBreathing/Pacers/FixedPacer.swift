public import PhysioTypes

/// Breathes at one rate, and adapts nothing.
public struct FixedPacer: Pacer, Equatable {
    public static let limits = BreathRateLimits.userChoice

    public let command: PacerCommand

    /// - Parameter breathsPerMinute: 2 ... 20: the person's own choice.
    /// - Throws: `rateNotFinite`, `rateOutOfRange` outside ``BreathRateLimits/userChoice``: a rate
    ///   that a person chose is not changed silently.
    public init(breathsPerMinute: Double) throws(BreathingError) {
        command = .breathe(breathsPerMinute: try Self.limits.validated(breathsPerMinute))
    }

    public var phase: PacerPhase { .resonanceLock }
    public var isLocked: Bool { true }
    public var isAdaptive: Bool { false }
    public var finding: ResonanceFinding { .notDetermined("A fixed rate looks for nothing.") }
    public var estimate: ResonanceEstimate? { nil }
    public var densities: [(breathsPerMinute: Double, density: Double)]? { nil }
    public var explanation: String { "Your own rate: it stays as it is." }
    public var savedState: SavedPacer? { .fixed(self) }

    public mutating func begin(_ breath: BreathCycle) {}
    public mutating func revise(_ revision: NNRevision) {}
    public mutating func breathEnded(atSeconds seconds: Double) {}
}

extension FixedPacer: Codable {
    /// - Throws: `DecodingError` also for a rate outside the limits.
    public init(from decoder: any Decoder) throws {
        let rate = try decoder.singleValueContainer().decode(Double.self)
        do throws(BreathingError) {
            try self.init(breathsPerMinute: rate)
        } catch {
            let limits = Self.limits.text(separator: "...")
            throw DecodingError.invalid(decoder, "a fixed rate lies in \(limits) breaths/min")
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode(command.breathsPerMinute)
    }
}
