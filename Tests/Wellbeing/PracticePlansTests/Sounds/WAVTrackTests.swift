import Testing
import TestSupport

@testable import PracticePlans

@Suite struct WAVTrackTests {
    @Test func anyBytesAreThoseOfTheWholeFile() throws {
        let file = try WAVTrack(SoundTrackTests.contents)
        #expect(file.byteCount == 384_044)
        let whole = file.bytes(from: 0, count: .max)
        let samples = file.track.pcm16(in: 0..<192_000)
        // RIFF, 384,036, WAVE; fmt of 16 bytes: PCM, 1 channel, 48,000 Hz, 96,000 bytes/s, 2 bytes, 16 bits.
        let header: [UInt8] = [
            0x52, 0x49, 0x46, 0x46, 0x24, 0xDC, 0x05, 0x00, 0x57, 0x41, 0x56, 0x45,
            0x66, 0x6D, 0x74, 0x20, 16, 0, 0, 0, 1, 0, 1, 0, 0x80, 0xBB, 0, 0, 0x00, 0x77, 1, 0,
            2, 0, 16, 0, 0x64, 0x61, 0x74, 0x61, 0x00, 0xDC, 0x05, 0x00,
        ]
        let bytes = samples.flatMap { value -> [UInt8] in
            let bits = UInt16(bitPattern: value)
            return [UInt8(bits & 0xFF), UInt8(bits >> 8)]
        }
        let isEqual = whole == header + bytes
        #expect(isEqual)
        var random = SplitMix64(seed: 11)
        let corners = [0, 1, 43, 44, 45, 46, 47, whole.count - 1, whole.count]
        for first in corners
            + (0..<60).map({ _ in Int.random(in: 0...whole.count, using: &random) })
        {
            for count in [0, 1, 2, 3, 44, 45, Int.random(in: 0...5_000, using: &random)] {
                let last = min(first + count, whole.count)
                let isEqual = file.bytes(from: first, count: count) == Array(whole[first..<last])
                #expect(isEqual, "\(count) bytes from \(first)")
            }
        }
        #expect(file.bytes(from: whole.count + 5, count: 10).isEmpty)
    }

    /// 4 GiB less the header hold 2,147,483,629 samples.
    @Test(arguments: [
        (60.0, 48_000), (44_739, 48_000), (44_740, 24_000), (86_400, 24_000), (89_478, 24_000),
        (89_479, 12_000), (173_400, 12_000), (178_956, 12_000),
    ])
    func longActivitiesGetALowerRate(_ seconds: Double, _ rate: Int) throws {
        let file = try WAVTrack(SoundTrackContents(cues: [], lengthSeconds: seconds))
        #expect(file.track.sampleRateHz == rate)
        #expect(file.byteCount - 8 <= Int(UInt32.max))
        // The last bytes of a day are there without the day before them.
        #expect(file.bytes(from: file.byteCount - 100, count: 200).count == 100)
    }

    @Test func whatFitsNowhereIsRefused() {
        #expect(throws: WAVTrack.TooLongError(seconds: 178_957)) {
            try WAVTrack(SoundTrackContents(cues: [], lengthSeconds: 178_957))
        }
    }

    @Test func theFileIsReadBackAsTheSoundItHolds() throws {
        let file = try WAVTrack(SoundTrackTests.contents)
        let sound = try WAVSound.samples(of: file.bytes(from: 0, count: .max))
        let track = file.track.samples(in: 0..<192_000)
        // Half a step of 1/32,767, and the two full scales 32,767 and 32,768.
        #expect(zip(sound.values, track).allSatisfy { abs($0 - $1) < 5e-5 })
    }
}
