import GRDB
package import MusicSelection

/// The settings of a person: about their heart, for the state that songs are chosen by, and about
/// choosing.
package struct MusicSettings: Sendable, Equatable {
    /// A setting by its name in the file.
    package enum Name: String, Sendable, CaseIterable {
        case restBpm = "rest_bpm"
        case maxBpm = "max_bpm"
        case ageYears = "age_years"
        case hrvBaselineMs = "hrv_baseline_ms"

        /// The range of the values that are accepted.
        package var range: ClosedRange<Double> {
            switch self {
            case .restBpm: 25...150
            case .maxBpm: 80...250
            case .ageYears: 1...120
            case .hrvBaselineMs: 1...500
            }
        }
    }

    /// The values that are set; others are missing.
    package var values: [Name: Double]
    /// The preferences that are set; others are missing.
    package var preferences: [SelectionPreference: Double]

    package init(
        _ values: [Name: Double] = [:], preferences: [SelectionPreference: Double] = [:]
    ) {
        self.values = values
        self.preferences = preferences
    }

    /// Indicates whether the weights that were set, with the usual ones, are all 0: no song would score then.
    package var hasNoWeight: Bool {
        SelectionPreference.weights.allSatisfy { preferences[$0] ?? $0.standard == 0 }
    }
}

extension MusicStore {
    /// The settings; a value that is no number in its range counts as not set.
    package func settings() throws(MusicStoreError) -> MusicSettings {
        try read { db in
            var settings = MusicSettings()
            let rows = try Row.fetchAll(db, sql: "SELECT name, value FROM setting")
            for row in rows {
                guard let value = Double(row["value"] as String) else { continue }
                let name: String = row["name"]
                if let name = MusicSettings.Name(rawValue: name), name.range.contains(value) {
                    settings.values[name] = value
                } else if let preference = SelectionPreference(rawValue: name),
                    preference.accepts(value)
                {
                    settings.preferences[preference] = value
                }
            }
            return settings
        }
    }

    /// Keeps all settings instead of those before.
    package func save(_ settings: MusicSettings) throws(MusicStoreError) {
        let values =
            MusicSettings.Name.allCases.map { ($0.rawValue, settings.values[$0]) }
            + SelectionPreference.allCases.map { ($0.rawValue, settings.preferences[$0]) }
        try write { db in
            for (name, value) in values {
                try db.execute(sql: "DELETE FROM setting WHERE name = ?", arguments: [name])
                guard let value else { continue }
                try db.execute(
                    sql: "INSERT INTO setting (name, value) VALUES (?, ?)",
                    arguments: [name, "\(value)"])
            }
        }
    }
}
