import ArgumentParser
import CommandSupport
import PracticePlans
import PracticeRuntime
import SessionHistory

/// `hrv practice settings`: what is chosen for every practice.
struct PracticeSettingsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings",
        abstract: "Show or change what holds for every practice.",
        discussion: """
            hrv practice settings
            hrv practice settings --day-start 180 --active 5

            The page has the same settings.
            """)

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("When a day begins after midnight, 0 to 360.", valueName: "min"))
    var dayStart: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Time that makes a day count, 1 to 60.", valueName: "min"))
    var active: Int?

    @Option(help: "On which day weeks begin: monday or sunday.")
    var weekStart: WeekStart?

    @Option(help: ArgumentHelp("Whether a sit is a workout too.", valueName: "true|false"))
    var sittingIsYoga: Bool?

    @Option(help: ArgumentHelp("Whether intervals are mindful too.", valueName: "true|false"))
    var workoutIsMindful: Bool?

    @Option(help: "Where what a page begins is heard: page, machine or both.")
    var sound: PracticeSettings.SoundDestination?

    @Option(parsing: .unconditional, help: "How loud, 0 to 1.")
    var level: Double?

    @Option(help: ArgumentHelp("Whether words are spoken.", valueName: "true|false"))
    var speech: Bool?

    @Option(
        help: ArgumentHelp(
            "A sound beneath every sit: brown-noise, drone, a file of this name in sounds/, or none.",
            valueName: "name"))
    var background: String?

    @Option(
        name: .customLong("background-db"), parsing: .unconditional,
        help: ArgumentHelp(
            "Its level: root mean square relative to full scale, -60 to -18.", valueName: "dB"))
    var backgroundDB: Double?

    @OptionGroup var options: HistoryOptions

    func validate() throws {
        guard dayStart.map(DaySettings.dayStartMinutesRange.contains) ?? true else {
            throw ValidationError("--day-start lies in 0 to 360 min")
        }
        guard active.map(DaySettings.activeMinutesRange.contains) ?? true else {
            throw ValidationError("--active lies in 1 to 60 min")
        }
        guard level.map(UserSettings.levelRange.contains) ?? true else {
            throw ValidationError("--level lies in 0 to 1")
        }
        guard backgroundDB.map(BackgroundSound.levelRangeDB.contains) ?? true else {
            throw ValidationError("--background-db lies in -60 to -18")
        }
    }

    func run() throws {
        try options.run { store, diagnostics in
            let previousSettings = try store.practiceSettings()
            var settings = previousSettings
            if let dayStart { settings.dayStartMinutes = dayStart }
            if let active { settings.activeMinutes = active }
            if let weekStart { settings.weekStart = weekStart }
            if let sittingIsYoga { settings.sittingIsYoga = sittingIsYoga }
            if let workoutIsMindful { settings.workoutIsMindful = workoutIsMindful }
            if let sound { settings.sound = sound }
            if let level { settings.level = level }
            if let speech { settings.speech = speech }
            if let background {
                settings.background =
                    background == PracticeSettings.noBackgroundName ? nil : background
                try checkBackground(settings, diagnostics)
            }
            if let backgroundDB { settings.backgroundLevelDB = backgroundDB }
            if settings != previousSettings {
                try store.save(settings)
                diagnostics.summary("the settings are kept")
            }
            try options.write(text(settings))
        }
    }

    private func checkBackground(
        _ settings: PracticeSettings, _ diagnostics: Diagnostics
    ) throws {
        let ownSounds = CustomSounds(folder: CustomSounds.folder(ofDatabase: options.location.path))
        guard let sound = settings.backgroundSound(.timer), ownSounds.loop(sound) == nil else {
            return
        }
        throw ValidationError("--background \(ownSounds.refusal(of: sound.name))")
    }

    private func text(_ settings: PracticeSettings) -> String {
        let rows = [
            ["day_start_min", "\(settings.dayStartMinutes)"],
            ["active_min", "\(settings.activeMinutes)"],
            ["week_start", settings.weekStart.rawValue],
            ["sitting_is_yoga", "\(settings.sittingIsYoga)"],
            ["workout_is_mindful", "\(settings.workoutIsMindful)"],
            ["sound", settings.sound.rawValue], ["level", "\(settings.level)"],
            ["speech", "\(settings.speech)"],
            ["background", settings.background ?? PracticeSettings.noBackgroundName],
            ["background_db", "\(settings.backgroundLevelDB)"],
        ]
        return switch options.shape {
        case .csv: PracticeTable.csv(["setting", "value"], rows)
        case .json: PracticeJSON.text(settings, isPretty: true) + "\n"
        case .ndjson: PracticeJSON.text(settings) + "\n"
        case .table:
            TextColumns.text(
                titles: ["setting", "value"], rows: rows, rightAligned: [false, false])
        }
    }
}

extension WeekStart: ExpressibleByArgument {}
extension PracticeSettings.SoundDestination: ExpressibleByArgument {}
