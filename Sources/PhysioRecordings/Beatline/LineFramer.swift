/// Cuts bytes that come in pieces of any size into lines.
///
/// LF ends a line; a CR before it and a byte order mark at the very beginning are left out. A line
/// above ``longestLineBytes`` is dropped up to its LF, in bounded memory. The lines do not depend on
/// how the bytes are cut into pieces.
///
/// ```swift
/// var framer = LineFramer()
/// framer.push(bytes) { line in handle(line) }
/// framer.finish { line in handle(line) }
/// ```
public struct LineFramer: Sendable {
    /// What stood between two ends of lines.
    public enum Line: Sendable, Equatable {
        case text(String)
        /// Longer than ``longestLineBytes``; its content is gone.
        case tooLong
        case notUTF8
    }

    /// Longest line; bytes, without its LF.
    public static let longestLineBytes = 65_536

    private static let lineFeed = UInt8(ascii: "\n")
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private var start: [UInt8] = []
    private var isTooLong = false
    private var isFirst = true

    /// For a new stream.
    public init() {}

    /// Takes the next bytes and hands over every line they complete.
    ///
    /// - Complexity: linear; memory of one line at most.
    public mutating func push(_ bytes: [UInt8], _ body: (Line) -> Void) {
        var rest = bytes[...]
        while let end = rest.firstIndex(of: Self.lineFeed) {
            collect(rest[..<end])
            body(takeLine())
            rest = rest[(end + 1)...]
        }
        collect(rest)
    }

    /// Hands over the last line where no LF follows it; then a new stream may begin.
    public mutating func finish(_ body: (Line) -> Void) {
        if !start.isEmpty || isTooLong { body(takeLine()) }
        isFirst = true
    }

    private mutating func collect(_ piece: ArraySlice<UInt8>) {
        guard !isTooLong else { return }
        if start.count + piece.count > Self.longestLineBytes {
            isTooLong = true
            start = []
        } else {
            start += piece
        }
    }

    private mutating func takeLine() -> Line {
        defer {
            start.removeAll(keepingCapacity: true)
            (isTooLong, isFirst) = (false, false)
        }
        guard !isTooLong else { return .tooLong }
        var line = start[...]
        if isFirst, line.starts(with: Self.byteOrderMark) {
            line = line.dropFirst(Self.byteOrderMark.count)
        }
        if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
        return String(validating: line, as: UTF8.self).map(Line.text) ?? .notUTF8
    }
}
