/// The words of a column's name, folded for comparison: lower case, without accents, unit and
/// punctuation.
///
/// `RR-Intervall [ms]` has the words `rr`, `intervall` and the unit `ms`.
struct HeaderWords: Equatable {
    /// The name as it is written, without quotes and without a unit in brackets.
    let name: String
    /// The unit in brackets or behind the last `_`, space or `/`, as it is written but for white space; empty where none
    /// is stated.
    let unit: String
    /// True if the unit stands in brackets, so that nothing else can be meant.
    let isUnitInBrackets: Bool
    /// Words of the name without the unit, in their order.
    let words: [String]

    /// The whole name in lower case, letters and digits only, the unit included.
    let plainName: String

    /// The words joined.
    var joinedWords: String { words.joined() }

    /// The words of a header's field.
    init(_ field: ArraySlice<UInt8>) { self.init(TextLine.string(field)) }

    /// The words of a name.
    init(_ text: String) {
        var text = text.filter { $0 != "\"" }
        while let first = text.first, "#% '\t".contains(first) { text.removeFirst() }
        while let last = text.last, " '\t".contains(last) { text.removeLast() }
        var unit = ""
        for (open, close) in [("[", "]"), ("(", ")"), ("{", "}"), ("<", ">")] {
            guard let begin = text.lastIndex(of: Character(open)),
                let end = text[begin...].firstIndex(of: Character(close)),
                text.index(after: end) == text.endIndex
            else { continue }
            unit = String(text[text.index(after: begin)..<end])
            text = String(text[..<begin])
        }
        while text.last?.isWhitespace == true { text.removeLast() }
        name = text
        plainName = (text + unit).lowercased().filter {
            $0.isASCII && ($0.isLetter || $0.isNumber)
        }
        isUnitInBrackets = !unit.isEmpty
        if unit.isEmpty, let mark = text.lastIndex(where: { "_ /-".contains($0) }),
            text[..<mark].contains(where: { $0.isLetter || $0.isNumber })
        {
            let suffix = String(text[text.index(after: mark)...])
            let isLead = suffix == "V" && text[..<mark].lowercased().hasSuffix("lead")
            if !isLead, let known = TableUnit(endOfName: suffix),
                text[mark] != "-" || known.isTime || known.isVoltage
            {
                unit = suffix
                text = String(text[..<mark])
            }
        }
        var words = Self.words(text)
        if unit.isEmpty, words.count > 1, let last = words.last,
            let known = TableUnit(endOfName: last),
            !known.isVoltage
        {
            unit = String(text.suffix(last.count))
            words.removeLast()
        }
        // `rrms` is one word with its unit; `R-R` and `R to R` are one word in three.
        if words.count == 1, unit.isEmpty,
            let (core, trailingUnit) = Self.splitTrailingUnit(words[0])
        {
            words = [core]
            unit = trailingUnit
        }
        self.words = Self.joiningLetters(words)
        self.unit = unit.filter { !$0.isWhitespace }
    }

    /// Words of a text: letters and digits between anything else, and at a capital inside a word.
    private static func words(_ text: String) -> [String] {
        var words: [String] = []
        var word = ""
        var wasLower = false
        for scalar in text.unicodeScalars {
            let folded = fold(scalar)
            guard !folded.isEmpty else {
                if !word.isEmpty { words.append(word) }
                word = ""
                wasLower = false
                continue
            }
            let isUpper = scalar.properties.isUppercase
            if isUpper, wasLower, !word.isEmpty {
                words.append(word)
                word = ""
            }
            word += folded
            wasLower = scalar.properties.isLowercase
        }
        if !word.isEmpty { words.append(word) }
        return words
    }

    /// The letter or digit in lower case without its accent; empty for anything else.
    private static func fold(_ scalar: Unicode.Scalar) -> String {
        let lowercaseText = scalar.properties.lowercaseMapping
        guard let first = lowercaseText.unicodeScalars.first else { return "" }
        if first.isASCII {
            return first.properties.isAlphabetic || first.properties.numericType != nil
                ? lowercaseText : ""
        }
        if let plain = baseLetters[first] { return plain }
        return first.properties.isAlphabetic ? lowercaseText : ""
    }

    /// Letters of the languages that ``HeaderVocabulary`` knows.
    private static let baseLetters: [Unicode.Scalar: String] = {
        let groups: [(String, String)] = [
            ("a", "àáâãäåāăą"), ("c", "çćč"), ("d", "ďđ"), ("e", "èéêëēěę"), ("i", "ìíîïī"),
            ("l", "łľ"), ("n", "ñńň"), ("o", "òóôõöøō"), ("r", "řŕ"), ("s", "śšş"), ("t", "ťţ"),
            ("u", "ùúûüůū"), ("y", "ýÿ"), ("z", "źżž"), ("ss", "ß"), ("u", "\u{B5}\u{3BC}"),
        ]
        var table: [Unicode.Scalar: String] = [:]
        for (plain, letters) in groups {
            for scalar in letters.unicodeScalars { table[scalar] = plain }
        }
        return table
    }()

