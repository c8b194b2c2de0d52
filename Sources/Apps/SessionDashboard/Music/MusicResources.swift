package import MusicLibrary
package import MusicPlayers
package import MusicSelection
package import MusicSession
package import SessionHistory

/// The songs that a page plays, their player, and the heart to which it listens.
package struct MusicResources: Sendable {
    /// File of the music library; it need not be there.
    let libraryPath: String
    /// The history whose running session is the heart; nil where none is kept.
    let history: SessionStore?
    let policy: SelectionPolicy
    /// The seed of the explorations of `adaptive`.
    let seed: UInt64
    let clock: any MusicClock
    /// The calendar, the desktop and the workouts; the caller's to start and to close.
    let surroundings: PersonSurroundings
    /// Finds the person's player, and returns when it was reached.
    let findPlayer: @Sendable () async throws(PlayerError) -> any Player
    /// Value of `PATH`, for the program that takes covers out of songs.
    let programs: String?
    /// The weekly look at files and play histories; nil for none.
    let weeklyUpdate: WeeklyUpdate?

    package init(
        libraryPath: String, history: SessionStore?, policy: SelectionPolicy = .standard,
        seed: UInt64,
        clock: any MusicClock = SystemMusicClock(),
        surroundings: PersonSurroundings = PersonSurroundings(), programs: String?,
        weeklyUpdate: WeeklyUpdate? = nil,
        findPlayer: @escaping @Sendable () async throws(PlayerError) -> any Player
    ) {
        self.libraryPath = libraryPath
        self.history = history
        self.policy = policy
        self.seed = seed
        self.clock = clock
        self.surroundings = surroundings
        self.programs = programs
        self.weeklyUpdate = weeklyUpdate
        self.findPlayer = findPlayer
    }
}
