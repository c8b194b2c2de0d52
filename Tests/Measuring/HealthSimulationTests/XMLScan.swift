import Foundation

/// Elements of well-formed XML of one element a line or more, found by the plainest means: what
/// stands between `<` and `>`.
struct XMLScan: Sendable {
    struct Element: Sendable {
        var name: String
        var attributes: [String: String]
        /// The number of elements that are open around it.
        var depth: Int
        /// Elements inside of it, in order, at any depth.
        var inside: [Element] = []
    }

    /// Children of the root, in order; the document type is passed over.
    private(set) var records: [Element] = []

    init(_ bytes: [UInt8]) {
        var depth = 0
        var isInRoot = false
        for tag in Self.tags(Self.pieces(bytes, endingWith: UInt8(ascii: ">"))) {
            isInRoot = isInRoot || tag.hasPrefix("HealthData")
            guard isInRoot else { continue }
            if tag.hasPrefix("/") {
                depth -= 1
                continue
            }
            let element = Self.element(tag, depth)
            if depth == 1 {
                records.append(element)
            } else if depth > 1, !records.isEmpty {
                records[records.count - 1].inside.append(element)
            }
            if !tag.hasSuffix("/") { depth += 1 }
        }
    }

    /// Creates a scan of the records that begin with a text after `<`; all others stay unread.
    init(_ bytes: [UInt8], startingWith text: String) {
        let pieces = Self.pieces(bytes, endingWith: UInt8(ascii: ">"))
        let wanted = pieces.filter {
            $0.drop { $0 != UInt8(ascii: "<") }.dropFirst().starts(with: text.utf8)
        }
        records = Self.tags(wanted).map { Self.element($0, 1) }
    }

    /// Returns the text between each `<` and the next `>`, which values have escaped.
    private static func tags(_ pieces: [ArraySlice<UInt8>]) -> [String] {
        pieces.compactMap { piece in
            guard let start = piece.firstIndex(of: UInt8(ascii: "<")) else { return nil }
            return String(decoding: piece[(start + 1)...], as: UTF8.self)
        }
    }

    /// The bytes before each `end`; found by the C library, as scans of tests are not optimised.
    static func pieces(_ bytes: [UInt8], endingWith end: UInt8) -> [ArraySlice<UInt8>] {
        var pieces: [ArraySlice<UInt8>] = []
        bytes.withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress else { return }
            var start = 0
            while start < bytes.count,
                let found = memchr(base + start, Int32(end), bytes.count - start)
            {
                let index = base.distance(to: found)
                pieces.append(bytes[start..<index])
                start = index + 1
            }
        }
        return pieces
    }

    func all(_ type: String) -> [Element] { records.filter { $0.attributes["type"] == type } }

    private static func element(_ tag: String, _ depth: Int) -> Element {
        let name = tag.prefix { $0 != " " && $0 != "/" }
        var attributes: [String: String] = [:]
        // Quotes take turns: name="value".
        let parts = tag.dropFirst(name.count).split(
            separator: "\"", omittingEmptySubsequences: false)
        for index in stride(from: 0, to: parts.count - 1, by: 2) {
            let key = parts[index].filter { $0 != " " && $0 != "=" }
            attributes[String(key)] = String(parts[index + 1])
        }
        return Element(name: String(name), attributes: attributes, depth: depth)
    }

    /// Seconds since 1970 of `2026-11-20 07:05:03 +0100` or `20261120070503+0100`, days counted one
    /// month after the other.
    static func seconds(_ text: String) -> Int? {
        let digits = text.compactMap(\.wholeNumberValue)
        guard digits.count == 18 else { return nil }
        func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
        let (year, month) = (number(0..<4), number(4..<6))
        var days = (1970..<year).reduce(0) { $0 + (isLeap($1) ? 366 : 365) }
        let lengths = [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        days += lengths.prefix(month - 1).reduce(0, +) + number(6..<8) - 1
        let clock = number(8..<10) * 3600 + number(10..<12) * 60 + number(12..<14)
        let offset = number(14..<16) * 3600 + number(16..<18) * 60
        return days * 86_400 + clock - (text.dropFirst(10).contains("-") ? -offset : offset)
    }

    static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && year % 100 != 0 || year % 400 == 0 }
}
