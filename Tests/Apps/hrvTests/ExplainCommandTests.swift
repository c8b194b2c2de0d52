import Foundation
import TestSupport
import Testing

@Suite struct ExplainCommandTests {
    private static let beats = (0..<400).map { "\(850 + $0 * 37 % 60)" }.joined(separator: "\n")

    @Test func theSettingBehindADifferenceIsNamed() throws {
        let output = try CommandRunner.run(
            ["explain", "-", "--like", "pyhrv", "--like", "hrvanalysis", "--json"],
            input: Self.beats)
        #expect(output.status == 0 && output.errors == "")
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(output.text.utf8)) as? [String: Any])
        #expect(object["first"] as? String == "pyHRV 0.5.0")
        let differences = try #require(object["differences"] as? [[String: Any]])
        let sdsd = try #require(differences.first { $0["metric"] as? String == "HRV_SDSD" })
        #expect(sdsd["single_setting"] as? String == "sdsd")
        let equal = try #require(object["equal"] as? [String])
        #expect(equal.contains("HRV_RMSSD") && !equal.contains("HRV_SDSD"))
    }

    @Test func oneProgramIsComparedWithUs() throws {
        let output = try CommandRunner.run(
            ["explain", "-", "--like", "neurokit"], input: Self.beats)
        #expect(output.status == 0)
        #expect(output.text.contains("Resonance"))
        #expect(output.text.contains("pnn_divisor: intervals -> differences"))
    }

    @Test func defectsAreReproducedByAFlagOnly() throws {
        let sound = try CommandRunner.run(
            ["explain", "-", "--like", "pyhrv"], input: Self.beats)
        let whole = try CommandRunner.run(
            ["explain", "-", "--like", "pyhrv", "--with-defects"], input: Self.beats)
        #expect(!sound.text.contains("absolute differences"))
        #expect(whole.text.contains("absolute differences"))
    }

    /// The annotators wrote down one V in the record, at 1518.87 s.
    @Test(.enabled(if: Datasets.folder != nil)) func aVentricularBeatIsExplained() throws {
        let output = try CommandRunner.run([
            "explain", Datasets.path("mitdb/100"), "--beat", "1518.9", "--json",
        ])
        #expect(output.status == 0)
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(output.text.utf8)) as? [String: Any])
        let beats = try #require(object["beats"] as? [[String: Any]])
        let beat = try #require(beats.first)
        #expect(beats.count == 1 && beat["class"] as? String == "V")
        #expect(beat["bounds_nn"] as? Bool == false)
        #expect(try #require(beat["interval_ratio"] as? Double) < 0.9)
        #expect(try #require(beat["width_ratio"] as? Double) > 1.1)
    }

    @Test(arguments: [
        (["--beat", "3", "--like", "kubios"], "--beat explains beats"),
        (["--beat=-3"], "0 or more"),
        ([], "like"), (["--like", "kubos"], "kubios"),
        (["--like", "kubios", "--like", "pyhrv", "--like", "neurokit"], "once or twice"),
    ])
    func usageIsChecked(options: [String], word: String) throws {
        let output = try CommandRunner.run(["explain", "-"] + options, input: Self.beats)
        #expect(output.status == 64)
        #expect(output.errors.contains(word))
    }

    @Test func aMissingFileHasItsCode() throws {
        let output = try CommandRunner.run(["explain", "/no/such/file.txt", "--like", "pyhrv"])
        #expect(output.status == 66)
        #expect(output.text == "")
    }
}
