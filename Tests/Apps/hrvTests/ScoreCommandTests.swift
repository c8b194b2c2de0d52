import Foundation
import TestSupport
import Testing

@Suite struct ScoreCommandTests {
    @Test func strayFilesOfAFolderArePassedOver() throws {
        let folder = try TemporaryFolder()
        let made = try CommandRunner.run([
            "simulate", "ecg", "--duration", "10", "--seed", "2", "--out", folder.path + "/sim",
        ])
        try #require(made.status == 0)
        let stray = try folder.write("beat_counts.csv", "record,beats\nsim,10\n")
        // Against itself every beat is found.
        let options = ["--test", "atr", "--skip-first", "0", "--json"]
        let result = try CommandRunner.run(["score", folder.path] + options)
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        #expect(result.text.contains(#""fn": 0"#) && !result.text.contains("beat_counts"))
        let named = try CommandRunner.run(["score", folder.path, stray] + options)
        #expect(named.status == 1 && named.errors.contains("beat_counts.csv"))
    }

    @Test func aFolderOfStrayFilesHasNoInput() throws {
        let folder = try TemporaryFolder()
        try folder.write("beat_counts.csv", "record,beats\nsim,10\n")
        let result = try CommandRunner.run(["score", folder.path])
        #expect(result.status == 66 && result.errors.contains("no WFDB records"))
    }
}
