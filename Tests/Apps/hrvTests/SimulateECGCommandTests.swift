import Foundation
import TestSupport
import Testing

@Suite struct SimulateECGCommandTests {
    private static func json(_ path: String) throws -> [String: Any] {
        try #require(
            try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: path)))
                as? [String: Any])
    }

    /// Samples and codes of an annotation file whose steps are below 1024 samples, as those of a
    /// pulse at 360 Hz are: two bytes a beat, six bits of them the code, two bytes of zero last.
    private static func annotations(_ path: String) throws -> [(sample: Int, code: Int)] {
        let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
        var sample = 0
        return stride(from: 0, to: bytes.count - 2, by: 2).map { index in
            let word = Int(bytes[index]) | Int(bytes[index + 1]) << 8
            sample += word & 1023
            return (sample, word >> 10)
        }
    }

    @Test func aRecordHasItsBeatsAndItsTruth() throws {
        let folder = try TemporaryFolder()
        let record = folder.path + "/sim1"
        let output = try CommandRunner.run([
            "simulate", "ecg", "--seed", "7", "--duration", "60", "--sample-rate", "360",
            "--heart-rate", "75", "--ectopic", "10", "--atrial", "5", "--noise", "muscle=18",
            "--noise", "mains=20", "--mains", "60", "--out", record,
        ])
        #expect(output.status == 0 && output.text == "", "\(output.errors)")
        let truth = try Self.json(record + ".truth.json")
        #expect(truth["seed"] as? String == "7" && truth["n_samples"] as? Int == 21_600)
        let beats = try #require(truth["beats"] as? [[String: Any]])
        let annotated = try Self.annotations(record + ".atr")
        #expect(annotated.count == beats.count)
        #expect(beats.count > 65 && beats.count < 85)
        let codes = ["normal": 1, "atrial": 8, "ventricular": 5, "invertedVentricular": 5]
        for (mark, beat) in zip(annotated, beats) {
            let sample = try #require(beat["sample"] as? Double)
            let time = try #require(beat["time_s"] as? Double)
            #expect(mark.sample == Int(sample.rounded()) && abs(sample - 360 * time) < 1e-9)
            #expect(mark.code == codes[try #require(beat["kind"] as? String)])
        }
        #expect(Set(annotated.map(\.code)) == [1, 5, 8])
        let header = try String(contentsOfFile: record + ".hea", encoding: .utf8)
        #expect(header.hasPrefix("sim1 1 360 21600"), "\(header)")
    }

    @Test func equalSeedsGiveEqualFiles() throws {
        let folder = try TemporaryFolder()
        func bytes(_ name: String) throws -> [Data] {
            _ = try CommandRunner.run([
                "simulate", "ecg", "--seed", "3", "--duration", "10", "--noise", "motion=6",
                "--out", "\(folder.path)/\(name)",
            ])
            return try ["dat", "atr", "truth.json"].map {
                try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\(name).\($0)"))
            }
        }
        #expect(try bytes("a") == bytes("b"))
    }

    @Test func withoutAFileTheSignalIsATable() throws {
        let output = try CommandRunner.run(["simulate", "ecg", "--duration", "5", "--csv"])
        #expect(output.status == 0 && output.errors.hasPrefix("hrv: seed "))
        let lines = output.text.split(separator: "\n")
        #expect(lines[0] == "time_s,ecg_mV" && lines.count == 1251)
        #expect(lines[1].hasPrefix("0.0,") && lines[1250].hasPrefix("4.996,"))
        let values = lines.dropFirst().compactMap { Double($0.split(separator: ",")[1]) }
        #expect(values.count == 1250 && values.allSatisfy { abs($0) < 2 })
    }

    @Test(arguments: [
        ["--sample-rate", "50"], ["--noise", "loud=3"], ["--noise", "muscle"],
        ["--noise", "mains=10", "--sample-rate", "100"], ["--mains", "55"], ["--ectopic", "40"],
        ["--ectopic", "20", "--atrial", "20"], ["--sdnn", "400"], ["--breathing", "0"],
        ["--out", "a.b"], ["--out", "folder/"], ["--duration", "1"], ["--heart-rate", "nan"],
    ])
    func wrongOptionsAreUsageErrors(arguments: [String]) throws {
        let output = try CommandRunner.run(["simulate", "ecg"] + arguments)
        #expect(output.status == 64, "\(arguments) \(output.errors)")
    }

    /// Each as two words and as one.
    @Test(arguments: [
        ("duration", "--duration lies in 5"), ("sample-rate", "--sample-rate lies in 100"),
        ("heart-rate", "--heart-rate lies in 30"), ("sdnn", "--sdnn lies in 0"),
        ("lf-hf", "--lf-hf lies in 0"), ("breathing", "--breathing lies in 2"),
        ("breathing-depth", "--breathing-depth lies in 0"), ("ectopic", "--ectopic lies in 0"),
        ("atrial", "--atrial lies in 0"), ("mains", "--mains is 50 or 60"),
        ("noise", "'-6' is invalid for '--noise <name=db>'"),
    ])
    func numbersBelowZeroAreRefusedWithTheRange(name: String, text: String) throws {
        for arguments in [["--\(name)", "-6"], ["--\(name)=-6"]] {
            let output = try CommandRunner.run(["simulate", "ecg"] + arguments)
            #expect(output.status == 64 && output.text.isEmpty)
            #expect(output.errors.contains(text), "\(output.errors)")
        }
    }

    @Test func noiseAboveTheSignalHasDecibelsBelowZero() throws {
        let texts = try [["--noise", "muscle=-6"], ["--noise=muscle=-6"]].map { noise in
            let output = try CommandRunner.run(
                ["simulate", "ecg", "--duration", "5", "--csv", "--seed", "1"] + noise)
            #expect(output.status == 0, "\(output.errors)")
            return output.text
        }
        #expect(texts[0] == texts[1])
        let values = texts[0].split(separator: "\n").dropFirst()
            .compactMap { Double($0.split(separator: ",")[1]) }
        // R peaks alone, of 1 mV, have a standard deviation below 0.3.
        let power = values.reduce(0) { $0 + $1 * $1 } / Double(values.count)
        #expect(power > 0.1)
    }
}
