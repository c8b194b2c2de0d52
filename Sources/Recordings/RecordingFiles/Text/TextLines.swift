/// Text as bytes that are ASCII wherever numbers stand.
enum TextBytes {
    /// The input without a byte-order mark; UTF-16 with its mark narrowed to one byte a character.
    static func narrowed(_ source: ByteSource) throws(RecordingError) -> ByteSource {
        var source = source
        let mark = Array(try source.peek(3))
        if mark == [0xEF, 0xBB, 0xBF] {
            try source.skip(3)
        } else if mark.prefix(2) == [0xFF, 0xFE] || mark.prefix(2) == [0xFE, 0xFF] {
            try source.skip(2)
            return narrowed(source, isLittleEndian: mark[0] == 0xFF)
        }
        return source
    }

    private static func narrowed(_ wide: ByteSource, isLittleEndian: Bool) -> ByteSource {
        var wide = wide
        return ByteSource(notices: wide.notices) { () throws(RecordingError) -> [UInt8] in
            let units = Array(try wide.take(RecordingFile.blockSize))
            return (0..<(units.count / 2)).map { place in
                let high = units[2 * place + (isLittleEndian ? 1 : 0)]
                let low = units[2 * place + (isLittleEndian ? 0 : 1)]
                // The Greek letter of a unit keeps its place in Latin-1.
                if high == 3, low == 0xBC { return 0xB5 }
                return high == 0 ? low : UInt8(ascii: "?")
            }
        }
    }
}

/// The lines in a stretch of bytes, whatever ends them: LF, CRLF or CR.
struct TextLines {
    /// Where the next line begins.
    private(set) var position: Int
    /// Number of the next line, counted from 1.
    private(set) var lineNumber: Int
    private var lastWasReturn = false

    init(position: Int = 0, lineNumber: Int = 1) {
        self.position = position
        self.lineNumber = lineNumber
    }

    /// The next line without its end; nil where no end of line follows any more.
    ///
    /// - Parameter isLast: nothing follows the bytes, so that their end is the last line's end.
    mutating func next(in bytes: [UInt8], isLast: Bool) -> Range<Int>? {
        while true {
            var end = position
            while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
            if end == bytes.count {
                guard isLast, position < end else { return nil }
                defer { position = end }
                return position..<end
            }
            let line = position..<end
            let isSecondOfPair = line.isEmpty && bytes[end] == 0x0A && lastWasReturn
            lastWasReturn = bytes[end] == 0x0D
            position = end + 1
            if isSecondOfPair { continue }
            lineNumber += 1
            return line
        }
    }

    /// Bytes before the next line were removed.
    mutating func moveToStart() { position = 0 }
}
