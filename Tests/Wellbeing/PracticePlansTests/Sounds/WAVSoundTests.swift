import Testing
import TestSupport

@testable import PracticePlans

@Suite struct WAVSoundTests {
    static func number(_ value: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
    }

    static func chunk(_ name: String, _ body: [UInt8], length: Int? = nil) -> [UInt8] {
        Array(name.utf8) + number(UInt64(length ?? body.count), 4) + body
            + (body.count % 2 == 1 ? [0] : [])
    }

    static func format(
        coding: Int = 1, channels: Int = 1, rate: Int = 48_000, bits: Int = 16, frame: Int? = nil
    ) -> [UInt8] {
        let frame = frame ?? channels * bits / 8
        return number(UInt64(coding), 2) + number(UInt64(channels), 2) + number(UInt64(rate), 4)
            + number(UInt64(rate * frame), 4) + number(UInt64(frame), 2) + number(UInt64(bits), 2)
    }

    static func file(_ chunks: [UInt8]...) -> [UInt8] {
        let body = Array("WAVE".utf8) + chunks.flatMap { $0 }
        return Array("RIFF".utf8) + number(UInt64(body.count), 4) + body
    }

    static func wav(_ format: [UInt8], _ data: [UInt8]) -> [UInt8] {
        file(chunk("fmt ", format), chunk("data", data))
    }

    /// -1, -1/2, 0, 1/2 in each format.
    static let formats: [([UInt8], [UInt8])] = [
        (format(bits: 8), [0, 64, 128, 192]),
        (format(bits: 16), [0, 0x80, 0, 0xC0, 0, 0, 0, 0x40]),
        (format(bits: 24), [0, 0, 0x80, 0, 0, 0xC0, 0, 0, 0, 0, 0, 0x40]),
        (format(bits: 32), [0, 0, 0, 0x80, 0, 0, 0, 0xC0, 0, 0, 0, 0, 0, 0, 0, 0x40]),
        (
            format(coding: 3, bits: 32),
            [-1, -0.5, 0, 0.5].flatMap { number(UInt64(Float($0).bitPattern), 4) }
        ),
        (
            format(coding: 3, bits: 64),
            [-1, -0.5, 0, 0.5].flatMap { number(Double($0).bitPattern, 8) }
        ),
    ]

    @Test(arguments: formats) func everyFormatIsRead(_ format: [UInt8], _ data: [UInt8]) throws {
        #expect(try WAVSound.samples(of: Self.wav(format, data)).values == [-1, -0.5, 0, 0.5])
    }

