import Foundation
import RecordingFiles
import TestSupport
import Testing

@testable import HealthRecords

/// Keeps what a reader hands over.
private struct Collected: HealthSink {
    var sources: [HealthSource] = []
    var workouts: [HealthWorkout] = []
    var errors: [HealthRecordError] = []
    var progress: [Int64] = []

    mutating func source(_ source: HealthSource) { sources.append(source) }
    mutating func sample(_ sample: HealthSample) {}
    mutating func sleep(_ sample: SleepSample) {}
    mutating func beatSegment(_ beatSegment: BeatSegment) {}
    mutating func workout(_ workout: HealthWorkout) { workouts.append(workout) }
    mutating func error(_ error: HealthRecordError) { errors.append(error) }
    mutating func progress(bytesRead: Int64, byteCount: Int64?) { progress.append(bytesRead) }
}

@Suite struct FITWorkoutsTests {
    private static let start = FITBuilder.start
    private static let startMs = Int64(start + 631_065_600) * 1000

    private static func read(_ files: [UInt8]...) throws -> (
        collected: Collected, summary: HealthFileSummary
    ) {
        var collected = Collected()
        var reader = FITWorkoutReader()
        for file in files { try reader.read(ByteSource(file), into: &collected) }
        return (collected, reader.summary)
    }

    /// Sessions at seconds after the start, with a sport each.
    private static func sessions(
        _ list: [(sport: Int, sub: Int, from: Int, to: Int)], laps: [(from: Int, to: Int)] = [],
        in builder: FITBuilder
    ) -> FITBuilder {
        var builder = builder
        let (u8, u16, u32) = (FITBuilder.u8, FITBuilder.u16, FITBuilder.u32)
        builder.define(
            8, message: 18,
            [
                FITBuilder.timestamp, (2, 4, u32), (5, 1, 0), (6, 1, 0), (7, 4, u32), (8, 4, u32),
                (9, 4, u32), (11, 2, u16), (14, 2, u16), (16, 1, u8), (17, 1, u8),
            ])
        builder.define(
            9, message: 19,
            [
                FITBuilder.timestamp, (2, 4, u32), (8, 4, u32), (9, 4, u32), (110, 4, u32),
                (15, 1, u8),
            ])
        for lap in laps {
            builder.add(
                9,
                [
                    (start + lap.to, 4), (start + lap.from, 4), (1000 * (lap.to - lap.from), 4),
                    (30_000, 4), (3000, 4), (140, 1),
                ])
        }
        for session in list {
            let length = session.to - session.from
            builder.add(
                8,
                [
                    (start + session.to, 4), (start + session.from, 4), (session.sport, 1),
                    (session.sub, 1), (1000 * length, 4), (1000 * length - 500, 4), (123_450, 4),
                    (77, 2), (3210, 2), (131, 1), (162, 1),
                ])
        }
        return builder
    }

