import PhysioTypes
import TestSupport
import Testing

@testable import RecordingFiles

@Suite struct FITBeatsTests {
    @Test func theSmallFileHasThreeIntervals() throws {
        let recording = try FITReadingTest.recording(FITVectors.small)
        #expect(recording.format == "fit")
        #expect(recording.rr.intervalsMs == [812, 805, 799])
        #expect(recording.rr.endTimesSeconds == [0.812, 1.617, 2.416])
        #expect(recording.rr.marks.allSatisfy { $0.isEmpty })
        // No record states when they were; hrv wins the tie and the other kind is named.
        #expect(recording.startDate == nil)
        #expect(recording.notices.map(\.code) == ["fit_other_beats"])
        #expect(recording.notices[0].text.contains("3 in beat_intervals"))
    }

    /// 226991879 and then d4 80 2a: 461 and 468 steps of 1/1024 s.
    @Test func packedTimesAreUnpacked() throws {
        #expect(FITBeatClock.unpackTimes([0xD4, 0x80, 0x2A]) == [0x0D4, 0x2A8])
        #expect(226_991_879 % 4096 == 0xF07)
        var builder = FITBuilder()
        builder.define(0, message: 132, [FITBuilder.timestamp, (0, 2, 0x84), (9, 4, 0x86)])
        builder.define(1, message: 132, [(10, 3, 0x0D)])
        builder.add(0, [(FITBuilder.start, 4), (16_384, 2), (226_991_879, 4)])
        builder.append([1, 0xD4, 0x80, 0x2A])
        let activity = try #require(try FITReadingTest.activities(builder.file()).first)
        let beats = try #require(activity.beats)
        #expect(beats.intervalsMs == [450.1953125, 457.03125])
        #expect(beats.endSeconds == [0.4501953125, 0.9072265625])
        #expect(beats.startMs == Int64(FITBuilder.start + 631_065_600) * 1000 + 500)
    }

    @Test func theClockOfBeatsComesRoundAndAStepOfNothingIsPadding() throws {
        var builder = FITBuilder()
        builder.define(0, message: 132, [FITBuilder.timestamp, (9, 4, 0x86)])
        builder.define(1, message: 132, [(10, 6, 0x0D)])
        // FFFFFF00 and then F00 (the same), 100, 400, 400: a step of 0, of 512, 768 and 0.
        builder.add(0, [(FITBuilder.start, 4), (0xFFFF_FF00, 4)])
        builder.append([1, 0x00, 0x0F, 0x10, 0x00, 0x04, 0x40])
        // 3.5 s later, and then 4 s later: the first is an interval, the second a gap.
        builder.add(0, [(FITBuilder.start + 5, 4), (0x400 + 3584, 4)])
        builder.add(0, [(FITBuilder.start + 9, 4), (0x400 + 3584 + 4096, 4)])
        builder.append([1, 0x00, 0x06, 0x60, 0x00, 0x06, 0x60])
        let activity = try #require(try FITReadingTest.activities(builder.file()).first)
        let beats = try #require(activity.beats)
        #expect(beats.intervalsMs == [500, 750, 3500, 1000])
        #expect(beats.gapIndices == [3])
        #expect(beats.endSeconds == [0.5, 1.25, 4.75, 10])
    }

    @Test func theKindWithTheLargestCoverageIsUsed() throws {
        var builder = FITBuilder()
        builder.define(0, message: 78, [(0, 2, 0x84)])
        builder.define(1, message: 290, [FITBuilder.timestamp, (0, 2, 0x84), (1, 4, 0x84)])
        builder.define(2, message: 372, [FITBuilder.timestamp, (0, 2, 0x84), (1, 8, 0x84)])
        builder.add(0, [(1600, 2)])
        builder.add(1, [(FITBuilder.start, 4), (250, 2), (801, 2), (802, 2)])
        func raw(_ first: Int, _ gap: Int) -> [UInt8] {
            var file = builder
            // Two trusted ones, a gap, a doubtful one.
            file.add(
                2,
                [
                    (FITBuilder.start, 4), (0, 2), (0x4000 | first, 2), (0x4000 | 700, 2),
                    (0x8000 | gap, 2), (0, 2),
                ])
            file.add(
                2,
                [
                    (FITBuilder.start + 4, 4), (500, 2), (600, 2), (0xFFFF, 2), (0xFFFF, 2),
                    (0xFFFF, 2),
                ])
            return file.file()
        }
        let timed = try #require(try FITReadingTest.activities(raw(200, 2000)).first)
        #expect(timed.beats?.kind == .beatIntervals)
        #expect(timed.beats?.intervalsMs == [801, 802])
        // The message came at the end of its last interval, at the earliest.
        let start = Int64(FITBuilder.start + 631_065_600) * 1000 + 250 - 1603
        #expect(timed.beats?.startMs == start)
        let bbi = try #require(try FITReadingTest.activities(raw(800, 2000)).first)
        #expect(bbi.beats?.kind == .rawBBI)
        #expect(bbi.beats?.intervalsMs == [800, 700, 600])
        #expect(bbi.beats?.gapIndices == [2])
        // The first two end where the gap of the message begins, 2 s before it; the third at 4.5 s.
        #expect(bbi.beats?.endSeconds == [0.8, 1.5, 8])
        #expect(bbi.notices.map(\.code) == ["fit_other_beats", "fit_doubtful"])
    }

