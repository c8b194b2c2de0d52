/// The time at which the next song is to be queued.
package enum NextSongTime {
    /// The shortest rest of a song in which one is queued, in s.
    package static let minQueueLeadSeconds = 15.0
    /// The rest beyond a crossfade, in s.
    package static let crossfadeMarginSeconds = 10.0

    /// The rest of the current song at which the next one is queued: max(15 s, crossfade + 10 s).
    package static func queueLeadSeconds(crossfadeSeconds: Double) -> Double {
        max(minQueueLeadSeconds, crossfadeSeconds + crossfadeMarginSeconds)
    }

    /// Returns true if the next song is due; false while the length of the current one is unknown.
    package static func isDue(_ position: PlayerPosition, crossfadeSeconds: Double) -> Bool {
        guard let length = position.lengthSeconds else { return false }
        return length - position.elapsedSeconds
            <= queueLeadSeconds(crossfadeSeconds: crossfadeSeconds)
    }
}
