import ResonanceBreathing

/// The parts that a sound is made of.
private enum SynthesizedSound {
    case strikes(StrikeSound)
    case chords(ChordSound)
    case breath(BreathTone)

    var durationSeconds: Double {
        switch self {
        case .strikes(let strikes): strikes.durationSeconds
        case .chords(let chords): chords.durationSeconds
        case .breath(let tone): tone.cue.durationSeconds
        }
    }

    func samples(rateHz: Int) -> [Double] {
        switch self {
        case .strikes(let strikes): strikes.samples(rateHz: rateHz)
        case .chords(let chords): chords.samples(rateHz: rateHz)
        case .breath(let tone): tone.samples(rateHz: rateHz)
        }
    }
}

extension PracticeSound {
    /// The largest value of one strike or one chord at level 1: 3 dB below full scale.
    package static let peakAmplitude = 0.708
    /// The level that a person gets who chooses none.
    package static let defaultLevel = 0.5
    /// The lowest rate at which every sound keeps all its partials; the highest is at 1,482 Hz.
    package static let minRateHz = 8_000

    /// The length of the sound, to the end of its decay; s.
    package var durationSeconds: Double { recipe.durationSeconds }

    /// The sound by its formula. Nothing is kept: a caller that needs it again keeps it.
    ///
    /// The triple gong adds up three strikes, and stays below full scale at every level: what is
    /// left of the earlier ones lets the sum reach at most .708 (1 + exp(-1.5) + exp(-3)) = .901.
    ///
    /// - Parameter level: 0 is silent, 1 the loudest.
    /// - Parameter sampleRateHz: at least ``minRateHz``; Hz.
    /// - Complexity: O(samples); a gong has 530,688 of 7 partials.
    package func samples(
        level: Double = defaultLevel, sampleRateHz: Int = SoundSamples.defaultRateHz
    ) -> SoundSamples {
        precondition(level >= 0 && level <= 1, "a level is 0 to 1")
        precondition(sampleRateHz >= Self.minRateHz, "the rate is too low for the sounds")
        let gain = Self.peakAmplitude * level
        return SoundSamples(
            values: recipe.samples(rateHz: sampleRateHz).map { Float(gain * $0) },
            sampleRateHz: sampleRateHz)
    }

    private var recipe: SynthesizedSound {
        switch self {
        case .named(let name): name.recipe
        case .breath(let phase, let seconds):
            .breath(
                BreathTone(
                    cue: ToneSchedule.tone(phase, startSeconds: 0, durationSeconds: seconds)))
        }
    }
}

extension SoundName {
    fileprivate var recipe: SynthesizedSound {
        switch self {
        case .gong: Self.strikes(220, decaySeconds: 1.6)
        case .bell: Self.strikes(330, decaySeconds: 0.8)
        case .gongTriple: Self.strikes(220, decaySeconds: 0.8, at: [0, 1.2, 2.4])
        case .gongEnd: Self.strikes(176, decaySeconds: 2.1)
        case .leadIn: Self.chords([[440, 660]], seconds: 0.15)
        case .tick: Self.chords([[880]], seconds: 0.08)
        case .changeToWork: Self.chords([[1175]], seconds: 0.5)
        case .changeToRest: Self.chords([[587]], seconds: 0.5)
        case .close: Self.chords([[880], [659], [440]], seconds: 0.25)
        }
    }

    private static func strikes(
        _ hertz: Double, decaySeconds: Double, at starts: [Double] = [0]
    ) -> SynthesizedSound {
        .strikes(
            StrikeSound(fundamentalHz: hertz, decaySeconds: decaySeconds, startTimesSeconds: starts)
        )
    }

    private static func chords(_ hertz: [[Double]], seconds: Double) -> SynthesizedSound {
        .chords(ChordSound(chordFrequenciesHz: hertz, chordSeconds: seconds))
    }
}
