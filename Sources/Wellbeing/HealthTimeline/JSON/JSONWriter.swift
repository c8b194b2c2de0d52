/// Writes JSON into a text, the names of an object in the order of the calls.
///
/// It writes on one line. A value that is not there, and a number that JSON cannot hold, is `null`.
struct JSONWriter {
    private(set) var text = ""
    /// True if the next value of the innermost object or array needs no comma before it.
    private var isFirst = true

    /// An object, as the value of `name`, or as a value of an array where that is nil.
    mutating func object(_ name: String? = nil, _ content: (inout JSONWriter) -> Void) {
        enclose(name, "{", "}", content)
    }

    /// An array of what `each` writes of every value.
    mutating func array<Value>(
        _ name: String? = nil, _ values: some Sequence<Value>,
        _ each: (inout JSONWriter, Value) -> Void
    ) {
        enclose(name, "[", "]") { writer in
            for value in values { each(&writer, value) }
        }
    }

    /// A text.
    mutating func string(_ name: String, _ value: String?) {
        key(name)
        if let value { appendQuoted(value) } else { text += "null" }
    }

    /// A whole number.
    mutating func integer(_ name: String, _ value: (some BinaryInteger)?) {
        key(name)
        text += value.map { String($0) } ?? "null"
    }

    /// A number in the shortest decimals that read back as the same double, without `.0`.
    mutating func number(_ name: String, _ value: Double?) {
        key(name)
        guard let value, value.isFinite else {
            text += "null"
            return
        }
        let decimals = value.description
        text += decimals.hasSuffix(".0") ? String(decimals.dropLast(2)) : decimals
    }

    /// true or false.
    mutating func flag(_ name: String, _ value: Bool) {
        key(name)
        text += value ? "true" : "false"
    }

    /// null.
    mutating func null(_ name: String) {
        key(name)
        text += "null"
    }

    private mutating func enclose(
        _ name: String?, _ open: String, _ close: String, _ content: (inout JSONWriter) -> Void
    ) {
        key(name)
        text += open
        isFirst = true
        content(&self)
        text += close
        isFirst = false
    }

    private mutating func key(_ name: String?) {
        if !isFirst { text += "," }
        isFirst = false
        if let name {
            appendQuoted(name)
            text += ":"
        }
    }

    private mutating func appendQuoted(_ string: String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
