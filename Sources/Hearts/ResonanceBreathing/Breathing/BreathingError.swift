public import PhysioTypes

/// The reason that a breathing pattern cannot be commanded.
public enum BreathingError: Error, Sendable, Equatable {
    /// A rate is NaN or infinite.
    case rateNotFinite
    /// A rate is outside the limits of its use; breaths/min.
    case rateOutOfRange(found: Double, lowest: Double, highest: Double)
    /// A phase is NaN or infinite.
    case phaseNotFinite(BreathPhase)
    /// A phase of a fixed pattern is too short or too long; s.
    case phaseOutOfRange(BreathPhase, foundSeconds: Double)
    /// A rate was set where a fixed pattern is followed.
    case patternIsFixed

    /// One sentence for a person.
    public var message: String {
        switch self {
        case .rateNotFinite:
            "The breathing rate must be a number."
        case .rateOutOfRange(let found, let lowest, let highest):
            "The breathing rate must lie between \(lowest) and \(highest) breaths a minute; it is "
                + "\(found)."
        case .phaseNotFinite(let phase):
            "The length of the \(phase.noun) must be a number."
        case .phaseOutOfRange(let phase, let found):
            "The \(phase.noun) must last \(BreathPattern.phaseSecondsRange.lowerBound) to "
                + "\(BreathPattern.phaseSecondsRange.upperBound) s"
                + (phase.isHold ? ", or 0 for none" : "") + "; it is \(found) s."
        case .patternIsFixed:
            "A fixed breathing pattern has no rate to change."
        }
    }
}

extension BreathPhase {
    fileprivate var noun: String {
        switch self {
        case .inhale: "inhalation"
        case .hold: "hold"
        case .exhale: "exhalation"
        case .secondHold: "second hold"
        }
    }

    var isHold: Bool { self == .hold || self == .secondHold }
}