    @Test func aSessionIsAWorkoutWithAllThatItStates() throws {
        var builder = Self.sessions(
            [(1, 0, 0, 100)], laps: [(0, 40), (40, 100)],
            in: FITBuilder.activity(
                [(800, 5000), (810, 5810), (790, 70_000)], seconds: 100,
                pauses: [(from: 20, to: 60)]))
        builder.define(10, message: 34, [FITBuilder.timestamp, (5, 4, FITBuilder.u32)])
        builder.add(10, [(Self.start + 100, 4), (Self.start + 100 + 20_700, 4)])
        let (collected, summary) = try Self.read(builder.file())
        let workout = try #require(collected.workouts.first)
        #expect(collected.workouts.count == 1 && collected.errors.isEmpty)
        #expect(collected.sources == [HealthSource(origin: .fit, name: "Garmin")])
        #expect(workout.type == "sport 1" && workout.sourceIndex == 0)
        #expect(
            workout.start.unixMs == Self.startMs && workout.end.unixMs == Self.startMs + 100_000)
        #expect(workout.utcOffsetMinutes == 345)
        #expect(workout.durationSeconds == 99.5 && workout.energyKcal == 77)
        #expect(workout.distanceMetres == 1234.5 && workout.speedMetresPerSecond == 3.21)
        #expect(workout.averageHeartRateBpm == 131 && workout.maximumHeartRateBpm == 162)
        #expect(
            workout.pauses == [
                WorkoutPause(startMs: Self.startMs + 20_000, endMs: Self.startMs + 60_000)
            ])
        #expect(
            workout.parts
                == [(0, 40), (40, 100)].map { from, to in
                    WorkoutPart(
                        .lap, startMs: Self.startMs + from * 1000, endMs: Self.startMs + to * 1000,
                        durationSeconds: Double(to - from), distanceMetres: 300,
                        averageHeartRateBpm: 140, speedMetresPerSecond: 3)
                })
        // A record a second, but for the 39 within the pause.
        #expect(workout.track.count == 62)
        #expect(workout.track.first == TrackPoint(unixMs: Self.startMs, heartRateBpm: 70))
        #expect(workout.beats?.intervalsMs == [800, 810, 790])
        #expect(workout.beats?.gapIndices == [2])
        #expect(abs((workout.beats?.startMs ?? 0) - Self.startMs - 4190) <= 1000)
        #expect(summary.recordCount == 65 && summary.origin == .fit && !summary.isDamaged)
        #expect(collected.progress.last == Int64(builder.file().count))
    }

    @Test func eachSessionOfATriathlonIsAWorkoutButForTheWayBetween() throws {
        let ends = stride(from: 1000.0, through: 299_000, by: 1000).map { (1000, $0) }
        let (collected, _) = try Self.read(
            Self.sessions(
                [(5, 18, 0, 100), (3, 0, 100, 110), (2, 0, 110, 300)],
                laps: [(0, 100), (110, 200), (200, 300)],
                in: FITBuilder.activity(ends, seconds: 300)
            ).file())
        #expect(collected.workouts.map(\.type) == ["sport 5 sub 18", "sport 2"])
        #expect(collected.workouts.map(\.parts.count) == [0, 2])
        #expect(collected.workouts.map(\.track.count) == [101, 191])
        // Intervals of a second, at whole seconds: those between the ends of each session.
        #expect(collected.workouts.map { $0.beats?.intervalsMs.count } == [100, 189])
        let starts = collected.workouts.compactMap { $0.beats?.startMs }
        #expect(starts == [Self.startMs, Self.startMs + 110_000])
    }

    @Test func withoutASessionTheRecordsMakeAWorkout() throws {
        let (collected, _) = try Self.read(FITBuilder.activity([(800, 1000)], seconds: 60).file())
        let workout = try #require(collected.workouts.first)
        #expect(workout.type == "sport 0" && workout.track.count == 61)
        #expect(workout.end.unixMs - workout.start.unixMs == 60_000)
        #expect(workout.durationSeconds == nil && workout.distanceMetres == nil)
        #expect(workout.beats?.intervalsMs == [800])
        // A course has records too, and no one went it.
        var course = FITBuilder()
        course.define(0, message: 0, [(0, 1, 0)])
        course.add(0, [(6, 1)])
        course.define(1, message: 20, [FITBuilder.timestamp])
        for second in 0..<9 { course.add(1, [(Self.start + second, 4)]) }
        #expect(try Self.read(course.file()).collected.workouts.isEmpty)
    }

    @Test func sessionsWithoutADateAreCountedAndLeftOut() throws {
        let long = -Self.start + 1000
        let (collected, summary) = try Self.read(
            Self.sessions([(1, 0, long, long + 50), (1, 0, 0, 50)], in: FITBuilder()).file())
        #expect(collected.errors == [.badDate] && collected.workouts.count == 1)
        #expect(summary.recordCount == 2)
    }

    @Test func oneDeviceIsOneSourceInEveryFile() throws {
        let first = FITBuilder.activity([], seconds: 10).file()
        var other = FITBuilder()
        other.define(
            0, message: 0,
            [(0, 1, 0), (1, 2, FITBuilder.u16), (2, 2, FITBuilder.u16), (3, 4, 0x8C)])
        other.add(0, [(4, 1), (123, 2), (17, 2), (77_777, 4)])
        other.define(1, message: 20, [FITBuilder.timestamp, (3, 1, FITBuilder.u8)])
        for second in 0..<5 { other.add(1, [(Self.start + second, 4), (99, 1)]) }
        let (collected, _) = try Self.read(first, other.file(), first + other.file())
        #expect(
            collected.sources == [
                HealthSource(origin: .fit, name: "Garmin"),
                HealthSource(origin: .fit, name: "Polar", model: "Polar 17"),
            ])
        #expect(collected.workouts.map(\.sourceIndex) == [0, 1, 0, 1])
        #expect(!"\(collected.sources)".contains("77777"))
    }

    @Test func aCutFileGivesWhatItHas() throws {
        let file = Self.sessions([(1, 0, 0, 30)], in: FITBuilder.activity([], seconds: 30)).file()
        for count in stride(from: 14, to: file.count, by: 7) {
            let (collected, summary) = try Self.read(Array(file.prefix(count)))
            #expect(summary.isDamaged && collected.workouts.count <= 1)
        }
        #expect(try Self.read(file).summary.damageText == nil)
        #expect(throws: RecordingError.self) { try Self.read(Array("no FIT file".utf8)) }
    }

    /// All of the file is used, and its damage is reported.
    @Test func aWrongChecksumIsDamage() throws {
        var file = Self.sessions([(1, 0, 0, 30)], in: FITBuilder.activity([], seconds: 30)).file()
        let whole = try Self.read(file).collected
        file[file.count - 1] ^= 0x10
        let (collected, summary) = try Self.read(file)
        #expect(collected.workouts == whole.workouts && collected.workouts.count == 1)
        #expect(summary.damageText?.hasPrefix("the checksum at byte \(file.count - 2)") == true)
    }

    /// No number that a session may hold is longer than a workout can be.
    @Test func whatNoWorkoutCanBeIsLeftOutAndCounted() throws {
        var builder = FITBuilder()
        builder.define(
            0, message: 18,
            [
                FITBuilder.timestamp, (2, 4, FITBuilder.u32), (8, 4, FITBuilder.u32),
                (9, 4, FITBuilder.u32), (11, 2, FITBuilder.u16),
            ])
        builder.add(
            0,
            [
                (Self.start + 60, 4), (Self.start, 4), (2_592_001_000, 4), (1_000_000_100, 4),
                (77, 2),
            ])
        let (collected, summary) = try Self.read(builder.file())
        let workout = try #require(collected.workouts.first)
        #expect(workout.durationSeconds == nil && workout.distanceMetres == nil)
        #expect(workout.energyKcal == 77 && summary.damageText == nil)
        #expect(collected.errors == [.badValue, .badValue])
    }

    @Test(
        .needsDatasets,
        arguments: [
            ("Activity.fit", ["sport 1"], 0, 14, 0), ("2017_hrv.FIT", ["sport 0"], 0, 3822, 8174),
            ("GarminHRMswim.FIT", ["sport 5 sub 17"], 11, nil, 6139),
            ("event_timestamp.fit", ["sport 5 sub 17"], 99, nil, 11_285),
            ("MonitoringFile.fit", [], 0, nil, 0),
            ("activity-unexpected-eof.fit", ["sport 1"], 0, 14, 0),
            // Its clock counts from when the device was switched on.
            ("compressed-speed-distance.fit", [], 0, nil, 0),
        ] as [(String, [String], Int, Int?, Int)])
    func realFilesAreWorkouts(
        name: String, types: [String], laps: Int, track: Int?, beats: Int
    ) throws {
        let path = try Datasets.path("fit/" + name)
        let (collected, _) = try Self.read([UInt8](Data(contentsOf: URL(fileURLWithPath: path))))
        #expect(collected.workouts.map(\.type) == types)
        #expect(collected.errors == (name.hasPrefix("compressed") ? [.badDate] : []))
        guard let workout = collected.workouts.first else { return }
        #expect(workout.parts.count == laps)
        #expect(workout.beats?.intervalsMs.count ?? 0 == beats)
        if let track { #expect(workout.track.count == track) }
        #expect(workout.start < workout.end)
    }
}
