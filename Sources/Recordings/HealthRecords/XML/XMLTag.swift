/// One tag as it stands in the text of an XML file, found by its brackets and quotes alone.
struct XMLTag {
    /// Offsets of its first byte and after its last one.
    var start: Int
    var end: Int
    var nameEnd: Int
    /// True if the tag ends with `/>`.
    var isSelfClosing: Bool
    /// Value of the attribute `type` between its quotes, as it is written; nil where there is none.
    var type: Range<Int>?
    /// True if the name of an attribute has spaces in it, as some exports of version 8 have.
    var hasSpacedNames: Bool

    /// The result of a scan at an offset of the text.
    enum ScanResult {
        case tag(XMLTag)
        /// The text ends inside of the tag.
        case incomplete
        /// No tag can continue at this offset: an opening bracket inside of the tag.
        case broken(at: Int)
    }

    /// Scans the start tag that begins at `start`.
    ///
    /// A `<` in a quoted value is never right in XML; it ends the search, so a missing quote costs one tag and not
    /// the rest of the file.
    static func scan(
        _ base: UnsafePointer<UInt8>, from start: Int, end: Int
    ) -> ScanResult {
        var index = start + 1
        while index < end, !isNameEnd(base[index]) { index += 1 }
        var tag = XMLTag(
            start: start, end: 0, nameEnd: index, isSelfClosing: false, type: nil,
            hasSpacedNames: false)
        // A part of a name was seen, and a space after it.
        var isInName = false
        var isAfterName = false
        // The name that a value belongs to may have spaces in it.
        var isSpacedName = false
        while index < end {
            let byte = base[index]
            switch byte {
            case UInt8(ascii: ">"):
                tag.isSelfClosing = base[index - 1] == UInt8(ascii: "/")
                tag.end = index + 1
                return .tag(tag)
            case UInt8(ascii: "<"): return .broken(at: index)
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                let quoteEnd = ByteSearch.first(
                    byte, or: UInt8(ascii: "<"), in: base, from: index + 1, end: end)
                guard quoteEnd < end else { return .incomplete }
                guard base[quoteEnd] == byte else { return .broken(at: quoteEnd) }
                if tag.type == nil, !isSpacedName,
                    isTypeAttribute(base, before: index, after: tag.nameEnd)
                {
                    tag.type = (index + 1)..<quoteEnd
                }
                index = quoteEnd
                (isInName, isAfterName, isSpacedName) = (false, false, false)
            // Control bytes are spaces for the parser.
            case 0...0x20: isAfterName = isInName
            case UInt8(ascii: "="), UInt8(ascii: "/"): (isInName, isAfterName) = (false, false)
            default:
                if isAfterName { (tag.hasSpacedNames, isSpacedName) = (true, true) }
                isInName = true
            }
            index += 1
        }
        return .incomplete
    }

    private static func isNameEnd(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">")
            || byte == UInt8(ascii: "<") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
    }

    /// Returns true if the text before a quote is ` type=`.
    private static func isTypeAttribute(
        _ base: UnsafePointer<UInt8>, before quote: Int, after nameEnd: Int
    ) -> Bool {
        quote - 6 >= nameEnd && base[quote - 1] == UInt8(ascii: "=")
            && base[quote - 2] == UInt8(ascii: "e") && base[quote - 3] == UInt8(ascii: "p")
            && base[quote - 4] == UInt8(ascii: "y") && base[quote - 5] == UInt8(ascii: "t")
            && base[quote - 6] <= 0x20
    }

    /// Replaces the spaces in names of attributes by `_`; spaces around `=` and between attributes stay.
    static func joinSpacedNames(_ tag: inout [UInt8], from start: Int) {
        var index = start
        while index < tag.count, !isNameEnd(tag[index]) || tag[index] == UInt8(ascii: "<") {
            index += 1
        }
        var spaceIndex: Int?
        var isInName = false
        while index < tag.count {
            let byte = tag[index]
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                index = tag[(index + 1)...].firstIndex(of: byte) ?? tag.count
                (isInName, spaceIndex) = (false, nil)
            case UInt8(ascii: "="), UInt8(ascii: "/"): (isInName, spaceIndex) = (false, nil)
            case 0x20, 0x09, 0x0A, 0x0D: if isInName, spaceIndex == nil { spaceIndex = index }
            default:
                if let firstSpace = spaceIndex {
                    for position in firstSpace..<index { tag[position] = UInt8(ascii: "_") }
                    spaceIndex = nil
                }
                isInName = true
            }
            index += 1
        }
    }
}
