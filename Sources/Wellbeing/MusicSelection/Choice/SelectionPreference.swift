/// A preference of a person about choosing, as a number that can be stored; ``SelectionPreferences`` has them all.
package enum SelectionPreference: String, Sendable, Hashable, CaseIterable {
    case tempoWeight = "tempo_weight"
    case energyWeight = "energy_weight"
    case familiarityWeight = "familiarity_weight"
    case historyWeight = "history_weight"
    case contextWeight = "context_weight"
    case recencyMinutes = "recent_minutes"
    case artistLimit = "artist_limit"
    case maxNightBpm = "night_bpm"
    case maxMorningBpm = "morning_bpm"
    case nightHour = "night_hour"
    case morningEndHour = "morning_end_hour"
    /// 1 or 0.
    case prefersFamiliar = "prefer_familiar"

    /// The weights, which count in proportion to each other.
    package static let weights: [SelectionPreference] = [
        .tempoWeight, .energyWeight, .familiarityWeight, .historyWeight, .contextWeight,
    ]

    /// Values that are accepted.
    package var range: ClosedRange<Double> {
        switch self {
        case .tempoWeight, .energyWeight, .familiarityWeight, .historyWeight, .contextWeight:
            0...100
        case .recencyMinutes: 0...1440
        case .artistLimit: 0...20
        case .maxNightBpm, .maxMorningBpm: 50...200
        case .nightHour: 12...24
        case .morningEndHour: 6...12
        case .prefersFamiliar: 0...1
        }
    }

    package var isWhole: Bool {
        switch self {
        case .artistLimit, .nightHour, .morningEndHour, .prefersFamiliar: true
        default: false
        }
    }

    /// The value that holds where the person has set none: that of the first design.
    package var standard: Double {
        let defaults = SelectionPreferences()
        return switch self {
        case .tempoWeight: 100 * defaults.weights.tempo
        case .energyWeight: 100 * defaults.weights.energy
        case .familiarityWeight: 100 * defaults.weights.familiarity
        case .historyWeight: 100 * defaults.weights.history
        case .contextWeight: 100 * defaults.weights.context
        case .recencyMinutes: defaults.recencySeconds / 60
        case .artistLimit: Double(defaults.maxSongsPerArtist)
        case .maxNightBpm: defaults.maxNightBpm
        case .maxMorningBpm: defaults.maxMorningBpm
        case .nightHour: Double(defaults.nightHour)
        case .morningEndHour: Double(defaults.morningEndHour)
        case .prefersFamiliar: defaults.prefersFamiliar ? 1 : 0
        }
    }

    /// Indicates whether the value can be stored.
    package func accepts(_ value: Double) -> Bool {
        range.contains(value) && (!isWhole || value == value.rounded())
    }

    /// Returns the effect of the preference, in a sentence.
    package func text(_ language: MusicLanguage) -> String {
        let texts: (en: String, de: String) =
            switch self {
            case .tempoWeight:
                (
                    "How much the tempo counts, beside the other weights.",
                    "Wie viel das Tempo zählt, neben den anderen Gewichten."
                )
            case .energyWeight:
                (
                    "How much the energy of a song counts.",
                    "Wie viel die Energie eines Liedes zählt."
                )
            case .familiarityWeight:
                (
                    "How much it counts that you know a song.",
                    "Wie viel es zählt, dass ein Lied bekannt ist."
                )
            case .historyWeight:
                (
                    "How much it counts what came after a song before.",
                    "Wie viel zählt, was bisher nach einem Lied kam."
                )
            case .contextWeight:
                (
                    "How much it counts that a song fits what you do.",
                    "Wie viel es zählt, dass ein Lied zur Lage passt."
                )
            case .recencyMinutes:
                (
                    "Minutes after its last play for which a song is held back.",
                    "Minuten, für die ein gespieltes Lied zurückgehalten wird."
                )
            case .artistLimit:
                (
                    "Songs of one artist in a row; 0 for no limit.",
                    "Lieder eines Künstlers nacheinander; 0 für keine Grenze."
                )
            case .maxNightBpm:
                (
                    "Beats in a minute above which songs count less at night; no faster tempo is wanted then.",
                    "Schläge pro Minute, über denen Lieder nachts weniger zählen; schneller wird dann nicht gesucht."
                )
            case .maxMorningBpm:
                (
                    "Beats in a minute above which songs count less in the morning.",
                    "Schläge pro Minute, über denen Lieder am Morgen weniger zählen."
                )
            case .nightHour:
                (
                    "Hour from which it is night, until 6 h; 24 for midnight.",
                    "Stunde, ab der es Nacht ist, bis 6 Uhr; 24 für Mitternacht."
                )
            case .morningEndHour:
                (
                    "Hour at which the morning that begins at 6 h ends; 6 for no morning.",
                    "Stunde, zu der der Morgen endet, der um 6 Uhr beginnt; 6 für keinen."
                )
            case .prefersFamiliar:
                (
                    "Whether songs that you know count more under stress: 1 or 0.",
                    "Ob bekannte Lieder unter Anspannung mehr zählen: 1 oder 0."
                )
            }
        return language == .en ? texts.en : texts.de
    }
}

extension SelectionPreferences {
    /// The preferences that a person has set; what is missing, or not accepted, is as in the first design, and so are
    /// weights that are all 0.
    package init(_ values: [SelectionPreference: Double]) {
        self.init()
        func value(_ preference: SelectionPreference) -> Double {
            values[preference].flatMap { preference.accepts($0) ? $0 : nil } ?? preference.standard
        }
        if SelectionPreference.weights.contains(where: { values[$0] != nil }) {
            weights =
                ScoreWeights.proportional(
                    tempo: value(.tempoWeight), energy: value(.energyWeight),
                    familiarity: value(.familiarityWeight), history: value(.historyWeight),
                    context: value(.contextWeight)) ?? .standard
        }
        recencySeconds = 60 * value(.recencyMinutes)
        maxSongsPerArtist = Int(value(.artistLimit))
        maxNightBpm = value(.maxNightBpm)
        maxMorningBpm = value(.maxMorningBpm)
        nightHour = Int(value(.nightHour))
        morningEndHour = Int(value(.morningEndHour))
        prefersFamiliar = value(.prefersFamiliar) != 0
    }
}
