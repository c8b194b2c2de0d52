/// Bytes from whose front lines are taken while new bytes come at the back. Memory: one line and
/// one block.
struct LineBuffer {
    private(set) var bytes: [UInt8] = []
    private var lines: TextLines
    /// True if nothing follows the bytes, so that their end is the last line's end.
    private(set) var isAtEnd = false

    /// - Parameter lineNumber: number of the first line.
    init(lineNumber: Int = 1) { lines = TextLines(lineNumber: lineNumber) }

    /// Number of the next line.
    var lineNumber: Int { lines.lineNumber }
    /// Length of what is there and not yet taken.
    var pendingByteCount: Int { bytes.count - lines.position }

    /// Adds bytes; the ranges of lines taken before no longer count.
    mutating func append(_ body: (inout [UInt8]) -> Void) {
        bytes.removeFirst(lines.position)
        lines.moveToStart()
        body(&bytes)
    }

    /// Says that no bytes follow.
    mutating func end() { isAtEnd = true }

    /// The range of the next line in ``bytes``, without its end; nil where more bytes are needed,
    /// or none follow.
    mutating func next() -> Range<Int>? { lines.next(in: bytes, isLast: isAtEnd) }
}
