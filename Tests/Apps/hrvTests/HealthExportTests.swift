import Foundation
import TestSupport
import Testing

/// `hrv analyze` of exports of health data and of archives.
@Suite struct HealthExportTests {
    private let folder: TemporaryFolder
    private let zip: String

    /// The minute after midnight of a day of November, its intervals swinging with breathing.
    private static func beatSegment(_ day: Int) -> String {
        var beats = ""
        var ticks = 100
        for beat in 0..<60 {
            let length = 90 + Int((8 * sin(0.9 * Double(beat) + Double(day))).rounded())
            ticks += length
            beats += String(
                format: "<InstantaneousBeatsPerMinute bpm=\"%d\" time=\"0:%02d:%02d,%02d\"/>\n",
                6000 / length, ticks / 6000, ticks / 100 % 60, ticks % 100)
        }
        let date = String(format: "2026-11-%02d", day)
        return """
            <Record type="HKQuantityTypeIdentifierHeartRateVariabilitySDNN" sourceName="Watch" unit="ms" \
            startDate="\(date) 00:00:00 +0100" endDate="\(date) 00:01:10 +0100" value="50">
            <HeartRateVariabilityMetadataList>\(beats)</HeartRateVariabilityMetadataList></Record>

            """
    }

    private static func export(days: ClosedRange<Int>) -> [UInt8] {
        Array(
            ("<?xml version=\"1.0\"?><HealthData><ExportDate value=\"2026-11-30 10:00:00 +0100\"/>"
                + days.map(beatSegment).joined() + "</HealthData>").utf8)
    }

    init() throws {
        folder = try TemporaryFolder()
        let ecg = [
            "Name,Anna", "Recorded Date,2026-11-20 09:14:40 +0100", "Sample Rate,512 hertz",
            "Lead,Lead I", "Unit,µV", "",
        ]
        zip = try folder.write(
            "export.zip",
            TestZip.archive([
                .init("apple_health_export/export.xml", Self.export(days: 1...25)),
                .init(
                    "apple_health_export/electrocardiograms/ecg_2026-11-20.csv",
                    Array(ecg.joined(separator: "\n").utf8)),
            ]))
    }

