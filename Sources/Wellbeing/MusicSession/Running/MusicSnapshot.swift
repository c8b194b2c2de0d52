package import MusicLibrary
package import MusicPlayers
package import MusicSelection

/// What is to be shown of music now.
package struct MusicSnapshot: Sendable {
    package var player: PlayerStatus
    /// The song that plays, where it is one of the library.
    package var song: StoredSong?
    /// Why it was chosen; nil where a person chose it.
    package var explanation: Explanation?
    package var choice: SongChoice?
    /// What the person said of the song that plays; nil for nothing.
    package var thumb: Thumb?
    /// The song that waits behind it.
    package var next: StoredSong?
    package var state: StateVector
    /// The last heart rate, 1/min; nil while none is known.
    package var bpm: Double?
    package var context: InferredContext
    package var need: MusicNeed
    /// Of the up and down keys; -1 to 1.
    package var nudge: Double
    /// How many songs were played through or skipped since the beginning.
    package var playCount: Int
    package var skipCount: Int
}
