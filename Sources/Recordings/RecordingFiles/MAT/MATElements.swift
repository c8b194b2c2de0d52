/// The data elements of a MATLAB file of version 5, one after the other.
struct MATElements {
    /// A data element.
    struct Element {
        let type: Int
        let data: ArraySlice<UInt8>
    }

    /// Types of numbers by their codes.
    static let numberTypes: [Int: NumberType] = [
        1: .int8, 2: .uint8, 3: .int16, 4: .uint16, 5: .int32, 6: .uint32, 7: .float32,
        9: .float64, 12: .int64, 13: .uint64,
    ]
    private static let int32 = 5
    static let matrix = 14
    static let compressed = 15

    private let bytes: ArraySlice<UInt8>
    private let isBigEndian: Bool
    /// Index of the next element.
    private(set) var offset: Int

    init(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) {
        self.bytes = bytes
        self.isBigEndian = isBigEndian
        offset = bytes.startIndex
    }

    var isAtEnd: Bool { offset >= bytes.endIndex }

    /// The next element; nil where it does not end before the bytes do.
    mutating func next() -> Element? {
        let availableByteCount = bytes.endIndex - offset
        guard availableByteCount >= 8 else { return nil }
        let word = integer(bytes[offset...])
        // Up to four bytes stand in the tag itself.
        if word >> 16 != 0 {
            let count = word >> 16
            guard count <= 4 else { return nil }
            defer { offset += 8 }
            return Element(type: word & 0xFFFF, data: bytes[(offset + 4)..<(offset + 4 + count)])
        }
        let count = integer(bytes[(offset + 4)...])
        guard count <= availableByteCount - 8 else { return nil }
        let start = offset + 8
        let padding = word == Self.compressed ? 0 : (8 - count % 8) % 8
        // The last element may lack its padding.
        offset = min(bytes.endIndex, start + count + padding)
        return Element(type: word, data: bytes[start..<(start + count)])
    }

    /// The next element as whole numbers of 32 bits.
    mutating func integers() -> [Int]? {
        guard let element = next(), element.type == Self.int32,
            element.data.count % 4 == 0
        else { return nil }
        return stride(from: element.data.startIndex, to: element.data.endIndex, by: 4).map {
            Int(Int32(truncatingIfNeeded: integer(element.data[$0...])))
        }
    }

    /// The first four bytes as a number without a sign.
    func integer(_ bytes: ArraySlice<UInt8>) -> Int {
        Self.integer(bytes, isBigEndian: isBigEndian)
    }

    /// The first four bytes as a number without a sign.
    static func integer(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> Int {
        let leadingBytes = bytes.prefix(4)
        return (isBigEndian ? Array(leadingBytes) : leadingBytes.reversed()).reduce(0) {
            $0 << 8 | Int($1)
        }
    }
}

/// Character arrays of a MATLAB file.
enum MATText {
    /// Rows of a character array, without spaces at their ends.
    ///
    /// - Returns: empty where the bytes are not those of so many characters.
    static func rows(
        _ element: MATElements.Element, _ dimensions: [Int], isBigEndian: Bool
    ) -> [String] {
        guard dimensions.count == 2, let units = units(element, isBigEndian: isBigEndian) else {
            return []
        }
        let (rowCount, columnCount) = (dimensions[0], dimensions[1])
        // UTF-8 may have more bytes than characters.
        if rowCount == 1 { return [text(units)] }
        let count = rowCount.multipliedReportingOverflow(by: columnCount)
        guard !count.overflow, count.partialValue == units.count, rowCount > 0 else { return [] }
        return (0..<rowCount).map { row in
            text(stride(from: row, to: units.count, by: rowCount).map { units[$0] })
        }
    }

    private static func units(
        _ element: MATElements.Element, isBigEndian: Bool
    ) -> [UInt16]? {
        switch element.type {
        case 1, 2: return element.data.map { UInt16($0) }
        case 16: return Array(TextLine.string(element.data).utf16)
        case 4, 17:
            guard element.data.count % 2 == 0 else { return nil }
            return stride(from: element.data.startIndex, to: element.data.endIndex, by: 2).map {
                let (first, second) = (UInt16(element.data[$0]), UInt16(element.data[$0 + 1]))
                return isBigEndian ? first << 8 | second : second << 8 | first
            }
        default: return nil
        }
    }

    private static func text(_ units: [UInt16]) -> String {
        var text = String(decoding: units, as: UTF16.self)
        while let last = text.last, last.isWhitespace || last == "\0" { text.removeLast() }
        return text
    }
}
