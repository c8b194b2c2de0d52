import ResonanceBreathing

/// Breathing presets in a file, to be taken elsewhere: format `resonance-breaths`, version 1.
///
/// Either every preset of the file is sound, or the first one that is not is named and none is taken.
package struct BreathDocument: Sendable, Equatable, Codable {
    package static let format = "resonance-breaths"
    package static let version = 1

    package let presets: [PracticePreset]

    /// - Precondition: every preset is one of breathing.
    package init(_ presets: [PracticePreset]) {
        precondition(
            presets.allSatisfy { $0.plan.kind == .breathe }, "a document holds breathing presets")
        self.presets = presets
    }

    /// - Throws: ``PlanError``; it names the preset where one is unsound, and where an id comes twice.
    package init(from decoder: any Decoder) throws {
        let fields = try StrictFields(decoder, fieldNames: ["format", "version", "presets"])
        let format: String = try fields.value("format", Self.format)
        guard format == Self.format else {
            throw PlanError(field: "format", range: Self.format, found: format)
        }
        try fields.checkVersion(Self.version)
        let entries: Entries = try fields.value("presets", "a list of presets")
        presets = entries.presets
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Keys.self)
        try values.encode(Self.format, forKey: .format)
        try values.encode(Self.version, forKey: .version)
        try values.encode(presets.map(Entry.init), forKey: .presets)
    }

    private enum Keys: String, CodingKey { case format, version, presets }
}

/// The presets of a document, read one after the other so that an error names its entry.
private struct Entries: Decodable {
    let presets: [PracticePreset]

    init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        var presets: [PracticePreset] = []
        while !list.isAtEnd {
            // An entry that is no object has no fields, and is refused for that.
            let entryDecoder = try list.superDecoder()
            let number = "entry \(presets.count + 1)"
            do {
                let preset = try Entry(from: entryDecoder).preset
                guard !presets.contains(where: { $0.id == preset.id }) else {
                    throw PlanError(
                        field: "id", range: "another one in each preset", found: preset.id)
                }
                presets.append(preset)
            } catch var error as PlanError {
                let id = try? entryDecoder.container(keyedBy: Entry.Keys.self)
                    .decode(String.self, forKey: .id)
                error.presetLabel = id.map { "\($0) (\(number))" } ?? number
                throw error
            } catch is DecodingError {
                throw PlanError(
                    presetLabel: number, field: "presets", range: "a list of objects",
                    found: "a value of another type")
            }
        }
        self.presets = presets
    }
}

/// One preset of a document.
private struct Entry: Codable {
    enum Keys: String, CodingKey, CaseIterable {
        case id, name, inhale, hold, exhale, secondHold, repetitions, cues
    }

    let preset: PracticePreset

    init(_ preset: PracticePreset) { self.preset = preset }

    init(from decoder: any Decoder) throws {
        let fields = try StrictFields(decoder, fieldNames: Keys.allCases.map(\.rawValue))
        let id: String = try fields.value("id", BreathPreset.idRule)
        let name = try PresetName(fields.nestedFields("name", fieldNames: ["en", "de"]))
        preset = try PracticePreset(
            id: id, name: name, plan: .breathing(try BreathingPlan(fields, prepareSeconds: 0)))
    }

    func encode(to encoder: any Encoder) throws {
        guard case .breathing(let plan) = preset.plan else { return }
        var values = encoder.container(keyedBy: Keys.self)
        try values.encode(preset.id, forKey: .id)
        try values.encode(preset.name, forKey: .name)
        try values.encode(plan.pattern.inhaleSeconds, forKey: .inhale)
        try values.encode(plan.pattern.holdSeconds, forKey: .hold)
        try values.encode(plan.pattern.exhaleSeconds, forKey: .exhale)
        try values.encode(plan.pattern.secondHoldSeconds, forKey: .secondHold)
        try values.encode(plan.repetitions, forKey: .repetitions)
        try values.encode(plan.cueNames, forKey: .cues)
    }
}

extension PresetName {
    /// The names of `{"en": "Box", "de": "Box"}`.
    fileprivate init(_ fields: StrictFields) throws {
        self.init(
            en: try fields.value("en", "a text"), de: try fields.value("de", "a text"))
    }
}
