import PhysioTypes
import Testing
import TestSupport

@testable import HealthRecords
@testable import RecordingFiles

@Suite struct HealthRecordingsTests {
    /// A record with four beats, the last after a gap, on this day.
    private static func beatSegment(_ day: String, hour: String = "03:12") -> String {
        let beats = [(60, "05.00"), (60, "06.00"), (66, "06.90"), (66, "08.70"), (66, "09.60")].map
        {
            "<InstantaneousBeatsPerMinute bpm=\"\($0)\" time=\"\(hour):\($1)\"/>"
        }.joined()
        return HealthReading.record(
            "HKQuantityTypeIdentifierHeartRateVariabilitySDNN", value: "50", unit: "ms",
            start: "\(day) \(hour):05 +0100", end: "\(day) \(hour):30 +0100",
            content:
                "<HeartRateVariabilityMetadataList>\(beats)</HeartRateVariabilityMetadataList>")
    }

    private static let export = Array(
        HealthReading.export(
            ["2026-11-16", "2026-11-14", "2026-11-15"].map { beatSegment($0) }.joined(
                separator: "\n")
        ).utf8)

    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = try folder.write(
            "export.zip",
            TestZip.archive([
                .init("apple_health_export/export.xml", Self.export),
                .init("apple_health_export/electrocardiograms/ecg_2026-11-15.csv", [65]),
                .init("apple_health_export/electrocardiograms/ecg_2026-11-14.csv", [66]),
            ]))
    }

    private func names(_ selection: HealthRecordings.Selection = .init()) throws -> [String] {
        let opened = try HealthRecordings(path, selection)
        let health = try #require(opened)
        return try health.beatSegments().map { String($0.name.dropFirst(path.count)) }
            + health.files.map { HealthRecordings.label(of: $0) }
    }

    @Test func beatSegmentsComeByTimeAndFilesByName() throws {
        #expect(
            try names() == [
                "#2026-11-14T03:12:05+01:00", "#2026-11-15T03:12:05+01:00",
                "#2026-11-16T03:12:05+01:00", "electrocardiograms/ecg_2026-11-14.csv",
                "electrocardiograms/ecg_2026-11-15.csv",
            ])
    }

    @Test func daysAndTimesChoose() throws {
        var selection = HealthRecordings.Selection()
        selection.from = "2026-11-15"
        #expect(try names(selection).count == 3)
        selection.to = "2026-11-15"
        #expect(
            try names(selection) == [
                "#2026-11-15T03:12:05+01:00", "electrocardiograms/ecg_2026-11-15.csv",
            ])
        selection.from = "2026-11-15T03:13"
        #expect(try names(selection) == ["electrocardiograms/ecg_2026-11-15.csv"])
        selection.from = nil
        selection.to = "2026-11-15T03:12"
        #expect(try names(selection).count == 4)
    }

    @Test func theNewestAreShownAndSaidToBe() throws {
        var selection = HealthRecordings.Selection()
        selection.maxNewestCount = 2
        let opened = try HealthRecordings(path, selection)
        let beatSegments = try #require(opened).beatSegments()
        #expect(
            beatSegments.map { $0.name.suffix(25) } == [
                "2026-11-15T03:12:05+01:00", "2026-11-16T03:12:05+01:00",
            ])
        let codes = try beatSegments.map { try $0.outcome.get().notices.map(\.code) }
        #expect(codes == [["newest", "coarse"], ["coarse"]])
    }

    @Test func intervalsAreDifferencesThatCrossNoGap() throws {
        let opened = try HealthRecordings(path)
        let recording = try #require(opened).beatSegments()[0].outcome.get()
        #expect(recording.format == "apple-beats")
        #expect(recording.rr.intervalsMs == [1000, 900, 900])
        #expect(recording.rr.endTimesSeconds == [1, 1.9, 4.6])
        #expect(recording.rr.marks == [[], [], .afterGap])
        #expect(recording.startDate == "2026-11-14T03:12:05+01:00")
    }

    @Test func aFileIsNamedBehindTheMark() throws {
        let name = path + "#electrocardiograms/ecg_2026-11-15.csv"
        let found = try HealthRecordings.file(named: name)
        var source = try #require(found).open()
        #expect(try Array(source.readBlock()) == [65])
        #expect(try HealthRecordings.file(named: path + "#other.csv") == nil)
        #expect(try HealthRecordings.file(named: path) == nil)
    }

    @Test func otherInputsAreNotHealthFiles() throws {
        let text = try folder.write("rr.txt", "800\n810\n")
        #expect(try HealthRecordings(text) == nil)
        #expect(try HealthRecordings(folder.path) == nil)
        let archive = try folder.write("rr.zip", TestZip.archive([.init("rr.txt", [56, 49])]))
        #expect(try HealthRecordings(archive) == nil)
        let workbook = [TestZip.Entry("[Content_Types].xml", []), .init("xl/workbook.xml", [])]
        #expect(try HealthRecordings(folder.write("a.xlsx", TestZip.archive(workbook))) == nil)
        #expect(try HealthRecordings("/dev/null") == nil)
        #expect(try HealthRecordings(folder.path + "/missing") == nil)
    }

    @Test(arguments: [
        ("1970-01-01 00:00:00 +0000", "1970-01-01T00:00:00+00:00"),
        ("2024-02-29 23:59:59 -0330", "2024-02-29T23:59:59-03:30"),
        ("2000-03-01 00:00:00 +0545", "2000-03-01T00:00:00+05:45"),
        ("2199-12-31 12:00:00 +1400", "2199-12-31T12:00:00+14:00"),
        ("1970-01-01 12:00:00 -1200", "1970-01-01T12:00:00-12:00"),
    ])
    func theStartIsWrittenAsTheFileHasIt(date: String, text: String) throws {
        let start = try #require(HealthDateTests.instant(date))
        let beatSegment = BeatSegment(
            sourceIndex: 0, start: start, end: start, sdnnMs: 1, firstBeatMs: 0, ticks: [],
            isAfterGap: [])
        #expect(beatSegment.startText == text)
    }

    @Test func everyDayIsWrittenAsItIsRead() throws {
        let two = { (number: Int) in (number < 10 ? "0" : "") + String(number) }
        var number: Int64 = 0
        for year in 1970...2199 {
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            for (month, length) in lengths.enumerated() {
                for day in 1...length {
                    let text = "\(year)-\(two(month + 1))-\(two(day))"
                    let start = try #require(HealthDateTests.instant(text + " 00:00:00 +0000"))
                    try #require(start.unixMs == number * 86_400_000)
                    let beatSegment = BeatSegment(
                        sourceIndex: 0, start: start, end: start, sdnnMs: 1, firstBeatMs: 0,
                        ticks: [], isAfterGap: [])
                    try #require(beatSegment.startText == text + "T00:00:00+00:00")
                    number += 1
                }
            }
        }
    }
}
