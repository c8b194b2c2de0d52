import SensorProtocol
import Testing
import TestSupport

@Suite struct LineFramerTests {
    private static func lines(_ bytes: [UInt8], pieces: (Int) -> Int) -> [LineFramer.Line] {
        var framer = LineFramer()
        var lines: [LineFramer.Line] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = rest.prefix(max(1, pieces(rest.count)))
            framer.push(Array(piece)) { lines.append($0) }
            rest = rest.dropFirst(piece.count)
        }
        framer.finish { lines.append($0) }
        return lines
    }

    @Test(arguments: [
        ("a\nb\n", ["a", "b"]), ("a\r\nb\r\n", ["a", "b"]), ("a\nb", ["a", "b"]), ("", []),
        ("\n\n", ["", ""]), ("\u{FEFF}a\n\u{FEFF}b\n", ["a", "\u{FEFF}b"]), ("\u{FEFF}", [""]),
        ("a\rb\n", ["a\rb"]), ("a\r\r\n", ["a\r"]), ("\u{0}\n", ["\u{0}"]), ("å\né", ["å", "é"]),
        ("\u{FEFF}\r\na", ["", "a"]),
    ])
    func textsBecomeLines(text: String, expected: [String]) {
        for size in [1, 2, 3, 1000] {
            let lines = Self.lines(Array(text.utf8)) { _ in size }
            #expect(lines == expected.map(LineFramer.Line.text), "\(size)")
        }
    }

    @Test func invalidUTF8IsReported() {
        let lines = Self.lines([0xFF, 0x0A, 0x61, 0x0A, 0xC3, 0x0A, 0xED, 0xA0, 0x80]) { $0 }
        #expect(
            lines == [
                .notUTF8([0xFF]), .text("a"), .notUTF8([0xC3]), .notUTF8([0xED, 0xA0, 0x80]),
            ])
    }

    @Test func theLimitIsExact() {
        let limit = LineFramer.maxLineBytes
        #expect(limit == 65_536)
        for (count, isWhole) in [(limit, true), (limit + 1, false)] {
            let text = String(repeating: "x", count: count)
            for size in [4096, 65_536, 100_000] {
                let lines = Self.lines(Array((text + "\nnext").utf8)) { _ in size }
                let first: LineFramer.Line =
                    isWhole
                    ? .text(text) : .tooLong(start: Array(text.utf8), byteCount: limit + 1)
                #expect(lines == [first, .text("next")])
            }
        }
    }

    /// 10 MB without an end: one line too long, and the next is read.
    @Test func anEndlessLineCostsNothing() {
        var framer = LineFramer()
        var lines: [LineFramer.Line] = []
        let block = [UInt8](repeating: 0x78, count: 1 << 16)
        for _ in 0..<160 { framer.push(block) { lines.append($0) } }
        #expect(lines == [])
        // Bounded: what is kept of it, reflected, is no more than a line and a byte.
        let maxCount = LineFramer.maxLineBytes + 1
        let retained = Mirror(reflecting: framer).children.compactMap { $0.value as? [UInt8] }
        #expect(retained.count == 1 && retained.allSatisfy { $0.count <= maxCount })
        framer.push(Array("x\n{}\n".utf8)) { lines.append($0) }
        let start = [UInt8](repeating: 0x78, count: maxCount)
        let long = LineFramer.Line.tooLong(start: start, byteCount: (160 << 16) + 1)
        #expect(lines == [long, .text("{}")])
        framer.push(block + block) { lines.append($0) }
        framer.finish { lines.append($0) }
        #expect(lines == [long, .text("{}"), .tooLong(start: start, byteCount: 2 << 16)])
    }

    @Test(arguments: [21, 22, 23]) func piecesDoNotMatter(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let alphabet: [UInt8] = [0x0A, 0x0A, 0x0D, 0x61, 0x7B, 0xEF, 0xBB, 0xBF, 0xC3, 0xA9, 0]
        for _ in 0..<300 {
            let bytes = (0..<Int.random(in: 0...60, using: &random)).map { _ in
                alphabet.randomElement(using: &random) ?? 0
            }
            let whole = Self.lines(bytes) { $0 }
            #expect(Self.lines(bytes) { _ in Int.random(in: 1...7, using: &random) } == whole)
            // As many lines as line feeds, and one more where something follows the last.
            let ends = bytes.count { $0 == 0x0A }
            #expect(whole.count == ends + (bytes.isEmpty || bytes.last == 0x0A ? 0 : 1))
        }
    }
}
