/// End of a song, as far as the player reports it.
package enum SongEndReason: String, Sendable, Equatable, CaseIterable {
    /// The song played to its end.
    case reachedEnd
    /// A person went to another song before the end.
    case skipped
    /// A person stopped the player before the end.
    case stopped
    /// The player could not play it.
    case error
    /// Its entry or its file was taken away.
    case deleted
    /// The player went away while it played.
    case playerLost
    /// Another program replaced the queue by other songs.
    case otherController

    /// True if a person ended it: only these ends can be skips.
    package var isEndedByPerson: Bool { self == .skipped || self == .stopped }
}

/// A song that does not play any more.
package struct SongEnding: Sendable, Equatable {
    package var song: PlayerSong
    package var reason: SongEndReason
    /// Seconds played: pauses are left out, and so is what was skipped by seeking.
    package var playedSeconds: Double
    /// Position at which the song was first seen playing, in s; 0 where its beginning was seen.
    package var joinedAtSeconds: Double
    /// Last known or extrapolated position, in s.
    package var positionSeconds: Double
    /// Volume when the song began and when it ended, in per cent; nil where the player has none.
    package var volumeStartPercent: Double?
    package var volumeEndPercent: Double?
    /// The time from the end of the song to the report of it, in s: a player that is busy answers
    /// late.
    package var secondsAgo: Double

    package init(
        song: PlayerSong, reason: SongEndReason, playedSeconds: Double, positionSeconds: Double,
        volumeStartPercent: Double? = nil, volumeEndPercent: Double? = nil,
        secondsAgo: Double = 0, joinedAtSeconds: Double = 0
    ) {
        self.song = song
        self.reason = reason
        self.playedSeconds = playedSeconds
        self.positionSeconds = positionSeconds
        self.volumeStartPercent = volumeStartPercent
        self.volumeEndPercent = volumeEndPercent
        self.secondsAgo = secondsAgo
        self.joinedAtSeconds = joinedAtSeconds
    }
}

/// The reason that a song that we queued does not wait any more, without having been played.
package enum WithdrawalReason: String, Sendable, Equatable {
    /// A person put songs before it: a person's queue wins.
    case displaced
    /// The person, or the removal of its file, took it out of the queue.
    case removed
    /// The player could not play it.
    case refused
    /// The player went away or began anew.
    case playerLost
}

/// An event at a player, in the order in which events are seen.
package enum PlayerEvent: Sendable, Equatable {
    /// The status as it is known now: first of all, and after every change.
    case status(PlayerStatus)
    /// A song plays; a song of an earlier time comes first with ``songEnded(_:)``. A song that a person paused and goes on
    /// with does not begin again; one that is repeated does. News may come late: it began, or was first seen, so many s
    /// before.
    case songBegan(PlayerSong, secondsAgo: Double = 0)
    case songEnded(SongEnding)
    /// The position jumped within the song.
    case seeked(PlayerPosition)
    /// Our song does not wait any more, and was not played.
    case withdrawn(QueuedSong, WithdrawalReason)
    /// The player's own library of songs changed.
    case libraryChanged
    /// The player cannot be reached; it is tried again until it can.
    case disconnected(PlayerError)
    /// The player can be reached again, or for the first time.
    case connected
}
