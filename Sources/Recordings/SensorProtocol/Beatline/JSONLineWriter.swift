/// Writes one JSON object on one line, its names in the order of the calls.
///
/// What is nil is left out, unless a call says that it is written as null.
struct JSONLineWriter {
    private var text: String
    private var isFirst = true

    /// - Parameter type: the value of `type`, which comes first.
    init(type: String) {
        text = "{"
        string("type", type)
    }

    /// The line, without its line feed.
    var line: String { text + "}" }

    /// A name, and JSON as it is.
    mutating func raw(_ name: String, _ json: String) {
        if !isFirst { text += "," }
        isFirst = false
        text += "\"\(name)\":"
        text += json
    }

    mutating func string(_ name: String, _ value: String?) {
        if let value { raw(name, Self.quoted(value)) }
    }

    mutating func integer(_ name: String, _ value: Int?) {
        if let value { raw(name, String(value)) }
    }

    mutating func bool(_ name: String, _ value: Bool?) {
        if let value { raw(name, value ? "true" : "false") }
    }

    /// A measured number, such as `6.0`.
    mutating func real(_ name: String, _ value: Double?) {
        if let value { raw(name, Self.real(value)) }
    }

    /// A number that is mostly whole, and then has no point: `130`.
    mutating func number(_ name: String, _ value: Double?) {
        if let value { raw(name, Self.number(value)) }
    }

    mutating func array<Value>(_ name: String, _ values: [Value], _ json: (Value) -> String) {
        raw(name, "[" + values.lazy.map(json).joined(separator: ",") + "]")
    }

    /// The shortest decimals that read back as the same double, with a point; `null` for what JSON
    /// has no number for.
    static func real(_ value: Double) -> String { value.isFinite ? value.description : "null" }

    /// Returns the text of ``real(_:)``, without a point where no decimals follow it.
    static func number(_ value: Double) -> String {
        Int(exactly: value).flatMap { $0.magnitude < 1 << 53 ? String($0) : nil } ?? real(value)
    }

    /// A text in quotes; what JSON forbids within is escaped, all else stays as it is.
    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\":
                quoted += "\\"
                quoted.unicodeScalars.append(scalar)
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            case "\u{0}"..<"\u{20}":
                quoted += "\\u00" + HexText.text([UInt8(scalar.value)])
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
