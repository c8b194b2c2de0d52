package import PracticePlans

extension Timeline {
    /// A practice without an end is planned so far ahead; s.
    private static let openHorizonSeconds = 86_400.0

    /// Up to when its sounds can be planned: its end, or a day ahead where it has none.
    package func horizonSeconds(from now: Double) -> Double {
        // A practice may begin a little ahead.
        let reached = max(now, inputs.last?.timeSeconds ?? now)
        if let end = plannedEndSeconds(at: reached) { return end }
        let moment = state(at: reached)
        return reached + (moment.state.isUnderWay && !moment.isPaused ? Self.openHorizonSeconds : 0)
    }
}

extension SoundTrackContents {
    /// Sound of cues.
    ///
    /// - Parameter cues: what is heard when, on the clock of the track; s, at least 0.
    /// - Parameter own: a person's own sounds, instead of those of the formulas.
    /// - Parameter words: the samples of a phrase; nil where it is not spoken.
    package init(
        _ cues: [(seconds: Double, content: PracticeCue.Content)], own: OwnSounds, level: Double,
        lengthSeconds: Double, words: (PracticePhrase) -> SoundSamples?
    ) {
        var sounds: [SoundCue] = []
        var clips: [SpeechClip] = []
        for (seconds, content) in cues {
            switch content {
            case .sound(let sound):
                if case .breath(let phase, _) = sound, let clip = own.samples[phase.soundName] {
                    clips.append(SpeechClip(timeSeconds: seconds, sound: clip))
                } else {
                    sounds.append(SoundCue(timeSeconds: seconds, sound: sound))
                }
            case .words(let phrase):
                guard let samples = words(phrase) else { continue }
                clips.append(SpeechClip(timeSeconds: seconds, sound: samples))
            case .tap: break
            }
        }
        self.init(
            cues: sounds, replacements: own.soundsByName, clips: clips, level: level,
            lengthSeconds: lengthSeconds)
    }
}