    private static func splitTrailingUnit(_ word: String) -> (core: String, unit: String)? {
        for core in HeaderVocabulary.beatWords where word.hasPrefix(core) {
            let rest = String(word.dropFirst(core.count))
            if TableUnit(rest)?.isTime == true { return (core, rest) }
        }
        return nil
    }

    private static func joiningLetters(_ words: [String]) -> [String] {
        var joined: [String] = []
        var wasLetter = false
        for word in words {
            let isLetter = word.count == 1 && "rnpb".contains(word)
            if isLetter, wasLetter, joined.last?.count == 1, joined.last == word {
                joined[joined.count - 1] += word
            } else if isLetter, joined.count >= 2, joined.last == "to",
                joined[joined.count - 2] == word
            {
                joined.removeLast(2)
                joined.append(word + word)
            } else {
                joined.append(word)
            }
            wasLetter = isLetter
        }
        return joined
    }
}

/// A unit that tables state.
enum TableUnit: Equatable {
    case seconds, milliseconds, microseconds, nanoseconds, minutes, hours
    case beatsPerMinute
    case hertz
    case volts(millivolts: Double)
    /// Positions or lengths in samples.
    case samples
    case acceleration
    /// Nothing that matters here, such as `%`, `-` or `°C`.
    case other

    /// The unit of that name; nil for a word that is none. Case counts in `uS` only, which is microsiemens.
    init?(_ text: String) {
        if ["uS", "\u{B5}S", "\u{3BC}S"].contains(text) {
            self = .other
            return
        }
        let word = text.lowercased().filter { !$0.isWhitespace && $0 != "." }
        if let millivolts = VoltageUnit.millivolts(per: word) {
            self = .volts(millivolts: millivolts)
            return
        }
        switch word {
        case "s", "sec", "secs", "second", "seconds", "sek", "sekunden", "segundos", "secondes",
            "secondi", "seconden", "sekundy", "sekunder", "sekund":
            self = .seconds
        case "ms", "msec", "msecs", "millisecond", "milliseconds", "millis", "millisekunden",
            "milisegundos", "millisecondes", "millisecondi", "milliseconden", "milisekundy",
            "millisekunder", "msek":
            self = .milliseconds
        case "us", "\u{B5}s", "\u{3BC}s", "usec", "microsecond", "microseconds", "micros":
            self = .microseconds
        case "ns", "nsec", "nanosecond", "nanoseconds", "nanos": self = .nanoseconds
        case "min", "mins", "minute", "minutes", "minuten": self = .minutes
        case "h", "hour", "hours", "std", "stunden": self = .hours
        case "bpm", "1/min", "beats/min", "count/min", "min-1", "beatspermin", "/min":
            self = .beatsPerMinute
        case "hz", "hertz": self = .hertz
        case "g", "mg", "m/s2", "m/s^2", "m/s\u{B2}": self = .acceleration
        case "samples", "sample", "smp", "smpl", "abtastwerte", "counts", "adc": self = .samples
        case "m", "km", "w", "km/h", "rpm", "kcal", "kg", "cm", "l", "\u{B0}f", "k", "steps",
            "-", "%", "\u{B0}c", "c", "a.u.", "au", "n.u.", "nu", "mmhg", "n/a",
            "#", "date", "time", "datetime", "bool", "int", "float", "string", "text", "id":
            self = .other
        default: return nil
        }
    }

    /// True if the unit is one of time.
    var isTime: Bool { seconds != nil }

    var isVoltage: Bool { if case .volts = self { true } else { false } }

    /// Words of rows of units, and letters, that are rather words of a name.
    private static let namePartWords: Set<String> = [
        "date", "time", "datetime", "bool", "int", "float", "string", "text", "id", "#", "-", "c",
        "k", "l",
        "m", "w",
    ]

    /// The unit that the last word of a name means; nil for a word that is none.
    init?(endOfName word: String) {
        guard !Self.namePartWords.contains(word.lowercased()) else { return nil }
        self.init(word)
    }

    /// Length of a unit of time; s.
    var seconds: Double? {
        switch self {
        case .seconds: 1
        case .milliseconds: 1e-3
        case .microseconds: 1e-6
        case .nanoseconds: 1e-9
        case .minutes: 60
        case .hours: 3600
        default: nil
        }
    }
}
