/// A JSON value that keeps the order of its keys, so that a row reads from left to right.
///
/// Foundation's encoder either sorts keys or leaves their order open; a table of a hundred named
/// numbers needs its own.
public enum JSONText: Sendable, Equatable {
    case null
    case flag(Bool)
    case integer(Int)
    /// Finite, or it is written as null: JSON has no other numbers.
    case number(Double)
    case text(String)
    case array([JSONText])
    case object([(String, JSONText)])

    /// The value on one line.
    public var compact: String {
        var output = ""
        write(to: &output, indentation: nil)
        return output
    }

    /// The value over several lines, two spaces a level.
    public var pretty: String {
        var output = ""
        write(to: &output, indentation: 0)
        return output
    }

    public static func == (a: JSONText, b: JSONText) -> Bool { a.compact == b.compact }

    private func write(to output: inout String, indentation: Int?) {
        switch self {
        case .null: output += "null"
        case .flag(let flag): output += flag ? "true" : "false"
        case .integer(let integer): output += "\(integer)"
        // The shortest text that reads back as the same double.
        case .number(let number): output += number.isFinite ? Self.plain(number) : "null"
        case .text(let text): Self.write(text, to: &output)
        case .array(let values):
            Self.write(values.map { ("", $0) }, "[", "]", to: &output, indentation)
        case .object(let pairs):
            Self.write(pairs, "{", "}", to: &output, indentation)
        }
    }

    /// Shortest text; whole numbers without a fraction.
    static func plain(_ number: Double) -> String {
        let text = "\(number)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    private static func write(
        _ pairs: [(String, JSONText)], _ open: String, _ close: String, to output: inout String,
        _ indentation: Int?
    ) {
        output += open
        let inner = indentation.map { $0 + 1 }
        for (index, pair) in pairs.enumerated() {
            if index > 0 { output += indentation == nil ? ", " : "," }
            newLine(to: &output, inner)
            if open == "{" {
                write(pair.0, to: &output)
                output += ": "
            }
            pair.1.write(to: &output, indentation: inner)
        }
        if !pairs.isEmpty { newLine(to: &output, indentation) }
        output += close
    }

    private static func newLine(to output: inout String, _ indentation: Int?) {
        guard let indentation else { return }
        output += "\n" + String(repeating: "  ", count: indentation)
    }

    private static func write(_ text: String, to output: inout String) {
        output += "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": output += "\\\""
            case "\\": output += "\\\\"
            case "\n": output += "\\n"
            case "\r": output += "\\r"
            case "\t": output += "\\t"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                output += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: output.unicodeScalars.append(scalar)
            }
        }
        output += "\""
    }
}
