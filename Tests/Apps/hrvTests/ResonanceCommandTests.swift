import Foundation
import TestSupport
import Testing

struct ResonanceCommandTests {
    private static func objects(_ output: CommandRunner.Output) throws -> [[String: Any]] {
        try #require(
            try JSONSerialization.jsonObject(with: Data(output.text.utf8)) as? [[String: Any]])
    }

    private static func rows(_ object: [String: Any]) throws -> [[String: Any]] {
        try #require(object["criteria"] as? [[String: Any]])
    }

    // MARK: Real trials

    /// File, rate of each trial, in the order in which they were breathed.
    private static func trials() throws -> [(file: String, rate: Double)] {
        try Datasets.text("resonance/session1/trials.csv").split(separator: "\n").dropFirst().map {
            let cells = $0.split(separator: ",")
            return (
                try Datasets.path("resonance/session1/" + cells[1]),
                try #require(Double(cells[2]))
            )
        }
    }

    /// The rates are read from the intervals alone: also where another rate is claimed for all.
    @Test(.needsDatasets) func breathingRatesAreReadFromRealTrials() throws {
        let trials = try Self.trials()
        #expect(trials.count == 6)
        for claimed in [trials.map(\.rate), trials.map { _ in 5.5 }] {
            let output = try CommandRunner.run(
                ["resonance"] + trials.map(\.file)
                    + ["--rates", claimed.map { "\($0)" }.joined(separator: ","), "--json"])
            #expect(output.status == 0)
            let rows = try Self.rows(try #require(try Self.objects(output).first))
            var unclear: [String] = []
            for (row, trial) in zip(rows, trials) {
                // The first trial oscillates as broadly as the vessels do.
                guard let found = row["breathing_rate_bpm"] as? Double else {
                    #expect(row["followed"] is NSNull)
                    unclear.append(trial.file)
                    continue
                }
                #expect(abs(found - trial.rate) <= 0.1, "\(trial.rate) is read as \(found)")
                #expect(
                    row["followed"] as? Bool
                        == (abs(found - (try #require(row["trial_rate_bpm"] as? Double))) <= 0.3))
            }
            #expect(unclear == [trials[0].file])
        }
    }

    /// The result when this was written, so that a change is seen. The person's resonance frequency
    /// is unknown.
    @Test(.needsDatasets) func theResultOfRealTrialsIsUnchanged() throws {
        let trials = try Self.trials()
        let output = try CommandRunner.run(
            ["resonance"] + trials.map(\.file)
                + ["--rates", trials.map { "\($0.rate)" }.joined(separator: ","), "--json"])
        let object = try #require(try Self.objects(output).first)
        print("session1: \(object.filter { $0.key.hasSuffix("_bpm") })")
        #expect(object["rate_bpm"] is NSNull)
        #expect(abs(try #require(object["low_bpm"] as? Double) - 4.95) < 0.05)
        #expect(abs(try #require(object["high_bpm"] as? Double) - 6.65) < 0.05)
        #expect(abs(try #require(object["deviation_bpm"] as? Double) - 0.514) < 0.02)
        #expect(object["not_separable_from"] as? [Double] == [6.5, 6, 5.5, 5])
        #expect(try Self.rows(object).map { $0["points"] as? Int } == [0, 0, 9, 1, 4, 0])
        let winner = try #require(object["stepped_winner"] as? [String: Any])
        #expect(winner["rate_bpm"] as? Double == 5.5 && winner["points"] as? Int == 9)
    }

    // MARK: Made-up sessions

    /// Four minutes at each of five rates; the RSA amplitude is largest at 5.5.
    private static func stepped() -> String {
        let step = 0.005
        var (turns, last, lines, phase) = (0.0, 0.0, [String](), 0.0)
        for index in 0..<Int(20 * 60 / step) {
            let time = step * (Double(index) + 0.5)
            let rate = 6.5 - 0.5 * (time / 240).rounded(.down)
            phase += rate / 60 * step
            let amplitude = 6 - 2 * abs(rate - 5.5)
            turns += (70 + amplitude * sin(2 * .pi * phase)) / 60 * step
            guard turns >= 1 else { continue }
            turns -= 1
            let beat = (1000 * step * Double(index + 1)).rounded()
            lines.append("\(Int(beat - last))")
            last = beat
        }
        return lines.joined(separator: "\n")
    }

    @Test func aScheduleIsSplitIntoItsSteps() throws {
        let output = try CommandRunner.run(
            [
                "resonance", "-", "--schedule", "6.5:4,6:4,5.5:4,5:4,4.5:4", "--unknown-phase",
                "--json",
            ], input: Self.stepped())
        #expect(output.status == 0)
        let object = try #require(try Self.objects(output).first)
        let rows = try Self.rows(object)
        #expect(rows.map { $0["trial_rate_bpm"] as? Double } == [6.5, 6, 5.5, 5, 4.5])
        for row in rows {
            let rate = try #require(row["trial_rate_bpm"] as? Double)
            #expect(abs(try #require(row["breathing_rate_bpm"] as? Double) - rate) < 0.05)
            let expected = 2 * (6 - 2 * abs(rate - 5.5))
            let amplitude = try #require(row["amplitude_bpm"] as? Double)
            #expect(amplitude > 0.94 * expected && amplitude < 1.02 * expected, "\(rate)")
        }
        let winner = try #require(object["stepped_winner"] as? [String: Any])
        #expect(winner["rate_bpm"] as? Double == 5.5)
        #expect(try #require(rows[2]["best_by"] as? [String]).contains("amplitude_bpm"))
        let rate = try #require(object["rate_bpm"] as? Double)
        let low = try #require(object["low_bpm"] as? Double)
        let high = try #require(object["high_bpm"] as? Double)
        #expect(low < rate && rate < high && abs(rate - 5.5) < 0.3)
        #expect((object["not_separable_from"] as? [Double])?.contains(5.5) == true)
    }

    /// Noise says nothing: an interval would be that of the prior, 5.6 +- 1.645 x 0.65.
    @Test func noiseDeterminesNothing() throws {
        var generator = SplitMix64(seed: 11)
        let lines = (0..<300).map { _ in "\(850 + Int((20 * generator.gaussian()).rounded()))" }
        let output = try CommandRunner.run(
            ["resonance", "-", "--schedule", "6.5:1,6:1,5.5:1", "--correct", "none", "--json"],
            input: lines.joined(separator: "\n"))
        let object = try #require(try Self.objects(output).first)
        #expect(object["rate_bpm"] is NSNull)
        #expect(
            try #require(object["reasons"] as? [String: String])["rate_bpm"] == "not_determined")
        #expect(object["low_bpm"] is NSNull && object["high_bpm"] is NSNull)
        #expect(object["stepped_winner"] is NSNull)
        #expect(output.errors.contains("[not_following]"))
    }

    @Test func csvHasALineATrial() throws {
        let folder = try TemporaryFolder()
        let one = try folder.write("1.txt", OscillatingHeart.intervals(minutes: 2))
        let two = try folder.write("2.txt", OscillatingHeart.intervals(minutes: 2, bpm: 3))
        let output = try CommandRunner.run(
            ["resonance", one, two, "--rates", "6,6", "--output", "csv"])
        #expect(output.status == 0)
        let lines = output.text.split(separator: "\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        #expect(lines.count == 3 && Set(lines.map(\.count)).count == 1)
        #expect(lines[0][0...2] == ["file", "trial_rate_bpm", "breathing_rate_bpm"])
        // The larger oscillation is best by amplitude.
        let points = try #require(lines[0].firstIndex(of: "points"))
        #expect(try #require(Int(lines[1][points])) > (try #require(Int(lines[2][points]))))
        #expect(lines[1][points + 1] == "1" && lines[2][points + 1] == "0")
    }

    // MARK: Bad input

    @Test func countsMustAgree() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("1.txt", OscillatingHeart.intervals(minutes: 2))
        let output = try CommandRunner.run(["resonance", file, "--rates", "6,5.5"])
        #expect(output.status == 64 && output.text == "")
        #expect(
            output.errors
                == "hrv: error: --rates names 2 rates for 1 inputs: give one for each, in their order "
                + "[usage]\n")
    }

    @Test func aBrokenTrialLosesItsRateOnly() throws {
        let folder = try TemporaryFolder()
        let bad = try folder.write("0.txt", "nothing\n")
        let good = try folder.write("1.txt", OscillatingHeart.intervals(minutes: 2))
        let output = try CommandRunner.run(
            ["resonance", bad, good, "--rates", "5,6", "--json"])
        #expect(output.status == 1 && output.errors.contains("0.txt"))
        let rows = try Self.rows(try #require(try Self.objects(output).first))
        #expect(rows.map { $0["trial_rate_bpm"] as? Double } == [6])
    }

    @Test func aRateOtherThanCommandedIsReported() throws {
        let output = try CommandRunner.run(
            ["resonance", "-", "--rates", "5", "--json", "--strict"],
            input: OscillatingHeart.intervals(minutes: 2))
        #expect(output.status != 0)
        #expect(output.errors.contains("[other_rate]") && output.errors.contains("most at 6"))
    }

    @Test func whatWasCommandedHasToBeSaid() throws {
        for arguments in [
            ["resonance", "-"], ["resonance", "-", "--rates", "6", "--schedule", "6:2"],
            ["resonance", "-", "--rates", "6,fast"], ["resonance", "-", "--rates", "60"],
            ["resonance", "-", "--rates", "6", "--offset", "5"],
            ["resonance", "-", "--schedule", "free"],
        ] {
            let output = try CommandRunner.run(arguments, input: "800\n810\n")
            #expect(output.status == 64 && output.text == "", "\(arguments)")
        }
    }

    @Test func everyOutputIsMade() throws {
        let input = OscillatingHeart.intervals(minutes: 3)
        for shape in ["table", "csv", "json", "ndjson"] {
            let output = try CommandRunner.run(
                ["resonance", "-", "--schedule", "6:3", "--output", shape], input: input)
            #expect(output.status == 0 && !output.text.isEmpty, "\(shape)")
        }
        let table = try CommandRunner.run(
            ["resonance", "-", "--schedule", "6:3", "--output", "table"], input: input)
        #expect(table.text.contains("Stepped protocol: 6.000 /min, 14 of 14 points"))
        #expect(table.text.contains("90 % interval:"))
    }
}
