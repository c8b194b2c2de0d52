/// A part of a breath.
public enum BreathPhase: String, Sendable, Equatable, CaseIterable, Codable {
    case inhale
    case hold
    case exhale
    /// The pause after the exhalation.
    case secondHold

    /// The label on a screen: the same for both holds.
    public var label: String {
        switch self {
        case .inhale: "INHALE"
        case .hold, .secondHold: "HOLD"
        case .exhale: "EXHALE"
        }
    }
}

/// The position of a moment in a breath.
public struct BreathPosition: Sendable, Equatable {
    public let phase: BreathPhase
    /// The share of the phase that has passed; 0 ..< 1.
    public let progress: Double
    /// The time until the next phase; s; above 0.
    public let secondsLeft: Double

    /// Label and seconds left with one decimal, such as `INHALE 2.4`.
    public var text: String {
        let tenths = Int((secondsLeft * 10).rounded())
        return "\(phase.label) \(tenths / 10).\(tenths % 10)"
    }
}

extension BreathCycle {
    public func durationSeconds(of phase: BreathPhase) -> Double {
        switch phase {
        case .inhale: inhaleSeconds
        case .hold: holdSeconds
        case .exhale: exhaleSeconds
        case .secondHold: secondHoldSeconds
        }
    }

    /// Returns the time at which a phase begins; s; also of one that lasts 0 s.
    public func startSeconds(of phase: BreathPhase) -> Double {
        switch phase {
        case .inhale: startSeconds
        case .hold: startSeconds + inhaleSeconds
        case .exhale: startSeconds + inhaleSeconds + holdSeconds
        case .secondHold: startSeconds + inhaleSeconds + holdSeconds + exhaleSeconds
        }
    }

    /// The phase at a time: each holds its beginning, the next one its end.
    ///
    /// - Returns: nil before the breath and from its end.
    public func position(atSeconds time: Double) -> BreathPosition? {
        guard time >= startSeconds, time < endSeconds else { return nil }
        for phase in BreathPhase.allCases.reversed() {
            let start = startSeconds(of: phase)
            let duration = durationSeconds(of: phase)
            guard duration > 0, time >= start else { continue }
            // The end is a sum, which rounds.
            let left = max(start + duration - time, time.ulp)
            return BreathPosition(
                phase: phase, progress: min((time - start) / duration, 1 - .ulpOfOne),
                secondsLeft: left)
        }
        return nil
    }
}
