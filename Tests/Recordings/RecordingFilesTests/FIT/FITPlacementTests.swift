import PhysioTypes
import TestSupport
import Testing

@testable import RecordingFiles

/// The truth of these files is known: each interval was made with its end.
@Suite struct FITPlacementTests {
    typealias Beat = (lengthMs: Int, endMs: Double)

    /// Whole milliseconds that wander around 800, from second 0.6 on.
    static func rhythm(seconds: Double, seed: UInt64) -> [Beat] {
        var generator = SplitMix64(seed: seed)
        var beats: [Beat] = []
        var end = 600.0
        while true {
            let length = Int(generator.uniform(in: 700...900))
            end += Double(length)
            guard end <= 1000 * seconds else { return beats }
            beats.append((length, end))
        }
    }

    private static func beats(_ builder: FITBuilder) throws -> FITBeats {
        try #require(try FITReadingTest.activities(builder.file()).first?.beats)
    }

    /// Largest and least difference of the times found and those that are true; s.
    private static func errors(_ beats: FITBeats, _ truth: [Beat]) -> ClosedRange<Double> {
        let start = Double(beats.startMs ?? 0) - Double(FITBuilder.start + 631_065_600) * 1000
        let errors = zip(beats.endSeconds, truth).map { $0 + (start - $1.endMs) / 1000 }
        return (errors.min() ?? .nan)...(errors.max() ?? .nan)
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func intervalsWithoutLossAddUpExactly(seed: UInt64) throws {
        let truth = Self.rhythm(seconds: 3600, seed: seed)
        let beats = try Self.beats(FITBuilder.activity(truth, seconds: 3602))
        #expect(beats.intervalsMs == truth.map { Double($0.lengthMs) })
        #expect(beats.gapIndices.isEmpty)
        let errors = Self.errors(beats, truth)
        // Records state whole seconds; the least delay of an hour is close to none.
        #expect(errors.lowerBound > -0.01 && errors.upperBound < 0.1)
        #expect(errors.upperBound - errors.lowerBound < 1e-3)
    }

    /// Records a device writes only every some seconds make no gap.
    @Test(arguments: [2, 5, 7, 10])
    func rareRecordsMakeNoGap(step: Int) throws {
        let truth = Self.rhythm(seconds: 3600, seed: UInt64(step))
        let beats = try Self.beats(
            FITBuilder.activity(truth, seconds: 3610, recordEvery: step))
        #expect(beats.gapIndices.isEmpty && beats.intervalsMs.count == truth.count)
        let errors = Self.errors(beats, truth)
        #expect(errors.lowerBound > -0.01 && errors.upperBound < 0.3)
    }

    @Test(arguments: [3, 10, 60, 600])
    func lostBeatsAreAGapWhereTheyAreLost(lostSeconds: Int) throws {
        let truth = Self.rhythm(seconds: 3600, seed: 11)
        let lost = 1_500_000.0...(1_500_000 + 1000 * Double(lostSeconds))
        // An interval is lost with either of its beats.
        let retained = truth.filter {
            !lost.contains($0.endMs) && !lost.contains($0.endMs - Double($0.lengthMs))
        }
        let beats = try Self.beats(FITBuilder.activity(retained, seconds: 3602))
        let index = try #require(retained.firstIndex { $0.endMs > lost.upperBound })
        #expect(beats.intervalsMs.count == retained.count)
        #expect(beats.gapIndices.count == 1)
        #expect(abs((beats.gapIndices.first ?? 0) - index) <= 2)
        let errors = Self.errors(beats, retained)
        #expect(errors.lowerBound > -1.1 && errors.upperBound < 1.1)
    }

    /// Single beats that are lost, one in fifty, are below what whole seconds show; the end does not
    /// drift by their sum, which is a minute.
    @Test func theEndDoesNotDrift() throws {
        let truth = Self.rhythm(seconds: 3600, seed: 21)
        let retained = truth.enumerated().filter { $0.offset % 50 != 49 }.map(\.element)
        let lostMs = truth.reduce(0) { $0 + $1.lengthMs } - retained.reduce(0) { $0 + $1.lengthMs }
        #expect(lostMs > 60_000)
        let beats = try Self.beats(FITBuilder.activity(retained, seconds: 3602))
        let errors = Self.errors(beats, retained)
        #expect(errors.lowerBound > -1.5 && errors.upperBound < 1.5)
        #expect(beats.intervalsMs.count == retained.count)
    }

    /// A clock of the strap that is 0.1 % too fast or too slow.
    @Test(arguments: [0.999, 1.001])
    func clocksThatGoDifferentlyMakeNoGap(rate: Double) throws {
        let truth = Self.rhythm(seconds: 3600, seed: 31).map {
            (lengthMs: $0.lengthMs, endMs: $0.endMs * rate)
        }
        let beats = try Self.beats(FITBuilder.activity(truth, seconds: 3610))
        #expect(beats.gapIndices.isEmpty)
        let errors = Self.errors(beats, truth)
        #expect(errors.lowerBound > -0.2 && errors.upperBound < 0.2)
    }

    @Test func aStoppedTimerIsAGap() throws {
        let truth = Self.rhythm(seconds: 600, seed: 41)
        let pauses = [(from: 100, to: 160), (from: 300, to: 1300)]
        // The clock on the wall goes on; the device records nothing in a pause.
        let retained = truth.map { beat in
            let later = (beat.endMs > 100_000 ? 60_000.0 : 0) + (beat.endMs > 240_000 ? 1e6 : 0)
            return (lengthMs: beat.lengthMs, endMs: beat.endMs + later)
        }
        let beats = try Self.beats(
            FITBuilder.activity(retained, seconds: 1662, pauses: pauses))
        #expect(beats.gapIndices.count == 2)
        #expect(beats.intervalsMs.count == retained.count)
        let errors = Self.errors(beats, retained)
        #expect(errors.lowerBound > -0.9 && errors.upperBound < 0.9)
    }

    @Test func moreBeatsThanTimeAreSaid() throws {
        let truth = Self.rhythm(seconds: 300, seed: 51)
        let twice = truth.flatMap { [$0, $0] }
        let activity = try #require(
            try FITReadingTest.activities(FITBuilder.activity(twice, seconds: 302).file()).first)
        #expect(activity.notices.map(\.code) == ["over"])
        let ends = try #require(activity.beats?.endSeconds)
        #expect(zip(ends, ends.dropFirst()).allSatisfy { $0 <= $1 })
    }

