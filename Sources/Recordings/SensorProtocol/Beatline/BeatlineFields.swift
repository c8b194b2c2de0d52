/// The fields of a line, each asked for by name and kind.
///
/// A field of another kind is an error, and never guessed: `"62"` is no number. Null is as good as
/// missing.
struct BeatlineFields {
    let type: String
    private let object: JSONObject
    /// Fields that were asked for and are there.
    private(set) var readFieldCount = 1

    /// Whole numbers are exact below it, also where a reader has doubles alone.
    static let integerLimit = 1 << 53

    /// - Throws: `badField` without a text as `type`.
    init(_ object: JSONObject) throws(BeatlineError) {
        guard case .string(let type)? = object["type"] else {
            throw .badField(type: nil, field: "type")
        }
        self.type = type
        self.object = object
    }

    /// Fields that were not asked for; of a name that comes twice, all but one.
    var unreadFieldCount: Int { object.names.count - readFieldCount }

    func error(_ name: String) -> BeatlineError { .badField(type: type, field: name) }

    /// Returns true if a field of that name exists, also where it is null.
    func contains(_ name: String) -> Bool { object[name] != nil }

    mutating func value(_ name: String) -> JSONValue? {
        guard let value = object[name] else { return nil }
        readFieldCount += 1
        return value == .null ? nil : value
    }

    private mutating func optionalValue<Value>(
        _ name: String, _ convert: (JSONValue) -> Value?
    ) throws(BeatlineError) -> Value? {
        guard let value = value(name) else { return nil }
        guard let converted = convert(value) else { throw error(name) }
        return converted
    }

    /// - Throws: where the field is missing.
    func required<Value>(_ name: String, _ value: Value?) throws(BeatlineError) -> Value {
        guard let value else { throw error(name) }
        return value
    }

    mutating func string(_ name: String) throws(BeatlineError) -> String? {
        try optionalValue(name) { if case .string(let text) = $0 { text } else { nil } }
    }

    mutating func bool(_ name: String) throws(BeatlineError) -> Bool? {
        try optionalValue(name, Self.bool)
    }

    mutating func integer(_ name: String) throws(BeatlineError) -> Int? {
        try optionalValue(name, Self.integer)
    }

    /// - Throws: for a number that is not finite too.
    mutating func real(_ name: String) throws(BeatlineError) -> Double? {
        try optionalValue(name, Self.real)
    }

    /// A rate in beats/min: 0 is unknown; less, and more than 1000, is none.
    mutating func heartRate(_ name: String) throws(BeatlineError) -> Double? {
        guard let rate = try real(name) else { return nil }
        guard (0...1000).contains(rate) else { throw error(name) }
        return rate == 0 ? nil : rate
    }

    mutating func object(_ name: String) throws(BeatlineError) -> JSONObject? {
        try optionalValue(name) { if case .object(let object) = $0 { object } else { nil } }
    }

    mutating func array(_ name: String) throws(BeatlineError) -> [JSONValue]? {
        try optionalValue(name) { if case .array(let values) = $0 { values } else { nil } }
    }

    mutating func array<Value>(
        _ name: String, of convert: (JSONValue) -> Value?
    ) throws(BeatlineError) -> [Value]? {
        guard let values = try array(name) else { return nil }
        var converted: [Value] = []
        converted.reserveCapacity(values.count)
        for value in values {
            guard let next = convert(value) else { throw error(name) }
            converted.append(next)
        }
        return converted
    }

    /// One of a fixed list of words.
    mutating func word<Word: RawRepresentable<String>>(
        _ name: String, as kind: Word.Type = Word.self
    ) throws(BeatlineError) -> Word? {
        guard let text = try string(name) else { return nil }
        guard let word = Word(rawValue: text) else { throw error(name) }
        return word
    }

    static func bool(_ value: JSONValue) -> Bool? {
        if case .bool(let flag) = value { flag } else { nil }
    }

    static func integer(_ value: JSONValue) -> Int? {
        let integer: Int? =
            switch value {
            case .integer(let integer): integer
            case .real(let real): Int(exactly: real)
            default: nil
            }
        return integer.flatMap { $0.magnitude < integerLimit ? $0 : nil }
    }

    static func real(_ value: JSONValue) -> Double? {
        switch value {
        case .integer(let integer): Double(integer)
        case .real(let real): real.isFinite ? real : nil
        default: nil
        }
    }
}
