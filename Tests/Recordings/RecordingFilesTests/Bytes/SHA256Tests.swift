import Foundation
import RecordingFiles
import Testing

@Suite struct SHA256Tests {
    /// Examples of NIST for FIPS 180-4, and of its test vectors for a million letters.
    private static let vectors = [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
                + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
        ),
    ]

    @Test(arguments: vectors)
    func digestsAreThoseOfNIST(text: String, digest: String) {
        #expect(SHA256.hex(of: text) == digest)
    }

    @Test func aMillionLettersInPieces() {
        var digest = SHA256()
        var left = 1_000_000
        var size = 1
        while left > 0 {
            let count = min(left, size)
            digest.add([UInt8](repeating: UInt8(ascii: "a"), count: count))
            left -= count
            size = size * 7 % 1009 + 1
        }
        #expect(
            digest.hex() == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    @Test func askingForTheDigestChangesNothing() {
        var digest = SHA256()
        digest.add(Array("a".utf8))
        _ = digest.hex()
        digest.add(Array("bc".utf8))
        #expect(digest.hex() == Self.vectors[1].1)
    }

    /// A program of the system is the oracle, for lengths around a block and pieces of every size.
    @Test(
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: "/usr/bin/sha256sum"),
            "no sha256sum here"))
    func piecesDoNotMatter() throws {
        for count in [55, 56, 63, 64, 65, 119, 1_000] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 31 + count) }
            let expected = try sum(bytes)
            for size in [1, 7, 63, 64, 65, 500] {
                var hash = SHA256()
                for start in stride(from: 0, to: count, by: size) {
                    bytes[start..<min(start + size, count)].withUnsafeBytes { hash.add($0) }
                }
                #expect(hash.hex() == expected, "\(count) bytes by \(size)")
            }
        }
    }

    private func sum(_ bytes: [UInt8]) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/sha256sum")
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(bytes))
        try input.fileHandleForWriting.close()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: text.prefix(64), as: UTF8.self)
    }
}
