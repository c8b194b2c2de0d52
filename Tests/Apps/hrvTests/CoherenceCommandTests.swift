import Foundation
import TestSupport
import Testing

struct CoherenceCommandTests {
    private static func lines(_ output: CommandRunner.Output) throws -> [[String: Any]] {
        try output.text.split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
    }

    @Test func everyScoreHasAFieldOrAReason() throws {
        let output = try CommandRunner.run(
            ["coherence", "-", "--rate", "6", "--ndjson"],
            input: OscillatingHeart.intervals(minutes: 4))
        #expect(output.status == 0 && output.errors == "")
        let lines = try Self.lines(output)
        #expect(lines.map { $0["t_s"] as? Double } == (1...48).map { 5 * Double($0) })
        let names = [
            "reference", "harmonic", "mccraty_ratio", "mccraty_product", "peak_over_total",
            "multitaper_f", "msc", "phase_synchrony",
        ]
        for line in lines {
            let reasons = try #require(line["reasons"] as? [String: String])
            for name in names {
                #expect((line[name] as? Double == nil) == (reasons[name] != nil), "\(name)")
            }
        }
        let last = try #require(lines.last)
        for name in ["harmonic", "phase_synchrony", "multitaper_f"] {
            #expect(try #require(last[name] as? Double) > 0.95, "\(name)")
        }
        // 0.015 Hz on either side hold 0.904 of the power under a Hann taper of 64 s; the intervals'
        // second harmonic has 0.2 %.
        #expect(abs(try #require(last["peak_over_total"] as? Double) - 0.904) < 0.015)
        #expect((last["reasons"] as? [String: String]) == ["msc": "not_measured"])
        #expect(
            try #require(lines.first?["reasons"] as? [String: String])["harmonic"] == "too_few")
    }

    @Test func oneScoreIsChosen() throws {
        let input = OscillatingHeart.intervals(minutes: 2)
        for name in ["default", "harmonic"] {
            let output = try CommandRunner.run(
                [
                    "coherence", "-", "--rate", "6", "--score", name, "--step", "30", "--output",
                    "csv",
                ],
                input: input)
            #expect(output.status == 0)
            let rows = output.text.split(separator: "\n")
            #expect(rows.first == "t_s,harmonic")
            #expect(rows.dropFirst().map { $0.prefix { $0 != "," } } == ["30", "60", "90", "120"])
        }
    }

    /// Two schedules of which only one fits: a rate that changes in the middle.
    @Test func theScheduleBeginsAtItsOffset() throws {
        let folder = try TemporaryFolder()
        // 6 breaths/min, free for the first 30 s.
        let file = try folder.write("rr.txt", OscillatingHeart.intervals(minutes: 4, shift: 3))
        func last(_ arguments: [String]) throws -> Double {
            let output = try CommandRunner.run(
                ["coherence", file, "--score", "harmonic", "--step", "200", "--ndjson"] + arguments)
            let line = try #require(try Self.lines(output).last)
            return try #require(line["harmonic"] as? Double)
        }
        #expect(try last(["--schedule", "6:4", "--offset", "3"]) > 0.95)
        #expect(try last(["--schedule", "6:4", "--offset", "-7"]) > 0.95)
        #expect(try last(["--schedule", "5:4", "--offset", "3"]) < 0.3)
    }

