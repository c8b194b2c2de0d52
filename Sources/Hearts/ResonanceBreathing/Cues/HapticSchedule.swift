public import PhysioTypes

/// A touch of the wrist.
public struct HapticTap: Sendable, Equatable, Codable {
    public enum Kind: String, Sendable, Codable {
        case up
        case click
        case down
    }

    public let kind: Kind
    /// The time of the tap on the clock of the breaths; s.
    public let timeSeconds: Double
    /// 0 ... 1.
    public let intensity: Double
}

/// The settings of whether and how strongly taps are felt.
public struct HapticSettings: Sendable, Equatable, Codable {
    public static let defaultIntensity = 0.8

    public let isOn: Bool
    /// 0 ... 1.
    public let intensity: Double

    /// - Precondition: `intensity` lies in 0 ... 1.
    public init(isOn: Bool = true, intensity: Double = defaultIntensity) {
        precondition((0...1).contains(intensity), "an intensity lies in 0 ... 1")
        self.isOn = isOn
        self.intensity = intensity
    }
}

/// The times at which a breath taps: ever quicker while inhaling, evenly while holding, ever slower
/// while exhaling.
///
/// A phase of length d taps at its start, s = 0, then at s + spacing(s / d) until less than
/// ``minSilenceSeconds`` of it is left: so each ends in silence, and the first tap of the next marks the
/// change. Taps never move a phase.
///
/// ```swift
/// HapticSchedule.offsets(.exhale, durationSeconds: 6.218).count  // 13
/// HapticSchedule.taps(of: breath)  // of all phases, in order
/// ```
public enum HapticSchedule {
    /// Spacing at the start of the inhalation and at the end of the exhalation; s.
    public static let maxSpacingSeconds = 0.8
    /// Spacing at the end of the inhalation and at the start of the exhalation; s.
    public static let minSpacingSeconds = 0.3
    /// Spacing while holding; s.
    public static let holdSpacingSeconds = 0.6
    /// Least silence at the end of a phase; s.
    public static let minSilenceSeconds = 0.2

    /// Taps of a phase, from its start; s; none of a phase shorter than the silence.
    ///
    /// - Parameter durationSeconds: d; 0 or more, finite.
    /// - Complexity: O(d); allocates the result.
    public static func tapOffsets(_ phase: BreathPhase, durationSeconds: Double) -> [Double] {
        precondition(
            durationSeconds >= 0 && durationSeconds.isFinite, "a phase lasts 0 s or more, and ends")
        // A tap on the limit is in time, whatever sums round to.
        let lastOffset = durationSeconds - minSilenceSeconds + 1e-9
        var tapOffsets: [Double] = []
        var offset = 0.0
        while offset <= lastOffset {
            tapOffsets.append(offset)
            offset += spacing(phase, progress: offset / durationSeconds)
        }
        return tapOffsets
    }

    /// Taps of a breath, in order; none where they are off.
    public static func taps(
        of breath: BreathCycle, settings: HapticSettings = HapticSettings()
    ) -> [HapticTap] {
        guard settings.isOn else { return [] }
        return BreathPhase.allCases.flatMap { phase in
            let start = breath.startSeconds(of: phase)
            let duration = breath.durationSeconds(of: phase)
            return tapOffsets(phase, durationSeconds: duration).map {
                HapticTap(
                    kind: kind(phase), timeSeconds: start + $0, intensity: settings.intensity)
            }
        }
    }

    private static func spacing(_ phase: BreathPhase, progress: Double) -> Double {
        let range = maxSpacingSeconds - minSpacingSeconds
        return switch phase {
        case .inhale: maxSpacingSeconds - range * progress
        case .exhale: minSpacingSeconds + range * progress
        case .hold, .secondHold: holdSpacingSeconds
        }
    }

    private static func kind(_ phase: BreathPhase) -> HapticTap.Kind {
        switch phase {
        case .inhale: .up
        case .exhale: .down
        case .hold, .secondHold: .click
        }
    }
}
