import GRDB

/// What a person has set about their heart, for the state that songs are chosen by.
package struct MusicSettings: Sendable, Equatable {
    /// A setting by its name in the file.
    package enum Name: String, Sendable, CaseIterable {
        case rest = "rest_bpm"
        case max = "max_bpm"
        case age = "age_years"
        case baseline = "hrv_baseline_ms"

        /// What is taken.
        package var range: ClosedRange<Double> {
            switch self {
            case .rest: 25...150
            case .max: 80...250
            case .age: 1...120
            case .baseline: 1...500
            }
        }
    }

    /// What is not set is missing.
    package var values: [Name: Double]

    package init(_ values: [Name: Double] = [:]) { self.values = values }
}

extension MusicStore {
    /// The settings; a value that is no number in its range counts as not set.
    package func settings() throws(MusicStoreError) -> MusicSettings {
        try read { db in
            var settings = MusicSettings()
            for name in MusicSettings.Name.allCases {
                let text = try String.fetchOne(
                    db, sql: "SELECT value FROM setting WHERE name = ?", arguments: [name.rawValue])
                guard let value = text.flatMap(Double.init), name.range.contains(value) else {
                    continue
                }
                settings.values[name] = value
            }
            return settings
        }
    }

    /// Keeps all settings instead of those before.
    package func save(_ settings: MusicSettings) throws(MusicStoreError) {
        try write { db in
            for name in MusicSettings.Name.allCases {
                try db.execute(
                    sql: "DELETE FROM setting WHERE name = ?", arguments: [name.rawValue])
                guard let value = settings.values[name] else { continue }
                try db.execute(
                    sql: "INSERT INTO setting (name, value) VALUES (?, ?)",
                    arguments: [name.rawValue, "\(value)"])
            }
        }
    }
}
