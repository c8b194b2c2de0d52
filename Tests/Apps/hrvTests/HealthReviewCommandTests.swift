import Foundation
import TestSupport
import Testing

/// `hrv health review`, as a person's shell runs it.
@Suite struct HealthReviewCommandTests {
    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    private func hrv(_ arguments: [String]) throws -> CommandRunner.Output {
        try CommandRunner.run(arguments, home: home)
    }

    /// Nights of 6, 7 and 8 h on Monday 17 to Wednesday 19 November 2025, and of 7 h on the 14 days before; a sit of 10 min
    /// at 23:50 of the Monday and one of 20 min on the Friday.
    private func fill() throws {
        var export = HealthExportText()
        export.exportDate = "2025-11-21 08:00:00 +0100"
        for day in 3...16 {
            let text = day < 10 ? "0\(day)" : "\(day)"
            export.sleep("AsleepCore", "2025-11-\(text) 00:00:00", "2025-11-\(text) 07:00:00")
        }
        for (day, hour) in [(17, 6), (18, 7), (19, 8)] {
            export.sleep("AsleepCore", "2025-11-\(day) 00:00:00", "2025-11-\(day) 0\(hour):00:00")
        }
        let path = try home.write("export.xml", export.xml)
        let output = try hrv(["health", "import", path, "--time-zone", "Europe/Berlin"])
        try #require(output.status == 0, "\(output.errors)")
        for (start, minutes) in [
            ("2025-11-17T23:50:00+01:00", "10"), ("2025-11-21T08:00:00+01:00", "20"),
        ] {
            let output = try hrv(["practice", "add", "--at", start, "--minutes", minutes])
            try #require(output.status == 0, "\(output.errors)")
        }
    }

    @Test func aWeekHasItsFiguresInJSONAndInText() throws {
        try fill()
        let week = ["health", "review", "--date", "2025-11-20", "--count", "1"]
        let text = try hrv(week + ["--json"]).text
        let rows = try #require(
            try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
        #expect(
            rows.map { $0["figure"] as? String } == [
                "sleep_s", "resting_hr_bpm", "respiratory_rate", "practice_s", "breathing_s",
            ])
        #expect(rows.allSatisfy { $0["from"] as? String == "2025-11-17" })
        #expect(rows[0]["median"] as? Double == 25_200 && rows[0]["n"] as? Int == 3)
        #expect(rows[0]["range_low"] as? Double == 25_200 && rows[0]["range_n"] as? Int == 14)
        #expect(rows[0]["position"] as? String == "within")
        let missing = try #require(rows[0]["missing"] as? [[String: String]])
        #expect(
            missing.map { $0["reason"] } == [
                "no_sleep", "no_sleep", "after_export", "after_export",
            ])
        #expect(rows[3]["n"] as? Int == 2 && rows[3]["median"] is NSNull)
        #expect((rows[3]["reasons"] as? [String: String])?["median"] == "too_few")
        #expect((rows[1]["reasons"] as? [String: String])?["median"] == "no_samples")
        let table = try hrv(week + ["--output", "table"]).text
        #expect(table.hasPrefix("Week 2025-11-17 to 2025-11-23\n"), "\(table)")
        #expect(table.contains("7.0 to 7.0 (14)") && table.contains("2 after export"), "\(table)")
        let csv = try hrv(week + ["--output", "csv"]).text
        #expect(csv.split(separator: "\n").count == 6)
    }

    @Test(arguments: [
        ["--date", "2999-01-01"], ["--count", "0"], ["--by", "year"], ["--date", "2025-02-30"],
    ]) func whatCannotBeReviewedIsAUsageError(arguments: [String]) throws {
        let output = try hrv(["health", "review"] + arguments)
        #expect(output.status == 64 && !output.errors.isEmpty)
    }
}
