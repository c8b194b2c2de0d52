import Testing
import TestSupport

@testable import HealthRecords

@Suite struct ExportRecordsTests {
    private static func read(_ elements: String...) -> HealthReading.Result {
        HealthReading.read(HealthReading.export(elements.joined(separator: "\n ")))
    }

    private static let day = HealthDateTests.instant("2026-11-20 08:00:00 +0100")

    // MARK: Quantities

    /// Values by hand: km, mi, yd, ft of the international yard; counts a second times 60.
    @Test(arguments: [
        ("HeartRate", "72", "count/min", HealthQuantity.heartRate, 72.0),
        ("HeartRate", "1.2", "count/s", .heartRate, 72),
        ("RestingHeartRate", "48", "count/min", .restingHeartRate, 48),
        ("HeartRateVariabilitySDNN", "32.1111", "ms", .sdnn, 32.1111),
        ("HeartRateVariabilitySDNN", ".05", "s", .sdnn, 50),
        ("HeartRateVariabilityRMSSD", "41.5", "ms", .rmssd, 41.5),
        ("RespiratoryRate", "14.5", "count/min", .respiratoryRate, 14.5),
        ("DistanceWalkingRunning", "0.25", "km", .distanceWalkingRunning, 250),
        ("DistanceCycling", "2", "mi", .distanceCycling, 3218.688),
        ("DistanceSwimming", "25", "yd", .distanceSwimming, 22.86),
        ("DistanceSwimming", "100", "ft", .distanceSwimming, 30.48),
        ("DistanceWheelchair", "12", "m", .distanceOther, 12),
        ("DistanceDownhillSnowSports", "1e3", "m", .distanceOther, 1000),
    ])
    func quantitiesAreReadInTheirUnits(
        type: String, value: String, unit: String, quantity: HealthQuantity, expected: Double
    ) {
        let result = Self.read(
            HealthReading.record("HKQuantityTypeIdentifier" + type, value: value, unit: unit))
        #expect(result.collected.errors.isEmpty)
        #expect(result.collected.samples.map(\.quantity) == [quantity])
        #expect(abs((result.collected.samples.first?.value ?? .nan) - expected) < 1e-9)
    }

    @Test(arguments: [
        "NaN", "inf", "72,5", "", "72 bpm", "0", "0.99", "301", "-72", "1e400", "٧٢", "0x48", "7 2",
    ])
    func whatIsNoRateIsABadValue(value: String) {
        let result = Self.read(HealthReading.record(value: value), HealthReading.record())
        #expect(result.collected.errors == [.badValue])
        #expect(result.collected.samples.map(\.value) == [72])
        #expect(result.summary?.recordCount == 2)
    }

    @Test func anUnknownUnitIsABadValue() {
        #expect(Self.read(HealthReading.record(unit: "mmHg")).collected.errors == [.badValue])
        let distance = HealthReading.record(
            "HKQuantityTypeIdentifierDistanceCycling", value: "-1", unit: "m")
        #expect(Self.read(distance).collected.errors == [.badValue])
    }

    @Test func aMissingAttributeIsABadRecord() {
        let records = [
            HealthReading.record(value: nil), HealthReading.record(unit: nil),
            HealthReading.record(source: nil), HealthReading.record(start: nil),
            HealthReading.record(end: nil), "<Record/>",
        ]
        let result = Self.read(records.joined(separator: "\n"))
        #expect(result.collected.errors == [HealthRecordError](repeating: .badRecord, count: 6))
        #expect(result.collected.samples.isEmpty)
    }

    // MARK: Dates

    @Test func aDateThatCannotBeIsABadDate() {
        for (start, end) in [
            ("2026-11-20 08:00:00", "2026-11-20 08:00:05 +0100"),
            ("2026-02-30 08:00:00 +0100", "2026-11-20 08:00:05 +0100"),
            ("2569-11-20 08:00:00 +0100", "2569-11-20 08:00:05 +0100"),
            ("2026-11-20 08:00:05 +0100", "2026-11-20 08:00:04 +0100"),
            // The export is of 2026-11-20 10:00: two days later is the last moment.
            ("2026-11-22 09:00:00 +0100", "2026-11-22 10:00:01 +0100"),
        ] {
            let result = Self.read(HealthReading.record(start: start, end: end))
            #expect(result.collected.errors == [.badDate], "\(start)")
        }
        let last = HealthReading.record(
            start: "2026-11-22 10:00:00 +0100", end: "2026-11-22 10:00:00 +0100")
        #expect(Self.read(last).collected.samples.count == 1)
    }

    @Test func theDateOfTheExportAndEveryOffsetAreSaid() {
        let result = Self.read(
            HealthReading.record(
                start: "2026-07-20 08:00:00 +0200", end: "2026-07-20 12:00:00 +0545"))
        #expect(result.summary?.exportDate == HealthDateTests.instant("2026-11-20 10:00:00 +0100"))
        #expect(result.summary?.utcOffsetsMinutes == [60, 120, 345])
        #expect(result.collected.samples.first?.end.writtenOffsetMinutes == 345)
    }

    // MARK: Sleep

    @Test(arguments: [
        ("InBed", SleepStage.inBed), ("Awake", .awake), ("AsleepREM", .rem), ("AsleepCore", .core),
        ("AsleepDeep", .deep), ("AsleepUnspecified", .unspecified), ("Asleep", .unspecified),
    ])
    func stagesOfSleepAreRead(name: String, stage: SleepStage) {
        let result = Self.read(
            HealthReading.record(
                "HKCategoryTypeIdentifierSleepAnalysis",
                value: "HKCategoryValueSleepAnalysis" + name, unit: nil))
        #expect(result.collected.sleep.map(\.stage) == [stage])
        #expect(result.collected.errors.isEmpty)
    }