    private static func rows(_ output: CommandRunner.Output) throws -> [[String: Any]] {
        try #require(
            try JSONSerialization.jsonObject(with: Data(output.text.utf8)) as? [[String: Any]])
    }

    @Test func eachBeatSegmentIsARowUnderItsTime() throws {
        let output = try CommandRunner.run([
            "analyze", zip, "--json", "--from", "2026-11-24", "--force",
        ])
        #expect(output.status == 0, "\(output.errors)")
        let rows = try Self.rows(output)
        #expect(
            rows.map { $0["file"] as? String } == [
                "\(zip)#2026-11-24T00:00:00+01:00", "\(zip)#2026-11-25T00:00:00+01:00",
            ])
        #expect(rows.allSatisfy { $0["format"] as? String == "apple-beats" })
        #expect(rows.allSatisfy { $0["n_beats"] as? Int == 59 })
        #expect(output.errors.components(separatedBy: "[coarse]").count == 2)
    }

    @Test func aTableShowsTheNewestAndSaysSo() throws {
        let output = try CommandRunner.run(["analyze", zip, "--output", "table"])
        #expect(output.errors.contains("the newest 20 of 25 stretches are shown"))
        #expect(output.text.contains("2026-11-25T00:00:00+01:00"))
        #expect(output.text.contains("2026-11-06T00:00:00+01:00"))
        #expect(!output.text.contains("2026-11-05T00:00:00+01:00"))
        let csv = try CommandRunner.run(["analyze", zip, "--output", "csv"])
        #expect(csv.text.contains("2026-11-01T00:00:00+01:00"))
        // The ECG has no samples, and stops no other row.
        #expect(csv.status == 1)
        #expect(csv.errors.contains("\(zip)#electrocardiograms/ecg_2026-11-20.csv"))
        #expect(!csv.errors.contains("Anna"))
    }

    @Test func oneBeatSegmentIsNamed() throws {
        let name = "\(zip)#2026-11-07T00:00:00+01:00"
        let rows = try Self.rows(CommandRunner.run(["analyze", name, "--json"]))
        #expect(rows.map { $0["file"] as? String } == [name])
        let missing = try CommandRunner.run(["analyze", "\(zip)#2026-12-07T00:00:00+01:00"])
        #expect(missing.status == 66 && missing.errors.contains("not_found"))
    }

    @Test func theFileAloneAndItsFolderAreReadToo() throws {
        let file = try folder.write("export.xml", Self.export(days: 3...4))
        try folder.write("export_cda.xml", "<ClinicalDocument/>")
        try FileManager.default.removeItem(atPath: zip)
        for input in [file, folder.path] {
            let rows = try Self.rows(CommandRunner.run(["analyze", input, "--json"]))
            #expect(
                rows.map { $0["file"] as? String } == [
                    "\(file)#2026-11-03T00:00:00+01:00", "\(file)#2026-11-04T00:00:00+01:00",
                ])
        }
    }

    @Test func archivesThatCannotBeReadSayWhy() throws {
        for (name, bytes, code) in [
            ("a.zip", TestZip.archive([.init("a.txt", [65])]), "unknown_format"),
            ("b.zip", Array(TestZip.archive([.init("a.xml", [65])]).dropLast()), "zip_damaged"),
            (
                "c.zip", TestZip.archive([.init("a.xml", Self.export(days: 1...1), flags: 1)]),
                "zip_method"
            ),
            (
                "d.xml", Array("<?xml version=\"1.0\" encoding=\"EBCDIC\"?><HealthData/>".utf8),
                "bad_encoding"
            ),
        ] {
            let output = try CommandRunner.run(["analyze", folder.write(name, bytes)])
            #expect(output.status == 65, "\(name)")
            #expect(output.errors.contains("[\(code)]"), "\(output.errors)")
        }
    }

    /// The segments stand at the end of an export: of one that was cut none may be left, and the cut is still said.
    @Test func aCutExportSaysThatItIsCut() throws {
        let whole = String(decoding: Self.export(days: 1...3), as: UTF8.self)
        let second = try #require(whole.range(of: "2026-11-02"))
        let some = try folder.write("some.xml", String(whole[..<second.upperBound]))
        let output = try CommandRunner.run(["analyze", some, "--json", "--force"])
        #expect(output.status == 1)
        #expect(output.errors.contains("\(some)#2026-11-01T00:00:00+01:00: warning:"))
        #expect(output.errors.contains("[cut]"), "\(output.errors)")
        #expect(
            try Self.rows(output).map { $0["file"] as? String } == [
                "\(some)#2026-11-01T00:00:00+01:00"
            ])
        let first = try #require(whole.range(of: "2026-11-01"))
        let none = try folder.write("none.xml", String(whole[..<first.upperBound]))
        let empty = try CommandRunner.run(["analyze", none])
        #expect(empty.status == 65)
        #expect(empty.errors.contains("[cut]") && !empty.errors.contains("[empty]"))
    }

    @Test func activitiesInAnArchiveAreRows() throws {
        let ends = (1...200).map { (lengthMs: 900, endMs: 900 * Double($0)) }
        let activity = FITBuilder.activity(ends, seconds: 185).file()
        let path = try folder.write(
            "rides.zip",
            TestZip.archive([.init("x/a.fit", activity), .init("b.fit", activity + activity)]))
        let rows = try Self.rows(CommandRunner.run(["analyze", path, "--json"]))
        #expect(
            rows.map { $0["file"] as? String } == [
                "\(path)#a.fit", "\(path)#b.fit#1", "\(path)#b.fit#2",
            ])
        let part = try Self.rows(CommandRunner.run(["analyze", "\(path)#b.fit#2", "--json"]))
        #expect(part.map { $0["file"] as? String } == ["\(path)#b.fit#2"])
    }

    @Test func datesAreChecked() throws {
        for value in ["yesterday", "2026-11", "2026-11-14T3"] {
            #expect(try CommandRunner.run(["analyze", zip, "--from", value]).status == 64)
        }
    }

    @Test func formatsListTheBeatsOfExports() throws {
        #expect(try CommandRunner.run(["formats"]).text.contains("apple-beats"))
    }
}
