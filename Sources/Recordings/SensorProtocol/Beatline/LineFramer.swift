/// Cuts bytes that come in pieces of any size into lines.
///
/// LF ends a line; a CR before it and a byte order mark at the very beginning are left out. Of a line
/// above ``maxLineBytes`` only the beginning is kept, in bounded memory. The lines do not depend on
/// how the bytes are cut into pieces.
///
/// ```swift
/// var framer = LineFramer()
/// framer.push(bytes) { line in handle(line) }
/// framer.finish { line in handle(line) }
/// ```
public struct LineFramer: Sendable {
    /// The content between two ends of lines.
    public enum Line: Sendable, Equatable {
        case text(String)
        /// Longer than ``maxLineBytes``: its beginning, by one byte longer than a line may be, and how
        /// many bytes it had.
        case tooLong(start: [UInt8], byteCount: Int)
        case notUTF8([UInt8])
    }

    /// Longest line; bytes, without its LF.
    public static let maxLineBytes = 65_536

    private static let lineFeed = UInt8(ascii: "\n")
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private var start: [UInt8] = []
    private var byteCount = 0
    private var isFirst = true

    /// Makes a framer for a new stream.
    public init() {}

    /// Takes the next bytes and hands over every line they complete.
    ///
    /// - Complexity: linear; memory of one line at most.
    public mutating func push(_ bytes: [UInt8], _ body: (Line) -> Void) {
        var rest = bytes[...]
        while let end = rest.firstIndex(of: Self.lineFeed) {
            collect(rest[..<end])
            body(finishLine())
            rest = rest[(end + 1)...]
        }
        collect(rest)
    }

    /// Hands over the last line where no LF follows it; then a new stream may begin.
    public mutating func finish(_ body: (Line) -> Void) {
        if byteCount > 0 { body(finishLine()) }
        isFirst = true
    }

    private mutating func collect(_ piece: ArraySlice<UInt8>) {
        byteCount += piece.count
        start += piece.prefix(Self.maxLineBytes + 1 - start.count)
    }

    private mutating func finishLine() -> Line {
        defer {
            start.removeAll(keepingCapacity: true)
            (byteCount, isFirst) = (0, false)
        }
        guard byteCount <= Self.maxLineBytes else {
            return .tooLong(start: start, byteCount: byteCount)
        }
        var line = start[...]
        if isFirst, line.starts(with: Self.byteOrderMark) {
            line = line.dropFirst(Self.byteOrderMark.count)
        }
        if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
        return String(validating: line, as: UTF8.self).map(Line.text) ?? .notUTF8(Array(line))
    }
}
