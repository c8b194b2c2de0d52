import Foundation
package import PracticePlans
package import SessionHistory

/// The settings that a person has chosen for every practice.
package struct PracticeSettings: Sendable, Equatable, Codable {
    /// The device that plays the sounds of a practice that a page begins.
    package enum SoundDestination: String, Sendable, Codable, CaseIterable {
        case page, machine, both
    }

    /// The time after midnight at which a day begins; min; 0...360.
    package var dayStartMinutes = 0
    /// Time that makes a day active; min; 1...60.
    package var activeMinutes = 2
    package var weekStart = WeekStart.monday
    /// Mindful minutes that a person wants on each day; 1...1440; nil for no goal.
    package var goalMinutes: Int?
    /// Days of a week on which a person wants to practise; 1...7; nil for no goal.
    package var goalDays: Int?
    /// True if a sit counts as a workout too.
    package var sittingIsYoga = false
    /// True if intervals count as mindful too.
    package var workoutIsMindful = false
    package var sound = SoundDestination.page
    /// Loudness; 0 ... 1.
    package var level = PracticeSound.defaultLevel
    /// True if words are spoken.
    package var speech = false
    /// Name of the sound beneath a sit; nil for none.
    package var background: String?
    /// Its root mean square relative to full scale; dB; -60 ... -18.
    package var backgroundLevelDB = BackgroundSound.defaultLevelDB

    package init() {}

    /// The settings as they are, where each is one that can be.
    ///
    /// - Throws: `invalidSetting`, with the range in words.
    package func checked() throws(HistoryError) -> PracticeSettings {
        guard DaySettings.dayStartMinutesRange.contains(dayStartMinutes) else {
            throw .invalidSetting("dayStartMinutes lies in 0 to 360, not \(dayStartMinutes)")
        }
        guard DaySettings.activeMinutesRange.contains(activeMinutes) else {
            throw .invalidSetting("activeMinutes lies in 1 to 60, not \(activeMinutes)")
        }
        guard goalMinutes.map(PracticeGoal.minutesPerDayRange.contains) ?? true else {
            throw .invalidSetting("goalMinutes lies in 1 to 1440")
        }
        guard goalDays.map(PracticeGoal.daysPerWeekRange.contains) ?? true else {
            throw .invalidSetting("goalDays lies in 1 to 7")
        }
        guard UserSettings.levelRange.contains(level) else {
            throw .invalidSetting("level lies in 0 to 1, not \(level)")
        }
        if let background, background.isEmpty || background.count > Self.maxNameLength {
            throw .invalidSetting("background is a name of 1 to \(Self.maxNameLength) characters")
        }
        guard BackgroundSound.levelRangeDB.contains(backgroundLevelDB) else {
            throw .invalidSetting("backgroundLevelDB lies in -60 to -18, not \(backgroundLevelDB)")
        }
        return self
    }

    private static let maxNameLength = 80

    /// Returns the sound beneath a practice of a kind; nil for nothing.
    ///
    /// - Parameter name: instead of that of the settings; `none` for nothing.
    /// - Parameter levelDB: instead of that of the settings.
    package func backgroundSound(
        _ kind: PracticeKind, name: String? = nil, levelDB: Double? = nil
    ) -> BackgroundSound? {
        guard kind == .timer, let name = name ?? background, name != Self.noBackgroundName else {
            return nil
        }
        return BackgroundSound(name: name, levelDB: levelDB ?? backgroundLevelDB)
    }

    /// The name that stands for no background.
    package static let noBackgroundName = "none"

    /// The start of a day, and the time that makes it active; the usual values where these are not
    /// possible.
    package var days: DaySettings {
        (try? DaySettings(dayStartMinutes: dayStartMinutes, activeMinutes: activeMinutes))
            ?? DaySettings()
    }

    /// nil where the person has set none.
    package var goal: PracticeGoal? {
        guard goalMinutes != nil || goalDays != nil else { return nil }
        return try? PracticeGoal(minutesPerDay: goalMinutes, daysPerWeek: goalDays)
    }

    package var creditRules: CreditRules {
        CreditRules(sittingIsYoga: sittingIsYoga, workoutIsMindful: workoutIsMindful)
    }

    private enum CodingKeys: String, CodingKey {
        case dayStartMinutes, activeMinutes, weekStart, sittingIsYoga, workoutIsMindful
        case goalMinutes, goalDays, sound, level, speech, background, backgroundLevelDB
    }

    /// Reads the settings; missing values are the usual ones.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func value<Value: Decodable>(_ key: CodingKeys, _ defaultValue: Value) throws -> Value {
            try values.decodeIfPresent(Value.self, forKey: key) ?? defaultValue
        }
        func choice<Value: RawRepresentable & CaseIterable>(
            _ key: CodingKeys, _ defaultValue: Value
        ) throws -> Value where Value.RawValue == String {
            let text = try value(key, defaultValue.rawValue)
            guard let value = Value(rawValue: text) else {
                let names = Value.allCases.map(\.rawValue).joined(separator: ", ")
                throw DecodingError.dataCorruptedError(
                    forKey: key, in: values, debugDescription: "one of \(names)")
            }
            return value
        }
        dayStartMinutes = try value(.dayStartMinutes, dayStartMinutes)
        activeMinutes = try value(.activeMinutes, activeMinutes)
        weekStart = try choice(.weekStart, weekStart)
        goalMinutes = try values.decodeIfPresent(Int.self, forKey: .goalMinutes)
        goalDays = try values.decodeIfPresent(Int.self, forKey: .goalDays)
        sittingIsYoga = try value(.sittingIsYoga, sittingIsYoga)
        workoutIsMindful = try value(.workoutIsMindful, workoutIsMindful)
        sound = try choice(.sound, sound)
        level = try value(.level, level)
        speech = try value(.speech, speech)
        background = try values.decodeIfPresent(String.self, forKey: .background)
        backgroundLevelDB = try value(.backgroundLevelDB, backgroundLevelDB)
    }
}

extension SessionStore {
    /// Returns the settings that the person has chosen for every practice; the usual ones where
    /// nothing, or nothing readable, is stored.
    package func practiceSettings() throws(HistoryError) -> PracticeSettings {
        guard let stored = try settings().practice else { return PracticeSettings() }
        let settings = try? JSONDecoder().decode(PracticeSettings.self, from: Data(stored.utf8))
        return (try? settings?.checked()) ?? PracticeSettings()
    }

    /// - Throws: `invalidSetting` for one outside its range; then nothing changes.
    package func save(_ settings: PracticeSettings) throws(HistoryError) {
        let text = PracticeJSON.text(try settings.checked())
        var userSettings = try self.settings()
        userSettings.practice = text
        try save(userSettings)
    }
}
