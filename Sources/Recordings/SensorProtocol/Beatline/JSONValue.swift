/// A value of JSON.
///
/// Whole numbers are a separate case, as times of 16 digits do not bear a detour. A number that
/// is too large for a double is one of infinite magnitude, so that it can be refused by itself.
package enum JSONValue: Equatable, Sendable {
    case null
    case bool(Bool)
    /// Written without point and exponent, and within 64 bits.
    case integer(Int)
    case real(Double)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)
}

/// Names and values in the order in which they were written; of equal names the last one counts.
package struct JSONObject: Equatable, Sendable {
    package private(set) var names: [String] = []
    package private(set) var values: [JSONValue] = []

    package subscript(_ name: String) -> JSONValue? {
        names.lastIndex(of: name).map { values[$0] }
    }

    mutating func append(_ name: String, _ value: JSONValue) {
        names.append(name)
        values.append(value)
    }
}
