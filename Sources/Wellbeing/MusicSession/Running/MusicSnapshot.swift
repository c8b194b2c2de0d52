package import MusicLibrary
package import MusicPlayers
package import MusicSelection

/// The data about music that are shown now.
package struct MusicSnapshot: Sendable {
    package var player: PlayerStatus
    /// The song that plays, where it is one of the library.
    package var song: StoredSong?
    /// The reason that it was chosen; nil where a person chose it.
    package var explanation: Explanation?
    package var choice: SongChoice?
    /// The person's judgement of the song that plays; nil for none.
    package var thumb: ThumbRating?
    /// The song that waits behind it.
    package var next: StoredSong?
    package var state: StateVector
    /// The last heart rate, 1/min; nil while none is known.
    package var bpm: Double?
    package var context: InferredContext
    package var need: MusicNeed
    /// The nudge of the up and down keys; -1 to 1.
    package var nudge: Double
    /// The number of songs that were played through or skipped since the beginning.
    package var playCount: Int
    package var skipCount: Int
}
