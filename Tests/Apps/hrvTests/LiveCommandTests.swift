import Foundation
import TestSupport
import Testing

struct LiveCommandTests {
    private static func last(_ output: CommandRunner.Output) throws -> [String: Any] {
        let line = try #require(output.text.split(separator: "\n").last)
        return try #require(
            try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }

    /// A session of 15 minutes takes no longer than its arithmetic, and ends near the truth, which
    /// `simulate person` states for the same seed.
    @Test func aSimulatedSessionFindsTheResonance() throws {
        let folder = try TemporaryFolder()
        let arguments = [
            "live", "--simulate", "--clock", "bridge", "--seed", "4711", "--index", "2",
            "--duration", "15", "--ndjson",
        ]
        let first = try CommandRunner.run(arguments)
        #expect(first.status == 0)
        let metric = try Self.last(first)
        #expect(metric["session_s"] as? Double == 900 && metric["pacer"] as? String == "locked")
        let truth = folder.path + "/truth.json"
        _ = try CommandRunner.run([
            "simulate", "person", "--seed", "4711", "--index", "2", "--rate", "6", "--duration",
            "1", "--truth", truth,
        ])
        let text = try String(contentsOfFile: truth, encoding: .utf8)
        let json = try #require(
            try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let best = try #require(json["resonance_bpm"] as? Double)
        // Of 100 people 95 are nearer; the truth drifts besides.
        #expect(try abs(#require(metric["resonance_bpm"] as? Double) - best) < 0.6)
        #expect(first.errors.contains("resonance near"))
        let second = try CommandRunner.run(arguments)
        #expect(second.text == first.text)
    }

    /// The log of a bridge gives the same metric lines again, except for the breath: it was led
    /// then.
    @Test func aLogIsReplayedAndAnalysed() throws {
        let folder = try TemporaryFolder()
        var lines = [#"{"type":"hello","proto":"beatline","v":1,"bridge":"b","t":0,"caps":["rr"]}"#]
        var time = 0
        for line in OscillatingHeart.intervals(minutes: 4).split(separator: "\n") {
            time += 1000 * (Int(line) ?? 0)
            lines.append(#"{"type":"rr","t":\#(time),"rr_ms":[\#(line)]}"#)
        }
        let log = try folder.write("log.beatline", lines.joined(separator: "\n"))
        let replayed = try CommandRunner.run(["live", "--replay", log, "--ndjson"])
        #expect(replayed.status == 0)
        let metric = try Self.last(replayed)
        let rmssd = try #require(metric["HRV_RMSSD"] as? Double)

        let analysed = try CommandRunner.run(["analyze", log, "--json"])
        #expect(analysed.status == 0, "\(analysed.errors)")
        #expect(
            analysed.text.contains(#""format":"beatline""#)
                || analysed.text.contains(#""format": "beatline""#))
        let plain = try folder.write("rr.txt", OscillatingHeart.intervals(minutes: 4))
        func figure(_ file: String, _ arguments: [String]) throws -> Double {
            let output = try CommandRunner.run(["analyze", file, "--ndjson"] + arguments)
            return try #require(try Self.last(output)["HRV_RMSSD"] as? Double)
        }
        #expect(try abs(figure(log, []) - figure(plain, [])) < 1e-6)
        // The last 30 s hold three whole oscillations, as all of it holds 24.
        #expect(abs(rmssd - (try figure(plain, []))) < 0.05 * rmssd)
        let scored = try CommandRunner.run(
            ["coherence", log, "--rate", "6", "--score", "harmonic", "--step", "120", "--ndjson"])
        #expect(try #require(try Self.last(scored)["harmonic"] as? Double) > 0.95)
    }

    @Test func aBridgeOnStandardInputGetsReplies() throws {
        let input = [
            #"{"type":"hello","proto":"beatline","v":1,"bridge":"b","t":0,"caps":["rr","lockstep"]}"#,
            #"{"type":"rr","t":100000,"rr1024":[900]}"#, #"{"type":"tick","t":250000}"#,
            #"{"type":"ping","id":3,"t":260000}"#, #"{"type":"tick","t":500000}"#,
        ].joined(separator: "\n")
        let output = try CommandRunner.run(
            ["live", "--bridge", "-", "--clock", "bridge", "--no-raw-log"], input: input)
        #expect(output.status == 0)
        let lines = output.text.split(separator: "\n").map(String.init)
        #expect(lines.first?.hasPrefix(#"{"type":"hello","proto":"beatline","v":1"#) == true)
        #expect(lines.contains(#"{"type":"go","t":250000}"#))
        #expect(lines.contains { $0.hasPrefix(#"{"type":"pong","id":3"#) })
        #expect(lines.last == #"{"type":"bye"}"#)
    }

    @Test func nothingIsNoInput() throws {
        let output = try CommandRunner.run(
            ["live", "--bridge", "-", "--clock", "bridge", "--no-raw-log"], input: "")
        #expect(output.status == 66 && output.errors.contains("nothing arrived"))
        #expect(try CommandRunner.run(["live", "--replay", "/no/such/log"]).status == 66)
        let garbage = try CommandRunner.run(
            ["live", "--bridge", "-", "--no-raw-log"], input: "no\nlines\n")
        #expect(garbage.status == 66 && garbage.errors.contains("none of 2 lines"))
    }

    @Test(arguments: [
        ["live"], ["live", "--simulate", "--replay", "x"], ["live", "--bridge", "x"],
        ["live", "--bridge", "-", "--ndjson"], ["live", "--replay", "x", "--clock", "wall"],
        ["live", "--simulate", "--duration", "0"], ["live", "--simulate", "--rate", "6"],
        ["live", "--simulate", "--pacer", "reference", "--rate", "8"],
        ["live", "--simulate", "--preset", "box", "--rate", "6"],
        ["live", "--simulate", "--pacer", "fame"],
    ])
    func wrongOptionsAreUsageErrors(arguments: [String]) throws {
        let output = try CommandRunner.run(arguments)
        #expect(output.status == 64 && output.text == "", "\(arguments)")
    }
}
