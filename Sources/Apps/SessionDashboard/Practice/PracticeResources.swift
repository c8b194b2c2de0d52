package import PracticeRuntime
package import SessionHistory

/// The storage of the practices of a page, and the means by which they run.
package struct PracticeResources: Sendable {
    /// nil where no history is kept.
    let store: SessionStore?
    /// The path of the history, whether or not it exists.
    let database: String
    let environment: [String: String]
    /// Version of the program.
    let version: String
    let players: [PlayerCommand]
    let clock: any PracticeClock
    /// nil where none can be heard.
    let heartSources: PracticeHeartSources?

    /// - Parameter players: tried for the sound of the machine; none for silence.
    package init(
        store: SessionStore?, database: String, environment: [String: String], version: String,
        players: [PlayerCommand], clock: any PracticeClock = SystemPracticeClock(),
        heartSources: PracticeHeartSources? = nil
    ) {
        self.store = store
        self.database = database
        self.environment = environment
        self.version = version
        self.players = players
        self.clock = clock
        self.heartSources = heartSources
    }

    /// The person's own sounds, as the folder has them now.
    var ownSounds: CustomSounds {
        CustomSounds(folder: CustomSounds.folder(ofDatabase: database), environment: environment)
    }

    /// The settings of the person; the defaults where none can be read.
    var settings: PracticeSettings {
        (try? store?.practiceSettings()) ?? PracticeSettings()
    }
}
