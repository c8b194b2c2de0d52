import Foundation
import TestSupport
import Testing

/// Answers of `hrv health` on a month of a simulated person, with activity files beside the export.
@Suite(.serialized) struct HealthResponseTests {
    private let home: TemporaryFolder

    init() throws {
        home = try TemporaryFolder()
        let made = try CommandRunner.run(
            [
                "simulate", "health", "--seed", "1", "--days", "30", "--out",
                home.path + "/export.zip", "--fit", home.path + "/fit",
            ], home: home)
        try #require(made.status == 0, "\(made.errors)")
    }

    private func hrv(_ arguments: String...) throws -> CommandRunner.Output {
        try CommandRunner.run(["health"] + arguments, home: home)
    }

    private func value(_ output: CommandRunner.Output) throws -> Any {
        try JSONSerialization.jsonObject(with: Data(output.text.utf8))
    }

    private func importAll() throws -> [[String: Any]] {
        let output = try hrv(
            "import", home.path + "/export.zip", home.path + "/fit", "--time-zone",
            "Europe/Berlin", "--json")
        try #require(output.status == 0, "\(output.errors)")
        return try #require(value(output) as? [[String: Any]])
    }

    /// Names of values that are null although the object says no reason.
    private func unexplained(_ value: Any, _ path: String = "") -> [String] {
        if let list = value as? [Any] { return list.flatMap { unexplained($0, path + "[]") } }
        guard let object = value as? [String: Any] else { return [] }
        let reasons = object["reasons"] as? [String: String] ?? [:]
        let own = object.keys.filter { object[$0] is NSNull && reasons[$0] == nil }
        let idle = reasons.keys.filter { !(object[$0] is NSNull) }
        return (own + idle.map { "reason of \($0)" }).map { "\(path).\($0)" }
            + object.flatMap { unexplained($0.value, "\(path).\($0.key)") }
    }

