/// The text before the first element of an export: a mark, a declaration, comments, a document
/// type.
enum XMLPrologue {
    /// The result of reading the beginning of a text.
    enum Result: Equatable {
        /// The first element is `HealthData`; its tag begins at this offset.
        case export(rootStart: Int)
        /// A document type says that it will be `HealthData`; the tag is beyond the end.
        case exportRootBeyondEnd
        /// Text that has another beginning.
        case other
        /// The text is in an encoding that is not read.
        case badEncoding
        /// The text ends before it can be determined.
        case incomplete
    }

    private static let rootName = "HealthData"

    /// Determines what a text is by its beginning.
    ///
    /// The document type of some exports is no valid one: what stands in it is passed over up to the tag of the first
    /// element, and nothing is taken from it.
    static func scan(_ bytes: ArraySlice<UInt8>) -> Result {
        if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
            || bytes.prefix(4).contains(0)
        {
            return isWideMarkup(bytes) ? .badEncoding : .other
        }
        var index = bytes.startIndex
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index += 3 }
        while true {
            index = bytes[index...].firstIndex { $0 > 0x20 } ?? bytes.endIndex
            let remaining = bytes[index...]
            if remaining.isEmpty { return .incomplete }
            guard remaining.first == UInt8(ascii: "<") else { return .other }
            if hasPrefix(remaining, "<?") {
                guard let end = end(of: "?>", in: remaining) else { return .incomplete }
                if !isUTF8Declaration(bytes[index..<end]) { return .badEncoding }
                index = end
            } else if hasPrefix(remaining, "<!--") {
                guard let end = end(of: "-->", in: remaining.dropFirst(4)) else {
                    return .incomplete
                }
                index = end
            } else if hasPrefix(remaining, "<!DOCTYPE") {
                let name = remaining.dropFirst(9).drop { $0 <= 0x20 }
                guard isRoot(name) else { return isPartialRoot(name) ? .incomplete : .other }
                return rootTagStart(in: remaining).map { .export(rootStart: $0) }
                    ?? .exportRootBeyondEnd
            } else if remaining.count < 9 {
                return .incomplete
            } else {
                let isExport = isRoot(remaining.dropFirst())
                return isExport
                    ? .export(rootStart: index)
                    : isPartialRoot(remaining.dropFirst()) ? .incomplete : .other
            }
        }
    }

    /// Returns true if the bytes begin as an export does, in characters of two or four bytes. Samples and other
    /// binary data hold zeros and `<` too, elsewhere.
    private static func isWideMarkup(_ bytes: ArraySlice<UInt8>) -> Bool {
        let text = bytes.prefix(64).filter { ![0, 0xFE, 0xFF].contains($0) }.drop { $0 <= 0x20 }
        return ["<?xml", "<!DOCTYPE", "<!--", "<" + rootName].contains { hasPrefix(text, $0) }
    }

    private static func hasPrefix(_ bytes: ArraySlice<UInt8>, _ text: String) -> Bool {
        bytes.starts(with: text.utf8)
    }

    /// Returns true if the text begins with the name of the first element, and with no longer name.
    private static func isRoot(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard hasPrefix(bytes, rootName) else { return false }
        guard let next = bytes.dropFirst(rootName.utf8.count).first else { return false }
        return next <= 0x20 || next == UInt8(ascii: ">") || next == UInt8(ascii: "/")
            || next == UInt8(ascii: "[")
    }

    /// Returns true if the text ends inside of what may become the name.
    private static func isPartialRoot(_ bytes: ArraySlice<UInt8>) -> Bool {
        rootName.utf8.starts(with: bytes)
    }

    /// Offset of the first tag of the first element's name.
    private static func rootTagStart(in bytes: ArraySlice<UInt8>) -> Int? {
        var remaining = bytes
        while let tagStart = remaining.firstIndex(of: UInt8(ascii: "<")) {
            remaining = remaining[(tagStart + 1)...]
            if isRoot(remaining) { return tagStart }
        }
        return nil
    }

    private static func end(of terminator: String, in bytes: ArraySlice<UInt8>) -> Int? {
        let terminator = Array(terminator.utf8)
        var index = bytes.startIndex
        while index + terminator.count <= bytes.endIndex {
            if bytes[index] == terminator[0], bytes[index...].starts(with: terminator) {
                return index + terminator.count
            }
            index += 1
        }
        return nil
    }

    /// Returns true if a declaration names no encoding, or one whose bytes are UTF-8.
    private static func isUTF8Declaration(_ declaration: ArraySlice<UInt8>) -> Bool {
        let text = String(decoding: declaration, as: UTF8.self).lowercased()
        guard text.hasPrefix("<?xml"), let name = value(of: "encoding", in: text) else {
            return true
        }
        return ["utf-8", "utf8", "us-ascii", "ascii"].contains(name)
    }

    private static func value(of attribute: String, in declaration: String) -> String? {
        let characters = Array(declaration.unicodeScalars)
        let name = Array(attribute.unicodeScalars)
        guard characters.count > name.count else { return nil }
        for start in 0..<(characters.count - name.count)
        where characters[start..<(start + name.count)].elementsEqual(name) {
            let remaining = characters[(start + name.count)...].drop {
                " \t\r\n=".unicodeScalars.contains($0)
            }
            guard let quote = remaining.first, quote == "\"" || quote == "'" else { return nil }
            var value = String.UnicodeScalarView()
            value.append(contentsOf: remaining.dropFirst().prefix { $0 != quote })
            return String(value)
        }
        return nil
    }
}
