import PhysioTypes
import TestSupport
import Testing

@testable import RecordingFiles

@Suite struct FITHostileTests {
    /// Every kind of message in a few hundred bytes.
    private static let sample: [UInt8] = {
        var builder = FITBuilder.activity(
            [(812, 900), (805, 1700), (799, 2500), (830, 5300)], seconds: 6,
            pauses: [(from: 3, to: 5)])
        builder.define(
            4, message: 18,
            [FITBuilder.timestamp, (2, 4, 0x86), (5, 1, 0), (8, 4, 0x86), (9, 4, 0x86)])
        builder.add(
            4,
            [
                (FITBuilder.start + 6, 4), (FITBuilder.start, 4), (1, 1), (4000, 4), (1500, 4),
            ])
        builder.define(5, message: 132, [FITBuilder.timestamp, (0, 2, 0x84), (9, 4, 0x86)])
        builder.define(6, message: 132, [(10, 6, 0x0D)])
        builder.add(5, [(FITBuilder.start, 4), (100, 2), (1_000_000, 4)])
        builder.append([6, 0x00, 0x45, 0x60, 0x00, 0x08, 0x90])
        builder.define(
            7, message: 372, [FITBuilder.timestamp, (1, 4, 0x84)], developer: [(0, 2, 0)])
        builder.add(7, [(FITBuilder.start, 4), (0x4320, 2), (0x8320, 2), (0, 2)])
        builder.define(8, message: 290, [FITBuilder.timestamp, (0, 2, 0x84), (1, 4, 0x84)])
        builder.add(8, [(FITBuilder.start, 4), (9, 2), (700, 2), (900, 2)])
        builder.append([0x80 | 3 << 5 | 9, 0, 0, 0, 0, 0, 0])
        builder.define(9, message: 34, [FITBuilder.timestamp, (5, 4, 0x86)])
        builder.add(9, [(FITBuilder.start, 4), (FITBuilder.start + 3600, 4)])
        return builder.file()
    }()

    /// Whatever comes out of any bytes is sound.
    private static func check(_ bytes: [UInt8]) {
        guard let activities = try? FITFile.activities(ByteSource(bytes)) else { return }
        #expect(!activities.isEmpty && activities.count <= FITDecoder.fileCountLimit)
        for activity in activities {
            #expect(activity.messageCount <= bytes.count)
            guard let beats = activity.beats else { continue }
            #expect(beats.intervalsMs.count == beats.endSeconds.count)
            #expect(beats.intervalsMs.count <= bytes.count)
            #expect(beats.intervalsMs.allSatisfy { $0 > 0 && $0 <= 65_535 })
            let ends = beats.endSeconds
            #expect(ends.allSatisfy { $0.isFinite })
            #expect(zip(ends, ends.dropFirst()).allSatisfy { $0 <= $1 })
        }
        var reader = FITReader(BeatInput())
        guard (try? reader.consume(bytes[...])) != nil, let all = try? reader.finishAll() else {
            return
        }
        for case .success(let recording) in all {
            #expect(recording.rr.count > 0 && recording.rr.durationSeconds.isFinite)
        }
    }

    @Test func theSampleIsWhole() throws {
        let activity = try #require(try FITReadingTest.activities(Self.sample).first)
        #expect(activity.errors.isEmpty && activity.beats?.kind == .hrv)
        #expect(activity.sessions.count == 1 && activity.notices.count == 1)
    }

    @Test func aFileCutAtAnyByteIsSound() {
        for count in Self.sample.indices { Self.check(Array(Self.sample.prefix(count))) }
    }

    @Test func aFileWithAnyByteChangedIsSound() {
        for index in Self.sample.indices {
            for value: UInt8 in [0, 1, 0x7F, 0xFF] {
                var bytes = Self.sample
                bytes[index] = value
                Self.check(bytes)
            }
        }
    }

    @Test func changedFilesAreSound() { Self.changed(count: 10_000, seed: 20_261_124) }

    @Test func randomFilesAreSound() { Self.random(count: 10_000, seed: 20_261_125) }

    @Test(.slow) func manyMoreAreSound() {
        Self.changed(count: 50_000, seed: 1)
        Self.random(count: 50_000, seed: 2)
    }

    /// Bytes changed, left out and repeated.
    private static func changed(count: Int, seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        for _ in 0..<count {
            var bytes = sample
            for _ in 0..<Int.random(in: 1...8, using: &generator) {
                let index = Int.random(in: 14..<bytes.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes.remove(at: index)
                case 1: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: index)
                default: bytes[index] = UInt8.random(in: 0...255, using: &generator)
                }
            }
            check(bytes)
        }
    }

    /// A valid header and then anything, with more definitions of known messages than chance has.
    private static func random(count: Int, seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let known: [UInt8] = [0, 18, 19, 20, 21, 34, 78, 132]
        for _ in 0..<count {
            var builder = FITBuilder()
            for _ in 0..<Int.random(in: 0...6, using: &generator) {
                let local = UInt8.random(in: 0...3, using: &generator)
                let fields = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
                    (
                        number: [0, 1, 2, 9, 10, 253].randomElement(using: &generator) ?? 0,
                        size: [1, 2, 3, 4, 6, 8, 40].randomElement(using: &generator) ?? 0,
                        type: UInt8.random(in: 0...17, using: &generator)
                    ) as FITBuilder.Field
                }
                builder.define(
                    local, message: Int(known.randomElement(using: &generator) ?? 0), fields)
                for _ in 0..<Int.random(in: 0...90, using: &generator) {
                    let isRetained = Int.random(in: 0..<6, using: &generator) == 0
                    builder.append([
                        isRetained ? local : UInt8.random(in: 0...255, using: &generator)
                    ])
                }
            }
            var bytes = builder.file(headerSize: Bool.random(using: &generator) ? 12 : 14)
            if Bool.random(using: &generator) { bytes += FITVectors.small }
            check(bytes)
        }
    }

    @Test func whatIsNoFITFileIsRefused() {
        for text in ["", "x", "\u{E}\u{10}xx12345.FIT", "812\n805\n799\n812\n805\n799\n812\n"] {
            #expect(throws: RecordingError.self, "\(text)") {
                try FITFile.activities(ByteSource(Array(text.utf8)))
            }
        }
    }

    /// A chain of times that go back, and of clocks set anew.
    @Test func timesThatGoBackAreNoTrap() {
        for message in [78, 290, 132, 372] {
            var builder = FITBuilder()
            builder.define(
                0, message: message,
                [FITBuilder.timestamp, (0, 2, 0x84), (1, 2, 0x84), (9, 4, 0x86)])
            builder.define(1, message: 20, [FITBuilder.timestamp])
            for time in [0, 0xFFFF_FFFE, 5, 0x7FFF_FFFF, 4, 1_000_000, 999_999] {
                builder.add(0, [(time, 4), (800, 2), (65_534, 2), (time, 4)])
                builder.add(1, [(time, 4)])
            }
            Self.check(builder.file())
        }
    }
}
