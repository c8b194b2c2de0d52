import Foundation
import TestSupport
import Testing

/// The output of `hrv detect --annotator`, compared with the truth of a simulation.
@Suite struct DetectAnnotationTests {
    /// A minute at 360 Hz, called 180 frames of two samples a second.
    private static func record(
        _ folder: TemporaryFolder
    ) throws -> (path: String, beatTimes: [Double]) {
        let path = folder.path + "/spf"
        let made = try CommandRunner.run([
            "simulate", "ecg", "--duration", "60", "--seed", "4", "--sample-rate", "360", "--out",
            path,
        ])
        try #require(made.status == 0, "\(made.errors)")
        let header = try String(contentsOfFile: path + ".hea", encoding: .utf8)
        let framed =
            header
            .replacingOccurrences(of: "spf 1 360 21600", with: "spf 1 180 10800 9:45:00 28/06/1987")
            .replacingOccurrences(of: "spf.dat 16", with: "spf.dat 16x2")
        try #require(framed.contains("spf 1 180 10800 ") && framed.contains("16x2"))
        try folder.write("spf.hea", framed)
        let truth = try JSONSerialization.jsonObject(
            with: Data(contentsOf: URL(fileURLWithPath: path + ".truth.json")))
        let beats = try #require((truth as? [String: Any])?["beats"] as? [[String: Any]])
        return (path, try beats.map { try #require($0["time_s"] as? Double) })
    }

    /// Samples of beats whose steps are below 1024; texts (code 63) and rhythms (code 28) are passed over.
    private static func samples(_ path: String) throws -> [Int] {
        let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
        var samples: [Int] = []
        var (offset, sample) = (0, 0)
        while offset + 1 < bytes.count {
            let word = Int(bytes[offset]) | Int(bytes[offset + 1]) << 8
            offset += 2
            if word >> 10 == 63 {
                offset += (word & 1023 + 1) / 2 * 2
            } else if word != 0 {
                sample += word & 1023
                if word >> 10 != 28 { samples.append(sample) }
            }
        }
        return samples
    }

    @Test(arguments: [true, false])
    func annotationsCountFrames(isBesideTheRecord: Bool) throws {
        let folder = try TemporaryFolder()
        let (record, times) = try Self.record(folder)
        let out = isBesideTheRecord ? folder.path : folder.path + "/new"
        let result = try CommandRunner.run(["detect", record, "--annotator", "hrv", "--out", out])
        #expect(result.status == 0, "\(result.errors)")
        let samples = try Self.samples(out + "/spf.hrv")
        #expect(samples.count == times.count && times.count > 50)
        for (sample, time) in zip(samples, times) {
            // Half a frame is 3 ms; the peak itself is found far more closely than the rest.
            #expect(abs(Double(sample) / 180 - time) < 0.01)
        }
    }

    @Test func intervalsReadBackAreThoseOfTheTruth() throws {
        let folder = try TemporaryFolder()
        let (record, times) = try Self.record(folder)
        _ = try CommandRunner.run(["detect", record, "--annotator", "hrv", "--out", folder.path])
        let result = try CommandRunner.run([
            "correct", folder.path + "/spf.hrv", "--output", "csv",
        ])
        let lines = result.text.split(separator: "\n").dropFirst()
        let intervals = lines.compactMap {
            Double($0.split(separator: ",", omittingEmptySubsequences: false)[1])
        }
        #expect(intervals.count == times.count - 1, "\(result.errors)")
        for (index, interval) in intervals.enumerated() {
            #expect(abs(interval - 1000 * (times[index + 1] - times[index])) < 20)
        }
    }

    @Test func aNewHeaderHasRateLengthAndStart() throws {
        let folder = try TemporaryFolder()
        let (record, _) = try Self.record(folder)
        let out = folder.path + "/new"
        _ = try CommandRunner.run(["detect", record, "--annotator", "hrv", "--out", out])
        let header = try String(contentsOfFile: out + "/spf.hea", encoding: .utf8)
        #expect(header == "spf 0 180 10800 9:45:00 28/06/1987\n")
    }

    @Test func theHeaderOfAnotherRecordingFailsItsInputAlone() throws {
        let folder = try TemporaryFolder()
        let other = try TemporaryFolder()
        for name in ["a", "b", "c"] {
            let made = try CommandRunner.run([
                "simulate", "ecg", "--duration", "30", "--seed", "2", "--out",
                folder.path + "/\(name)",
            ])
            #expect(made.status == 0)
        }
        try other.write("b.hea", "b 0 360 10800\n")
        let inputs = ["a", "b", "c"].map { folder.path + "/\($0)" }
        let result = try CommandRunner.run(
            ["detect"] + inputs + ["--annotator", "hrv", "--out", other.path])
        #expect(result.status == 1)
        let errors = result.errors.split(separator: "\n")
        #expect(errors.count { $0.contains("error:") } == 1)
        #expect(
            errors.contains {
                $0.hasPrefix("\(inputs[1]): error: ") && $0.contains("7500 samples at 250.0 Hz")
            }, "\(result.errors)")
        #expect(errors.last == "hrv: 2 of 3 inputs searched, 1 failed")
        let files = try FileManager.default.contentsOfDirectory(atPath: other.path).sorted()
        #expect(files == ["a.hea", "a.hrv", "b.hea", "c.hea", "c.hrv"])
    }

    @Test(arguments: ["spf 0 360 10800\n", "spf 0 180 10801\n", "no header\n"])
    func theHeaderOfAnotherRecordingIsRefused(header: String) throws {
        let folder = try TemporaryFolder()
        let (record, _) = try Self.record(folder)
        let other = try TemporaryFolder()
        try other.write("spf.hea", header)
        let result = try CommandRunner.run([
            "detect", record, "--annotator", "hrv", "--out", other.path,
        ])
        #expect(result.status == 73 && result.errors.contains("10800 samples at 180.0 Hz"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: other.path) == ["spf.hea"])
        #expect(try String(contentsOfFile: other.path + "/spf.hea", encoding: .utf8) == header)
    }
}
