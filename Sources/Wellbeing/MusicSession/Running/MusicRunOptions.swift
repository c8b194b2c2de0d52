package import MusicSelection

/// What a person wants of a time of listening.
package struct MusicRunOptions: Sendable {
    package var policy = SelectionPolicy.standard
    /// Only these songs, by their numbers; nil for the whole library.
    package var allowedSongs: [Int64]?
    /// Of the tries of `adaptive`.
    package var seed: UInt64 = 1
    /// The calendar, the desktop and the workouts; the caller that opened them closes them.
    package var surroundings: PersonSurroundings?
    /// Counts a play where the player keeps counts of its own: the song's address there, and the end of the play in s
    /// since 1970. nil where that is not wished.
    package var countPlay: (@Sendable (String, Int) async throws -> Void)?

    package init() {}
}
