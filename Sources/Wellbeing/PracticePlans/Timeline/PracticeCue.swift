package import ResonanceBreathing

/// Something that is heard or felt at a moment.
package struct PracticeCue: Sendable, Hashable {
    package enum Content: Sendable, Hashable {
        case sound(PracticeSound)
        case words(PracticePhrase)
        case tap(HapticTap.Kind)
    }

    /// The time on the clock of the timeline; s.
    package let timeSeconds: Double
    package let content: Content

    /// The cue as a player takes it; nil of words and taps.
    package var soundCue: SoundCue? {
        guard case .sound(let sound) = content else { return nil }
        return SoundCue(timeSeconds: timeSeconds, sound: sound)
    }
}

/// A part begins, or the activity is over.
package struct PracticeChange: Sendable, Hashable {
    /// The time on the clock of the timeline; s.
    package let timeSeconds: Double
    /// The state that begins.
    package let state: PracticeState
    /// nil where a change is silent.
    package let sound: SoundName?
}

/// A cue on the clock in ticks.
struct TickCue: Sendable, Hashable {
    let time: Int64
    let content: PracticeCue.Content

    var cue: PracticeCue { PracticeCue(timeSeconds: Ticks.seconds(time), content: content) }

    /// Returns true if the cues are ordered by time; at one time sounds come before words before
    /// taps.
    static func isInOrder(_ first: TickCue, _ second: TickCue) -> Bool {
        (first.time, first.rank) < (second.time, second.rank)
    }

    private var rank: Int {
        switch content {
        case .sound: 0
        case .words: 1
        case .tap: 2
        }
    }
}

/// The times after one moment, up to and with another; ticks.
struct TickWindow: Sendable {
    let startTicks: Int64
    let endTicks: Int64

    var isEmpty: Bool { startTicks >= endTicks }

    func contains(_ time: Int64) -> Bool { time > startTicks && time <= endTicks }
}
