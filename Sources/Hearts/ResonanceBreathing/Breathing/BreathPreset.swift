/// The name of a preset, in the languages of the program.
public struct PresetName: Sendable, Hashable, Codable {
    public let en: String
    public let de: String

    public init(en: String, de: String) {
        self.en = en
        self.de = de
    }
}

/// A breathing pattern with a name: one of the built-in ones, or one that a person has made.
///
/// ```swift
/// BreathPreset.box.pattern.durationSeconds  // 16
/// BreathPreset.builtIn.map(\.id)  // ["box", "4-7-8", ...]
/// ```
public struct BreathPreset: Sendable, Equatable {
    /// 1 to 40 of the characters `a` to `z`, `0` to `9` and `-`; it never changes.
    public let id: String
    public let name: PresetName
    public let pattern: BreathPattern

    /// - Precondition: the id consists of 1 to 40 of the characters `a` to `z`, `0` to `9` and `-`.
    public init(id: String, name: PresetName, pattern: BreathPattern) {
        precondition(Self.isValidID(id), "an id is 1 to 40 of the characters a-z, 0-9 and -")
        self.id = id
        self.name = name
        self.pattern = pattern
    }

    /// Length of an id; characters.
    package static let idLengthRange = 1...40
    /// The rule for an id, as a text for a person.
    package static let idRule = "1 to 40 of the characters a-z, 0-9 and -"

    /// Returns true if a text can be the id of a preset.
    package static func isValidID(_ text: String) -> Bool {
        idLengthRange.contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || byte == UInt8(ascii: "-")
            }
    }

    /// The preset of an id: a person's own one comes before a built-in one of the same id.
    package static func find(_ id: String, own: [BreathPreset] = []) -> BreathPreset? {
        (own + builtIn).first { $0.id == id }
    }

    /// One sentence that names the presets there are, for a person who asked for another.
    package static func unknownMessage(_ id: String, own: [BreathPreset] = []) -> String {
        let ownIDs = own.map(\.id)
        let known = ownIDs + builtIn.map(\.id).filter { !ownIDs.contains($0) }
        return "no preset is called \(id): there are \(known.joined(separator: ", "))"
    }
}

extension BreathPreset {
    /// 4 s of each phase.
    public static let box = makePreset("box", "Box breathing", "Box-Atmung", 4, 4, 4, 4)
    /// 4 s in, 7 s held, 8 s out.
    public static let fourSevenEight = makePreset("4-7-8", "4-7-8", "4-7-8", 4, 7, 8, 0)
    /// 5 s in, 5 s out.
    public static let coherent = makePreset(
        "coherent", "Coherent breathing", "Kohärente Atmung", 5, 0, 5, 0)
    /// 4 s in, 6 s out.
    public static let extendedExhale = makePreset(
        "extended-exhale", "Extended exhale", "Verlängertes Ausatmen", 4, 0, 6, 0)
    /// 4 s in, 4 s held, 4 s out.
    public static let triangle = makePreset("triangle", "Triangle", "Dreieck", 4, 4, 4, 0)
    /// 6 s of each phase.
    public static let squareSix = makePreset(
        "square-6", "Slow square", "Langsames Quadrat", 6, 6, 6, 6)
    /// 3 s in, 6 s out, 6 s held.
    public static let calm = makePreset("calm", "Calm", "Ruhe", 3, 0, 6, 6)
    /// 4 s in, 8 s out.
    public static let sleep = makePreset("sleep", "Sleep", "Schlaf", 4, 0, 8, 0)

    /// The presets that every installation has, in the order in which they are shown.
    public static let builtIn = [
        box, fourSevenEight, coherent, extendedExhale, triangle, squareSix, calm, sleep,
    ]

    private static func makePreset(
        _ id: String, _ en: String, _ de: String, _ inhale: Double, _ hold: Double,
        _ exhale: Double, _ secondHold: Double
    ) -> BreathPreset {
        BreathPreset(
            id: id, name: PresetName(en: en, de: de),
            pattern: BreathPattern(
                inhale: inhale, hold: hold, exhale: exhale, secondHold: secondHold))
    }
}
