/// A JSON value that keeps the order of its keys, so that a row reads from left to right.
///
/// Foundation's encoder either sorts keys or leaves their order open; a table of a hundred named
/// numbers needs its own.
public enum OrderedJSON: Sendable, Equatable {
    case null
    case flag(Bool)
    case integer(Int)
    /// Finite, or it is written as null: JSON has no other numbers.
    case number(Double)
    case text(String)
    case array([OrderedJSON])
    /// An array whose values are made while it is written.
    case column(count: Int, at: @Sendable (Int) -> OrderedJSON)
    case object([(String, OrderedJSON)])

    /// The value on one line.
    public var compactText: String { text(isPretty: false) }

    /// The value over several lines, two spaces a level.
    public var prettyText: String { text(isPretty: true) }

    /// Writes the value piece by piece, so that its text never is in memory as a whole.
    ///
    /// - Parameter isPretty: as ``prettyText``, or else as ``compactText``.
    public func write(isPretty: Bool, to target: inout some TextOutputStream) {
        var pending = ""
        write(to: &pending, indentation: isPretty ? 0 : nil) { pending in
            guard pending.utf8.count >= Self.pieceSize else { return }
            target.write(pending)
            pending = ""
        }
        target.write(pending)
    }

    /// Bytes collected before they are handed on.
    private static let pieceSize = 16 * 1024

    private func text(isPretty: Bool) -> String {
        var output = ""
        write(to: &output, indentation: isPretty ? 0 : nil) { _ in }
        return output
    }

    public static func == (a: OrderedJSON, b: OrderedJSON) -> Bool {
        a.compactText == b.compactText
    }

    /// - Parameter drain: may take what has been written so far; called behind each value inside.
    private func write(
        to output: inout String, indentation: Int?, _ drain: (inout String) -> Void
    ) {
        switch self {
        case .null: output += "null"
        case .flag(let flag): output += flag ? "true" : "false"
        case .integer(let integer): output += "\(integer)"
        // The shortest text that reads back as the same double.
        case .number(let number): output += number.isFinite ? Self.plain(number) : "null"
        case .text(let text): Self.write(text, to: &output)
        case .array(let values):
            Self.write(values.count, "[", "]", to: &output, indentation, drain) {
                (nil, values[$0])
            }
        case .column(let count, let value):
            Self.write(count, "[", "]", to: &output, indentation, drain) { (nil, value($0)) }
        case .object(let pairs):
            Self.write(pairs.count, "{", "}", to: &output, indentation, drain) { pairs[$0] }
        }
    }

    /// Shortest text; whole numbers without a fraction.
    static func plain(_ number: Double) -> String {
        let text = "\(number)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    private static func write(
        _ count: Int, _ open: String, _ close: String, to output: inout String,
        _ indentation: Int?, _ drain: (inout String) -> Void,
        item: (Int) -> (key: String?, value: OrderedJSON)
    ) {
        output += open
        let innerIndentation = indentation.map { $0 + 1 }
        for index in 0..<count {
            if index > 0 { output += indentation == nil ? ", " : "," }
            appendNewLine(to: &output, innerIndentation)
            let (key, value) = item(index)
            if let key {
                write(key, to: &output)
                output += ": "
            }
            value.write(to: &output, indentation: innerIndentation, drain)
            drain(&output)
        }
        if count > 0 { appendNewLine(to: &output, indentation) }
        output += close
    }

    private static func appendNewLine(to output: inout String, _ indentation: Int?) {
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
