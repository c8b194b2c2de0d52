/// One line of text cut into its fields.
struct TextLine {
    enum Separator: UInt8 {
        case tab = 0x09
        case semicolon = 0x3B
        case bar = 0x7C
        case comma = 0x2C
        case space = 0x20

        /// Separators, those first that stand for nothing else in a number or a date.
        static let orderedByStrength: [Separator] = [.tab, .semicolon, .bar, .comma, .space]
    }

    /// More columns than this are no R-R table.
    static let columnLimit = 4096

    /// The fields without quotes and outer white space.
    let fields: [ArraySlice<UInt8>]
    /// The separator between the fields; nil for a single field.
    let separator: Separator?

    /// The fields between the strongest separator of the line.
    ///
    /// - Throws: `tooWide` above ``columnLimit`` fields.
    init(_ line: ArraySlice<UInt8>, number: Int) throws(RecordingError) {
        try self.init(line, number: number, separator: Self.separator(of: line))
    }

    /// The fields between a separator; one field where it is nil.
    ///
    /// Separators inside a pair of quotes, double or single, belong to the field.
    ///
    /// - Throws: `tooWide` above ``columnLimit`` fields.
    init(
        _ line: ArraySlice<UInt8>, number: Int, separator: Separator?
    ) throws(RecordingError) {
        var fields: [ArraySlice<UInt8>] = []
        var begin = line.startIndex
        var isInQuotes = false
        var isInSingleQuotes = false
        let quote = UInt8(ascii: "\"")
        let singleQuote = UInt8(ascii: "'")
        for index in line.indices {
            let byte = line[index]
            if byte == quote, !isInSingleQuotes {
                isInQuotes.toggle()
            } else if byte == singleQuote, !isInQuotes {
                // An apostrophe inside a word opens nothing.
                isInSingleQuotes =
                    !isInSingleQuotes && Self.trimmingSpace(line[begin..<index]).isEmpty
            }
            guard !isInQuotes, !isInSingleQuotes, byte == separator?.rawValue else { continue }
            let field = Self.trimmed(line[begin..<index])
            begin = index + 1
            // Several spaces are one separator.
            if separator == .space, field.isEmpty { continue }
            fields.append(field)
            guard fields.count < Self.columnLimit else { throw .tooWide(line: number) }
        }
        fields.append(Self.trimmed(line[begin...]))
        self.fields = fields
        self.separator = fields.count > 1 ? separator : nil
    }

    /// Returns the text without outer white space, and without quotes where one pair of them holds
    /// all the rest.
    static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let text = trimmingSpace(text)
        return isQuoted(text) ? trimmingSpace(text.dropFirst().dropLast()) : text
    }

    private static func trimmingSpace(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var text = text
        while let first = text.first, isSpace(first) { text = text.dropFirst() }
        while let last = text.last, isSpace(last) { text = text.dropLast() }
        return text
    }

    /// Returns true if the quote at the beginning ends with the last byte; `"a","b"` are two pairs,
    /// and two quotes in a row stand for one inside.
    private static func isQuoted(_ text: ArraySlice<UInt8>) -> Bool {
        guard text.count >= 2, let quote = text.first, text.last == quote,
            quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
        else { return false }
        var rest = text.dropFirst()
        while let end = rest.firstIndex(of: quote) {
            rest = rest[(end + 1)...]
            guard rest.first == quote else { return rest.isEmpty }
            rest = rest.dropFirst()
        }
        return false
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte)
    }

    /// A line's text for messages: at most 40 characters, unprintable ones as `?`.
    static func excerpt(_ text: ArraySlice<UInt8>) -> String {
        let shown = text.prefix(40).map { $0 < 0x20 || $0 == 0x7F ? UInt8(ascii: "?") : $0 }
        let string = String(validating: shown, as: UTF8.self) ?? latin1Text(shown)
        return text.count > 40 ? string + "..." : string
    }

    /// Text as UTF-8, or as Latin-1 where it is not UTF-8.
    static func string(_ text: ArraySlice<UInt8>) -> String {
        String(validating: text, as: UTF8.self) ?? latin1Text(Array(text))
    }

    private static func latin1Text(_ bytes: [UInt8]) -> String {
        String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    /// The strongest separator in the line: tab, semicolon, bar, comma, space.
    private static func separator(of line: ArraySlice<UInt8>) -> Separator? {
        var found: Separator?
        var isInQuotes = false
        for byte in line {
            if byte == UInt8(ascii: "\"") { isInQuotes.toggle() }
            guard !isInQuotes else { continue }
            switch byte {
            case Separator.tab.rawValue: return .tab
            case Separator.semicolon.rawValue: found = .semicolon
            case Separator.bar.rawValue where found != .semicolon: found = .bar
            case Separator.comma.rawValue where found == nil || found == .space: found = .comma
            case Separator.space.rawValue where found == nil: found = .space
            default: break
            }
        }
        return found
    }
}