    @Test func everyNullHasItsReason() throws {
        _ = try importAll()
        for arguments in [
            ["nights", "--from", "2026-01-01"], ["timeline", "--from", "2026-01-01"],
            ["timeline", "--from", "2026-01-01", "--like", "reference"],
            ["workouts", "list", "--from", "2026-01-01"], ["workouts", "show", "last"],
            ["trends", "--days", "90"], ["trends", "--days", "7"],
            ["review", "--by", "month"], ["review", "--count", "12"], ["status"], ["sources"],
        ] {
            let output = try CommandRunner.run(["health"] + arguments + ["--json"], home: home)
            #expect(output.status == 0, "\(output.errors)")
            #expect(Set(unexplained(try value(output))) == [], "\(arguments)")
        }
        let nights = try #require(
            value(hrv("nights", "--from", "2026-01-01", "--json")) as? [[String: Any]])
        for vitals in nights.compactMap({ $0["vitals"] as? [String: Any] }) {
            #expect(vitals["stretches"] is Int && vitals["differences"] is Int)
        }
    }

    /// A record is counted once: read = new + known + repeated, and what is new is what is kept afterwards, by kind
    /// and by source.
    @Test func countsAgreeWithOneAnother() throws {
        func counts(_ rows: [[String: Any]], _ names: String...) -> Int {
            rows.reduce(0) { sum, row in
                sum + names.reduce(0) { $0 + (row[$1] as? Int ?? -1_000_000) }
            }
        }
        let first = try importAll()
        for row in first {
            #expect(row["read"] as? Int == counts([row], "new", "known", "repeated"), "\(row)")
        }
        let status = try #require(value(hrv("status", "--json")) as? [String: Any])
        let sources = try #require(value(hrv("sources", "--json")) as? [[String: Any]])
        let stored = counts([status], "samples", "sleep", "workouts")
        #expect(counts(first, "new") == stored)
        for name in ["samples", "sleep", "stretches", "workouts"] {
            #expect(counts(sources, name) == status[name] as? Int, "\(name)")
        }
        // The same records in another file are known, and nothing is new.
        let copy = home.path + "/copy"
        let folder = try CommandRunner.run(
            ["simulate", "health", "--seed", "1", "--days", "30", "--out", copy], home: home)
        try #require(folder.status == 0)
        let again = try #require(value(hrv("import", copy, "--json")) as? [[String: Any]])
        #expect(counts(again, "known") == counts([first[0]], "new"), "\(again)")
        #expect(counts(again, "new", "repeated", "removed") == 0)
    }

    /// Three elements of the file, of which two are the same: the beats in them are no records.
    @Test func aSampleWithItsBeatsIsOneRecord() throws {
        func sample(_ hour: Int) -> String {
            let beats = (0..<60).map {
                "<InstantaneousBeatsPerMinute bpm=\"60\" time=\"0\(hour):00:\($0 / 10)\($0 % 10),00\"/>"
            }
            return """
                <Record type="HKQuantityTypeIdentifierHeartRateVariabilitySDNN" \(HealthExportText.watch) \
                unit="ms" startDate="2026-11-21 0\(hour):00:00 +0100" \
                endDate="2026-11-21 0\(hour):01:00 +0100" value="48">
                <HeartRateVariabilityMetadataList>\(beats.joined())</HeartRateVariabilityMetadataList>
                </Record>
                """
        }
        var export = HealthExportText()
        export.elements = [sample(2), sample(3), sample(2)]
        let path = try home.write("beats.xml", export.xml)
        let rows = try #require(value(hrv("import", path, "--json")) as? [[String: Any]])
        #expect(rows[0]["read"] as? Int == 3 && rows[0]["repeated"] as? Int == 1, "\(rows)")
        #expect(rows[0]["new"] as? Int == 2 && rows[0]["known"] as? Int == 0)
        let status = try #require(value(hrv("status", "--json")) as? [String: Any])
        #expect(status["samples"] as? Int == 2 && status["stretches"] as? Int == 2)
    }

    /// A night in bed only has every column, and its time in bed stands in the column of the others.
    @Test func everyRowHasEveryColumn() throws {
        var export = HealthExportText.example
        export.sleep("InBed", "2026-11-21 23:00:00", "2026-11-22 07:00:00")
        _ = try hrv("import", home.write("bed.xml", export.xml), "--time-zone", "Europe/Berlin")
        for command in ["nights", "timeline"] {
            let csv = try hrv(command, "--from", "2026-11-20", "--output", "csv").text
            let widths = csv.split(separator: "\n").map { $0.count { $0 == "," } }
            #expect(widths.count > 2 && Set(widths).count == 1, "\(csv)")
        }
        let table = try hrv("nights", "--from", "2026-11-20", "--output", "table").text
        let lines = table.split(separator: "\n")
        let end = try #require(lines.first?.firstRange(of: "In bed")?.upperBound)
        let width = lines[0].distance(from: lines[0].startIndex, to: end)
        #expect(
            lines.dropFirst().map { $0.prefix(width).suffix(6) }
                == ["8h 0m", "7h 0m"].map { " " + $0 })
    }

    @Test func aBeginningOfSeveralIdsNamesThem() throws {
        _ = try importAll()
        let rows = try #require(
            value(hrv("workouts", "list", "--from", "2026-01-01", "--json")) as? [[String: Any]])
        let ids = rows.compactMap { ($0["id"] as? String)?.dropFirst("workout-".count) }
        let digits = Dictionary(grouping: ids) { $0.prefix(1) }
        let (digit, several) = try #require(digits.first { $0.value.count > 1 })
        let output = try hrv("workouts", "show", String(digit))
        #expect(output.status == 64)
        #expect(output.errors.contains("several workouts"), "\(output.errors)")
        for id in several { #expect(output.errors.contains(id), "\(output.errors)") }
        #expect(output.errors.split(separator: "\n").count == 1)
        let missing = try hrv("workouts", "show", "zz")
        #expect(missing.status == 66 && missing.errors.contains("hrv health workouts --from"))
    }

    @Test func chainsOfSplitsAreLabelledDistinctly() throws {
        _ = try importAll()
        let table = try hrv("workouts", "show", "last", "--output", "table")
        #expect(table.status == 0)
        let rows = try #require(
            value(hrv("workouts", "list", "--from", "2026-01-01", "--json")) as? [[String: Any]])
        let run = try #require(
            rows.first { row in
                let chains = row["chains"] as? [[String: Any]] ?? []
                return chains.count { $0["kind"] as? String == "computed" } == 2
            }?["id"] as? String)
        let metric = try hrv("workouts", "show", run, "--output", "table").text
        #expect(metric.contains("\nkilometres, computed from distances\n"), "\(metric)")
        #expect(metric.contains("\nmiles, computed from distances\n"))
        #expect(!metric.contains("\ncomputed\n"))
        let imperial = try hrv("workouts", "show", run, "--units", "imperial", "--output", "table")
            .text
        let distances = imperial.split(separator: "\n").drop { !$0.hasPrefix("split") }
        #expect(distances.contains { $0.contains("1.00 mi") }, "\(imperial)")
        #expect(!distances.contains { $0.contains(" m ") || $0.contains("km ") }, "\(imperial)")
        let csv = try hrv("workouts", "show", run, "--output", "csv").text.split(separator: "\n")
        #expect(csv[0].hasPrefix("chain,unit_m,index,"))
        let units = Set(csv.filter { $0.hasPrefix("computed") }.map { $0.split(separator: ",")[1] })
        #expect(units == ["1000", "1609.344"])
    }

    @Test func statusCountsTheBeatsOfActivityFiles() throws {
        let ends = (1...200).map { (lengthMs: 900, endMs: 900 * Double($0)) }
        let path = try home.write("a.fit", FITBuilder.activity(ends, seconds: 185).file())
        #expect(try hrv("import", path).status == 0)
        let status = try #require(value(hrv("status", "--json")) as? [String: Any])
        #expect(status["fit_intervals"] as? Int == 200)
        #expect(try hrv("status", "--output", "table").text.contains("200 intervals of FIT files"))
        let workout = try #require(
            value(hrv("workouts", "show", "last", "--json")) as? [String: Any])
        #expect(workout["type"] as? String == "generic")
    }

    /// A folder of several files stands for each of them, and every message says which file it is of.
    @Test func everyFileOfAFolderIsImportedUnderItsName() throws {
        let folder = home.path + "/in"
        try FileManager.default.createDirectory(
            atPath: folder + "/sub", withIntermediateDirectories: true)
        try FileManager.default.moveItem(
            atPath: home.path + "/export.zip", toPath: folder + "/a.zip")
        let export = Array(HealthExportText.example.xml.utf8)
        try home.write("in/b.zip", TestZip.archive([.init("x/export.xml", export)]))
        try home.write("in/bad.fit", [UInt8](repeating: 7, count: 50))
        let ends = (1...200).map { (lengthMs: 900, endMs: 900 * Double($0)) }
        try home.write("in/sub/c.fit", FITBuilder.activity(ends, seconds: 185).file())
        try home.write("in/none.fit", FITBuilder.activity([], seconds: 0).file())
        let output = try hrv("import", folder, "--keep-missing", "--json")
        #expect(output.status == 1, "\(output.errors)")
        let rows = try #require(value(output) as? [[String: Any]])
        let outcomes = Dictionary(
            uniqueKeysWithValues: rows.compactMap { row in
                (row["file"] as? String).map { ($0, row["outcome"] as? String) }
            })
        #expect(
            outcomes == [
                folder + "/a.zip": "imported", folder + "/b.zip": "imported",
                folder + "/bad.fit": "no_export", folder + "/none.fit": "imported",
                folder + "/sub/c.fit": "imported",
            ])
        let lines = output.errors.split(separator: "\n")
        #expect(lines.allSatisfy { $0.hasPrefix(folder + "/") }, "\(output.errors)")
        #expect(
            lines.contains {
                $0.hasPrefix(folder + "/none.fit: note:") && $0.contains("[no_workout]")
            },
            "\(output.errors)")
    }
}
