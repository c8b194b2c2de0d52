import PhysioTypes
import Testing

@testable import RecordingFiles

/// Signal files that are compressed with FLAC.
///
/// Written by wfdb 4.3.1 with libsndfile 1.2.2 and libFLAC 1.4.3 from the samples that
/// ``sample(_:_:bits:)`` gives.
@Suite(.enabled(if: FLACDecoder.isAvailable, "libFLAC is not installed"))
struct WFDBCompressedTests {
    struct CompressedRecord: Sendable, CustomStringConvertible {
        let format: Int
        let samplesPerFrame: Int
        /// Index of a sample of the second signal that was not taken.
        let missingIndex: Int?
        let bytes: [UInt8]

        var description: String { "format \(format)" }

        var header: String {
            let line = "r.dat \(format)x\(samplesPerFrame) 1"
            return "r 2 100 24\n\(line)\n\(line)\n"
        }

        func samples(ofSignal signal: Int) -> [Double] {
            (0..<(24 * samplesPerFrame)).map { index in
                signal == 1 && index == missingIndex
                    ? .nan : WFDBCompressedTests.sample(signal, index, bits: format - 500)
            }
        }
    }

    private static func sample(_ signal: Int, _ index: Int, bits: Int) -> Double {
        let half = 1 << (bits - 1)
        return Double((index * index * 7919 + signal * 104_729) % (2 * half - 1) - half + 1)
    }

    static let records = [
        CompressedRecord(
            format: 508, samplesPerFrame: 1, missingIndex: nil,
            bytes: bytes(
                """
                664c614300000022100010000000390000391770027000000018fa568208240f83fc01382681c931
                8ebc84000028200000007265666572656e6365206c6962464c414320312e342e3320323032333036
                323300000000fff86b820017d802818fb9ff61e07a3104f3fe2568c843db8f5e4a5276b7138c12a6
                861b8fe80800e1e200febfd1007f5fe0f0febfcfe8b246
                """)),
        CompressedRecord(
            format: 516, samplesPerFrame: 2, missingIndex: 5,
            bytes: bytes(
                """
                664c614300000022100010000000cb0000cb177002f00000003050fc90bfefa168576ce14930f55b
                107184000028200000007265666572656e6365206c6962464c414320312e342e3320323032333036
                323300000000fff86b18002f5e0280019ef0fbbd96696ef2855bd9a16bc53bc849a995691f06e682
                ebdc2f14b02b6f1f6bf2a6a41f33d5a1c9edfc176c1f1a0605cb2f6e96f03c4f1f8d40a99fa43c7c
                17332fc8863c1a8decbdfccb4ab7d682a02ba7b2ed17705a317c307c6d5a02191b380a94d82f8308
                0d800072bb04e0d4e3e2c42e83b8217f9c84f7c82f4945083a050d3fbeb84e6ebb63079532053ab3
                219ee6c889300ad56ab8a8d9c438bed597b04ec8e31f56b3a885d895e6e3d26f9c394540cc863209
                75ca97c99706755a76
                """)),
        CompressedRecord(
            format: 524, samplesPerFrame: 1, missingIndex: nil,
            bytes: bytes(
                """
                664c6143000000221000100000001b00001b1770037000000018a097d89ad5e1ddadf8924bb922a6
                fd2f84000028200000007265666572656e6365206c6962464c414320312e342e3320323032333036
                323300000000fff86b8c0017f416800001801ef0807bbd003ffffe01fe66e7ce5d
                """)),
    ]

    private static func bytes(_ hex: String) -> [UInt8] {
        var digits = hex.filter { !$0.isWhitespace }[...]
        var bytes: [UInt8] = []
        while let byte = UInt8(digits.prefix(2), radix: 16) {
            bytes.append(byte)
            digits = digits.dropFirst(2)
        }
        return bytes
    }

    private static func read(_ header: String, _ bytes: [UInt8]) throws -> [WFDBTestFolder.Signal] {
        try WFDBTestFolder(["r.hea": header], samples: ["r.dat": bytes]).read("r").signals
    }

    @Test(arguments: records)
    func samplesAreThoseThatWereCompressed(record: CompressedRecord) throws {
        let signals = try Self.read(record.header, record.bytes)
        #expect(signals == (0..<2).map { .init(samples: record.samples(ofSignal: $0)) })
    }

    @Test func theOffsetOfACompressedFileCountsSamples() throws {
        let record = Self.records[2]
        let signals = try Self.read("r 2 100 21\nr.dat 524+3 1\nr.dat 524+3 1\n", record.bytes)
        #expect(signals.map(\.samples) == (0..<2).map { Array(record.samples(ofSignal: $0)[3...]) })
    }

    /// The stream has one frame, so a cut file holds no whole frame.
    @Test(arguments: records)
    func aCutStreamHoldsNoFrame(record: CompressedRecord) {
        for length in record.bytes.indices {
            #expect(throws: RecordingError.self) {
                try Self.read(record.header, Array(record.bytes[..<length]))
            }
        }
    }

    /// A frame ends with a checksum of 16 bits, which finds every change of one bit.
    @Test(arguments: records)
    func aChangedBitOfAFrameIsAnError(record: CompressedRecord) throws {
        let frame = try #require(
            record.bytes.indices.dropLast().first {
                record.bytes[$0] == 0xFF && record.bytes[$0 + 1] == 0xF8
            })
        for position in frame..<record.bytes.count {
            var bytes = record.bytes
            bytes[position] ^= 0x10
            #expect(throws: RecordingError.self) { try Self.read(record.header, bytes) }
        }
    }

    @Test(arguments: [
        ("r 1 100 24\nr.dat 516x2 1\n", "2 channels"),
        ("r 2 100 24\nr.dat 508x2 1\nr.dat 508x2 1\n", "16 bits"),
        ("r 2 100 24\nr.dat 516x2 1\nr.dat 516 1\n", "the same samples"),
    ])
    func aHeaderThatStatesSomethingElseIsRefused(header: String, text: String) {
        let error = #expect(throws: RecordingError.self) {
            try Self.read(header, Self.records[1].bytes)
        }
        #expect(error?.text.contains(text) == true)
    }

    @Test func aFileThatIsNoFLACStreamIsRefused() {
        let error = #expect(throws: RecordingError.self) {
            try Self.read("r 1 100 2\nr.dat 516 1\n", [1, 2, 3, 4])
        }
        #expect(error?.text.contains("no FLAC file") == true)
    }
}
