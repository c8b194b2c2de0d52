import Testing
import TestSupport

@testable import RecordingFiles

@Suite struct TextNarrowerTests {
    private static func narrowed(_ bytes: [UInt8], size: Int) -> [UInt8] {
        var narrower = TextTranscoder()
        var text: [UInt8] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            narrower.narrow(rest.prefix(size), into: &text)
            rest = rest.dropFirst(size)
        }
        narrower.finish(into: &text)
        return text
    }

    private static func utf16(_ text: String, isLittleEndian: Bool) -> [UInt8] {
        "\u{FEFF}\(text)".utf16.flatMap { unit in
            let pair = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
            return isLittleEndian ? pair : pair.reversed()
        }
    }

    @Test(arguments: [true, false])
    func charactersBecomeUTF8(isLittleEndian: Bool) throws {
        let text = "RR \u{3BC}s \u{B5}V \u{FC} \u{416}\r\n0.812\n"
        let expected = Array(text.utf8)
        let bytes = Self.utf16(text, isLittleEndian: isLittleEndian)
        for size in [1, 2, 3, 5, 1000] {
            #expect(Self.narrowed(bytes, size: size) == expected)
            // Half a character at the end is none.
            #expect(Self.narrowed(bytes + [0x31], size: size) == expected)
        }
        for source in [ByteSource(bytes), SignalReading.pipe(bytes)] {
            var narrow = try source.transcodedToUTF8().transcodedToUTF8()
            #expect(try Array(narrow.read(1000)) == expected)
        }
    }

    @Test(
        arguments: [
            ([], []), ([0xEF], [0xEF]), ([0xEF, 0xBB], [0xEF, 0xBB]), ([0xEF, 0xBB, 0xBF], []),
            ([0xEF, 0xBB, 0xBF, 0x38], [0x38]), ([0xFF, 0xFE], []), ([0xFE, 0xFF], []),
            ([0xFF], [0xFF]), ([0xFF, 0xFE, 0x38], []), ([0x38, 0xEF, 0xBB, 0xBF], nil),
            ([0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF, 0x38], [0xEF, 0xBB, 0xBF, 0x38]),
        ] as [([UInt8], [UInt8]?)])
    func oneMarkAtTheBeginningIsDropped(bytes: [UInt8], expected: [UInt8]?) throws {
        for size in [1, 2, 3, 9] {
            #expect(Self.narrowed(bytes, size: size) == expected ?? bytes, "\(bytes)")
        }
        var source = try ByteSource(bytes).transcodedToUTF8().transcodedToUTF8()
        #expect(try Array(source.read(100)) == expected ?? bytes, "\(bytes)")
    }
}
