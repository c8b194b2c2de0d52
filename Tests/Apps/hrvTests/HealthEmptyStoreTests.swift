import Foundation
import TestSupport
import Testing

/// `hrv health` where nothing was imported yet: it says what to do, and makes no file.
@Suite struct HealthEmptyStoreTests {
    private let home: TemporaryFolder
    private var store: String { home.path + "/kept/health.sqlite" }

    init() throws { home = try TemporaryFolder() }

    private func hrv(_ arguments: [String]) throws -> CommandRunner.Output {
        try CommandRunner.run(["health"] + arguments + ["--health", store], home: home)
    }

    @Test(arguments: [
        ["timeline"], ["nights"], ["workouts"], ["trends"], ["review"], ["sources"], ["status"],
        ["export"],
        ["nights", "--json"], ["status", "--json"], ["trends", "--json"],
        ["review", "--json"],
    ])
    func readingAnEmptyStoreAdvisesAndCreatesNoFile(arguments: [String]) throws {
        let output = try hrv(arguments)
        #expect(output.status == 0)
        #expect(
            output.errors.contains("hrv health import") && output.errors.contains(store),
            "\(output.errors)")
        #expect(!FileManager.default.fileExists(atPath: home.path + "/kept"))
    }

    @Test func aDryRunCreatesNoFileAndReportsNoImport() throws {
        let path = try home.write("export.xml", HealthExportText.example.xml)
        let output = try hrv(["import", path, "--dry-run", "--output", "csv"])
        #expect(output.status == 0, "\(output.errors)")
        let cells = output.text.split(separator: "\n").last?.split(separator: ",")
        #expect(cells?[1] == "would_import", "\(output.text)")
        #expect(!FileManager.default.fileExists(atPath: home.path + "/kept"))
        #expect(output.errors.contains("--dry-run"))
        let table = try hrv(["import", path, "--dry-run", "--output", "table"])
        #expect(!table.text.contains("imported"))
    }

    @Test func showingAMissingWorkoutFails() throws {
        for word in ["last", "ab12"] {
            let output = try hrv(["workouts", "show", word])
            #expect(output.status == 66)
            #expect(output.errors.contains("hrv health import") && output.errors.contains(store))
        }
        #expect(!FileManager.default.fileExists(atPath: home.path + "/kept"))
    }

    @Test func watchingNothingIsOneSentence() throws {
        for arguments in [["watch"], ["watch", "--once"]] {
            let output = try hrv(arguments)
            #expect(output.status == 64)
            #expect(output.errors.split(separator: "\n").count == 1, "\(output.errors)")
            #expect(output.errors.contains("hrv health watch"))
        }
        #expect(!FileManager.default.fileExists(atPath: home.path + "/kept"))
    }

    /// A path that cannot be an export is refused at once, and is not on the list afterwards.
    @Test func onlyWhatCanBeReadIsWatched() throws {
        try #require(mkfifo(home.path + "/pipe", 0o600) == 0)
        let text = try home.write("notes.xml", "<html></html>")
        for (path, code, status) in [
            (home.path + "/missing", "not_found", Int32(66)),
            (home.path + "/pipe", "not_a_file", 65),
            (text, "no_export", 65),
        ] {
            let output = try hrv(["watch", path, "--once"])
            #expect(output.status == status, "\(path): \(output.errors)")
            #expect(output.errors.contains("[\(code)]") && output.errors.contains(path))
            #expect(output.errors.split(separator: "\n").count == 1, "\(output.errors)")
        }
        #expect(!FileManager.default.fileExists(atPath: home.path + "/kept"))
        try FileManager.default.createDirectory(
            atPath: home.path + "/in", withIntermediateDirectories: true)
        #expect(try hrv(["watch", home.path + "/in", "--once"]).status == 0)
        #expect(try hrv(["status", "--json"]).text.contains(home.path + "/in"))
    }
}
