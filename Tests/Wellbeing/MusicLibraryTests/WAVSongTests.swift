import Foundation
import RecordingFiles
import TestSupport
import Testing

@testable import MusicLibrary

/// WAV files read by ourselves: every depth, in pieces, and headers that lie.
@Suite struct WAVSongTests {
    private func open(_ bytes: [UInt8], maxSeconds: Double = 7_200) throws -> WAVSong? {
        try WAVSong(fileByteCount: bytes.count, maxSeconds: maxSeconds) { Array(bytes[$0]) }
    }

    private func samples(_ bytes: [UInt8], _ frames: Range<Int>? = nil) throws -> [Float] {
        let song = try #require(try open(bytes))
        var result: [Float] = []
        try song.decode(frames ?? 0..<song.frameCount, read: { Array(bytes[$0]) }) {
            result.append(contentsOf: $0)
        }
        return result
    }

    /// -1, 0 and one half in every depth; each is exact.
    @Test func everyDepthHasTheSameFullScale() throws {
        let cases: [(coding: Int, bits: Int, samples: [UInt8])] = [
            (1, 8, [0, 128, 192]), (1, 16, [0, 0x80, 0, 0, 0, 0x40]),
            (1, 24, [0, 0, 0x80, 0, 0, 0, 0, 0, 0x40]),
            (1, 32, [0, 0, 0, 0x80, 0, 0, 0, 0, 0, 0, 0, 0x40]),
            (3, 32, [0, 0, 0x80, 0xBF, 0, 0, 0, 0, 0, 0, 0, 0x3F]),
            (
                3, 64,
                [0, 0, 0, 0, 0, 0, 0xF0, 0xBF] + [UInt8](repeating: 0, count: 8)
                    + [0, 0, 0, 0, 0, 0, 0xE0, 0x3F]
            ),
        ]
        for (coding, bits, bytes) in cases {
            let file = TestWAV.file(bytes, coding: coding, bits: bits)
            #expect(try samples(file) == [-1, 0, 0.5], "\(bits) bits, coding \(coding)")
        }
    }

    @Test func aLongFileComesWholeInPieces() throws {
        let file = TestWAV.song(1, count: 50_001)
        let all = try samples(file)
        #expect(all.count == 50_001)
        let expected = (0..<50_001).map { index in
            Float(Int16(truncatingIfNeeded: (index + 1) * 4 * 7919)) / 32_768
        }
        #expect(all == expected)
        #expect(try samples(file, 40_000..<40_003) == Array(expected[40_000..<40_003]))
    }

    @Test func keyIsTheHashOfTheSamplesAlone() throws {
        let samples: [UInt8] = (0..<2_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
        let plain = TestWAV.file(samples)
        let tagged = TestWAV.file(samples, before: TestWAV.chunk("LIST", Array("INFOabc".utf8)))
        var hash = SHA256()
        samples.withUnsafeBytes { hash.add($0) }
        let expected = hash.hex()
        for bytes in [plain, tagged] {
            let song = try #require(try open(bytes))
            #expect(try song.audioKey { Array(bytes[$0]) } == expected)
        }
        #expect(try open(plain)?.mayHaveTags == false)
        #expect(try open(tagged)?.mayHaveTags == true)
    }

    /// The bytes that the decoder hashes are those that we hash.
    @Test(.enabled(if: TestDecoder.isThere, "ffmpeg is not installed"))
    func keyIsThatOfTheDecoder() throws {
        let folder = try TemporaryFolder()
        for (name, codec) in [
            ("a", "pcm_s16le"), ("b", "pcm_s24le"), ("c", "pcm_f32le"), ("d", "pcm_u8"),
        ] {
            let path = folder.path + "/\(name).wav"
            try TestDecoder.make(path, ["-c:a", codec, "-ac", "2"], source: "sine=440:d=0.3")
            let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: path)))
            let song = try #require(try open(bytes))
            let ours = try song.audioKey { Array(bytes[$0]) }
            let theirs = try FFmpegSong(
                programs: #require(TestDecoder.programs), path: SongPath(path),
                limits: DecoderLimits(), isCancelled: { false }
            ).audioKey()
            #expect(ours == theirs, "\(codec)")
        }
    }

    @Test func whatIsNoWAVIsLeftToTheDecoder() throws {
        #expect(try open(Array("ID3 and so on, long enough".utf8)) == nil)
        // A-law is a WAV that only the decoder knows.
        #expect(try open(TestWAV.file([1, 2, 3, 4], coding: 6, bits: 8)) == nil)
    }

    @Test func headersThatLieAreRefused() throws {
        let good = TestWAV.song(1)
        var longer = good
        longer.removeLast(10)
        var frames = good
        frames[32] = 3
        let refused: [[UInt8]] = [
            longer, frames, TestWAV.file([]), TestWAV.file([0, 0], rate: 0),
            TestWAV.file([0, 0], rate: 400_000),
            TestWAV.file([UInt8](repeating: 0, count: 200), channels: 99),
            TestWAV.file([0, 0, 0], bits: 24, channels: 0), TestWAV.file([0, 0], bits: 12),
            Array(good[..<30]),
        ]
        for (index, bytes) in refused.enumerated() {
            #expect(throws: SongError.undecodable, "case \(index)") { try open(bytes) }
        }
        #expect(throws: SongError.tooLong) { try open(good, maxSeconds: 0.05) }
    }

    @Test func aFileThatShrinksIsReported() throws {
        let bytes = TestWAV.song(1, count: 20_000)
        let song = try #require(try open(bytes))
        #expect(throws: SongError.changed) {
            try song.decode(0..<20_000, read: { Array(bytes[$0.clamped(to: 0..<9_000)]) }) { _ in }
        }
    }

    @Test func framesAreWholeWhereverPiecesEnd() {
        let values: [Float] = (0..<40).map { Float($0) }
        let bytes = values.flatMap { value in
            (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> UInt32(8 * $0)) }
        }
        for size in [1, 3, 8, 13, 160] {
            var frames = FrameAssembler(frameByteCount: 8)
            var result: [Float] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                bytes[start..<min(start + size, bytes.count)].withUnsafeBytes { piece in
                    frames.push(piece) {
                        #expect($0.count % 2 == 0)
                        result.append(contentsOf: $0)
                    }
                }
            }
            #expect(result == values, "pieces of \(size)")
            #expect(frames.byteCount == 160)
        }
    }
}
