package import PhysioTypes

/// A sound that a plan asks for.
package enum PracticeSound: Sendable, Hashable {
    case named(SoundName)
    /// The tone of a phase of a breath, which lasts as long as the phase; s.
    case breath(BreathPhase, durationSeconds: Double)
}

/// Sounds that have a name. A file of the same name in the person's folder of sounds replaces one.
package enum SoundName: String, Sendable, Hashable, CaseIterable {
    /// A practice begins.
    case gong
    /// A bell within the first phase.
    case bell
    /// The first phase ends and the second begins.
    case gongTriple = "gong-triple"
    /// A practice ends.
    case gongEnd = "gong-end"
    /// The time to get ready begins.
    case leadIn = "lead-in"
    /// A second is counted, or half of a workout is done.
    case tick
    case changeToWork = "turn-work"
    case changeToRest = "turn-rest"
    /// A workout ends.
    case close
}

/// A sound and when it begins.
package struct SoundCue: Sendable, Hashable {
    /// Time on the clock of the plan; s.
    package let timeSeconds: Double
    package let sound: PracticeSound

    package init(timeSeconds: Double, sound: PracticeSound) {
        self.timeSeconds = timeSeconds
        self.sound = sound
    }
}