    @Test func aSegmentWithoutBeatsHasNoValue() throws {
        var lines = OscillatingHeart.intervals(minutes: 4).split(separator: "\n").map(String.init)
        lines.insert("20000", at: 150)
        let output = try CommandRunner.run(
            ["coherence", "-", "--rate", "6", "--correct", "none", "--step", "5", "--ndjson"],
            input: lines.joined(separator: "\n"))
        #expect(output.status == 0)
        let silent = try Self.lines(output).filter {
            (($0["reason_details"] as? [String: String])?["reference"] ?? "").contains("last 3 s")
        }
        #expect((2...4).contains(silent.count))
        for line in silent { #expect(line["harmonic"] is NSNull) }
    }

    /// The recording has, beside the ECG, a breath that the heart follows and a noise that it does
    /// not.
    @Test func aBreathingSignalGivesMagnitudeSquaredCoherence() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("ecg.csv", Self.breathingECG(minutes: 2.5))
        func last(_ signal: String) throws -> [String: Any] {
            let output = try CommandRunner.run([
                "coherence", file, "--rate", "6", "--ndjson", "--breathing-signal", signal,
            ])
            #expect(output.status == 0, "\(output.errors)")
            return try #require(try Self.lines(output).last)
        }
        // Of noise, 95 % lie below 0.55.
        #expect(try #require(try last("breath")["msc"] as? Double) > 0.95)
        #expect(try #require(try last("noise")["msc"] as? Double) < 0.55)

        let unknown = try CommandRunner.run([
            "coherence", file, "--rate", "6", "--breathing-signal", "belt",
        ])
        #expect(unknown.status == 65)
        #expect(unknown.errors.contains("there is no signal belt: the recording has 0 ecg"))
        let beats = try folder.write("rr.txt", OscillatingHeart.intervals(minutes: 3))
        let none = try CommandRunner.run([
            "coherence", beats, "--rate", "6", "--breathing-signal", "breath",
        ])
        #expect(none.status == 65 && none.text == "")
    }

    /// A wave of 1 mV at each beat of a swinging heart, 125 samples a second.
    private static func breathingECG(minutes: Double) -> String {
        let rateHz = 125.0
        var beats = [0.5]
        for line in OscillatingHeart.intervals(minutes: minutes).split(separator: "\n") {
            beats.append(beats[beats.count - 1] + (Double(line) ?? 0) / 1000)
        }
        var random = SplitMix64(seed: 9)
        var rows = ["time,ecg,breath,noise"]
        var beat = 0
        for index in 0..<Int(60 * minutes * rateHz) {
            let time = Double(index) / rateHz
            while beat + 1 < beats.count, beats[beat + 1] - time < time - beats[beat] { beat += 1 }
            let distance = (time - beats[beat]) / 0.012
            let numbers = [
                time, exp(-0.5 * distance * distance), sin(2 * .pi * (time - 0.5) / 10),
                random.gaussian(),
            ]
            rows.append(numbers.map { String(($0 * 1e4).rounded() / 1e4) }.joined(separator: ","))
        }
        return rows.joined(separator: "\n")
    }

    @Test func whatWasCommandedHasToBeSaid() throws {
        for arguments in [
            ["coherence", "-"], ["coherence", "-", "--rate", "6", "--schedule", "6:2"],
            ["coherence", "-", "--rate", "40"], ["coherence", "-", "--rate", "6", "--step", "0"],
            ["coherence", "-", "--schedule", "6"],
            ["coherence", "-", "--rate", "6", "--offset", "nan"],
            ["coherence", "-", "--rate", "6", "--score", "fame"],
        ] {
            let output = try CommandRunner.run(arguments, input: "800\n810\n")
            #expect(output.status == 64 && output.text == "", "\(arguments)")
        }
    }

    @Test func aWrongFileStopsNoOther() throws {
        let folder = try TemporaryFolder()
        let good = try folder.write("good.txt", OscillatingHeart.intervals(minutes: 2))
        let bad = try folder.write("bad.txt", "no beats here\n")
        let output = try CommandRunner.run(
            ["coherence", bad, good, "--rate", "6", "--output", "csv"])
        #expect(output.status == 1)
        #expect(output.text.hasPrefix("file,t_s,reference,"))
        #expect(output.text.contains(good) && output.errors.contains("bad.txt"))
    }

    @Test func aTableSaysWhyValuesAreMissing() throws {
        let output = try CommandRunner.run(
            ["coherence", "-", "--rate", "6", "--output", "table"],
            input: OscillatingHeart.intervals(minutes: 2))
        #expect(output.text.contains("msc –: no breathing signal covers the window"))
    }
}
