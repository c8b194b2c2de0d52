/// The value of one option of a JSON object, and what it can be taken for.
package struct OptionValue {
    package let key: String
    package let value: JSONValue

    package init(_ key: String, _ value: JSONValue) {
        self.key = key
        self.value = value
    }

    package func typeError(_ kind: String) -> OptionError { OptionError("--\(key) is \(kind)") }

    package func number() throws(OptionError) -> Double {
        switch value {
        case .integer(let number): return Double(number)
        case .real(let number) where number.isFinite: return number
        default: throw typeError("a number")
        }
    }

    package func flag() throws(OptionError) -> Bool {
        guard case .bool(let flag) = value else { throw typeError("true or false") }
        return flag
    }

    package func text() throws(OptionError) -> String {
        guard case .string(let text) = value else { throw typeError("a text") }
        return text
    }

    /// A name, or an index counted from 0.
    package func textOrIndex() throws(OptionError) -> String {
        if case .integer(let index) = value { return "\(index)" }
        return try text()
    }

    package func seed() throws(OptionError) -> UInt64 {
        guard case .integer(let number) = value, number >= 0 else {
            throw typeError("a whole number from 0 on")
        }
        return UInt64(number)
    }

    package func count() throws(OptionError) -> Int {
        guard case .integer(let number) = value, number >= 1 else {
            throw typeError("a whole number from 1 on")
        }
        return number
    }

    /// - Parameter kinds: what the text may be, for the sentence.
    package func parsed<Value>(
        _ kinds: String, _ parse: (String) -> Value?
    ) throws(OptionError) -> Value {
        guard case .string(let text) = value else { throw typeError("a text: \(kinds)") }
        guard let parsed = parse(text) else {
            throw OptionError("--\(key) is not \(text): choose \(kinds)")
        }
        return parsed
    }

    package func oneOf<Value>(_ values: [String: Value]) throws(OptionError) -> Value {
        try parsed(values.keys.sorted().joined(separator: ", ")) { values[$0] }
    }

    /// One of the names of an enumeration.
    package func choice<Choice: RawRepresentable & CaseIterable>() throws(OptionError) -> Choice
    where Choice.RawValue == String {
        try parsed(Choice.allCases.map(\.rawValue).joined(separator: ", ")) {
            Choice(rawValue: $0)
        }
    }
}

/// Options as one JSON object, with the long options of the command line as its keys.
package enum OptionObject {
    /// The names and values, without those that are null; `_` in a name is `-`.
    ///
    /// - Parameter json: nil or empty for none.
    /// - Parameter keys: the options that there are.
    package static func options(
        _ json: String?, keys: Set<String>
    ) throws(OptionError) -> [(key: String, value: OptionValue)] {
        guard let json, !json.isEmpty else { return [] }
        let object: JSONObject
        do throws(JSONScanner.Failure) {
            object = try JSONScanner.object(json)
        } catch {
            throw OptionError(
                "the options are no JSON object: something is wrong at byte \(error.byteOffset)")
        }
        var options: [(key: String, value: OptionValue)] = []
        for (name, value) in zip(object.names, object.values) {
            let key = String(name.map { $0 == "_" ? "-" : $0 })
            guard keys.contains(key) else {
                throw OptionError(
                    "there is no option --\(key): there are \(keys.sorted().joined(separator: ", "))"
                )
            }
            if value != .null { options.append((key, OptionValue(key, value))) }
        }
        return options
    }
}
