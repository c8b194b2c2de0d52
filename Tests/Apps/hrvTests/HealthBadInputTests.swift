import Foundation
import HealthHistory
import RecordingFiles
import Testing
import TestSupport

/// The table of bad input, row by row: the code that is reported, the exit, and what becomes of the store.
@Suite struct HealthBadInputTests {
    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    /// A row of the table.
    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let code: String
        /// Writes the input; what follows `hrv health import`.
        let arguments: @Sendable (TemporaryFolder) throws -> [String]

        init(
            _ what: String, _ code: String,
            _ arguments: @escaping @Sendable (TemporaryFolder) throws -> [String]
        ) {
            (testDescription, self.code, self.arguments) = (what, code, arguments)
        }

        /// An archive of these entries.
        static func zip(_ what: String, _ code: String, _ entries: TestZip.Entry...) -> Row {
            let bytes = TestZip.archive(entries)
            return Row(what, code) { [try $0.write("bad.zip", bytes)] }
        }

        static func text(_ what: String, _ code: String, _ text: String) -> Row {
            Row(what, code) { [try $0.write("bad.xml", text)] }
        }

        /// An element before a good one.
        static func element(_ what: String, _ code: String, _ element: String) -> Row {
            text(what, code, HealthBadInputTests.export(element))
        }
    }

    private struct LoadResult {
        let status: Int32
        let errors: String
        let row: [String: Any]
    }

    private func load(_ arguments: [String]) throws -> LoadResult {
        let output = try CommandRunner.run(["health", "import", "--json"] + arguments, home: home)
        let rows =
            try JSONSerialization.jsonObject(with: Data(output.text.utf8)) as? [[String: Any]]
        return LoadResult(
            status: output.status, errors: output.errors, row: try #require(rows?.first))
    }

    private func contents() throws -> String {
        try CommandRunner.run(["health", "export", "--json", "--names"], home: home).text
    }

    // MARK: The inputs

    private static let good = HealthExportText.example.xml
    private static var entry: TestZip.Entry { TestZip.Entry("export.xml", Array(good.utf8)) }

    private static func changed(_ change: (inout TestZip.Entry) -> Void) -> TestZip.Entry {
        var entry = entry
        change(&entry)
        return entry
    }

    /// An export of an element and a good resting rate after it.
    private static func export(_ element: String) -> String {
        var export = HealthExportText(elements: [element])
        export.record("RestingHeartRate", "count/min", "52", at: "2026-11-21 07:00:00")
        return export.xml
    }

    private static func record(
        _ type: String = "QuantityTypeIdentifierHeartRate", value: String = "72",
        start: String = "2026-11-21 08:00:00 +0100", end: String = "2026-11-21 08:00:00 +0100"
    ) -> String {
        """
        <Record type="HK\(type)" sourceName="Watch" unit="count/min" startDate="\(start)" \
        endDate="\(end)" value="\(value)"/>
        """
    }

    private static func workout(_ attributes: String) -> String {
        """
        <Workout workoutActivityType="HKWorkoutActivityTypeRunning" \(attributes) sourceName="Watch" \
        startDate="2026-11-20 18:00:00 +0100" endDate="2026-11-20 18:42:00 +0100"/>
        """
    }

    /// An export of spaces, deflated: more than 200 to 1 once 64 MiB are unpacked.
    @Sendable private static func bomb(_ folder: TemporaryFolder) throws -> [String] {
        var bytes: [UInt8] = []
        var writer = ZipWriter<Never> { bytes += $0 }
        writer.begin("export.xml")
        writer.add(Array("<HealthData>\n".utf8))
        let block = [UInt8](repeating: 0x20, count: 1 << 20)
        for _ in 0..<66 { writer.add(block) }
        writer.finish()
        return [try folder.write("bomb.zip", bytes)]
    }

    static let refused: [Row] = [
        Row("a zip without its end", "zip_damaged") {
            [try $0.write("bad.zip", Array(TestZip.archive([entry]).dropLast(10)))]
        },
        .zip("an encrypted zip", "zip_method", changed { $0.flags |= 1 }),
        .zip("another method", "zip_method", changed { $0.method = 93 }),
        .zip("a zip without an export", "no_export", TestZip.Entry("notes.txt", [65])),
        .zip("a zip in a zip", "no_export", TestZip.Entry("a.zip", TestZip.archive([entry]))),
        .zip("two exports", "ambiguous", entry, TestZip.Entry("b.xml", entry.bytes)),
        .zip("more than declared", "zip_limit", changed { $0.byteCount = 100 }),
        Row("more than --max-size", "zip_limit") {
            [try $0.write("bad.zip", TestZip.archive([entry])), "--max-size", "1K"]
        },
        Row("a link in a folder", "no_export") { folder in
            let file = try folder.write("outside.xml", good)
            try FileManager.default.createDirectory(
                atPath: folder.path + "/in", withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                atPath: folder.path + "/in/export.xml", withDestinationPath: file)
            return [folder.path + "/in"]
        },
        Row("a named pipe", "not_a_file") { folder in
            #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
            return [folder.path + "/pipe"]
        },
        Row("a device", "not_a_file") { _ in ["/dev/null"] },
        .text(
            "an unknown encoding", "bad_encoding",
            good.replacingOccurrences(of: "UTF-8", with: "windows-1252")),
        .text("another XML", "no_export", "<html></html>"),
    ]

    static let cut: [Row] = [
        .text("XML that ends early", "cut", String(good.dropLast(20))),
        .zip("a zip whose checksum is wrong", "cut", changed { $0.crc32 = 1 }),
        .zip(
            "a zip whose entry ends early", "cut",
            changed { $0.byteCount = UInt32($0.bytes.count + 1) }),
        Row("a FIT file that is cut", "cut") {
            [try $0.write("a.fit", Array(activity.dropLast(4)))]
        },
        Row("a FIT file whose checksum is wrong", "cut") {
            var file = activity
            file[file.count - 1] ^= 0xFF
            return [try $0.write("a.fit", file)]
        },
    ]

    private static let activity = FITBuilder.activity([], seconds: 30).file()

    static let skipped: [Row] = [
        .element("an entity", "bad_record", record(value: "&bomb;")),
        .element(
            "levels beyond 16", "bad_record",
            "\(record().dropLast(2))>" + String(repeating: "<a>", count: 17)
                + String(repeating: "</a>", count: 17) + "</Record>"),
        .element(
            "a tag over 1 MiB", "bad_record",
            "<Record type=\"" + String(repeating: "x", count: 1 << 20) + "\"/>"),
        .element(
            "a missing attribute", "bad_record",
            record().replacingOccurrences(of: " unit=\"count/min\"", with: "")),
        .element("NaN", "bad_value", record(value: "NaN")),
        .element("inf", "bad_value", record(value: "inf")),
        .element("a decimal comma", "bad_value", record(value: "72,5")),
        .element("a rate of 0", "bad_value", record(value: "0")),
        .element("a rate of 301", "bad_value", record(value: "301")),
        .element(
            "a date without an offset", "bad_date", record(start: "2026-11-21 08:00:00")),
        .element("30 February", "bad_date", record(start: "2026-02-30 08:00:00 +0100")),
        .element("other digits", "bad_date", record(start: "٢٠٢٦-11-21 08:00:00 +0100")),
        .element("the year 2569", "bad_date", record(start: "2569-11-21 08:00:00 +0100")),
        .element(
            "after the export", "bad_date",
            record(start: "2026-11-24 08:00:01 +0100", end: "2026-11-24 08:00:01 +0100")),
        .element("an end before the start", "bad_date", record(end: "2026-11-21 07:59:59 +0100")),
        .element(
            "sleep of more than 24 h", "range",
            record(
                "CategoryTypeIdentifierSleepAnalysis", value: "HKCategoryValueSleepAnalysisAsleep",
                start: "2026-11-20 07:59:59 +0100")),
    ]

    // MARK: The answers

    @Test(arguments: refused) func isRefusedAndTheStoreIsAsBefore(row: Row) throws {
        let stored = try home.write("good.xml", Self.good)
        #expect(try load([stored]).status == 0)
        let before = try contents()
        let result = try load(row.arguments(home))
        #expect(result.status == 65 && result.errors.contains("[\(row.code)]"), "\(result.errors)")
        #expect(result.row["outcome"] as? String == row.code)
        #expect(try contents() == before)
    }

    @Test(.slow) func aBombIsRefused() throws {
        let result = try load(Self.bomb(home))
        #expect(result.status == 65 && result.errors.contains("[zip_limit]"), "\(result.errors)")
        #expect(try !contents().contains("start_ms"))
    }

    @Test(arguments: cut) func isReadAsFarAsItGoes(row: Row) throws {
        let result = try load(row.arguments(home))
        #expect(result.status == 1 && result.errors.contains("[cut]"), "\(result.errors)")
        #expect(result.row["outcome"] as? String == "imported")
        #expect(result.row["cut"] as? Bool == true)
        let isAboutChecksum = result.errors.contains("checksum")
        #expect(isAboutChecksum == row.testDescription.contains("checksum"), "\(result.errors)")
        if !row.testDescription.contains("cut") { #expect(try contents().contains("start_ms")) }
    }

    @Test(arguments: skipped) func isCountedAndTheNextRecordIsRead(row: Row) throws {
        let result = try load(row.arguments(home))
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.row["skipped"] as? [String: Int] == [row.code: 1])
        #expect(result.row["new"] as? Int == 1)
    }

    @Test(arguments: ["1e300", "-1", "NaN", "inf", "1e999", "99999999"])
    func ofAWorkoutOnlyTheValueIsLeftOut(number: String) throws {
        let element = Self.workout(
            "duration=\"\(number)\" durationUnit=\"min\" totalDistance=\"5\" totalDistanceUnit=\"km\""
        )
        let result = try load([home.write("a.xml", Self.export(element))])
        #expect(result.status == 0 && result.row["skipped"] as? [String: Int] == ["bad_value": 1])
        #expect(result.row["new"] as? Int == 2)
    }

    @Test func namesThatAreNoLabelsAreNoPaths() throws {
        let archive = TestZip.archive([
            TestZip.Entry("../../../export.xml", Self.entry.bytes), TestZip.Entry("/etc/x", [65]),
        ])
        let folder = home.path + "/a/b/c"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        let result = try load([home.write("a/b/c/names.zip", archive)])
        #expect(result.status == 0 && result.row["new"] as? Int == 8)
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.path + "/a") == ["b"])
    }

    @Test func aRecordThatComesTwiceIsOne() throws {
        let result = try load([
            home.write("a.xml", Self.export(Self.record() + "\n" + Self.record()))
        ])
        #expect(result.status == 0 && result.row["repeated"] as? Int == 1)
        #expect(result.row["new"] as? Int == 2)
    }

    @Test func theDocumentTypeOfVersion12IsPassedOver() throws {
        let broken = """
            <!DOCTYPE HealthData [
            <!ATTLIST HeartRateVariabilityMetadataList <!ELEMENT "InstantaneousBeatsPerMinute>
            ]>
            """
        let start = try #require(Self.good.range(of: "<!DOCTYPE"))
        let end = try #require(Self.good.range(of: "]>"))
        let text = Self.good.replacingCharacters(
            in: start.lowerBound..<end.upperBound, with: broken)
        let result = try load([home.write("a.xml", text)])
        #expect(result.status == 0 && result.row["new"] as? Int == 8, "\(result.errors)")
    }

    /// The directory of an archive is the same before and after its data are mended.
    @Test func aDamagedArchiveIsReadAgainOnceItIsMended() throws {
        var damaged = TestZip.archive([Self.entry])
        let index = try #require(damaged.firstRange(of: Array("value=\"52\"".utf8))).upperBound - 2
        damaged[index] = UInt8(ascii: "3")
        let result = try load([home.write("a.zip", damaged)])
        #expect(result.status == 1 && result.errors.contains("checksum"), "\(result.errors)")
        let mended = try load([home.write("a.zip", TestZip.archive([Self.entry]))])
        #expect(mended.status == 0 && mended.row["outcome"] as? String == "imported")
        #expect(mended.row["new"] as? Int == 1 && mended.row["removed"] as? Int == 1)
    }

    @Test(.slow) func aSecondImportDuringAnImportWaitsAndFails() throws {
        let path = home.path + "/health.sqlite"
        let file = try home.write("a.xml", Self.good)
        let store = try HealthStore.open(path: path)
        var statuses: [Int32] = []
        _ = try store.importFiles(
            [file], options: ImportOptions(systemZone: "Europe/Berlin", nowMs: 0)
        ) { progress in
            guard !progress.isFingerprinting, statuses.isEmpty else { return true }
            let output = try? CommandRunner.run(["health", "import", file, "--health", path])
            statuses.append(output?.status ?? -1)
            return true
        }
        #expect(statuses == [74])
    }
}
