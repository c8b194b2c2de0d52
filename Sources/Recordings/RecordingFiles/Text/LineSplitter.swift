/// Cuts a text that comes in pieces of any size into lines, whatever ends them: LF, CRLF or CR.
///
/// Marks of byte order and UTF-16 are taken off as ``TextTranscoder`` does. Memory: one line and one
/// piece.
///
/// ```swift
/// var lines = LineSplitter()
/// lines.push(bytes)
/// while let line = try lines.next() { handle(line.bytes, line.number) }
/// lines.end()  // now the last line comes, too, where no line end follows it
/// ```
struct LineSplitter {
    /// Longest line; a longer one is an error.
    static let maxLineByteCount = 1 << 20

    private var transcoder = TextTranscoder()
    private var buffer = LineBuffer()

    /// Takes the next bytes.
    mutating func push(_ bytes: some Sequence<UInt8>) {
        buffer.append { transcoder.narrow(bytes, into: &$0) }
    }

    /// Says that no bytes follow.
    mutating func end() {
        buffer.append { transcoder.finish(into: &$0) }
        buffer.end()
    }

    /// The next line without its end, and its number; nil where more bytes are needed, or none
    /// follow.
    ///
    /// - Throws: `tooWide` for a line above ``maxLineByteCount``, as soon as it is that long.
    mutating func next() throws(RecordingError) -> (bytes: ArraySlice<UInt8>, number: Int)? {
        let number = buffer.lineNumber
        let line = buffer.next()
        guard line?.count ?? buffer.pendingByteCount <= Self.maxLineByteCount else {
            throw .tooWide(line: number)
        }
        return line.map { (buffer.bytes[$0], number) }
    }
}
