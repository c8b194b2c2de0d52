import Foundation
import HealthHistory
import Testing
import TestSupport

/// `hrv health`, as a person's shell runs it.
@Suite struct HealthCommandTests {
    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    private func hrv(_ arguments: String...) throws -> CommandRunner.Output {
        try CommandRunner.run(["health"] + arguments, home: home)
    }

    private func importExample() throws -> CommandRunner.Output {
        let path = try home.write("export.xml", HealthExportText.example.xml)
        return try hrv("import", path, "--time-zone", "Europe/Berlin", "--json")
    }

    private func objects(_ text: String) throws -> [[String: Any]] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
    }

    private func object(_ text: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test func withoutRecordsEveryCommandSaysSo() throws {
        #expect(try hrv("timeline", "--output", "table").errors.contains("hrv health import"))
        #expect(try hrv("status", "--output", "table").text.contains("hrv health import"))
        #expect(try hrv("nights", "--json").text == "[\n\n]\n")
        #expect(try hrv("workouts", "list", "--json").text == "[\n\n]\n")
        #expect(try hrv("workouts", "show", "last").status == 66)
        #expect(try hrv("watch").status == 64)
        #expect(try hrv("delete", "--everything", "--yes").status == 0)
    }

    @Test func anExportBecomesDays() throws {
        let output = try importExample()
        #expect(output.status == 0, "\(output.errors)")
        let report = try objects(output.text)[0]
        #expect(report["outcome"] as? String == "imported" && report["new"] as? Int == 8)
        let range = ["--from", "2026-11-20", "--to", "2026-11-21"]
        let table = try CommandRunner.run(
            ["health", "timeline", "--output", "table"] + range, home: home)
        #expect(table.text.contains("18:00  Run  42m  5.20 km  142 bpm avg"), "\(table.text)")
        #expect(table.text.contains("Night  6h 50m  Awake 10m  REM 1h 10m  Core 4h 45m  Deep 55m"))
        #expect(table.text.contains("Resting HR 52 bpm  HRV 48 ms"))
        let document = try object(
            CommandRunner.run(["health", "timeline", "--json"] + range, home: home).text)
        let sections = try #require(document["sections"] as? [[String: Any]])
        #expect(sections.compactMap { $0["id"] as? String } == ["2026-11-21", "2026-11-20"])
        let night = try objects(
            CommandRunner.run(["health", "nights", "--json"] + range, home: home).text)[0]
        #expect((night["sleep"] as? [String: Any])?["total_s"] as? Double == 24_600)
        let csv = try CommandRunner.run(
            ["health", "timeline", "--output", "csv"] + range, home: home
        ).text
        #expect(csv.split(separator: "\n").count == 3 && csv.hasPrefix("date,kind,id,"))
    }

    @Test func aWorkoutIsNamedByItsIdOrItsBeginning() throws {
        _ = try importExample()
        let last = try object(hrv("workouts", "show", "last", "--json").text)
        let id = try #require(last["id"] as? String).dropFirst("workout-".count)
        #expect(id.count == 16)
        let again = try object(hrv("workouts", "show", String(id.prefix(6)), "--json").text)
        #expect(again["id"] as? String == "workout-" + id)
        #expect(try hrv("workouts", "show", "0000", "--json").status == 66)
        let table = try hrv("workouts", "show", "last", "--output", "table").text
        #expect(table.contains("42:00") && table.contains("5.20 km"))
    }

    /// Names of sources may be those of persons.
    @Test func sourcesAreNamedOnlyWhereAskedFor() throws {
        _ = try importExample()
        for arguments in [
            ["timeline", "--json", "--from", "2026-11-01"], ["sources", "--json"],
            ["export", "--json"], ["export", "--output", "csv"], ["workouts", "show", "last"],
            ["nights", "--json", "--from", "2026-11-01"],
        ] {
            let plain = try CommandRunner.run(["health"] + arguments, home: home)
            #expect(plain.status == 0 && !plain.text.contains("Mara"), "\(arguments)")
            #expect(!plain.text.contains("1980") && !plain.text.contains(home.path))
        }
        for arguments in [["sources", "--json", "--names"], ["export", "--json", "--names"]] {
            let named = try CommandRunner.run(["health"] + arguments, home: home)
            #expect(named.text.contains("Mara’s Watch"), "\(arguments)")
        }
        #expect(try hrv("sources", "--output", "table").text.contains("Watch7,5"))
        #expect(try hrv("sources", "--prefer", "Nobody").status == 66)
        #expect(try hrv("sources", "--prefer", "Watch7,5").status == 0)
    }

    @Test func theExportHoldsEveryRecord() throws {
        _ = try importExample()
        let document = try object(hrv("export", "--json").text)
        #expect((document["samples"] as? [Any])?.count == 2)
        #expect((document["sleep"] as? [Any])?.count == 5)
        #expect((document["workouts"] as? [Any])?.count == 1)
        #expect(try hrv("export", "--output", "csv").text.split(separator: "\n").count == 9)
        let later = try object(hrv("export", "--json", "--from", "2026-11-21").text)
        #expect((later["workouts"] as? [Any])?.isEmpty == true)
    }

    @Test func theSameFileIsNotReadAgain() throws {
        _ = try importExample()
        let again = try importExample()
        #expect(again.status == 0)
        #expect(try objects(again.text)[0]["outcome"] as? String == "unchanged")
    }

    @Test func missingFilesAndOtherPersonsAreRefused() throws {
        _ = try importExample()
        let before = try hrv("export", "--json", "--names").text
        var other = HealthExportText()
        other.exportDate = "2026-12-01 08:00:00 +0100"
        for day in 10..<20 {
            other.sleep("AsleepCore", "2026-10-\(day) 01:00:00", "2026-10-\(day) 06:00:00")
        }
        try FileManager.default.createDirectory(
            atPath: home.path + "/empty", withIntermediateDirectories: true)
        let cases: [(path: String, code: String, status: Int32)] = [
            (home.path + "/missing.zip", "not_found", 66),
            (home.path + "/empty", "no_export", 65),
            (try home.write("other.xml", other.xml), "other_person", 65),
        ]
        for (path, code, status) in cases {
            let output = try hrv("import", path)
            #expect(output.status == status, "\(path): \(output.errors)")
            #expect(output.errors.contains("[\(code)]"), "\(path): \(output.errors)")
            #expect(try hrv("export", "--json", "--names").text == before)
        }
        // One of several that is wrong does not stop the others.
        let both = try hrv("import", home.path + "/missing.zip", home.path + "/export.xml")
        #expect(both.status == 1)
        let stored = try hrv("import", home.path + "/other.xml", "--keep-missing")
        #expect(stored.status == 0)
        #expect(try hrv("import", home.path + "/other.xml", "--replace").status == 0)
        let replaced = try object(hrv("export", "--json").text)
        #expect((replaced["sleep"] as? [Any])?.count == 10)
    }

    @Test func aCutFileIsReadAsFarAsItGoes() throws {
        let xml = HealthExportText.example.xml
        let end = try #require(xml.range(of: "<Record type=\"HKQuantityTypeIdentifierResting"))
        let path = try home.write("cut.xml", String(xml[..<end.lowerBound]))
        let output = try hrv("import", path, "--json")
        #expect(output.status == 1 && output.errors.contains("[cut]"))
        #expect(try objects(output.text)[0]["new"] as? Int == 6)
    }

    @Test func wrongWordsAreUsageErrors() throws {
        for arguments in [
            ["import"], ["import", "a", "--replace", "--keep-missing"],
            ["import", "a", "--time-zone", "Mars/Olympus"],
            ["import", "a", "--since", "2026-02-30"],
            ["import", "a", "--max-size", "many"], ["timeline", "--days", "-1"],
            ["timeline", "--from", "2026-11-02", "--to", "2026-11-01"], ["trends", "--days", "8"],
            ["timeline", "--json", "--output", "csv"], ["delete"], ["delete", "--everything"],
            ["export", "--json", "--output", "csv"], ["workouts", "show"], ["nothing"],
        ] {
            #expect(
                try CommandRunner.run(["health"] + arguments, home: home).status == 64,
                "\(arguments)")
        }
    }

    @Test func aDryRunReportsAndStoresNothing() throws {
        let path = try home.write("export.xml", HealthExportText.example.xml)
        let output = try hrv("import", path, "--dry-run", "--output", "table")
        #expect(output.text.contains("8 new"))
        #expect(try object(hrv("status", "--json").text)["workouts"] as? Int == 0)
    }

    @Test func watchingOnceImportsWhatIsThere() throws {
        try FileManager.default.createDirectory(
            atPath: home.path + "/in", withIntermediateDirectories: true)
        try home.write("in/a.xml", HealthExportText.example.xml)
        try home.write("in/notes.xml", "<html/>")
        for name in ["a.xml", "notes.xml"] {
            try FileManager.default.setAttributes(
                [.modificationDate: Date() - 60], ofItemAtPath: home.path + "/in/" + name)
        }
        let first = try hrv("watch", home.path + "/in", "--once")
        #expect(first.status == 0, "\(first.errors)")
        let lines = first.text.split(separator: "\n")
        #expect(lines.count == 1)
        #expect(try object(String(lines[0]))["new"] as? Int == 8)
        #expect(try hrv("watch", "--once").text.isEmpty)
        #expect(try hrv("status", "--output", "table").text.contains(home.path + "/in"))
    }

    @Test func deletionLeavesNoFile() throws {
        let path = home.path + "/only/health.sqlite"
        let export = try home.write("export.xml", HealthExportText.example.xml)
        #expect(try hrv("import", export, "--health", path).status == 0)
        let output = try hrv("delete", "--everything", "--yes", "--health", path)
        #expect(output.status == 0 && output.errors.contains("remain"))
        let left = try FileManager.default.contentsOfDirectory(atPath: home.path + "/only")
        #expect(left.isEmpty)
    }

    @Test func aHistoryThatIsNamedHasRecordsOfItsOwn() throws {
        let export = try home.write("export.xml", HealthExportText.example.xml)
        #expect(try hrv("import", export, "--database", home.path + "/h.sqlite").status == 0)
        #expect(FileManager.default.fileExists(atPath: home.path + "/h.sqlite-health"))
        #expect(try object(hrv("status", "--json").text)["workouts"] as? Int == 0)
    }
}
