package import PracticePlans

extension Timeline {
    /// A practice without an end is planned so far ahead; s.
    private static let openHorizonSeconds = 86_400.0

    /// Every cue that can be planned, and the end of the practice on its clock, in s; a day ahead where it has none.
    ///
    /// Words at the end begin after it, so the end limits the cues only where there is none to plan with.
    package func plannedCues(from now: Double) -> (cues: [PracticeCue], endSeconds: Double) {
        // A practice may begin a little ahead.
        let reachedSeconds = max(now, inputs.last?.timeSeconds ?? now)
        if let end = plannedEndSeconds(at: reachedSeconds) {
            return (cues(after: -.infinity, through: .infinity), end)
        }
        let moment = state(at: reachedSeconds)
        let isOpen = moment.state.isUnderWay && !moment.isPaused
        let end = reachedSeconds + (isOpen ? Self.openHorizonSeconds : 0)
        return (cues(after: -.infinity, through: end), end)
    }
}

extension TrackBackground {
    /// A loop that sounds while a practice goes on, and not in its pauses.
    ///
    /// - Parameter originSeconds: where the track begins on the clock of the timeline; s.
    /// - Parameter endSeconds: planned end of the practice on that clock; s.
    package init(
        _ loop: SoundLoop, _ timeline: Timeline, originSeconds: Double, endSeconds: Double
    ) {
        self.init(
            loop,
            spansSeconds: timeline.runningSpansSeconds(through: endSeconds).map { span in
                max(0, span.lowerBound - originSeconds)...max(0, span.upperBound - originSeconds)
            })
    }
}

extension SoundTrackContents {
    /// Sound of cues.
    ///
    /// - Parameter cues: what is heard when, on the clock of the track; s, at least 0.
    /// - Parameter own: a person's own sounds, instead of those of the formulas.
    /// - Parameter background: what sounds beneath the cues; nil for nothing.
    /// - Parameter words: the samples of a phrase; nil where it is not spoken.
    package init(
        _ cues: [(seconds: Double, content: PracticeCue.Content)], own: CustomSounds,
        background: TrackBackground? = nil, level: Double, lengthSeconds: Double,
        words: (PracticePhrase) -> SoundSamples?
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
            cues: sounds, replacementSounds: own.soundsByName, clips: clips,
            background: background, level: level,
            lengthSeconds: lengthSeconds)
    }
}
