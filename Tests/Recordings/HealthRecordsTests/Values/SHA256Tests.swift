import Testing

@testable import HealthRecords

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
            digest.add(repeatElement(UInt8(ascii: "a"), count: count))
            left -= count
            size = size * 7 % 1009 + 1
        }
        #expect(
            digest.hex() == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    @Test func askingForTheDigestChangesNothing() {
        var digest = SHA256()
        digest.add("a".utf8)
        _ = digest.hex()
        digest.add("bc".utf8)
        #expect(digest.hex() == Self.vectors[1].1)
    }

    /// Python 3.11.7: hashlib.sha256("apple|HKWorkoutActivityTypeRunning|Anna’s Watch|1600000000000|1600001800000"
    /// .encode()).hexdigest()[:16].
    @Test func aWorkoutIsNamedByWhatTheFileSays() {
        let source = HealthSource(name: "Anna’s Watch")
        let workout = HealthWorkout(
            sourceIndex: 0, type: "HKWorkoutActivityTypeRunning",
            start: HealthInstant(unixMs: 1_600_000_000_000, writtenOffsetMinutes: 60),
            end: HealthInstant(unixMs: 1_600_001_800_000))
        #expect(workout.id(source: source) == "e5185b9365a56b4c")
    }
}
