import Foundation
import PhysioTypes
import TestSupport
import Testing

@testable import RecordingFiles

/// Real files against what another reader made of them once (fitdecode 0.11.0).
@Suite(.needsDatasets) struct FITDatasetTests {
    private struct Expected: Decodable {
        struct File: Decodable {
            let recordMessages: Int
            let heartRateValues: Int
            let heartRateSum: Double
            let hrvRrCount: Int
            let hrvRrSumMs: Double
            let hrEvents: Int
        }
        let files: [String: File]
    }

    private static func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: Datasets.path("fit/" + name))))
    }

    private static func numbers(_ name: String) throws -> [Double] {
        try Datasets.text("fit/" + name).split(whereSeparator: \.isNewline).compactMap {
            Double($0)
        }
    }

    @Test func everyFileHasTheRecordsThatAnotherReaderFinds() throws {
        let json = try Datasets.text("fit/expected.json")
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let files = try decoder.decode(Expected.self, from: Data(json.utf8)).files
        #expect(files.count == 12)
        for (name, expected) in files {
            let activities = try FITReadingTest.activities(Self.bytes(name))
            let activity = try #require(activities.first, "\(name)")
            // Beats of a strap are appended in files that do not say what they are.
            #expect(activities.count == 1)
            let rates = activity.records.compactMap(\.heartRateBpm)
            #expect(activity.records.count == expected.recordMessages, "\(name)")
            #expect(rates.count == expected.heartRateValues, "\(name)")
            #expect(rates.reduce(0, +) == expected.heartRateSum, "\(name)")
            let intervals = activity.beats?.kind == .hrv ? activity.beats?.intervalsMs ?? [] : []
            #expect(intervals.count == expected.hrvRrCount, "\(name)")
            #expect(intervals.reduce(0, +) == expected.hrvRrSumMs, "\(name)")
            #expect((activity.beats?.kind == .hr) == (expected.hrEvents > 0), "\(name)")
        }
    }

    @Test(arguments: [
        ("2017_hrv.FIT", 8174), ("garmin-edge-820-bike.fit", 126), ("garmin-fenix-5-run.fit", 113),
    ])
    func intervalsAreThoseOfAnotherReader(name: String, count: Int) throws {
        let recording = try RecordingFile.read(path: Datasets.path("fit/" + name))
        #expect(recording.rr.count == count)
        let expected = try Self.numbers(name + ".expected_rr_ms.txt")
        #expect(recording.rr.intervalsMs == expected)
        #expect(recording.format == "fit")
        #expect(recording.recipe["device"] == .text("Garmin"))
    }

    /// 63 minutes in which nothing is lost.
    @Test func aWholeHourHasNoGapAndEndsWithItsRecords() throws {
        let activity = try #require(
            try FITReadingTest.activities(Self.bytes("2017_hrv.FIT")).first)
        let beats = try #require(activity.beats)
        #expect(beats.gapIndices.isEmpty)
        let end = Double(beats.startMs ?? 0) + 1000 * (beats.endSeconds.last ?? 0)
        let last = try #require(activity.records.last?.unixMs ?? nil)
        #expect(abs(end - Double(last)) < 2000)
        #expect(abs((beats.endSeconds.last ?? 0) - 3821.573) < 0.001)
        let first = try #require(activity.records.first?.unixMs ?? nil)
        #expect(abs((beats.startMs ?? 0) - first) < 2000)
    }

    /// The other reader lists the time of every stamp, padding too, in steps of 1/1024 s.
    @Test(arguments: [("GarminHRMswim.FIT", 6146, 6), ("event_timestamp.fit", 11_292, 6)])
    func packedTimesAreThoseOfAnotherReader(name: String, stamps: Int, padding: Int) throws {
        let times = try Self.numbers(name + ".expected_hr_events.txt")
        #expect(times.count == stamps)
        let steps = zip(times, times.dropFirst()).map { $1 - $0 }
        #expect(steps.count { $0 == 0 } == padding)
        let activities = try FITReadingTest.activities(Self.bytes(name))
        let activity = try #require(activities.first)
        let found = activity.beats
        let beats = try #require(found)
        let isWhole = activity.errors.isEmpty
        #expect(beats.kind == .hr && isWhole)
        #expect(beats.intervalsMs == steps.filter { $0 > 0 }.map { $0 * 1000 / 1024 })
        #expect(beats.intervalsMs.count == stamps - 1 - padding)
        #expect(beats.gapIndices.isEmpty)
        let span = (times.last ?? 0) / 1024
        #expect(abs((beats.endSeconds.last ?? 0) - span) < 1e-6)
    }

    @Test(arguments: [
        ("Activity.fit", "an activity (FIT) with 1 session, 14 records"),
        ("MonitoringFile.fit", "monitoring of a day (FIT) with 355 messages"),
        ("compressed-speed-distance.fit", "755 records"), ("DeveloperData.fit", "3 records"),
    ])
    func aFileWithoutBeatsNamesWhatItHolds(name: String, words: String) throws {
        let bytes = try Self.bytes(name)
        do throws(RecordingError) {
            _ = try FITReadingTest.recording(bytes)
            Issue.record("\(name) has no beats")
        } catch {
            #expect(error.code == "no_rr" && error.text.contains(words), "\(error.text)")
        }
    }

    @Test func damagedFilesSayWhatIsWrong() throws {
        let truncated = try FITReadingTest.activities(Self.bytes("activity-unexpected-eof.fit"))
        #expect(truncated.map { $0.errors.map(\.kind) } == [[.truncated]])
        let chain = try FITReadingTest.activities(
            Self.bytes("activity-settings-corruptheader.fit"))
        #expect(chain.map { $0.errors.map(\.kind) } == [[.trailingBytes]])
        let sum = try FITReadingTest.activities(Self.bytes("activity-filecrc.fit"))
        #expect(sum.map { $0.errors.map(\.kind) } == [[.checksum]])
    }

    @Test func speedAndDistanceThatShareBytesAreUnpacked() throws {
        let activity = try #require(
            try FITReadingTest.activities(Self.bytes("compressed-speed-distance.fit")).first)
        let distances = activity.records.compactMap(\.distanceMetres)
        #expect(distances.count > 700)
        #expect(zip(distances, distances.dropFirst()).allSatisfy { $0 <= $1 })
        let stated = try #require(activity.sessions.first?.distanceMetres)
        #expect(abs((distances.last ?? 0) - stated) < 0.02 * stated)
    }
}
