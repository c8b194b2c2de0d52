import Foundation
import TestSupport
import Testing

@Suite struct MusicEvaluateTests {
    @Test(arguments: [["--people", "1"], ["--seed", "-1"], ["--seed", "x"]])
    func impossibleRequestsAreRefused(arguments: [String]) throws {
        #expect(try CommandRunner.run(["music", "evaluate"] + arguments).status == 64)
    }

    @Test func aFolderThatIsNotThereIsKnownAtOnce() throws {
        let arguments = ["music", "evaluate", "--out", "/nowhere/at/all/report.md"]
        #expect(try CommandRunner.run(arguments).status == 73)
    }

    @Test(.slow) func theReportGoesToAFileAndNamesItsSeed() throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/report.md"
        let output = try CommandRunner.run(
            ["music", "evaluate", "--seed", "9", "--people", "2", "--out", file])
        #expect(output.status == 0 && output.text == "" && output.errors == "")
        let report = try String(contentsOfFile: file, encoding: .utf8)
        #expect(report.contains("`hrv music evaluate --seed 9 --people 2`"))
        #expect(report.contains("no_support") || report.contains("too few choices"))
    }
}
