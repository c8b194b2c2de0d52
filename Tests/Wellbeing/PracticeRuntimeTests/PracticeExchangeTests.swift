import Foundation
import PracticeRuntime
import RecordingFiles
import SessionHistory
import TestSupport
import Testing

@Suite struct PracticeExchangeTests {
    private static func entry(_ number: Int = 0) -> PracticeEntry {
        var entry = PracticeEntry(
            startedAt: Date(timeIntervalSince1970: 1_795_503_600.25 + 86_400 * Double(number)),
            utcOffsetSeconds: 20_700, kind: number % 2 == 0 ? "timer" : "interval",
            title: "=cmd, \"x\"\nline", plan: #"{"version":1}"#, toolkitVersion: "1")
        entry.state = .ended
        entry.endedAt = entry.startedAt + 1000.5
        if number % 2 == 0 { entry.mindfulMs = 900_250 } else { entry.workoutMs = 300_000 }
        entry.pauseMs = 5
        entry.events = "{}"
        entry.note = "-1+1"
        entry.rating = 3
        entry.session = UUID()
        return entry
    }

    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    @Test func ownFilesAreWhole() throws {
        let entries = (0..<5).map { Self.entry($0) }
        for text in [PracticeDocument.text(entries), PracticeTableFile.text(entries)] {
            let reading = try PracticeImport.read(
                Data(text.utf8), zone: nil, now: Self.now, version: "2")
            #expect(reading.errors.isEmpty)
            #expect(reading.entries == entries)
        }
        // A spreadsheet takes no cell for a formula.
        #expect(PracticeTableFile.text(entries).contains("\"'=cmd, \"\"x\"\"\nline\""))
    }

    @Test func healthRecordsHaveApplesAttributes() throws {
        let text = HealthRecordFile.csv([Self.entry(0), Self.entry(1)])
        let lines = text.split(separator: "\n")
        #expect(
            lines[0] == "type,sourceName,sourceVersion,creationDate,startDate,endDate,value")
        #expect(
            lines[1]
                == "HKCategoryTypeIdentifierMindfulSession,Resonance,1,2026-11-24 13:01:41 +0545,"
                + "2026-11-24 12:45:00 +0545,2026-11-24 13:00:01 +0545,HKCategoryValueNotApplicable"
        )
        #expect(lines[2].hasPrefix("HKWorkoutActivityTypeHighIntensityIntervalTraining,"))
        for data in [text, HealthRecordFile.json([Self.entry(0), Self.entry(1)])] {
            let reading = try PracticeImport.read(
                Data(data.utf8), zone: nil, now: Self.now, version: "1")
            #expect(reading.entries.map(\.kind) == ["timer", "interval"])
            #expect(reading.entries.map(\.origin) == [.imported, .imported])
            #expect(reading.entries[1].workoutMs == 300_000)
            #expect(reading.entries[0].utcOffsetSeconds == 20_700)
        }
    }

    @Test(arguments: [(0, "12:45:00 +0000"), (-12_600, "09:15:00 -0330")])
    func offsetsAreWrittenAsApplesAre(offset: Int, time: String) throws {
        var entry = Self.entry(0)
        let begin = try #require(ISO8601DateFormatter().date(from: "2026-11-24T12:45:00Z"))
        let length = entry.endedAt.timeIntervalSince(entry.startedAt)
        (entry.startedAt, entry.endedAt, entry.utcOffsetSeconds) = (begin, begin + length, offset)
        let text = HealthRecordFile.csv([entry])
        #expect(text.contains(",2026-11-24 \(time),"), "\(text)")
        let reading = try PracticeImport.read(
            Data(text.utf8), zone: nil, now: Self.now, version: "1")
        #expect(reading.entries.map(\.startedAt) == [begin])
        #expect(reading.entries.map(\.utcOffsetSeconds) == [offset])
    }

    @Test func insightTimersLogIsRead() throws {
        let text = """
            Started At,Duration,Preset,Activity
            05/01/2026 16:03:29,0:21:4,Morning,Meditation
            05/02/2026 04:03:29 PM,1:0:0,,Yoga
            13/32/2026 10:00:00,0:10:0,,
            05/03/2026 10:00:00,25:0:0,,
            05/01/026 16:03:29,0:21:4,,
            05/04/2026 10:00:00,0:0:0,,
            05/05/2026 12:00:00 AM,0:0:30,"=cmd",
            """
        let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
        let reading = try PracticeImport.read(
            Data(text.utf8), zone: zone, dates: .monthFirst, now: Self.now, version: "1")
        #expect(reading.entries.map(\.mindfulMs) == [1_264_000, 3_600_000, 30_000])
        #expect(
            reading.entries.map {
                LocalTime.text($0.startedAt, utcOffsetSeconds: $0.utcOffsetSeconds)
            } == [
                "2026-05-01T16:03:29+02:00", "2026-05-02T16:03:29+02:00",
                "2026-05-05T00:00:00+02:00",
            ])
        #expect(reading.entries.map(\.title) == ["Morning", "Yoga", "=cmd"])
        #expect(reading.errors.map { $0.prefix(6) } == ["line 4", "line 5", "line 6", "line 7"])
        #expect(reading.hasTimesWithoutZone)
        #expect(throws: PracticeImportError.missingZone) {
            try PracticeImport.read(Data(text.utf8), zone: nil, now: Self.now, version: "1")
        }
    }

    /// Rows of Insight Timer, as of a moment.
    private func read(
        _ rows: [String], dates: RRTextOptions.DateOrder? = nil,
        now: String = "2026-11-30T00:00:00Z"
    ) throws -> PracticeReading {
        let now = try #require(ISO8601DateFormatter().date(from: now))
        return try PracticeImport.read(
            Data("Started At,Duration,Preset,Activity\n\(rows.joined(separator: "\n"))\n".utf8),
            zone: .gmt, dates: dates, now: now, version: "1")
    }

    private func starts(_ reading: PracticeReading) -> [String] {
        reading.entries.map {
            String(LocalTime.text($0.startedAt, utcOffsetSeconds: 0).prefix(16))
        }
    }

    /// One date that can be in one order alone settles the others; so does one that would be yet to come.
    @Test func theOrderOfDatesIsThatOfTheWholeFile() throws {
        let dayFirst = try read([
            "27/11/2026 07:03:29,0:21:4,,Meditation", "26/11/2026 09:59:37,0:45:37,,Meditation",
            "12/11/2026 09:59:37,0:45:37,,Meditation",
        ])
        #expect(
            starts(dayFirst) == ["2026-11-27T07:03", "2026-11-26T09:59", "2026-11-12T09:59"])
        let halfDays = try read([
            "11/27/2026 7:03:29 PM,0:21:4,,Meditation", "11/27/2026 12:15:29 AM,0:21:4,,Meditation",
        ])
        #expect(starts(halfDays) == ["2026-11-27T19:03", "2026-11-27T00:15"])
        let quoted = try read([
            "11/27/2026 07:03:29,0:21:4,,Meditation",
            "11/26/2026 09:59:37,0:45:37,\"Walking, mindful\",Walking",
            "11/25/2026 23:55:00,0:10:0,\"He said \"\"sit\"\"\",Meditation",
            "bad-date,0:10:0,Broken,Meditation", "11/24/2026 16:03:29,21:4,,Meditation",
        ])
        #expect(
            quoted.entries.map(\.title) == ["Meditation", "Walking, mindful", "He said \"sit\""])
        #expect(quoted.errors.map { $0.prefix(6) } == ["line 5", "line 6"])
        let passed = try read(["05/12/2026 08:00:00,0:20:0,,", "06/11/2026 08:00:00,0:20:0,,"])
        #expect(starts(passed) == ["2026-05-12T08:00", "2026-06-11T08:00"])
        #expect(starts(try read(["05/05/2026 08:00:00,0:20:0,,"])) == ["2026-05-05T08:00"])
    }

    /// Dates that nothing settles are asked for.
    @Test func openDatesAreAskedFor() throws {
        let rows = ["05/01/2026 08:00:00,0:20:0,,", "04/02/2026 08:00:00,0:20:0,,"]
        let text = "line 2: 05/01/2026 08:00:00"
        #expect(throws: PracticeImportError.ambiguousDates(text)) { try read(rows) }
        #expect(starts(try read(rows, dates: .dayFirst)).first == "2026-01-05T08:00")
        #expect(starts(try read(rows, dates: .monthFirst)).first == "2026-05-01T08:00")
        let mixed = ["27/11/2026 08:00:00,0:20:0,,", "11/26/2026 08:00:00,0:20:0,,"]
        #expect(
            throws: PracticeImportError.mixedDates(
                dayFirst: "line 2: 27/11/2026 08:00:00", monthFirst: "line 3: 11/26/2026 08:00:00")
        ) { try read(mixed) }
        let one = try read(mixed, dates: .monthFirst)
        #expect(one.entries.count == 1 && one.errors.count == 1)
    }

    /// A practice that ends after now is refused, in each format.
    @Test func nothingInTheFutureIsAccepted() throws {
        let rows = ["11/27/2026 07:00:00,0:30:0,,", "11/27/2026 08:00:00,0:30:0,,"]
        let reading = try read(rows, now: "2026-11-27T08:29:59Z")
        #expect(starts(reading) == ["2026-11-27T07:00"])
        #expect(reading.errors == ["line 3: the practice is yet to come"])
        let entries = [Self.entry(0), Self.entry(1)]
        for text in [
            PracticeDocument.text(entries), PracticeTableFile.text(entries),
            HealthRecordFile.csv(entries), HealthRecordFile.json(entries),
        ] {
            let reading = try PracticeImport.read(
                Data(text.utf8), zone: nil, now: entries[1].startedAt, version: "1")
            #expect(reading.entries.count == 1 && reading.errors.count == 1)
        }
    }

    @Test(arguments: ["", "{", "[1]", "a,b\n1,2", "{\"format\":\"x\",\"version\":1}", "\u{0}"])
    func whatIsNoPracticeIsRefused(text: String) {
        #expect(throws: PracticeImportError.unknownFormat) {
            try PracticeImport.read(Data(text.utf8), zone: .gmt, now: Self.now, version: "1")
        }
    }

    @Test func laterVersionsAreRefused() {
        let text = #"{"format":"resonance-practice","version":2,"entries":[]}"#
        #expect(throws: PracticeImportError.newerVersion(2)) {
            try PracticeImport.read(Data(text.utf8), zone: .gmt, now: Self.now, version: "1")
        }
    }

    /// Random bytes, and files of ours with random bytes changed or cut, end nothing.
    @Test func hostileBytesEndNothing() throws {
        var random = SplitMix64(seed: 5)
        let ours = [
            PracticeDocument.text([Self.entry()]), PracticeTableFile.text([Self.entry()]),
            HealthRecordFile.csv([Self.entry()]),
        ].map { Array($0.utf8) }
        for round in 0..<2000 {
            var bytes = ours[round % 3]
            for _ in 0..<Int.random(in: 1...20, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] =
                    UInt8.random(in: 0...255, using: &random)
            }
            bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
            let reading = try? PracticeImport.read(
                Data(bytes), zone: .gmt, now: Self.now, version: "1")
            for entry in reading?.entries ?? [] {
                #expect(max(entry.mindfulMs, entry.workoutMs) <= 86_400_000)
            }
        }
    }

    @Test func timesOfAPerson() throws {
        let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
        let table: [(String, String?)] = [
            ("2026-11-22T07:00", "2026-11-22T07:00:00+01:00"),
            ("2026-11-22 07:00", "2026-11-22T07:00:00+01:00"), ("2026-11-22  07:00", nil),
            ("2026-06-22T07:00:30", "2026-06-22T07:00:30+02:00"),
            ("2026-06-22T07:00:00-05:00", "2026-06-22T07:00:00-05:00"),
            ("2026-13-22T07:00", nil), ("2026-11-22", nil), ("x", nil), ("2026-11-22T7:00", nil),
        ]
        for (text, expected) in table {
            let found = PracticeTimeParser.read(text, zone: zone).map {
                LocalTime.text($0.date, utcOffsetSeconds: $0.offsetSeconds)
            }
            #expect(found == expected, "\(text)")
        }
    }
}