    @Test func theExtensibleFormNamesACoding() throws {
        let tail: [UInt8] = [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
        let start =
            Self.format(coding: 0xFFFE) + Self.number(22, 2) + Self.number(16, 2)
            + Self.number(4, 4)
        let good = Self.wav(start + [1, 0] + tail, [0, 0x40])
        #expect(try WAVSound.samples(of: good).values == [0.5])
        let other = Self.wav(start + [1, 0] + tail.reversed(), [0, 0x40])
        #expect(throws: WAVError.coding(0xFFFE)) { try WAVSound.samples(of: other) }
        let mp3 = Self.wav(start + [0x55, 0] + tail, [0, 0x40])
        #expect(throws: WAVError.coding(0x55)) { try WAVSound.samples(of: mp3) }
    }

    @Test func twoChannelsBecomeTheirMean() throws {
        let bytes = Self.wav(Self.format(channels: 2), [0, 0x40, 0, 0, 0, 0x40, 0, 0xC0])
        #expect(try WAVSound.samples(of: bytes).values == [0.25, 0])
    }

    @Test func otherChunksArePassedOver() throws {
        let bytes = Self.file(
            Self.chunk("LIST", [1, 2, 3]), Self.chunk("fmt ", Self.format()),
            Self.chunk("fact", []),
            Self.chunk("data", [0, 0x40, 0x77]), Self.chunk("id3 ", [9]))
        #expect(try WAVSound.samples(of: bytes).values == [0.5])
    }

    /// espeak-ng and SoX write to a pipe before they know the length.
    @Test(arguments: [0x7FFF_F000, 0xFFFF_FFFF]) func aPipeHasNoLength(_ length: Int) throws {
        let bytes = Self.file(
            Self.chunk("fmt ", Self.format()),
            Self.chunk("data", [0, 0x40, 0, 0xC0], length: length))
        #expect(try WAVSound.samples(of: bytes).values == [0.5, -0.5])
    }

    @Test func anotherRateIsBroughtTo48kHz() throws {
        let tone = SincResamplingTests.tone(1_000, rate: 44_100, count: 4_410)
        let data = tone.flatMap { Self.number(UInt64($0.bitPattern), 4) }
        let sound = try WAVSound.samples(
            of: Self.wav(Self.format(coding: 3, rate: 44_100, bits: 32), data))
        let expected = SincResamplingTests.tone(1_000, rate: 48_000, count: 4_800)
        #expect(sound.sampleRateHz == 48_000 && sound.values.count == 4_800)
        #expect((1_000..<3_800).allSatisfy { abs(sound.values[$0] - expected[$0]) < 0.001 })
    }

    static let errors: [([UInt8], WAVError)] = [
        ([], .notWAV), (Array("RIFX0000WAVE".utf8), .notWAV),
        (file(), .noFormat), (file(chunk("data", [0, 0])), .noFormat),
        (file(chunk("fmt ", format())), .noSamples), (wav(format(), []), .noSamples),
        (wav(format(), [1]), .noSamples), (wav(Array(format().dropLast()), [0, 0]), .noFormat),
        (
            file(chunk("fmt ", format()), chunk("data", [0, 0], length: 100)),
            .truncatedChunk(chunkAtByte: 36)
        ),
        (wav(format(coding: 2), [0, 0]), .coding(2)), (wav(format(bits: 12), [0, 0]), .bits(12)),
        (wav(format(coding: 3), [0, 0]), .bits(16)),
        (wav(format(channels: 0), [0, 0]), .channels(0)),
        (wav(format(channels: 3), [0, 0]), .channels(3)),
        (wav(format(rate: 7_999), [0, 0]), .rate(hz: 7_999)),
        (wav(format(rate: 192_001), [0, 0]), .rate(hz: 192_001)),
        (wav(format(frame: 4), [0, 0, 0, 0]), .frame(byteCount: 4)),
        (wav(format(frame: 0), [0, 0, 0, 0]), .frame(byteCount: 0)),
        (
            wav(format(rate: 8_000, bits: 8), [UInt8](repeating: 128, count: 480_001)),
            .tooLong(seconds: 480_001.0 / 8_000)
        ),
        ([UInt8](repeating: 0, count: 20_000_001), .tooManyBytes(count: 20_000_001)),
        (
            wav(
                format(coding: 3, bits: 32), [0, 0, 0, 0] + number(UInt64(Float.nan.bitPattern), 4)),
            .nonFiniteSample(frame: 1)
        ),
        (
            Array("RIFF0000WAVE".utf8) + (0..<1_001).flatMap { _ in chunk("junk", []) },
            .tooManyChunks
        ),
    ]

    @Test(arguments: errors.indices) func unsoundFilesAreRefused(_ index: Int) {
        let (bytes, error) = Self.errors[index]
        #expect(throws: error) { try WAVSound.samples(of: bytes) }
        #expect(error.text.hasSuffix(".") && error.text.count > 20)
    }

    @Test func aFileCutAnywhereIsRefusedOrShorter() {
        for (format, data) in Self.formats {
            let whole = Self.wav(format, data)
            for count in 0..<whole.count {
                #expect(throws: WAVError.self) {
                    try WAVSound.samples(of: Array(whole.prefix(count)))
                }
            }
        }
    }

    @Test func hostileBytesNeverTrap() {
        var random = SplitMix64(seed: 2_026)
        let tries = TestEffort.pick(10_000, all: 100_000)
        var readCount = 0
        for round in 0..<tries {
            var bytes: [UInt8]
            if round % 4 == 0 {
                bytes = (0..<Int.random(in: 0...120, using: &random)).map { _ in
                    UInt8.random(in: .min ... .max, using: &random)
                }
                if round % 8 == 0 { bytes = Self.file(bytes) }
            } else {
                let (format, data) = Self.formats[round % Self.formats.count]
                bytes = Self.wav(format, data)
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    bytes[Int.random(in: 12..<bytes.count, using: &random)] =
                        UInt8.random(in: .min ... .max, using: &random)
                }
            }
            if let sound = try? WAVSound.samples(of: bytes) {
                readCount += 1
                #expect(sound.values.allSatisfy { $0.isFinite })
            }
        }
        #expect(readCount > tries / 20)
    }
}
