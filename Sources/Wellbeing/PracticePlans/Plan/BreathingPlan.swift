import PhysioTypes
package import ResonanceBreathing

/// Breaths of one pattern, counted.
package struct BreathingPlan: Sendable, Equatable {
    /// A cue that signals to a person that a phase of a breath begins.
    package enum Cue: String, Sendable, Hashable, CaseIterable {
        case tones
        case words
        case taps
    }

    static let repetitions = PlanRange(1...2000, "1 to 2000")
    static let totalSecondsRange = PlanRange<Double>(
        0...86_400, "breaths of at most 86400 s in all")

    package let prepareSeconds: Double
    package let pattern: BreathPattern
    /// Count of breaths.
    package let repetitions: Int
    package let cues: Set<Cue>

    /// - Throws: ``PlanError`` for the first value outside its range.
    package init(
        prepareSeconds: Double = 0, pattern: BreathPattern, repetitions: Int,
        cues: Set<Cue> = [.tones]
    ) throws(PlanError) {
        try PlanRange<Double>.prepareSecondsRange.check(prepareSeconds, "prepare")
        try Self.repetitions.check(repetitions, "repetitions")
        try Self.totalSecondsRange.check(
            Double(repetitions) * pattern.durationSeconds, "repetitions")
        self.prepareSeconds = prepareSeconds
        self.pattern = pattern
        self.repetitions = repetitions
        self.cues = cues
    }

    /// The length from the start to the planned end; s.
    package var lengthSeconds: Double {
        prepareSeconds + Double(repetitions) * pattern.durationSeconds
    }
}

extension BreathPattern {
    /// A pattern within its limits.
    ///
    /// - Throws: ``PlanError`` with the name of the phase in the JSON form.
    static func checked(
        inhale: Double, hold: Double, exhale: Double, secondHold: Double
    ) throws(PlanError) -> BreathPattern {
        let seconds: [BreathPhase: Double] = [
            .inhale: inhale, .hold: hold, .exhale: exhale, .secondHold: secondHold,
        ]
        do throws(BreathingError) {
            return try BreathPattern(
                inhaleSeconds: inhale, holdSeconds: hold, exhaleSeconds: exhale,
                secondHoldSeconds: secondHold)
        } catch {
            switch error {
            case .phaseNotFinite(let phase), .phaseOutOfRange(let phase, _):
                let canBeMissing = phase == .hold || phase == .secondHold
                throw PlanError(
                    field: phase.rawValue, range: "1.5 to 20 s" + (canBeMissing ? ", or 0" : ""),
                    found: "\(seconds[phase] ?? .nan)")
            case .rateNotFinite, .rateOutOfRange, .patternIsFixed:
                throw PlanError(
                    field: "pattern",
                    range: "\(BreathRateLimits.userChoice.text()) breaths a minute",
                    found: "\(60 / (inhale + hold + exhale + secondHold))")
            }
        }
    }
}
