import PhysioTypes
import Testing
import TestSupport

@testable import RecordingFiles

/// Writes gzip without compression (RFC 1952 around stored blocks of RFC 1951), not by zlib.
enum Gzip {
    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var packed: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
        var position = 0
        repeat {
            let end = min(bytes.count, position + 65_535)
            let count = UInt16(end - position)
            packed.append(end == bytes.count ? 1 : 0)
            for number in [count, ~count] {
                packed += [UInt8(number & 0xFF), UInt8(number >> 8)]
            }
            packed += bytes[position..<end]
            position = end
        } while position < bytes.count
        for number in [checksum(bytes), UInt32(truncatingIfNeeded: bytes.count)] {
            packed += (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        return packed
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var remainder = ~UInt32(0)
        for byte in bytes {
            remainder ^= UInt32(byte)
            for _ in 0..<8 {
                remainder = remainder & 1 != 0 ? remainder >> 1 ^ 0xEDB8_8320 : remainder >> 1
            }
        }
        return ~remainder
    }
}

@Suite struct GzipSourceTests {
    /// Python 3.11.7: gzip of "".join("%d\n" % (i % 7 - 3) for i in range(64)), file name x.txt.
    private static let python: [UInt8] = [
        0x1F, 0x8B, 0x08, 0x08, 0x00, 0x00, 0x00, 0x00, 0x02, 0xFF, 0x78, 0x2E, 0x74, 0x78, 0x74,
        0x00,
        0xD3, 0x35, 0xE6, 0xD2, 0x35, 0xE2, 0xD2, 0x35, 0xE4, 0x32, 0xE0, 0x32, 0xE4, 0x32, 0xE2,
        0x02,
        0xF2, 0x06, 0x8F, 0x00, 0x00, 0x18, 0xA4, 0x7E, 0x05, 0x9C, 0x00, 0x00, 0x00,
    ]
    private static let text = Array((0..<64).map { "\($0 % 7 - 3)\n" }.joined().utf8)

    private static func unpack(_ packed: ByteSource) throws -> ([UInt8], [String]) {
        var source = try GzipSource.unpacked(packed)
        var bytes: [UInt8] = []
        while case let block = try source.readBlock(), !block.isEmpty { bytes += block }
        return (bytes, source.notices().map(\.code))
    }

    @Test func whatAnotherProgramPackedIsUnpacked() throws {
        for source in [ByteSource(Self.python), SignalReading.pipe(Self.python)] {
            let (bytes, notices) = try Self.unpack(source)
            #expect(bytes == Self.text && notices.isEmpty)
        }
    }

    @Test func whatIsNotPackedStays() throws {
        #expect(try Self.unpack(ByteSource(Self.text)).0 == Self.text)
        #expect(try Self.unpack(ByteSource([])).0.isEmpty)
        #expect(try Self.unpack(ByteSource([0x1F])).0 == [0x1F])
    }

    @Test func piecesOneAfterTheOtherAreOneInput() throws {
        let large = (0..<200_000).map { UInt8($0 % 251) }
        let packed = Self.python + Gzip.stored(large) + [0, 0, 0] + Self.python + [0, 0]
        for source in [ByteSource(packed), SignalReading.pipe(packed)] {
            let (bytes, notices) = try Self.unpack(source)
            #expect(bytes == Self.text + large + Self.text && notices.isEmpty)
        }
    }

    @Test func whatWasUnpackedBeforeAnEarlyEndIsUsed() throws {
        let large = (0..<200_000).map { UInt8($0 % 251) }
        let packed = Gzip.stored(large)
        for cut in [1, 8, 9, 70_000] {
            let (bytes, notices) = try Self.unpack(SignalReading.pipe(packed.dropLast(cut)))
            #expect(bytes.elementsEqual(large.prefix(bytes.count)))
            #expect(bytes.count >= 200_000 - max(0, cut - 8))
            #expect(notices == ["gzip_truncated"])
        }
    }

    @Test func damageAndTrailingBytesAreNamed() throws {
        let (bytes, notices) = try Self.unpack(ByteSource(Self.python + Array("rest".utf8)))
        #expect(bytes == Self.text && notices == ["gzip_trailing"])
        var damaged = Self.python
        damaged[damaged.count - 6] ^= 0xFF
        let (retained, warned) = try Self.unpack(ByteSource(damaged))
        #expect(retained == Self.text && warned == ["gzip_damaged"])
        for hopeless in [
            [0x1F, 0x8B], [0x1F, 0x8B, 9, 9, 9, 9, 9], Array(Self.python.prefix(12)),
        ] {
            #expect(throws: RecordingError.self) { try Self.unpack(ByteSource(hopeless)) }
        }
    }

    @Test func whatIsPackedTwiceIsRefused() {
        #expect(
            SignalReading.failure(Gzip.stored(Gzip.stored(Self.text)))?.code == "unknown_format")
    }

    @Test func packedInputsAreReadAgainFromTheirBeginning() throws {
        let source = try GzipSource.unpacked(ByteSource(Self.python))
        let again = try #require(source.reopen)
        for _ in 0..<2 { #expect(try Self.unpack(again()).0 == Self.text) }
        #expect(try GzipSource.unpacked(SignalReading.pipe(Self.python)).reopen == nil)
    }
}
