package import MusicLibrary
package import MusicSelection

/// The options that a person chooses for a time of listening.
package struct MusicRunOptions: Sendable {
    package var policy = SelectionPolicy.standard
    /// The only songs that may play, by their numbers; nil for the whole library.
    package var allowedSongs: [Int64]?
    /// The seed of the tries of `adaptive`.
    package var seed: UInt64 = 1
    /// The calendar, the desktop and the workouts; the caller that opened them closes them.
    package var surroundings: PersonSurroundings?
    /// Counts a play where the player keeps counts of its own: the song's address there, and the end of the play in s
    /// since 1970. nil where that is not wished.
    package var countPlay: (@Sendable (String, Int) async throws -> Void)?

    /// The weekly look at files and play histories; nil for none.
    package var weeklyUpdate: WeeklyUpdate?

    package init() {}
}
