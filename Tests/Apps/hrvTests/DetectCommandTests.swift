import Foundation
import TestSupport
import Testing

@Suite struct DetectCommandTests {
    private static func withFolder(_ body: (String) throws -> Void) throws {
        let folder = NSTemporaryDirectory() + "detect-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }

    private static func simulated(_ folder: String, _ arguments: [String] = []) throws -> String {
        let path = folder + "/sim"
        let made = try CommandRunner.run(
            ["simulate", "ecg", "--duration", "60", "--seed", "4", "--out", path] + arguments)
        #expect(made.status == 0)
        return path
    }

    @Test func beatsOfASimulatedRecordAreFoundWhereItHasThem() throws {
        try Self.withFolder { folder in
            let record = try Self.simulated(folder)
            let found = try CommandRunner.run(["detect", record, "--output", "csv"])
            #expect(found.status == 0)
            let lines = found.text.split(separator: "\n")
            #expect(lines[0] == "sample,time_s,rr_ms,quality,class,class_probability")
            let score = try CommandRunner.run([
                "detect", record, "--annotator", "hrv", "--out", folder,
            ])
            #expect(score.status == 0)
            let compared = try CommandRunner.run(["score", record, "--json"])
            #expect(compared.status == 0)
            #expect(compared.text.contains(#""fp": 0"#) && compared.text.contains(#""fn": 0"#))
            #expect(compared.text.contains(#""tp": \#(lines.count - 1)"#))
        }
    }

    @Test func analysesStartFromAnECG() throws {
        try Self.withFolder { folder in
            let record = try Self.simulated(folder)
            // The record has annotations; a signal that is asked for goes before them.
            let result = try CommandRunner.run(["analyze", record, "--signal", "0", "--json"])
            #expect(result.status == 0)
            #expect(result.text.contains(#""detector": "resonant""#))
            #expect(result.text.contains(#""HRV_RMSSD""#))
            let annotated = try CommandRunner.run(["analyze", record, "--json"])
            #expect(annotated.text.contains(#""input_annotator": "atr""#))
        }
    }

    @Test(arguments: ["pan-tompkins", "hamilton", "elgendi"])
    func aPublishedDetectorGivesNoKindAndNoQuality(detector: String) throws {
        try Self.withFolder { folder in
            let record = try Self.simulated(folder)
            let arguments = ["detect", record, "--detector", detector]
            let lines = try CommandRunner.run(arguments + ["--output", "csv"])
                .text.split(separator: "\n").dropFirst()
            #expect(lines.count > 50 && lines.allSatisfy { $0.hasSuffix(",") })
            let json = try CommandRunner.run(arguments + ["--ndjson"]).text
            #expect(json.contains(#""quality": [null, null"#))
            #expect(json.contains(#""kind": "not_measured""#))
            #expect(json.contains(#""stretches_from": "resonant""#))
            let analysis = try CommandRunner.run([
                "analyze", record, "--signal", "0", "--detector", detector, "--json",
            ])
            #expect(analysis.status == 0)
            #expect(analysis.text.contains(#""nn_selection": "every interval"#))
            let own = try CommandRunner.run(["analyze", record, "--signal", "0", "--json"])
            #expect(
                own.text.contains(
                    #""nn_selection": "between beats of normal kind and of class N (classes by"#))
        }
    }

    @Test func annotationsGoIntoAFolderThatIsMade() throws {
        try Self.withFolder { folder in
            let record = try Self.simulated(folder)
            let out = folder + "/new"
            let status = try CommandRunner.run([
                "detect", record, "--annotator", "qrs", "--out", out,
            ]).status
            #expect(status == 0)
            let names = try FileManager.default.contentsOfDirectory(atPath: out).sorted()
            #expect(names == ["sim.hea", "sim.qrs"])
            let score = try CommandRunner.run([
                "score", record, "--test", "qrs", "--test-dir", out,
            ])
            #expect(score.status == 0)
        }
    }

    @Test(arguments: [
        (["detect", "a", "--annotator", "hrv"], 64),
        (["detect", "a", "--annotator", "h r", "--out", "b"], 64),
        (["detect", "a", "--rate", "0"], 64),
        (["detect", "a", "--detector", "none"], 64),
        (["detect", "a", "--format", "foo"], 64),
        (["detect", "/no/such/file.edf"], 66),
        (["score", "/no/such/record"], 66),
        (["score", "a", "--tolerance-ms", "0"], 64),
    ])
    func whatCannotBeDoneIsRefused(arguments: [String], status: Int) throws {
        let result = try CommandRunner.run(arguments)
        #expect(Int(result.status) == status)
        #expect(result.text.isEmpty && !result.errors.isEmpty)
    }

    @Test(arguments: [
        (["detect", "a", "--rate", "-5"], "--rate is a number of samples a second above 0"),
        (["score", "a", "--skip-first", "-1"], "--skip-first is 0 s or more"),
        (["score", "a", "--tolerance-ms", "-1"], "--tolerance-ms lies above 0"),
        (["simulate", "ecg", "--seed", "-1"], "'-1' is invalid for '--seed"),
        (["simulate", "rr", "--mean", "-1"], "--mean lies in 300 ... 2000 ms"),
        (["simulate", "rr", "--pink", "-1"], "--pink is 0 ms^2 or more"),
        (["simulate", "rr", "--lf", "-0.1,5"], "'-0.1,5' is invalid for '--lf"),
        (["simulate", "person", "--index", "-1"], "--index counts from 0"),
        (["simulate", "person", "--swing=-1"], "--swing lies in 0.0 ... 60.0 beats/min"),
        (["simulate", "person", "--rate", "-6"], "--rate lies in"),
        (["analyze", "a", "--window", "-300"], "--window must be at least 1 s"),
    ])
    func numbersBelowTheRangeAreRefusedWithTheRange(arguments: [String], text: String) throws {
        let result = try CommandRunner.run(arguments)
        #expect(result.status == 64 && result.errors.contains(text), "\(result.errors)")
    }

    @Test func aSignalBelowZeroIsNoSignal() throws {
        try Self.withFolder { folder in
            let record = try Self.simulated(folder)
            let result = try CommandRunner.run(["detect", record, "--signal", "-1"])
            #expect(result.status == 65 && result.errors.contains("-1"), "\(result.errors)")
            #expect(!result.errors.contains("Missing value"))
        }
    }

    @Test(arguments: ["detect", "analyze", "spectrum", "correct", "score"])
    func anEmptyPathIsNamedAsSuch(command: String) throws {
        let result = try CommandRunner.run([command, ""])
        #expect(result.status == 64 && result.errors.contains("the path of an input is empty"))
        #expect(!result.errors.contains("did you mean"))
    }

    /// A bare column, with and without a name, from a file and from a pipe.
    @Test(arguments: ["", "rr\n"], ["ms", "s"])
    func aColumnOfIntervalsIsKnownByItsValues(head: String, unit: String) throws {
        let folder = try TemporaryFolder()
        let beats = CommandRunner.beats.split(separator: "\n").compactMap { Double($0) }
        let values = beats.map { "\(unit == "ms" ? $0 : $0 / 1000)" }
        // With a beat missed, as in a real series.
        let text = head + (values + ["\(unit == "ms" ? 5000 : 5)"]).joined(separator: "\n") + "\n"
        let file = try folder.write("rr.txt", text)
        for result in [
            try CommandRunner.run(["detect", file]),
            try CommandRunner.run(["detect", "-"], input: text),
        ] {
            #expect(result.status == 65 && result.text.isEmpty)
            #expect(
                result.errors.contains(
                    "look like R-R intervals in \(unit): hrv analyze --format rr-text reads those"),
                "\(result.errors)")
            #expect(result.errors.contains("--rate HZ"))
        }
        #expect(try CommandRunner.run(["analyze", file, "--ndjson"]).status == 0)
    }

    @Test func aColumnOfSamplesIsAskedForItsRate() throws {
        let text = (0..<2000).map { "\(Double($0 % 200) / 100 - 1)" }.joined(separator: "\n")
        let result = try CommandRunner.run(["detect", "-"], input: text + "\n")
        #expect(result.status == 65 && result.errors.contains("say it with --rate HZ"))
        #expect(!result.errors.contains("R-R"))
    }

    @Test func intervalsAreNoECG() throws {
        let folder = try TemporaryFolder()
        var time = 0.0
        let lines = CommandRunner.beats.split(separator: "\n").map { interval in
            time += (Double(interval) ?? 0) / 1000
            return "\(time),\(interval)"
        }
        let text = "time_s,rr_ms\n" + lines.joined(separator: "\n") + "\n"
        let result = try CommandRunner.run(["detect", try folder.write("rr.csv", text)])
        #expect(result.status == 65, "\(result.errors)")
        #expect(result.errors.contains("holds R-R intervals, not an ECG: use hrv analyze"))
    }
}
