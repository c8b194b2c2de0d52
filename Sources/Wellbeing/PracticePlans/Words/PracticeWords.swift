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
            table["preset.\(preset.id)"] = plain(preset.name.en, preset.name.de)
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
        guard let forms = table[key]?[language] else { return key }
        return filled(arguments["n"] == 1 ? forms.one ?? forms.other : forms.other, arguments)
    }

    private static func entry(_ key: WordKey) -> Entry {
        switch key {
        case .getReady: plain("Get ready", "Mach dich bereit")
        case .round: plain("Round {n} of {of}", "Runde {n} von {of}")
        case .rest: plain("Rest", "Pause")
        case .lastRound: plain("Last round", "Letzte Runde")
        case .done: plain("Done", "Geschafft")
        case .halfway: plain("Halfway", "Halbzeit")
        case .thirtySeconds: plain("30 seconds left", "Noch 30 Sekunden")
        case .number: plain("{n}", "{n}")
        case .inhale: plain("Inhale", "Einatmen")
        case .hold, .secondHold: plain("Hold", "Halten")
        case .exhale: plain("Exhale", "Ausatmen")
        case .idle: plain("Not started", "Nicht begonnen")
        case .preparing: plain("Get ready", "Mach dich bereit")
        case .phase1: plain("Sitting", "Sitzen")
        case .phase2: plain("Coming back", "Ankommen")
        case .breathing: plain("Breathing", "Atmen")
        case .work: plain("Work", "Training")
        case .resting: plain("Rest", "Pause")
        case .finished: plain("Finished", "Beendet")
        case .cancelled: plain("Cancelled", "Abgebrochen")
        case .paused: plain("Paused", "Angehalten")
        case .notPossible: plain("Not possible here", "Hier nicht möglich")
        case .muted: plain("Muted", "Stumm")
        case .keys:
            plain(
                "p pause · n next · + 5 min · m mute · q end",
                "p Pause · n weiter · + 5 min · m stumm · q Ende")
        case .timerKind: plain("Sit", "Sitzen")
        case .breatheKind: plain("Breathe", "Atmen")
        case .intervalKind: plain("Intervals", "Intervalle")
        case .minutes: counted("{n} minute", "{n} minutes", "{n} Minute", "{n} Minuten")
        case .seconds: counted("{n} second", "{n} seconds", "{n} Sekunde", "{n} Sekunden")
        case .rounds: counted("{n} round", "{n} rounds", "{n} Runde", "{n} Runden")
        case .breaths: counted("{n} breath", "{n} breaths", "{n} Atemzug", "{n} Atemzüge")
        }
    }

    private static func plain(_ en: String, _ de: String) -> Entry {
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
