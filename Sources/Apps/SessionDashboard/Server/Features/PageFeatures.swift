import LiveSession
import PracticeRuntime

/// The list of the server's features.
struct PageFeatures {
    let access: AccessKeys
    let cookie: KeyCookie
    let origin: @Sendable () -> AllowedOrigins
    let hub: SessionHub
    let history: StoredHistory
    let starter: (any SessionStarter)?
    let version: String
    /// nil where no health records can be kept.
    let health: HealthServices?
    /// Reminders of this program; nil where it delivers none.
    var reminders: DashboardReminders?
    /// nil where no practice can be run.
    var practice: PracticeHub?
    /// nil where no music is played.
    var music: MusicHub?

    /// The features of the page: a new feature is a line here.
    var all: [any PageFeature] {
        [
            PageFilesFeature(),
            TokenExchangeFeature(access: access, cookie: cookie, origin: origin),
            LiveSocketFeature(hub: hub, access: access),
            InfoFeature(
                hub: hub, keepsHistory: history.store != nil, starter: starter, version: version),
            SessionListFeature(history: history),
            StoredSessionFeature(history: history, hub: hub),
            SettingsFeature(history: history),
            SessionStartFeature(starter: starter),
            ReminderFeature(history: history, reminders: reminders),
        ] + healthFeatures + practiceDaysFeatures + practiceFeatures + musicFeatures
    }

    private var practiceDaysFeatures: [any PageFeature] {
        let logReader = PracticeLogReader(history: history, clock: SystemPracticeClock())
        return [
            PracticeDaysFeature(logReader: logReader), PracticeGoalFeature(logReader: logReader),
            PracticeEntryFeature(logReader: logReader),
            PracticeRestFeature(logReader: logReader), PracticeSettingsFeature(history: history),
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
            MusicSettingsFeature(music: music),
        ]
    }

    private var healthFeatures: [any PageFeature] {
        guard let health else { return [HealthUnavailableFeature()] }
        return [
            HealthFeature(
                controller: health.controller,
                days: HealthDays(store: health.controller.store, history: history.store),
                isPrivate: { [origin] in origin().isPrivate($0.headers) }),
            HealthReviewFeature(
                days: HealthDays(store: health.controller.store, history: history.store),
                clock: SystemPracticeClock()),
            HealthUploadFeature(controller: health.controller, uploads: health.uploads),
        ]
    }
}
