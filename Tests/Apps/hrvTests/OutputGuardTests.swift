import Foundation
import TestSupport
import Testing

/// No command replaces what it reads, or what others made.
@Suite struct OutputGuardTests {
    private static func bytes(_ path: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: path))
    }

    /// A record with header, samples and annotations in a folder of its own.
    private static func record(_ folder: TemporaryFolder) throws -> String {
        let path = folder.path + "/sim"
        let made = try CommandRunner.run([
            "simulate", "ecg", "--duration", "30", "--seed", "4", "--out", path,
        ])
        try #require(made.status == 0, "\(made.errors)")
        return path
    }

    @Test(arguments: ["ecg", "edf", "bdf", "hea", "dat", "mat", "rr", "csv", "json", "gz", "EDF"])
    func endingsOfRecordingsAreNoAnnotators(name: String) throws {
        let folder = try TemporaryFolder()
        let input = try folder.write("holter.\(name)", "what is read")
        let result = try CommandRunner.run([
            "detect", "--annotator", name, "--out", folder.path, input,
        ])
        #expect(result.status == 64 && result.errors.contains("--annotator \(name)"))
        #expect(try Self.bytes(input) == Data("what is read".utf8))
    }

    @Test func annotationsOfOthersAreNotReplaced() throws {
        let folder = try TemporaryFolder()
        let record = try Self.record(folder)
        let before = try Self.bytes(record + ".atr")
        let header = try Self.bytes(record + ".hea")
        let arguments = ["detect", record, "--annotator", "atr", "--out"]
        let refused = try CommandRunner.run(arguments + [folder.path])
        #expect(refused.status == 64 && refused.errors.contains("was not written by hrv detect"))
        #expect(try Self.bytes(record + ".atr") == before)
        #expect(try Self.bytes(record + ".hea") == header)
        // In a folder of its own, the name is free.
        let elsewhere = try CommandRunner.run(arguments + [folder.path + "/new"])
        #expect(elsewhere.status == 0, "\(elsewhere.errors)")
    }

    @Test func ourOwnAnnotationsAreReplaced() throws {
        let folder = try TemporaryFolder()
        let record = try Self.record(folder)
        let arguments = ["detect", record, "--annotator", "hrv", "--out", folder.path]
        for _ in 0..<2 { #expect(try CommandRunner.run(arguments).status == 0) }
        let ours = try Self.bytes(record + ".hrv")
        #expect(ours.range(of: Data("hrv detect".utf8)) != nil)
        // The same name with other contents is a foreign file: two beats, then the end.
        let other = Data([0x64, 0x04, 0x64, 0x04, 0, 0])
        try other.write(to: URL(fileURLWithPath: record + ".hrv"))
        #expect(try CommandRunner.run(arguments).status == 64)
        #expect(try Self.bytes(record + ".hrv") == other)
    }

    @Test(arguments: ["detect", "analyze", "spectrum", "correct"], ["hea", "dat", "atr"])
    func filesOfARecordAreNoOutput(command: String, ending: String) throws {
        let folder = try TemporaryFolder()
        let record = try Self.record(folder)
        let before = try Self.bytes("\(record).\(ending)")
        for input in [record, record + ".hea"] {
            let result = try CommandRunner.run([command, "--out", "\(record).\(ending)", input])
            #expect(result.status == 64 && result.errors.contains("name another file"))
            #expect(try Self.bytes("\(record).\(ending)") == before)
        }
    }

    @Test func samplesOfSegmentsAreNoOutput() throws {
        let folder = try TemporaryFolder()
        let part = try Self.record(folder)
        let whole = folder.path + "/whole"
        try folder.write("whole.hea", "whole/1 1 250 7500\nsim 7500\n")
        let before = try Self.bytes(part + ".dat")
        let result = try CommandRunner.run(["detect", "--out", part + ".dat", whole])
        #expect(result.status == 64)
        #expect(try Self.bytes(part + ".dat") == before)
    }

    @Test func resultsBesideARecordAreReplaced() throws {
        let folder = try TemporaryFolder()
        let record = try Self.record(folder)
        for _ in 0..<2 {
            let result = try CommandRunner.run(["detect", record, "--out", record + ".csv"])
            #expect(result.status == 0, "\(result.errors)")
        }
    }

    @Test(arguments: ["hea", "dat", "atr"])
    func simulationsReplaceNoRecordOfOthers(ending: String) throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("100.\(ending)", "recorded")
        let arguments = [
            "simulate", "ecg", "--duration", "5", "--seed", "1", "--out", folder.path + "/100",
        ]
        let refused = try CommandRunner.run(arguments)
        #expect(refused.status == 64 && refused.errors.contains("100.\(ending) is there already"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)
        #expect(try Self.bytes(file) == Data("recorded".utf8))
        try FileManager.default.removeItem(atPath: file)
        // The second time it is our own.
        for _ in 0..<2 { #expect(try CommandRunner.run(arguments).status == 0) }
    }
}
