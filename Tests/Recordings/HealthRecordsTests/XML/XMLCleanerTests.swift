import Testing
import TestSupport

@testable import HealthRecords

@Suite struct XMLCleanerTests {
    private static func clean(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        bytes.withUnsafeBufferPointer { XMLCleaner.append($0, to: &output) }
        return output
    }

    @Test func controlBytesAreSpaces() {
        #expect(
            Self.clean(Array("a\u{B}b\u{0}c\u{1F}d\t\n\r~\u{7F}".utf8))
                == Array("a b c d\t\n\r~\u{7F}".utf8))
    }

    /// The standard library repairs UTF-8 in its own way, by the longest beginning too; two code points are no
    /// characters of XML.
    @Test func badUTF8IsRepairedAsTheStandardLibraryDoes() {
        var generator = SplitMix64(seed: 7)
        let leads: [UInt8] = [
            0x41, 0x80, 0xBF, 0xC0, 0xC2, 0xE0, 0xE2, 0xED, 0xEF, 0xF0, 0xF4, 0xF5, 0xFF,
        ]
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0...24, using: &generator)).map { _ in
                let isLead = Bool.random(using: &generator)
                let lead = leads.randomElement(using: &generator) ?? 0x41
                return isLead ? lead : UInt8.random(in: 0x80...0xBF, using: &generator)
            }
            let repaired = String(decoding: bytes, as: UTF8.self).unicodeScalars
                .map { [0xFFFE, 0xFFFF].contains($0.value) ? "\u{FFFD}" : $0 }
            var expected = String.UnicodeScalarView()
            expected.append(contentsOf: repaired)
            #expect(Self.clean(bytes) == Array(String(expected).utf8), "\(bytes)")
        }
    }

    @Test func whatIsCleanStays() {
        let text = Array("Anna’s Apple Watch 🕛 \"é\" <a/>\n".utf8)
        for start in 0..<12 { #expect(Self.clean(Array(text[start...])) != []) }
        #expect(Self.clean(text) == text)
        #expect(Self.clean([]).isEmpty)
    }
}