    @Test func sleepOfMoreThanADayIsOutOfRange() {
        let long = { (end: String) in
            HealthReading.record(
                "HKCategoryTypeIdentifierSleepAnalysis",
                value: "HKCategoryValueSleepAnalysisInBed", unit: nil,
                start: "2026-11-18 08:00:00 +0100", end: end)
        }
        #expect(Self.read(long("2026-11-19 08:00:00 +0100")).collected.sleep.count == 1)
        #expect(Self.read(long("2026-11-19 08:00:01 +0100")).collected.errors == [.sleepTooLong])
        let unknown = HealthReading.record(
            "HKCategoryTypeIdentifierSleepAnalysis", value: "Dreaming", unit: nil)
        #expect(Self.read(unknown).collected.errors == [.badValue])
    }

    // MARK: Beats

    private static func beats(_ times: [(Int, String)]) -> String {
        let list = times.map {
            "<InstantaneousBeatsPerMinute bpm=\"\($0)\" time=\"\($1)\"/>"
        }.joined()
        return "<HeartRateVariabilityMetadataList>\(list)</HeartRateVariabilityMetadataList>"
    }

    private static func sdnn(_ content: String) -> String {
        HealthReading.record(
            "HKQuantityTypeIdentifierHeartRateVariabilitySDNN", value: "50", unit: "ms",
            end: "2026-11-20 08:01:00 +0100", content: content)
    }

    @Test func aRecordWithBeatsIsASampleAndABeatSegment() throws {
        let zone = "<MetadataEntry key=\"HKTimeZone\" value=\"Asia/Kathmandu\"/>"
        let result = Self.read(
            Self.sdnn(
                zone
                    + Self.beats([
                        (60, "12:45:01,00 PM"), (60, "12:45:02,00 PM"), (30, "12:45:03,00 PM"),
                    ]))
        )
        #expect(result.collected.samples.map(\.quantity) == [.sdnn])
        #expect(result.collected.samples.first?.timeZone == "Asia/Kathmandu")
        let beatSegment = try #require(result.collected.beatSegments.first)
        #expect(beatSegment.ticks == [0, 100, 200])
        #expect(beatSegment.isAfterGap == [false, false, true])
        #expect(beatSegment.clockShiftMinutes == 285)
        #expect(beatSegment.sdnnMs == 50 && beatSegment.timeZone == "Asia/Kathmandu")
        #expect(beatSegment.firstBeatMs == (Self.day?.unixMs ?? 0) + 1000)
        #expect(result.summary?.recordCount == 1)
    }

    @Test func beatsThatDoNotFitTheirRecordLeaveItOut() {
        for times in [[(60, "08:30:00.00 x")], [(60, "08:20:00.00"), (60, "08:20:01.00")]] {
            let result = Self.read(Self.sdnn(Self.beats(times)), HealthReading.record())
            #expect(result.collected.errors == [.badBeatTime])
            #expect(result.collected.samples.map(\.quantity) == [.heartRate])
        }
        #expect(Self.read(Self.sdnn(Self.beats([]))).collected.samples.count == 1)
    }

    /// Two records of real exports, cut short: the clock of the beats is an hour off, each way.
    @Test(.needsDatasets) func fragmentsOfRealExportsAreRead() throws {
        var result = HealthReading.Result()
        result.summary = try HealthFileReader.open(
            Datasets.path("apple-health/hrv_record_fragments.xml")
        ).read(into: &result.collected)
        #expect(result.summary?.isDamaged == false && result.collected.errors.isEmpty)
        #expect(result.collected.samples.map(\.value) == [32.1111, 49.4602])
        #expect(result.collected.beatSegments.map(\.clockShiftMinutes) == [-60, 60])
        #expect(result.collected.beatSegments.map(\.ticks) == [[0, 64, 130, 194], [0, 76]])
        #expect(result.collected.beatSegments.allSatisfy { !$0.isAfterGap.contains(true) })
        #expect(result.collected.sources.map(\.model) == ["Watch3,4", "Watch4,2"])
        #expect(result.collected.sources.allSatisfy { $0.kind == .watch && $0.isApple })
        // 19:14:47 -0400 and 1.94 s; 10:17:16 -0800 and 4.53 s.
        #expect(
            result.collected.beatSegments.map(\.firstBeatMs) == [
                1_511_392_488_940, 1_540_837_040_530,
            ])
    }

    // MARK: Old exports and correlations

    @Test func exportsOfVersion8AreRead() {
        let result = HealthReading.read(
            """
            <?xml version="1.0"?><HealthData><Record type="HKQuantityTypeIdentifierHeartRate" source="iPhone" \
            unit="count/min" startDate="20150616071916-0700" endDate="20150616071920-0700" \
            device name="x" value="72"/></HealthData>
            """)
        #expect(result.collected.samples.map(\.value) == [72])
        #expect(result.collected.samples.first?.start.unixMs == 1_434_464_356_000)
        #expect(
            result.collected.sources == [HealthSource(name: "iPhone", kind: .phone, isApple: true)])
    }

    @Test func aRecordTwiceInACorrelationIsOne() {
        let record = HealthReading.record()
        let result = Self.read(
            "<Correlation type=\"x\">\(record)\(HealthReading.record(value: "73"))\(record)</Correlation>",
            record)
        #expect(result.collected.samples.map(\.value) == [72, 73, 72])
        #expect(result.collected.errors == [.repeated])
    }
}
