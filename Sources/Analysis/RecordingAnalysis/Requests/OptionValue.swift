import HRVFeatures
import PhysioTypes
import SensorProtocol

/// The value of one option, and what it can be taken for.
struct OptionValue {
    private let key: String
    private let value: JSONValue

    init(_ key: String, _ value: JSONValue) {
        self.key = key
        self.value = value
    }

    private func mustBe(_ kind: String) -> RequestError { RequestError("--\(key) is \(kind)") }

    func number() throws(RequestError) -> Double {
        switch value {
        case .integer(let number): return Double(number)
        case .real(let number) where number.isFinite: return number
        default: throw mustBe("a number")
        }
    }

    func flag() throws(RequestError) -> Bool {
        guard case .bool(let flag) = value else { throw mustBe("true or false") }
        return flag
    }

    func text() throws(RequestError) -> String {
        guard case .string(let text) = value else { throw mustBe("a text") }
        return text
    }

    /// A name, or a place counted from 0.
    func textOrIndex() throws(RequestError) -> String {
        if case .integer(let index) = value { return "\(index)" }
        return try text()
    }

    func seed() throws(RequestError) -> UInt64 {
        guard case .integer(let number) = value, number >= 0 else {
            throw mustBe("a whole number from 0 on")
        }
        return UInt64(number)
    }

    func count() throws(RequestError) -> Int {
        guard case .integer(let number) = value, number >= 1 else {
            throw mustBe("a whole number from 1 on")
        }
        return number
    }

    /// - Parameter kinds: what the text may be, for the sentence.
    func parsed<Value>(
        _ kinds: String, _ parse: (String) -> Value?
    ) throws(RequestError) -> Value {
        guard case .string(let text) = value else { throw mustBe("a text: \(kinds)") }
        guard let parsed = parse(text) else {
            throw RequestError("--\(key) is not \(text): choose \(kinds)")
        }
        return parsed
    }

    func oneOf<Value>(_ values: [String: Value]) throws(RequestError) -> Value {
        try parsed(values.keys.sorted().joined(separator: ", ")) { values[$0] }
    }

    /// One of the names of an enumeration.
    func choice<Choice: RawRepresentable & CaseIterable>() throws(RequestError) -> Choice
    where Choice.RawValue == String {
        try parsed(Choice.allCases.map(\.rawValue).joined(separator: ", ")) {
            Choice(rawValue: $0)
        }
    }

    /// `22:00-06:00`.
    func night() throws(RequestError) -> (from: TimeOfDay, to: TimeOfDay) {
        try parsed("two different times such as 22:00-06:00") { text in
            let parts = text.split(separator: "-", omittingEmptySubsequences: false)
            guard parts.count == 2, let from = TimeOfDay(parts[0]), let to = TimeOfDay(parts[1]),
                from != to
            else { return nil }
            return (from, to)
        }
    }

    // MARK: Bands

    /// `name=lo,hi`, several of them in an array, or an object with a pair a name.
    func bands() throws(RequestError) -> [(name: String, band: FrequencyBand)] {
        switch value {
        case .string(let text): return [try band(text)]
        case .array(let values):
            var bands: [(name: String, band: FrequencyBand)] = []
            for value in values {
                guard case .string(let text) = value else { throw mustBe(Self.bandWords) }
                bands.append(try band(text))
            }
            return bands
        case .object(let object):
            var bands: [(name: String, band: FrequencyBand)] = []
            for (name, edges) in zip(object.names, object.values) {
                guard case .array(let pair) = edges, pair.count == 2 else {
                    throw mustBe(Self.bandWords)
                }
                let low = try OptionValue(key, pair[0]).number()
                let high = try OptionValue(key, pair[1]).number()
                guard let band = BandChoice(name, low, high) else { throw mustBe(Self.bandWords) }
                bands.append((band.name, band.band))
            }
            return bands
        default: throw mustBe(Self.bandWords)
        }
    }

    private static let bandWords =
        "a name with its lowest and highest Hz, up to 2, such as LF=0.04,0.15"

    private func band(_ text: String) throws(RequestError) -> (name: String, band: FrequencyBand) {
        guard let choice = BandChoice(text) else { throw mustBe(Self.bandWords) }
        return (choice.name, choice.band)
    }
}
