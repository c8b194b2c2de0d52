import Foundation
import TestSupport
import Testing

/// `hrv simulate person` as a generator of recordings.
@Suite struct SimulatePersonCommandTests {
    static func person(_ arguments: [String], input: String? = nil) throws -> CommandRunner.Output {
        try CommandRunner.run(["simulate", "person", "--seed", "5"] + arguments, input: input)
    }

    static func intervals(_ text: String) -> [Double] {
        text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { Double($0) }
    }

    private static func json(_ path: String) throws -> [String: Any] {
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    @Test func equalSeedsGiveEqualFilesAndATruth() throws {
        let folder = try TemporaryFolder()
        let arguments = ["--rate", "5.5", "--duration", "10", "--scenario", "noisy", "--out"]
        for name in ["a.txt", "b.txt"] {
            let output = try Self.person(arguments + ["\(folder.path)/\(name)"])
            #expect(output.status == 0 && output.text == "" && output.errors == "")
        }
        let text = try String(contentsOfFile: folder.path + "/a.txt", encoding: .utf8)
        #expect(try String(contentsOfFile: folder.path + "/b.txt", encoding: .utf8) == text)
        let total = Self.intervals(text).reduce(0, +) / 1000
        // From the last beat before the start to the last before the end.
        #expect(abs(total - 600) < 3, "\(total)")
        let truth = try Self.json(folder.path + "/a.truth.json")
        #expect(truth["seed"] as? String == "5" && truth["scenario"] as? String == "noisy")
        let breaths = try #require(truth["breaths"] as? [[String: Any]])
        #expect(breaths.count == 55)
        #expect((truth["faults"] as? [Any])?.isEmpty == false)
    }

    /// Amplitude of the heart rate at a frequency, under a Hann taper: beats at the integral of a
    /// rate have, far below their own frequency, the Fourier transform of that rate.
    private static func amplitude(_ intervals: [Double], breathsPerMinute: Double) -> Double {
        let span = intervals.reduce(0, +) / 1000
        var time = 0.0
        var sum = (re: 0.0, im: 0.0)
        for interval in intervals {
            time += interval / 1000
            let taper = 0.5 - 0.5 * cos(2 * .pi * time / span)
            let angle = 2 * .pi * breathsPerMinute / 60 * time
            sum = (sum.re + taper * cos(angle), sum.im + taper * sin(angle))
        }
        return 60 * 4 / span * hypot(sum.re, sum.im)
    }

    /// The file oscillates by what its truth says. The lungs' first harmonic is 1 to a hundredth; the
    /// gain of some eight independent segments varies by up to 0.2 each, which leaves 0.07.
    @Test func theTruthIsInTheFile() throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/a.txt"
        let output = try Self.person([
            "--scenario", "clean", "--noise", "0", "--heart-rate", "68", "--swing", "13",
            "--resonance", "5.6", "--drift", "0", "--rate", "5.6", "--duration", "15", "--out",
            file,
        ])
        #expect(output.status == 0)
        let truth = try Self.json(folder.path + "/a.truth.json")
        #expect(abs((truth["resonance_bpm"] as? Double ?? 0) - 5.6) <= 0.02)
        #expect(truth["resonance_end_bpm"] as? Double == truth["resonance_bpm"] as? Double)
        let curve = try #require(truth["curve"] as? [[String: Double]])
        let best = try #require(curve.max { ($0["swing_hr"] ?? 0) < ($1["swing_hr"] ?? 0) })
        #expect(abs((best["rate_bpm"] ?? 0) - 5.6) < 0.15)
        let intervals = Self.intervals(try String(contentsOfFile: file, encoding: .utf8))
        let found = Self.amplitude(intervals, breathsPerMinute: 5.6)
        #expect(abs(found / 6.5 - 1) < 0.2, "\(found)")
        // And hardly at another rate.
        #expect(Self.amplitude(intervals, breathsPerMinute: 7.6) < 0.3)
    }

    @Test func schedulesAreFollowed() throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/a.txt"
        _ = try Self.person(["--schedule", "6:2,free:1,7-5:4", "--out", file])
        let truth = try Self.json(folder.path + "/a.truth.json")
        #expect(truth["duration_s"] as? Double == 420)
        let breaths = try #require(truth["breaths"] as? [[String: Double]])
        let starts = breaths.map { $0["start_s"] ?? -1 }
        let rates = breaths.map { $0["rate_bpm"] ?? -1 }
        #expect(rates.prefix(12).allSatisfy { abs($0 - 6) < 1e-9 })
        #expect(abs(starts[12] - 180) < 1e-9 && abs(rates[12] - 7) < 1e-9)
        let slide = zip(starts, rates).dropFirst(12)
        // 0.5 breaths/min a minute.
        #expect(slide.allSatisfy { abs($0.1 - (7 - 0.5 * ($0.0 - 180) / 60)) < 1e-6 })
    }

    @Test func strapsCountTheirOwnTicks() throws {
        let output = try Self.person(["--rate", "6", "--duration", "1", "--clock", "1024"])
        let intervals = Self.intervals(output.text)
        #expect(intervals.count > 40)
        #expect(intervals.allSatisfy { $0 * 1.024 == ($0 * 1.024).rounded() })
    }

    @Test func theTruthOfStandardOutputGoesWhereItIsAsked() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/t.json"
        let output = try Self.person(["--rate", "6", "--duration", "1", "--truth", path])
        #expect(output.status == 0 && output.text.hasPrefix("# R-R intervals, ms; simulated"))
        #expect(try Self.json(path)["plant"] != nil)
    }

    @Test(arguments: [
        ["--rate", "1"], ["--rate", "nan"], ["--rate", "6", "--schedule", "6:1"],
        ["--schedule", "6"], ["--schedule", "6:1,"], ["--schedule", "60:1"],
        ["--schedule", "6:-1"], ["--schedule", "6-7-8:1"], ["--schedule", "free-6:1"],
        ["--schedule", "6:1", "--duration", "1"], ["--rate", "6", "--duration", "0"],
        ["--rate", "6", "--respiration"], ["--rate", "6", "--to", "unix:x"], ["--out", "x"],
        ["--to", "udp://localhost:1"], ["--to", "tcp://localhost"], ["--to", "tcp://:1"],
        ["--resonance", "9"], ["--index", "-1"], ["--plant", "c"], ["--scenario", "loud"],
        ["--swing", "61"], ["--ectopic", "31"], ["--drift", "3"], ["--ignore-pacer", "2"],
    ])
    func impossibleRequestsAreRefused(arguments: [String]) throws {
        let output = try Self.person(arguments)
        #expect(output.status == 64 && output.text == "")
    }

    @Test func aDrawnSeedIsPrinted() throws {
        let output = try CommandRunner.run([
            "simulate", "person", "--rate", "6", "--duration", "1",
        ])
        #expect(output.status == 0 && output.errors.hasPrefix("hrv: seed "))
    }

    @Test func aMissingListenerIsReportedInOneSentence() throws {
        let output = try Self.person(["--to", "unix:/nonexistent/socket"])
        #expect(output.status == 69 && output.text == "")
        #expect(
            output.errors
                == "hrv: error: nobody answers at unix:/nonexistent/socket [no_answer]\n")
    }
}
