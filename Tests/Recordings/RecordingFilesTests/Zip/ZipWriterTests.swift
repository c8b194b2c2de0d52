import Foundation
import TestSupport
import Testing

@testable import RecordingFiles

@Suite struct ZipWriterTests {
    private struct Content {
        var name: String
        var bytes: [UInt8]
        var isPacked = true
        var mayBeLarge = false
    }

    private static func zip(_ contents: [Content], blockSize: Int = 1000) -> [UInt8] {
        let file = Bytes()
        var writer = ZipWriter<Never> { file.all += $0 }
        for content in contents {
            writer.begin(content.name, isPacked: content.isPacked, mayBeLarge: content.mayBeLarge)
            for start in stride(from: 0, to: content.bytes.count, by: blockSize) {
                let end = min(start + blockSize, content.bytes.count)
                writer.add(Array(content.bytes[start..<end]))
            }
        }
        writer.finish()
        return file.all
    }

    /// The bytes that the writer emits.
    private final class Bytes {
        var all: [UInt8] = []
    }

    private static func contents(seed: UInt64) -> [Content] {
        var random = SplitMix64(seed: seed)
        let noise = (0..<70_000).map { _ in UInt8.random(in: 0...255, using: &random) }
        let text = (0..<300_000).map { _ in UInt8.random(in: 65...70, using: &random) }
        return [
            Content(name: "a/text.txt", bytes: text),
            Content(name: "a/noise", bytes: noise),
            Content(name: "empty", bytes: []),
            Content(name: "stored", bytes: noise, isPacked: false),
            Content(name: "\u{5BFC}\u{51FA}.xml", bytes: text, mayBeLarge: true),
            Content(name: "stored large", bytes: noise, isPacked: false, mayBeLarge: true),
        ]
    }

    /// Python's own reader: it checks every checksum and size.
    @Test(.enabled(if: PythonScript.isAvailable, "skipped: install python3"))
    func pythonReadsEveryEntry() throws {
        let contents = Self.contents(seed: 1)
        let folder = try TemporaryFolder()
        let path = try folder.write("a.zip", Self.zip(contents))
        for content in contents {
            try folder.write(content.name.replacing("/", with: "_") + ".raw", content.bytes)
        }
        let output = try PythonScript.run(
            """
            import sys, zipfile
            zip = zipfile.ZipFile(sys.argv[1])
            print(zip.testzip())
            for name in zip.namelist():
                raw = open(sys.argv[2] + "/" + name.replace("/", "_") + ".raw", "rb").read()
                print(name, zip.read(name) == raw, zip.getinfo(name).compress_type)
            """, [path, folder.path])
        let expected = contents.map { "\($0.name) True \($0.isPacked ? 8 : 0)" }
        #expect(output == (["None"] + expected).joined(separator: "\n") + "\n")
    }

    @Test func equalContentsGiveEqualBytesInAnyBlocks() {
        let contents = Self.contents(seed: 2).filter { !$0.isPacked }
        #expect(Self.zip(contents, blockSize: 7) == Self.zip(contents, blockSize: 70_000))
        let packed = Self.contents(seed: 3)
        #expect(Self.zip(packed) == Self.zip(packed))
    }

    @Test func checksumsAreThoseOfTheStandard() {
        let digits = Array("123456789".utf8)
        #expect(Deflater.checksum(digits, after: 0) == 0xCBF4_3926)
        let parts = [digits[..<4], digits[4...]].reduce(0) {
            Deflater.checksum(Array($1), after: $0)
        }
        #expect(parts == 0xCBF4_3926)
    }

    @Test func anEmptyZipIsItsEndAlone() {
        let end: [UInt8] = [0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 18)
        #expect(Self.zip([]) == end)
    }

    @Test func aStoredEntryStandsAsItIs() {
        let file = Self.zip([Content(name: "x", bytes: [1, 2, 3], isPacked: false)])
        // Header of 30 bytes, name, data, descriptor with signature, checksum and two sizes.
        #expect(Array(file[31..<34]) == [1, 2, 3])
        #expect(Array(file[34..<38]) == [0x50, 0x4B, 7, 8])
        #expect(file.count == 31 + 3 + 16 + 47 + 22)
    }
}
