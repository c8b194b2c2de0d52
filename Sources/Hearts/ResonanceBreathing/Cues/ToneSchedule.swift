import PhysioDSP
public import PhysioTypes

/// A tone whose pitch moves from one frequency to another.
public struct ToneCue: Sendable, Equatable {
    public let phase: BreathPhase
    /// The start of the tone on the clock of the breaths; s.
    public let startSeconds: Double
    /// The duration of the tone; above 0; s.
    public let durationSeconds: Double
    public let startHz: Double
    public let endHz: Double

    /// The pitch at a time: its logarithm moves evenly, as the ear hears; Hz.
    public func frequencyHz(atSeconds time: Double) -> Double {
        let share = min(max((time - startSeconds) / durationSeconds, 0), 1)
        return startHz * PlatformMath.exp(share * PlatformMath.log(endHz / startHz))
    }
}

/// The tones of a breath: rising while inhaling, steady while holding, falling while exhaling.
///
/// A hold stays at the pitch that the phase before it reached; so a breath is one line without a
/// jump.
public enum ToneSchedule {
    /// The pitch of empty lungs: A3; Hz.
    public static let lowHz = 220.0
    /// The pitch of full lungs: a fifth above; Hz.
    public static let highHz = 330.0

    /// The tone of a phase.
    ///
    /// - Precondition: the duration is above 0 and finite.
    public static func tone(
        _ phase: BreathPhase, startSeconds: Double, durationSeconds: Double
    ) -> ToneCue {
        precondition(
            durationSeconds > 0 && durationSeconds.isFinite, "a tone lasts more than 0 s, and ends")
        let (first, last) =
            switch phase {
            case .inhale: (lowHz, highHz)
            case .hold: (highHz, highHz)
            case .exhale: (highHz, lowHz)
            case .secondHold: (lowHz, lowHz)
            }
        return ToneCue(
            phase: phase, startSeconds: startSeconds, durationSeconds: durationSeconds,
            startHz: first, endHz: last)
    }

    /// The tones of a breath, in order; none of a hold of 0 s.
    public static func tones(of breath: BreathCycle) -> [ToneCue] {
        BreathPhase.allCases.compactMap { phase in
            let duration = breath.durationSeconds(of: phase)
            guard duration > 0 else { return nil }
            return tone(
                phase, startSeconds: breath.startSeconds(of: phase), durationSeconds: duration)
        }
    }
}
