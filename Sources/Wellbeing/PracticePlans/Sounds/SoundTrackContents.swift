/// Words that were rendered before the start, and when they begin.
package struct SpeechClip: Sendable, Hashable {
    /// Time on the clock of the track, at least 0; s.
    package let timeSeconds: Double
    package let sound: SoundSamples

    package init(timeSeconds: Double, sound: SoundSamples) {
        self.timeSeconds = timeSeconds
        self.sound = sound
    }
}

/// Everything that is heard in an activity.
package struct SoundTrackContents: Sendable {
    /// The cues in any order; times at least 0.
    package let cues: [SoundCue]
    /// A person's own sounds, instead of those of the formulas.
    package let replacementSounds: [SoundName: SoundSamples]
    package let clips: [SpeechClip]
    /// The sound beneath the cues; nil for nothing.
    package let background: TrackBackground?
    /// Scales everything, words and a person's own sounds too; 0 ... 1.
    package let level: Double
    /// Length of the activity. The track is longer where a sound ends later; s.
    package let lengthSeconds: Double

    package init(
        cues: [SoundCue], replacementSounds: [SoundName: SoundSamples] = [:],
        clips: [SpeechClip] = [],
        background: TrackBackground? = nil, level: Double = PracticeSound.defaultLevel,
        lengthSeconds: Double
    ) {
        precondition(level >= 0 && level <= 1, "a level is 0 to 1")
        let times =
            cues.map(\.timeSeconds) + clips.map(\.timeSeconds)
            + (background?.spansSeconds ?? []).flatMap { [$0.lowerBound, $0.upperBound] }
            + [lengthSeconds]
        precondition(
            times.allSatisfy { $0 >= 0 && $0 <= Self.maxSeconds },
            "times of a track are at least 0, and end")
        self.cues = cues
        self.replacementSounds = replacementSounds
        self.clips = clips
        self.background = background
        self.level = level
        self.lengthSeconds = lengthSeconds
    }

    /// No time lies later, so that counts of samples stay far from overflow: a year; s.
    static let maxSeconds = 366.0 * 86_400

    /// The end of the activity or of its last sound, whichever is later; s.
    package var endSeconds: Double {
        let soundEnds =
            cues.map { $0.timeSeconds + durationSeconds(of: $0.sound) }
            + clips.map { $0.timeSeconds + $0.sound.durationSeconds }
        return soundEnds.reduce(max(lengthSeconds, background?.endSeconds ?? 0), max)
    }

    private func durationSeconds(of sound: PracticeSound) -> Double {
        replacementSound(sound)?.durationSeconds ?? sound.durationSeconds
    }

    /// The person's own sound instead of this one.
    func replacementSound(_ sound: PracticeSound) -> SoundSamples? {
        guard case .named(let name) = sound else { return nil }
        return replacementSounds[name]
    }
}
