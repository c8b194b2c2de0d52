import ResonanceBreathing

/// The settings that the person has chosen for the next session.
package struct UserSettings: Sendable, Equatable, Codable {
    /// Length of a session; nil: until it is ended.
    package var minutes: Double? = 10.0
    /// Breaths/min.
    package var startRate = BreathRateLimits.defaultStartRate
    /// Name of the pacer.
    package var pacer = PacerName.defaultPacer.rawValue
    /// Id of a preset that is breathed unchanged; where there is none of this id, the pacer leads.
    package var preset: String?
    package var haptics = true
    /// 0 ... 1.
    package var hapticIntensity = 0.8
    package var sound = true
    /// 0 ... 1.
    package var soundLevel = 0.5
    /// `en` or `de`; nil: as the browser says.
    package var language: String?
    /// The number of petals of the bloom.
    package var petals = 7
    /// The settings for practice, as JSON that the history does not read; nil: the defaults.
    package var practice: String?

    package static let minutesRange = 0.1...1440.0
    package static let startRateRange =
        BreathRateLimits.startRate.lowest...BreathRateLimits.startRate.highest
    package static let levelRange = 0.0...1.0
    package static let petalsRange = 6...8
    package static let languages = ["en", "de"]

    package init() {}

    /// Settings as they are, where each is one that can be.
    ///
    /// - Throws: `invalidSetting`, with the range in words.
    package func checked() throws(HistoryError) -> UserSettings {
        func check(_ isValid: Bool, _ text: String) throws(HistoryError) {
            guard isValid else { throw HistoryError.invalidSetting(text) }
        }
        try check(minutes.map(Self.minutesRange.contains) ?? true, "minutes lies in 0.1 to 1440")
        try check(
            Self.startRateRange.contains(startRate),
            "startRate lies in \(BreathRateLimits.startRate.text()) breaths/min")
        try check(
            PacerName(rawValue: pacer) != nil,
            "pacer is one of \(PacerName.allCases.map(\.rawValue).joined(separator: ", "))")
        try check(
            preset.map(BreathPreset.isValidID) ?? true,
            "preset is null or the id of a preset: \(BreathPreset.idRule)")
        try check(Self.levelRange.contains(hapticIntensity), "hapticIntensity lies in 0 to 1")
        try check(Self.levelRange.contains(soundLevel), "soundLevel lies in 0 to 1")
        try check(
            language.map(Self.languages.contains) ?? true, "language is one of en, de, or null")
        try check(Self.petalsRange.contains(petals), "petals lies in 6 to 8")
        return self
    }

    private enum CodingKeys: String, CodingKey {
        case minutes, startRate, pacer, preset, haptics, hapticIntensity, sound, soundLevel
        case language, petals, practice
    }

    /// Reads the settings; the default is used for each one that is missing.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func value<Value: Decodable>(_ key: CodingKeys, _ defaultValue: Value) throws -> Value {
            try values.decodeIfPresent(Value.self, forKey: key) ?? defaultValue
        }
        if values.contains(.minutes) {
            minutes = try values.decodeIfPresent(Double.self, forKey: .minutes)
        }
        startRate = try value(.startRate, startRate)
        pacer = try value(.pacer, pacer)
        preset = try values.decodeIfPresent(String.self, forKey: .preset)
        haptics = try value(.haptics, haptics)
        hapticIntensity = try value(.hapticIntensity, hapticIntensity)
        sound = try value(.sound, sound)
        soundLevel = try value(.soundLevel, soundLevel)
        language = try values.decodeIfPresent(String.self, forKey: .language)
        petals = try value(.petals, petals)
        practice = try values.decodeIfPresent(String.self, forKey: .practice)
    }

    /// Writes null for nil, except for the settings that other modules store here.
    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(minutes, forKey: .minutes)
        try values.encode(startRate, forKey: .startRate)
        try values.encode(pacer, forKey: .pacer)
        try values.encode(preset, forKey: .preset)
        try values.encode(haptics, forKey: .haptics)
        try values.encode(hapticIntensity, forKey: .hapticIntensity)
        try values.encode(sound, forKey: .sound)
        try values.encode(soundLevel, forKey: .soundLevel)
        try values.encode(language, forKey: .language)
        try values.encode(petals, forKey: .petals)
        try values.encodeIfPresent(practice, forKey: .practice)
    }
}
