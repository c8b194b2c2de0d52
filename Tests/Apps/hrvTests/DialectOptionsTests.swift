import Foundation
import Testing

@Suite struct DialectOptionsTests {
    private static let values = (0..<400).map { 850 + $0 * 37 % 60 }
    private static let beats = values.map(String.init).joined(separator: "\n")

    private static func row(_ options: [String]) throws -> [String: Any] {
        let output = try CommandRunner.run(["analyze", "-", "--ndjson"] + options, input: beats)
        #expect(output.status == 0, "\(output.errors)")
        return try #require(
            try JSONSerialization.jsonObject(with: Data(output.text.utf8)) as? [String: Any])
    }

    /// Differences above 20 ms counted here; over N under NeuroKit2's convention.
    @Test func anotherProgramsConventionIsFollowed() throws {
        let count = zip(Self.values.dropFirst(), Self.values).count { abs($0 - $1) > 20 }
        let row = try Self.row(["--like", "neurokit"])
        let found = try #require(row["HRV_pNN20"] as? Double)
        #expect(abs(found - 100 * Double(count) / 400) < 1e-9)
        let recipe = try #require(row["recipe"] as? [String: Any])
        #expect(recipe["like"] as? String == "NeuroKit2 0.2.13")
        #expect(recipe["pnn_divisor"] as? String == "intervals")
        #expect(recipe["like_defects"] as? Bool == false)
    }

    @Test func whatTheProgramDoesNotGiveHasItsReason() throws {
        let row = try Self.row(["--like", "hrvanalysis", "--force"])
        #expect(row["HRV_PIP"] is NSNull)
        #expect((row["reasons"] as? [String: Any])?["HRV_PIP"] as? String == "not_given")
        #expect((row["reasons"] as? [String: Any])?["psd_dof"] as? String == "not_measured")
    }

    @Test func aTableShowsOnlyWhatTheProgramGives() throws {
        let output = try CommandRunner.run(
            ["analyze", "-", "--like", "hrvanalysis", "--output", "table"], input: Self.beats)
        #expect(output.status == 0)
        #expect(output.text.contains("HRV_RMSSD") && !output.text.contains("HRV_PIP"))
    }

    @Test(arguments: [
        ["--like", "kubios", "--psd", "welch"], ["--like", "kubios", "--detrend", "none"],
        ["--like", "kubios", "--ci"], ["--with-defects"], ["--methods", "--json"],
    ])
    func optionsThatExcludeEachOtherAreRefused(options: [String]) throws {
        let output = try CommandRunner.run(["analyze", "-"] + options, input: Self.beats)
        #expect(output.status == 64)
        #expect(output.text == "")
    }

    @Test func methodsAreAParagraphWithReferences() throws {
        let output = try CommandRunner.run(
            ["analyze", "-", "--methods", "--window", "120", "--psd", "burg"], input: Self.beats)
        #expect(output.status == 0)
        let text = output.text.replacing("\n", with: " ")
        #expect(text.contains("autoregressive model of order 16 by Burg's"))
        #expect(text.contains("windows of 120 s"))
        #expect(text.contains("Task Force"))
        #expect(output.text.split(separator: "\n").allSatisfy { $0.count <= 100 })
    }
}
