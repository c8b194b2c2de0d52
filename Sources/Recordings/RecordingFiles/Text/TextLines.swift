/// The lines in a segment of bytes, whatever ends them: LF, CRLF or CR.
///
/// Bytes may be added behind the segment, and those before ``position`` removed: every byte is
/// looked at once, however small the pieces are in which a long line comes.
struct TextLines {
    /// The position at which the next line begins.
    private(set) var position: Int
    /// Number of the next line, counted from 1.
    private(set) var lineNumber: Int
    /// Up to here there is no end of the next line.
    private var searchedEnd: Int
    private var endedWithReturn = false

    init(position: Int = 0, lineNumber: Int = 1) {
        self.position = position
        self.lineNumber = lineNumber
        searchedEnd = position
    }

    /// The next line without its end; nil where no end of line follows any more.
    ///
    /// - Parameter isLast: nothing follows the bytes, so that their end is the last line's end.
    mutating func next(in bytes: [UInt8], isLast: Bool) -> Range<Int>? {
        while true {
            var end = searchedEnd
            while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
            searchedEnd = end
            if end == bytes.count {
                guard isLast, position < end else { return nil }
                defer { position = end }
                return position..<end
            }
            let line = position..<end
            let isLineFeedOfCRLF = line.isEmpty && bytes[end] == 0x0A && endedWithReturn
            endedWithReturn = bytes[end] == 0x0D
            position = end + 1
            searchedEnd = position
            if isLineFeedOfCRLF { continue }
            lineNumber += 1
            return line
        }
    }

    /// Bytes before the next line were removed.
    mutating func moveToStart() {
        searchedEnd -= position
        position = 0
    }

    /// The lines of `bytes` that hold at least one byte.
    static func filled(in bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines = TextLines()
        var filled: [ArraySlice<UInt8>] = []
        while let line = lines.next(in: bytes, isLast: true) {
            if !line.isEmpty { filled.append(bytes[line]) }
        }
        return filled
    }
}
