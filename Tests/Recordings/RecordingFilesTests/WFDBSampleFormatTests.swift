import Testing
import TestSupport

@testable import RecordingFiles

@Suite struct WFDBSampleFormatTests {
    private static func decode(
        _ format: WFDBSampleFormat, _ bytes: [UInt8], count: Int? = nil
    ) -> [Int] {
        let count = count ?? format.sampleCount(bytes: bytes.count)
        var samples = [Int32](repeating: 99, count: count)
        bytes.withUnsafeBytes { bytes in
            samples.withUnsafeMutableBufferPointer { format.decode(bytes, into: $0) }
        }
        return samples.map(Int.init)
    }

    /// Bytes and samples as the format's description gives them; format 8 as steps.
    @Test(arguments: [
        (8, [0x00, 0x05, 0xE2, 0x78], [0, 5, -30, 120]),
        (16, [0x01, 0x00, 0xFE, 0xFF, 0x2C, 0x01], [1, -2, 300]),
        (61, [0x00, 0x01, 0xFF, 0xFE, 0x01, 0x2C], [1, -2, 300]),
        (24, [0x01, 0x00, 0x00, 0xFE, 0xFF, 0xFF, 0x70, 0x11, 0x01], [1, -2, 70000]),
        (32, [0x01, 0, 0, 0, 0xFE, 0xFF, 0xFF, 0xFF, 0x70, 0x11, 0x01, 0], [1, -2, 70000]),
        (80, [0x81, 0x7E, 0xFF, 0x00], [1, -2, 127, -128]),
        (160, [0x01, 0x80, 0xFE, 0x7F, 0x2C, 0x81], [1, -2, 300]),
        (212, [0x01, 0xF0, 0xFE, 0xFF, 0x87, 0x00], [1, -2, 2047, -2048]),
        (310, [0x02, 0x60, 0xFC, 0x4F, 0x00, 0xE4, 0xFE, 0xE3], [1, -2, 300, -512, 511, -100]),
        (311, [0x01, 0xF8, 0xCF, 0x12, 0x00, 0xFE, 0xC7, 0x39], [1, -2, 300, -512, 511, -100]),
    ])
    func publishedVectorsAreDecoded(number: Int, bytes: [UInt8], samples: [Int]) throws {
        #expect(Self.decode(try WFDBSampleFormat(number: number), bytes) == samples)
    }

    /// A slow decoder by arithmetic on whole numbers, written from the description of each format.
    private static func slow(_ format: WFDBSampleFormat, _ bytes: [UInt8]) -> [Int] {
        let b = bytes.map(Int.init)
        func signed(_ value: Int, _ modulus: Int) -> Int {
            value >= modulus / 2 ? value - modulus : value
        }
        func groups(_ size: Int, _ body: (Int) -> [Int]) -> [Int] {
            stride(from: 0, to: b.count - size + 1, by: size).flatMap(body)
        }
        switch format {
        case .steps8: return b.map { signed($0, 256) }
        case .offset8: return b.map { $0 - 128 }
        case .signed16: return groups(2) { [signed(b[$0] + 256 * b[$0 + 1], 65_536)] }
        case .bigEndian16: return groups(2) { [signed(b[$0 + 1] + 256 * b[$0], 65_536)] }
        case .offset16: return groups(2) { [b[$0] + 256 * b[$0 + 1] - 32_768] }
        case .signed24:
            return groups(3) {
                [signed(b[$0] + 256 * b[$0 + 1] + 65_536 * b[$0 + 2], 16_777_216)]
            }
        case .signed32:
            return groups(4) { i in
                [signed((0..<4).reduce(0) { 256 * $0 + b[i + 3 - $1] }, 4_294_967_296)]
            }
        case .packed12:
            return groups(3) {
                [
                    signed(b[$0] + 256 * (b[$0 + 1] % 16), 4096),
                    signed(b[$0 + 2] + 256 * (b[$0 + 1] / 16), 4096),
                ]
            }
        case .packed10Words:
            return groups(4) {
                let (one, two) = (b[$0] + 256 * b[$0 + 1], b[$0 + 2] + 256 * b[$0 + 3])
                return [
                    signed(one / 2 % 1024, 1024), signed(two / 2 % 1024, 1024),
                    signed(one / 2048 + two / 2048 * 32, 1024),
                ]
            }
        case .packed10:
            return groups(4) { i in
                let word = (0..<4).reduce(0) { 256 * $0 + b[i + 3 - $1] }
                return [1, 1024, 1_048_576].map { signed(word / $0 % 1024, 1024) }
            }
        }
    }

    @Test(arguments: WFDBSampleFormat.allCases)
    func randomBytesAreDecodedAsDescribed(format: WFDBSampleFormat) {
        var generator = SplitMix64(seed: 212)
        let bytes = (0..<1200).map { _ in UInt8.random(in: 0...255, using: &generator) }
        #expect(Self.decode(format, bytes) == Self.slow(format, bytes))
    }

    /// The bytes of `count` samples are the fewest that hold them (in format 310 the second sample
    /// of a group cannot come without the third).
    @Test(arguments: WFDBSampleFormat.allCases)
    func aCutGroupGivesTheSamplesThatAreWhole(format: WFDBSampleFormat) {
        var generator = SplitMix64(seed: 310)
        let bytes = (0..<24).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let all = Self.slow(format, bytes)
        for count in 0...all.count {
            let size = format.byteCount(samples: count)
            #expect(format.sampleCount(bytes: size) >= count)
            if size > 0 { #expect(format.sampleCount(bytes: size - 1) < count) }
            let decoded = Self.decode(format, Array(bytes[..<size]), count: count)
            #expect(decoded == Array(all[..<count]))
        }
    }

    @Test(arguments: WFDBSampleFormat.allCases)
    func theMissingCodeIsTheMinimumValue(format: WFDBSampleFormat) {
        // All ones but for the sign, or zero where the format adds an offset.
        let bytes: [UInt8] =
            switch format {
            case .steps8: []
            case .offset8, .offset16: [0, 0]
            case .signed16: [0, 0x80]
            case .bigEndian16: [0x80, 0]
            case .signed24: [0, 0, 0x80]
            case .signed32: [0, 0, 0, 0x80]
            case .packed12: [0, 0x08, 0]
            case .packed10Words: [0, 0x04, 0, 0x04]
            case .packed10: [0, 0x02, 0, 0]
            }
        guard let first = Self.decode(format, bytes).first else { return }
        #expect(first == Int(format.missingCode))
    }

    @Test func numbersWithoutAFormatAreRefused() {
        for number in [0, 1, 17, 213, 1 << 40] {
            #expect(throws: RecordingError.self) { try WFDBSampleFormat(number: number) }
        }
    }
}
