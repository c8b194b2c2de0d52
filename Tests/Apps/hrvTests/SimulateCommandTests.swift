import Foundation
import TestSupport
import Testing

@Suite struct SimulateCommandTests {
    @Test func equalSeedsGiveEqualFilesAndATruth() throws {
        let folder = try TemporaryFolder()
        for name in ["a.txt", "b.txt"] {
            let output = try CommandRunner.run(
                [
                    "simulate", "rr", "--seed", "7", "--ectopic", "2", "--out",
                    "\(folder.path)/\(name)",
                ])
            #expect(output.status == 0 && output.text == "")
        }
        func text(_ name: String) throws -> String {
            try String(contentsOfFile: folder.path + "/" + name, encoding: .utf8)
        }
        #expect(try text("a.txt") == text("b.txt"))
        let truth = try #require(
            try JSONSerialization.jsonObject(with: Data(text("a.truth.json").utf8))
                as? [String: Any])
        #expect(truth["seed"] as? String == "7")
        let powers = try #require(truth["line_power_ms2"] as? [String: Double])
        // 500 at 0.1 Hz and 400 of 1/f noise over 7.06 octaves of which LF holds 1.9.
        #expect(abs((powers["LF"] ?? 0) - (500 + 400 * 1.907 / 7.059)) < 10)
        #expect((truth["faults"] as? [Any])?.isEmpty == false)
    }

    @Test func aDrawnSeedIsPrinted() throws {
        let output = try CommandRunner.run(["simulate", "rr", "--duration", "10"])
        #expect(output.status == 0)
        #expect(output.errors.hasPrefix("hrv: seed "))
        #expect(output.text.hasPrefix("# R-R intervals, ms; simulated, seed "))
    }

    @Test func simulatedPowersComeBackFromAnalyze() throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/a.txt"
        _ = try CommandRunner.run([
            "simulate", "rr", "--seed", "3", "--lf", "0.09,700", "--hf", "0.3,200", "--pink", "0",
            "--white", "0", "--out", file,
        ])
        let output = try CommandRunner.run(["analyze", file, "--ndjson"])
        let row = try #require(
            try JSONSerialization.jsonObject(with: Data(output.text.utf8)) as? [String: Any])
        #expect(abs((row["HRV_LF_ms2"] as? Double ?? 0) - 700) < 7)
        #expect(abs((row["HRV_HF_ms2"] as? Double ?? 0) - 200) < 2)
    }

    @Test(arguments: [
        ["--lf", "0.1"], ["--lf", "0.1,1e12"], ["--trend", "-900"], ["--mean", "50"],
        ["--missed", "90"], ["--duration", "nan"],
    ])
    func impossibleRequestsAreRefused(arguments: [String]) throws {
        let output = try CommandRunner.run(["simulate", "rr"] + arguments)
        #expect(output.status == 64)
    }
}
