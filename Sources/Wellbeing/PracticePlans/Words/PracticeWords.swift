import ResonanceBreathing

package enum PracticeLanguage: String, Sendable, Hashable, CaseIterable {
    case en
    case de
}

/// Every text of practice that both this program and its page say, in one table.
///
/// `{name}` stands for an argument. A text that depends on a number has a form `one` for `n` = 1 and a form
/// `other`; every other text has `other` alone.
package enum PracticeWords {
    package struct PluralForms: Sendable, Hashable {
        package let one: String?
        package let other: String
    }

    package struct Entry: Sendable, Hashable {
        package let en: PluralForms
        package let de: PluralForms

        package subscript(_ language: PracticeLanguage) -> PluralForms {
            switch language {
            case .en: en
            case .de: de
            }
        }
    }

    /// Key to texts; built-in presets are `preset.ID`.
    package static let table: [String: Entry] = {
        var table: [String: Entry] = [:]
        for key in WordKey.allCases { table[key.rawValue] = entry(key) }
        for preset in BreathPreset.builtIn {
            table["preset.\(preset.id)"] = plainEntry(preset.name.en, preset.name.de)
        }
        return table
    }()

    /// The table as key, language, form, text: to be compared with the page's.
    package static var dictionary: [String: [String: [String: String]]] {
        table.mapValues { entry in
            Dictionary(
                uniqueKeysWithValues: PracticeLanguage.allCases.map { language in
                    var forms = ["other": entry[language].other]
                    forms["one"] = entry[language].one
                    return (language.rawValue, forms)
                })
        }
    }

    /// A text with its arguments; the key where there is none of this name.
    package static func text(
        _ key: String, _ language: PracticeLanguage, _ arguments: [String: Int] = [:]
    ) -> String {
        guard let pluralForms = table[key]?[language] else { return key }
        return filled(
            arguments["n"] == 1 ? pluralForms.one ?? pluralForms.other : pluralForms.other,
            arguments)
    }

    private static func entry(_ key: WordKey) -> Entry {
        switch key {
        case .getReady: plainEntry("Get ready", "Mach dich bereit")
        case .round: plainEntry("Round {n} of {of}", "Runde {n} von {of}")
        case .rest: plainEntry("Rest", "Pause")
        case .lastRound: plainEntry("Last round", "Letzte Runde")
        case .done: plainEntry("Done", "Geschafft")
        case .halfway: plainEntry("Halfway", "Halbzeit")
        case .thirtySeconds: plainEntry("30 seconds left", "Noch 30 Sekunden")
        case .number: plainEntry("{n}", "{n}")
        case .inhale: plainEntry("Inhale", "Einatmen")
        case .hold, .secondHold: plainEntry("Hold", "Halten")
        case .exhale: plainEntry("Exhale", "Ausatmen")
        case .idle: plainEntry("Not started", "Nicht begonnen")
        case .preparing: plainEntry("Get ready", "Mach dich bereit")
        case .phase1: plainEntry("Sitting", "Sitzen")
        case .phase2: plainEntry("Coming back", "Ankommen")
        case .breathing: plainEntry("Breathing", "Atmen")
        case .work: plainEntry("Work", "Training")
        case .resting: plainEntry("Rest", "Pause")
        case .finished: plainEntry("Finished", "Beendet")
        case .cancelled: plainEntry("Cancelled", "Abgebrochen")
        case .paused: plainEntry("Paused", "Angehalten")
        case .notPossible: plainEntry("Not possible here", "Hier nicht möglich")
        case .muted: plainEntry("Muted", "Stumm")
        case .keys:
            plainEntry(
                "p pause · n next · + 5 min · m mute · q end",
                "p Pause · n weiter · + 5 min · m stumm · q Ende")
        case .timerKind: plainEntry("Sit", "Sitzen")
        case .breatheKind: plainEntry("Breathe", "Atmen")
        case .intervalKind: plainEntry("Intervals", "Intervalle")
        case .minutes: counted("{n} minute", "{n} minutes", "{n} Minute", "{n} Minuten")
        case .seconds: counted("{n} second", "{n} seconds", "{n} Sekunde", "{n} Sekunden")
        case .rounds: counted("{n} round", "{n} rounds", "{n} Runde", "{n} Runden")
        case .breaths: counted("{n} breath", "{n} breaths", "{n} Atemzug", "{n} Atemzüge")
        }
    }

    private static func plainEntry(_ en: String, _ de: String) -> Entry {
        Entry(en: PluralForms(one: nil, other: en), de: PluralForms(one: nil, other: de))
    }

    private static func counted(
        _ enOne: String, _ enOther: String, _ deOne: String, _ deOther: String
    ) -> Entry {
        Entry(
            en: PluralForms(one: enOne, other: enOther), de: PluralForms(one: deOne, other: deOther)
        )
    }

    /// A text with the values instead of `{name}`.
    private static func filled(_ text: String, _ arguments: [String: Int]) -> String {
        var pieces = text.split(separator: "{", omittingEmptySubsequences: false)
        var result = String(pieces.removeFirst())
        for piece in pieces {
            guard let closingBrace = piece.firstIndex(of: "}"),
                let value = arguments[String(piece[..<closingBrace])]
            else {
                result += "{" + piece
                continue
            }
            result += "\(value)" + piece[piece.index(after: closingBrace)...]
        }
        return result
    }
}