    @Test func theDeviceIsNamedWithoutControlCharacters() throws {
        var builder = FITBuilder.activity([(800, 900)], seconds: 2)
        builder.define(4, message: 0, [(0, 1, 0), (1, 2, 0x84), (8, 12, FITBuilder.text)])
        builder.append([4, 4, 123, 0] + Array("Po\u{1B}lär\u{7}\0xy".utf8) + [0])
        let recording = try FITReadingTest.recording(builder.file())
        #expect(recording.recipe["device"] == .text("Polär"))
    }

    // MARK: What is no beat

    @Test func fillersMayStandAnywhereAndLongIntervalsBreakTheChain() throws {
        var builder = FITBuilder()
        builder.define(0, message: 78, [(0, 10, 0x84)])
        builder.add(0, [0xFFFF, 812, 0xFFFF, 12_552, 0].map { ($0, 2) })
        builder.add(0, [799, 0xFFFF, 0xFFFF, 0xFFFF, 801].map { ($0, 2) })
        let recording = try FITReadingTest.recording(builder.file())
        #expect(recording.rr.intervalsMs == [812, 12_552, 799, 801])
        #expect(recording.rr.marks == [[], .outOfRange, [], []])
    }

    @Test func messagesOfFillersAloneAreNoBeats() throws {
        var builder = FITBuilder.activity([], seconds: 20)
        for _ in 0..<9 {
            builder.add(2, [(0xFFFF, 2)] + [(Int, Int)](repeating: (0xFFFF, 2), count: 4))
        }
        do throws(RecordingError) {
            _ = try FITReadingTest.recording(builder.file())
            Issue.record("there are no beats")
        } catch {
            #expect(error.code == "no_rr")
            #expect(
                error.text.contains("an activity (FIT) with 21 records, 32 messages, but no R-R"))
        }
    }

    @Test func aFileOfABigEndianDeviceIsTheSame() throws {
        let ends = FITPlacementTests.rhythm(seconds: 100, seed: 3)
        let files = [false, true].map {
            FITBuilder.activity(ends, seconds: 102, isBigEndian: $0).file()
        }
        #expect(files[0] != files[1])
        let recordings = try files.map { bytes throws(RecordingError) in
            try FITReadingTest.recording(bytes)
        }
        #expect(recordings[0] == recordings[1])
        #expect(recordings[0].rr.count == ends.count)
    }

    /// A watch appends in this way the later data of a strap, in pieces of 8 kB.
    @Test func aFileThatDoesNotSayWhatItIsContinuesTheOneBefore() throws {
        var piece = FITBuilder()
        piece.define(0, message: 132, [FITBuilder.timestamp, (9, 4, 0x86)])
        piece.define(1, message: 132, [(10, 3, 0x0D)])
        func bytes(_ ties: [Int]) -> [UInt8] {
            var file = piece
            for tie in ties { file.add(0, [(FITBuilder.start + tie / 1024, 4), (tie, 4)]) }
            return file.file()
        }
        let plain = FITBuilder.activity([], seconds: 3).file()
        let chain = plain + bytes([0, 1024]) + bytes([1792, 2816]) + plain + bytes([100, 500])
        let activities = try FITReadingTest.activities(chain)
        #expect(activities.map(\.records.count) == [4, 4])
        #expect(activities.map { $0.beats?.intervalsMs } == [[1000, 750, 1000], [390.625]])
    }

    @Test func eachFileOfAChainIsARecording() throws {
        let plain = FITBuilder.activity([], seconds: 3).file()
        let chain = FITVectors.small + plain + FITVectors.small
        var reader = FITReader(BeatInput())
        try reader.consume(chain[...])
        let outcomes = try reader.finishAll()
        #expect(outcomes.map { (try? $0.get())?.rr.count } == [3, nil, 3])
        let folder = try TemporaryFolder()
        let path = try folder.write("a.fit", chain)
        guard case .recordings(let recordings) = try RecordingFile.openInput(path: path) else {
            Issue.record("there are several")
            return
        }
        #expect(recordings.map(\.name) == ["\(path)#1", "\(path)#2", "\(path)#3"])
        #expect(try RecordingFile.read(path: path + "#3").rr.count == 3)
        #expect(throws: RecordingError.self) { try RecordingFile.read(path: path) }
        let pair = try folder.write("b.fit", FITVectors.small + plain)
        #expect(try RecordingFile.read(path: pair).rr.count == 3)
    }
}
