/// The state of a player.
package enum PlayerState: String, Sendable, Equatable, CaseIterable {
    case playing
    case paused
    case stopped
    /// The player cannot be reached.
    case unreachable = "away"
}

/// A setting of the person's that changes what a queued song does. It is read and reported, and never set.
package enum PlayerLimitation: Sendable, Hashable {
    /// The player chooses itself which entry of its queue comes next.
    case random
    /// The queue begins again after its end.
    case repeats
    /// The player stops after the song, or repeats it where ``repeats`` is set too.
    case single
    /// Entries leave the queue once they are played.
    case consume
    /// Songs overlap by so many s.
    case crossfade(seconds: Double)
    /// Volume 0: the song is not audible.
    case muted
    /// The player allows no control: we watch and learn only.
    case notControllable

    /// One sentence for a person.
    package var sentence: String {
        switch self {
        case .random:
            "The player plays its queue in random order, so the queued song may not come next."
        case .repeats: "The player repeats its queue."
        case .single:
            "The player stops or repeats after each song, so the queued song may not come."
        case .consume: "The player removes songs from its queue once they are played."
        case .crossfade(let seconds):
            "The player fades songs into each other over \(Self.rounded(seconds)) s."
        case .muted: "The player's volume is 0."
        case .notControllable:
            "The player cannot be controlled: songs are watched, and none is queued."
        }
    }

    private static func rounded(_ seconds: Double) -> String {
        let tenths = (seconds * 10).rounded()
        guard tenths.magnitude < 1e9 else { return "many" }
        let number = Int(tenths)
        return number % 10 == 0 ? "\(number / 10)" : "\(number / 10).\(abs(number % 10))"
    }
}

/// The facts known about a player.
package struct PlayerStatus: Sendable, Equatable {
    package var state: PlayerState
    /// The song that plays, or is paused; nil while none is current.
    package var song: PlayerSong?
    /// Position of the song when the player last reported it; nil where it did not.
    package var position: PlayerPosition?
    /// Our song that waits to be played; nil where there is none.
    package var queuedSong: QueuedSong?
    /// Entries of a person's that come after the current song; while there are some, we wait. 0 where the player does
    /// not report its queue.
    package var userEntryCount: Int
    package var limitations: [PlayerLimitation]
    /// Volume in per cent, 0...100 (some players go beyond); nil where the player has none.
    package var volumePercent: Double?
    /// True if the player lets us queue, skip and pause.
    package var canControl: Bool
    /// The player's own word about what went wrong last; nil where nothing did.
    package var error: String?

    package init(
        state: PlayerState, song: PlayerSong? = nil, position: PlayerPosition? = nil,
        queuedSong: QueuedSong? = nil, userEntryCount: Int = 0,
        limitations: [PlayerLimitation] = [], volumePercent: Double? = nil, canControl: Bool = true,
        error: String? = nil
    ) {
        self.state = state
        self.song = song
        self.position = position
        self.queuedSong = queuedSong
        self.userEntryCount = userEntryCount
        self.limitations = limitations
        self.volumePercent = volumePercent
        self.canControl = canControl
        self.error = error
    }

    /// A player that cannot be reached.
    package static let unreachable = PlayerStatus(state: .unreachable, canControl: false)

    /// Overlap of two songs, in s; 0 without one.
    package var crossfadeSeconds: Double {
        for case .crossfade(let seconds) in limitations { return seconds }
        return 0
    }
}
