/// Elements and texts of a small XML document, in their order.
///
/// For documents that programs write: names lose their namespace, and a document type, which may hold
/// entities of its own, is refused.
struct XMLScanner {
    /// The next part of the document.
    enum Event {
        /// The attributes are as they are written.
        case begin(String, attributes: ArraySlice<UInt8>)
        case text(String)
        case end(String)
    }

    /// The document breaks the grammar.
    struct SyntaxError: Error {}

    private let bytes: ArraySlice<UInt8>
    private var position: Int
    /// Name of an element without content, whose end comes next.
    private var pendingEndName: String?
    private var depth = 0

    private static let depthLimit = 64

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    /// The next event; nil after the last.
    mutating func next() throws(SyntaxError) -> Event? {
        if let name = pendingEndName {
            pendingEndName = nil
            depth -= 1
            return .end(name)
        }
        while position < bytes.endIndex {
            guard bytes[position] == UInt8(ascii: "<") else {
                let end = bytes[position...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.endIndex
                defer { position = end }
                return .text(Self.decoded(bytes[position..<end]))
            }
            let rest = bytes[position...]
            if rest.hasPrefix(text: "<?") {
                try skip(behind: "?>")
            } else if rest.hasPrefix(text: "<!--") {
                try skip(behind: "-->")
            } else if rest.hasPrefix(text: "<![CDATA[") {
                let begin = position + 9
                try skip(behind: "]]>")
                return .text(TextLine.string(bytes[begin..<(position - 3)]))
            } else {
                return try tag()
            }
        }
        guard depth == 0 else { throw SyntaxError() }
        return nil
    }

    private mutating func skip(behind mark: String) throws(SyntaxError) {
        guard let range = bytes[position...].firstRange(of: mark.utf8) else { throw SyntaxError() }
        position = range.upperBound
    }

    private mutating func tag() throws(SyntaxError) -> Event {
        var end = position + 1
        var quote: UInt8?
        while end < bytes.endIndex, quote != nil || bytes[end] != UInt8(ascii: ">") {
            let byte = bytes[end]
            if byte == quote {
                quote = nil
            } else if quote == nil, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            }
            end += 1
        }
        guard end < bytes.endIndex, bytes[position + 1] != UInt8(ascii: "!") else {
            throw SyntaxError()
        }
        var inner = bytes[(position + 1)..<end]
        position = end + 1
        let isEnd = inner.first == UInt8(ascii: "/")
        if isEnd { inner = inner.dropFirst() }
        let isEmpty = inner.last == UInt8(ascii: "/")
        if isEmpty { inner = inner.dropLast() }
        let full = inner.prefix { $0 > 0x20 }
        let name = TextLine.string(
            full.lastIndex(of: UInt8(ascii: ":")).map { full[($0 + 1)...] } ?? full)
        guard !name.isEmpty else { throw SyntaxError() }
        if isEnd {
            depth -= 1
            guard depth >= 0 else { throw SyntaxError() }
            return .end(name)
        }
        depth += 1
        guard depth <= Self.depthLimit else { throw SyntaxError() }
        if isEmpty { pendingEndName = name }
        return .begin(name, attributes: inner[full.endIndex...])
    }

    /// The value of an attribute; nil where the element has none of that name.
    static func attribute(_ name: String, in attributes: ArraySlice<UInt8>) -> String? {
        var rest = attributes
        while let equalsIndex = rest.firstIndex(of: UInt8(ascii: "=")) {
            let key = TextLine.trimmed(rest[..<equalsIndex])
            let value = rest[(equalsIndex + 1)...].drop { $0 <= 0x20 }
            guard let quote = value.first, quote == 0x22 || quote == 0x27,
                let end = value.dropFirst().firstIndex(of: quote)
            else { return nil }
            // `r:id` is the attribute `id` of a namespace.
            let localName = key.lastIndex(of: UInt8(ascii: ":")).map { key[($0 + 1)...] } ?? key
            if localName.elementsEqual(name.utf8) {
                return decoded(value[(value.startIndex + 1)..<end])
            }
            rest = value[(end + 1)...]
        }
        return nil
    }

    /// A text whose references to characters are these characters; other references stay.
    private static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.contains(UInt8(ascii: "&")) else { return TextLine.string(bytes) }
        var text = ""
        var rest = Substring(TextLine.string(bytes))
        while let begin = rest.firstIndex(of: "&") {
            text += rest[..<begin]
            rest = rest[begin...]
            guard let end = rest.prefix(12).firstIndex(of: ";"),
                let character = character(rest[rest.index(after: begin)..<end])
            else {
                text.append("&")
                rest = rest.dropFirst()
                continue
            }
            text.append(character)
            rest = rest[rest.index(after: end)...]
        }
        return text + rest
    }

    private static func character(_ name: Substring) -> Character? {
        switch name {
        case "lt": return "<"
        case "gt": return ">"
        case "amp": return "&"
        case "quot": return "\""
        case "apos": return "'"
        default: break
        }
        guard name.first == "#" else { return nil }
        let digits = name.dropFirst()
        let code = digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return code.flatMap(Unicode.Scalar.init).map(Character.init)
    }
}
