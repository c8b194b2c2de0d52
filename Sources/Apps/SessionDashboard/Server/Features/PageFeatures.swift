import LiveSession
import PracticeRuntime

/// The list of the server's features.
struct PageFeatures {
    let access: AccessKeys
    let cookie: KeyCookie
    let origin: @Sendable () -> PageOrigin
    let room: SessionRoom
    let history: KeptHistory
    let starter: (any SessionStarter)?
    let version: String
    /// nil where no health records can be kept.
    let health: HealthParts?
    /// nil where this program tells no reminders.
    var reminders: DashboardReminders?
    /// nil where no practice can be run.
    var practice: PracticeRoom?
    /// nil where no music is played.
    var music: MusicRoom?

    /// What the page can ask for: a new feature is a line here.
    var all: [any PageFeature] {
        [
            PageFilesFeature(),
            EntryFeature(access: access, cookie: cookie, origin: origin),
            LiveLineFeature(room: room, access: access),
            InfoFeature(
                room: room, keeps: history.store != nil, starter: starter, version: version),
            SessionListFeature(history: history),
            KeptSessionFeature(history: history, room: room),
            SettingsFeature(history: history),
            BeginFeature(starter: starter),
            ReminderFeature(history: history, reminders: reminders),
        ] + healthFeatures + practiceDaysFeatures + practiceFeatures + musicFeatures
    }

    private var practiceDaysFeatures: [any PageFeature] {
        let book = PracticeBook(history: history, clock: SystemPracticeClock())
        return [
            PracticeDaysFeature(book: book), PracticeEntryFeature(book: book),
            PracticeRestFeature(book: book), PracticeSettingsFeature(history: history),
        ]
    }

    private var practiceFeatures: [any PageFeature] {
        guard let practice else { return [] }
        return [
            PracticeFeature(practice: practice), PracticePresetFeature(history: history),
            PracticeSoundFeature(practice: practice),
        ]
    }

    private var musicFeatures: [any PageFeature] {
        guard let music else { return [] }
        return [
            MusicFeature(music: music), MusicPlaylistFeature(music: music),
            MusicInsightFeature(music: music), MusicArtFeature(covers: MusicCovers(music)),
        ]
    }

    private var healthFeatures: [any PageFeature] {
        guard let health else { return [NoHealthFeature()] }
        return [
            HealthFeature(
                desk: health.desk,
                days: HealthDays(store: health.desk.store, history: history.store),
                isPrivate: { [origin] in origin().isPrivate($0.headers) }),
            HealthUploadFeature(desk: health.desk, uploads: health.uploads),
        ]
    }
}