    @Test func theStartIsTheCivilTimeThatTheActivityStates() throws {
        for (offset, text) in [
            (19_800, "+05:30"), (-34_200, "-09:30"), (0, "+00:00"), (7201, "+02:00"),
        ] {
            var builder = FITBuilder.activity([(800, 1000), (810, 1810)], seconds: 4)
            builder.define(4, message: 34, [FITBuilder.timestamp, (5, 4, 0x86)])
            builder.add(4, [(FITBuilder.start + 9, 4), (FITBuilder.start + 9 + offset, 4)])
            let recording = try FITReadingTest.recording(builder.file())
            let date = try #require(recording.startDate)
            #expect(date.hasPrefix("2017-01-2") && date.hasSuffix(text))
            let parsed = CivilTime.milliseconds(Array(date.utf8)[...])
            #expect(parsed == Int64(FITBuilder.start + 631_065_600) * 1000)
        }
        var builder = FITBuilder.activity([(800, 1000)], seconds: 4)
        builder.define(4, message: 34, [FITBuilder.timestamp, (5, 4, 0x86)])
        builder.add(4, [(FITBuilder.start, 4), (FITBuilder.start + 15 * 3600, 4)])
        #expect(try FITReadingTest.recording(builder.file()).startDate?.hasSuffix("Z") == true)
    }
}
