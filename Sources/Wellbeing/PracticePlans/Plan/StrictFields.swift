/// The fields of a JSON object, where every field is known and none is missing.
package struct StrictFields {
    private struct Key: CodingKey {
        let stringValue: String
        let intValue: Int? = nil

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    private let values: KeyedDecodingContainer<Key>
    /// The text before the name of a field in a refusal, such as `name.`.
    private let path: String

    /// - Throws: ``PlanError`` for a field that is none of the known ones.
    package init(_ decoder: any Decoder, fieldNames: [String]) throws {
        try self.init(decoder.container(keyedBy: Key.self), path: "", fieldNames)
    }

    private init(_ values: KeyedDecodingContainer<Key>, path: String, _ fieldNames: [String]) throws
    {
        (self.values, self.path) = (values, path)
        let unknown = values.allKeys.map(\.stringValue).filter { !fieldNames.contains($0) }
        if let name = unknown.min() {
            throw PlanError(
                field: path + name,
                range: "one of the fields \(fieldNames.joined(separator: ", "))",
                found: "unknown")
        }
    }

    /// - Throws: ``PlanError`` where the field is missing or holds a value of another type.
    package func value<Value: Decodable>(_ name: String, _ words: String) throws -> Value {
        let key = Key(stringValue: name)
        guard values.contains(key) else {
            throw PlanError(field: path + name, range: words, found: "missing")
        }
        do {
            return try values.decode(Value.self, forKey: key)
        } catch let error as PlanError {
            throw error
        } catch {
            // Decoders throw errors of their own too, such as for 2.5 where a whole number is wanted.
            throw PlanError(
                field: path + name, range: words, found: "a value of another type")
        }
    }

    /// The fields of an object in a field.
    ///
    /// - Throws: ``PlanError`` where the field is missing, is no object, or has a field that is none of the known ones.
    package func nestedFields(_ name: String, fieldNames: [String]) throws -> StrictFields {
        let words = "an object with " + fieldNames.joined(separator: " and ")
        guard values.contains(Key(stringValue: name)) else {
            throw PlanError(field: path + name, range: words, found: "missing")
        }
        guard
            let inner = try? values.nestedContainer(
                keyedBy: Key.self, forKey: Key(stringValue: name))
        else {
            throw PlanError(field: path + name, range: words, found: "a value of another type")
        }
        return try StrictFields(inner, path: path + name + ".", fieldNames)
    }

    /// The same for a field that may be missing or null; nil then.
    ///
    /// - Throws: ``PlanError`` where the field holds a value of another type.
    package func optionalValue<Value: Decodable>(_ name: String, _ words: String) throws -> Value? {
        let key = Key(stringValue: name)
        guard values.contains(key), try !values.decodeNil(forKey: key) else { return nil }
        return try value(name, words)
    }

    package func number(_ name: String) throws -> Double { try value(name, "a number") }

    /// - Throws: ``PlanError`` where the version is another one.
    package func checkVersion(_ version: Int) throws {
        let found: Int = try value("version", "a whole number")
        guard found == version else {
            throw PlanError(field: "version", range: "\(version)", found: "\(found)")
        }
    }
}
