/// Makes bytes into what XML allows: UTF-8 without control characters.
enum XMLCleaner {
    /// U+FFFD in UTF-8.
    private static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]

    /// Appends bytes, control bytes as spaces and bytes that are no UTF-8 as U+FFFD.
    ///
    /// Tabs and line ends stay. Bytes of ASCII are never part of what is replaced, so quotes and brackets stand where
    /// they stood.
    static func append(_ bytes: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
        guard let base = bytes.baseAddress else { return }
        let end = bytes.count
        var runStart = 0
        var index = ByteSearch.firstSpecialByte(in: base, from: 0, end: end)
        while index < end {
            let byte = base[index]
            var next = index + 1
            if byte < 0x20 {
                if byte != 0x09, byte != 0x0A, byte != 0x0D {
                    output.append(contentsOf: bytes[runStart..<index])
                    output.append(0x20)
                    runStart = next
                }
            } else {
                let sequence = sequence(base + index, limit: end - index)
                next = index + sequence.count
                if !sequence.isValid {
                    output.append(contentsOf: bytes[runStart..<index])
                    output.append(contentsOf: replacement)
                    runStart = next
                }
            }
            index = ByteSearch.firstSpecialByte(in: base, from: next, end: end)
        }
        output.append(contentsOf: bytes[runStart..<end])
    }

    /// A sequence of bytes that belong together.
    private struct UTF8Sequence {
        var isValid: Bool
        /// The number of bytes of the character, or of the longest beginning of one.
        var count: Int
    }

    /// - Parameter first: a byte that is not ASCII, and those after it.
    private static func sequence(_ first: UnsafePointer<UInt8>, limit: Int) -> UTF8Sequence {
        let leadByte = first[0]
        let count: Int
        var secondByteRange: ClosedRange<UInt8> = 0x80...0xBF
        switch leadByte {
        case 0xC2...0xDF: count = 2
        case 0xE0: (count, secondByteRange) = (3, 0xA0...0xBF)
        case 0xED: (count, secondByteRange) = (3, 0x80...0x9F)
        case 0xE1...0xEF: count = 3
        case 0xF0: (count, secondByteRange) = (4, 0x90...0xBF)
        case 0xF1...0xF3: count = 4
        case 0xF4: (count, secondByteRange) = (4, 0x80...0x8F)
        default: return UTF8Sequence(isValid: false, count: 1)
        }
        for index in 1..<count {
            let allowedRange = index == 1 ? secondByteRange : 0x80...0xBF
            guard index < limit, allowedRange.contains(first[index]) else {
                return UTF8Sequence(isValid: false, count: index)
            }
        }
        // U+FFFE and U+FFFF are no characters of XML.
        let isNoncharacter = leadByte == 0xEF && first[1] == 0xBF && first[2] >= 0xBE
        return UTF8Sequence(isValid: !isNoncharacter, count: count)
    }
}
