import Testing
import TestSupport

@testable import RecordingFiles

@Suite struct LineSplitterTests {
    private struct Line: Equatable {
        let bytes: [UInt8]
        let number: Int
    }

    /// The lines of a text that comes in pieces of these sizes, in turn.
    private static func lines(
        _ bytes: [UInt8], sizes: [Int]
    ) throws(RecordingError) -> [Line] {
        var splitter = LineSplitter()
        var lines: [Line] = []
        func readAll() throws(RecordingError) {
            while let line = try splitter.next() {
                lines.append(Line(bytes: Array(line.bytes), number: line.number))
            }
        }
        var rest = bytes[...]
        var turn = 0
        while !rest.isEmpty {
            let size = sizes[turn % sizes.count]
            splitter.push(rest.prefix(size))
            rest = rest.dropFirst(size)
            turn += 1
            try readAll()
        }
        splitter.end()
        try readAll()
        return lines
    }

    /// The definition, byte for byte: every LF, CR or CRLF ends a line; what is left is the last one.
    private static func oracle(_ bytes: [UInt8]) -> [Line] {
        var lines: [Line] = []
        var line: [UInt8] = []
        var wasReturn = false
        for byte in bytes {
            let isPair = byte == 0x0A && wasReturn
            wasReturn = byte == 0x0D
            if isPair { continue }
            if byte == 0x0A || byte == 0x0D {
                lines.append(Line(bytes: line, number: lines.count + 1))
                line = []
            } else {
                line.append(byte)
            }
        }
        return line.isEmpty ? lines : lines + [Line(bytes: line, number: lines.count + 1)]
    }

    @Test func linesDoNotDependOnThePiecesTheyComeIn() throws {
        var generator = SplitMix64(seed: 20_261_123)
        let alphabet = Array("8\r\n 1\r\n".utf8)
        for _ in 0..<500 {
            let bytes = (0..<Int.random(in: 0...60, using: &generator)).map { _ in
                alphabet.randomElement(using: &generator) ?? 0
            }
            let expected = Self.oracle(bytes)
            for sizes in [[1], [2, 3], [7, 1], [64]] {
                #expect(try Self.lines(bytes, sizes: sizes) == expected, "\(bytes) in \(sizes)")
            }
            #expect(
                TextLines.filled(in: bytes).map(Array.init)
                    == expected.map(\.bytes).filter { !$0.isEmpty })
        }
    }

    @Test func aLineMayBeOfTheLimitAndNoLonger() throws {
        let maxLine = [UInt8](repeating: 0x31, count: LineSplitter.maxLineByteCount)
        for end in [[], [0x0A], [0x0D, 0x0A]] as [[UInt8]] {
            let lines = try Self.lines([0x38, 0x0A] + maxLine + end, sizes: [65_536])
            #expect(lines.map(\.bytes.count) == [1, LineSplitter.maxLineByteCount])
            #expect(throws: RecordingError.tooWide(line: 2)) {
                try Self.lines([0x38, 0x0A] + maxLine + [0x31] + end, sizes: [65_536])
            }
        }
    }

    /// Looking at each byte again for each piece would be five billion looks.
    @Test func aLongLineInBytesIsLookedAtOnce() throws {
        let line = [UInt8](repeating: 0x31, count: 100_000)
        #expect(try Self.lines(line, sizes: [1]) == [Line(bytes: line, number: 1)])
    }
}
