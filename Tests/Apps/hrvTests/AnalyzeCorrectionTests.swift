import Foundation
import TestSupport
import Testing

/// Correction as `hrv analyze` and its kin have it.
@Suite struct AnalyzeCorrectionTests {
    private static let dataset = Repository.path("datasets/small/with-faults.txt")

    private static func rows(_ options: [String]) throws -> [[String: Any]] {
        let output = try CommandRunner.run(["analyze", dataset, "--json"] + options)
        #expect(output.status == 0, "\(output.errors)")
        return try #require(
            try JSONSerialization.jsonObject(with: Data(output.text.utf8)) as? [[String: Any]])
    }

    private static func row(_ options: [String]) throws -> [String: Any] {
        try #require(try rows(options).first)
    }

    /// Six artefacts were put into 332 beats (with-faults.truth.json).
    @Test func beatsAreCorrectedByDefault() throws {
        let row = try Self.row([])
        #expect(row["artefact_pct"] as? Double == 600.0 / 332)
        #expect(
            row["artefacts"] as? [String: Int] == ["missed": 3, "extra": 1, "ectopic": 2])
        #expect(row["n_beats"] as? Int == 334)
        let recipe = try #require(row["recipe"] as? [String: Any])
        #expect(recipe["repair"] as? String == "time-keeping")
        #expect(recipe["correction"] as? String != "none")
        let raw = try Self.row(["--correct", "none"])
        #expect(raw["artefact_pct"] is NSNull && raw["artefacts"] is NSNull)
        #expect((raw["reasons"] as? [String: String])?["artefact_pct"] == "not_measured")
        #expect(raw["n_beats"] as? Int == 332)
        #expect((raw["recipe"] as? [String: Any])?["correction"] as? String == "none")
        let text = try String(contentsOfFile: Self.dataset, encoding: .utf8)
        let x = text.split(separator: "\n").compactMap { Double($0) }
        let squares = zip(x.dropFirst(), x).reduce(0.0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
        let rmssd = (squares / Double(x.count - 1)).squareRoot()
        #expect(abs((raw["HRV_RMSSD"] as? Double ?? 0) - rmssd) < 1e-9)
        #expect((row["HRV_RMSSD"] as? Double ?? .infinity) < rmssd / 4)
    }

    @Test func anotherProgramsNumbersAreOfBeatsAsTheyAre() throws {
        let like = try Self.row(["--like", "neurokit"])
        #expect(like["artefact_pct"] is NSNull && like["n_beats"] as? Int == 332)
        let asked = try Self.row(["--like", "neurokit", "--correct", "lipponen"])
        #expect(asked["n_beats"] as? Int == 334)
    }

    @Test func theCountsOfWindowsAddUp() throws {
        let rows = try Self.rows(["--window", "74.8"])
        #expect(rows.count == 4)
        var total: [String: Int] = [:]
        for row in rows {
            let counts = try #require(row["artefacts"] as? [String: Int])
            total.merge(counts, uniquingKeysWith: +)
        }
        #expect(total == ["missed": 3, "extra": 1, "ectopic": 2])
    }

    @Test(arguments: ["kubios-medium", "karlsson", "range", "lipponen-strict"])
    func everyRuleHasItsName(rule: String) throws {
        let recipe = try #require(
            try Self.row(["--correct", rule, "--repair", "linear"])["recipe"] as? [String: Any])
        #expect(recipe["correction"] as? String == rule)
        #expect(recipe["repair"] as? String == "linear")
    }

    @Test func theReportShowsWhatWasChanged() throws {
        let output = try CommandRunner.run(["analyze", Self.dataset, "--output", "html"])
        #expect(output.text.contains("1.8 % (3 missed, 1 extra, 2 ectopic)"))
        // A drawing for screens and one for phones, each with a group for each of three kinds.
        #expect(output.text.ranges(of: "<g class=\"marks ").count == 6)
        let raw = try CommandRunner.run(
            ["analyze", Self.dataset, "--output", "html", "--correct", "none"])
        #expect(raw.text.contains("not corrected") && !raw.text.contains("<g class=\"marks "))
    }

    @Test func theMethodsNameTheCorrection() throws {
        let output = try CommandRunner.run(
            ["analyze", Self.dataset, "--methods", "--correct", "lipponen"])
        #expect(output.text.contains("Lipponen and Tarvainen 2019"))
        let none = try CommandRunner.run(
            ["analyze", Self.dataset, "--methods", "--correct", "none"])
        #expect(none.text.contains("No artefact correction was applied."))
    }

    /// The power that artefacts of hundreds of ms bring is gone.
    @Test func spectraAreOfCorrectedBeats() throws {
        func power(_ options: [String], artefacts: Double?) throws -> Double {
            let output = try CommandRunner.run(["spectrum", Self.dataset, "--json"] + options)
            let rows = try #require(
                try JSONSerialization.jsonObject(with: Data(output.text.utf8))
                    as? [[String: Any]])
            #expect(rows[0]["artefact_pct"] as? Double == artefacts)
            let bands = try #require(rows[0]["bands"] as? [String: [String: Any]])
            return try #require(bands["HF"]?["power_ms2"] as? Double)
        }
        // 300 ms^2 at 0.25 Hz were put in; of 400 ms^2 of 1/f noise over 0.003 to 0.4 Hz ln(0.4 / 0.15) /
        // ln(0.4 / 0.003) lie in HF, 80; of 30 of white noise up to 0.55 Hz 14.
        #expect(abs(try power([], artefacts: 600.0 / 332) - 394) < 20)
        #expect(try power(["--correct", "none"], artefacts: nil) > 1000)
    }

    @Test func explainComparesBeatsAsTheyAreUnlessAsked() throws {
        func beats(_ options: [String]) throws -> String {
            let output = try CommandRunner.run(
                ["explain", Self.dataset, "--like", "kubios", "--json"] + options)
            #expect(output.status == 0, "\(output.errors)")
            return output.text
        }
        #expect(try beats([]) == beats(["--correct", "none"]))
        #expect(try beats([]) != beats(["--correct", "lipponen"]))
        let refused = try CommandRunner.run(
            ["explain", Self.dataset, "--like", "kubios", "--repair", "linear"])
        #expect(refused.status == 64)
    }
}
