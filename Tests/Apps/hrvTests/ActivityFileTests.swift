import Foundation
import TestSupport
import Testing

/// Files that hold several recordings, as chains of FIT files do.
@Suite struct ActivityFileTests {
    /// An activity whose intervals oscillate with breathing.
    private static func activity(seed: Int, seconds: Int = 200) -> [UInt8] {
        var ends: [(lengthMs: Int, endMs: Double)] = []
        var end = 0.0
        while end < 1000 * Double(seconds) - 2000 {
            let oscillation = (25 * sin(0.6 * Double(ends.count))).rounded()
            let length = 880 + seed + Int(oscillation) + ends.count * 7919 % 13
            end += Double(length)
            ends.append((length, end))
        }
        return FITBuilder.activity(ends, seconds: seconds).file()
    }

    private static func rows(_ output: CommandRunner.Output) throws -> [[String: Any]] {
        try #require(
            try JSONSerialization.jsonObject(with: Data(output.text.utf8)) as? [[String: Any]])
    }

    private let folder: TemporaryFolder
    private let chain: String

    init() throws {
        folder = try TemporaryFolder()
        // The file in the middle has no beats.
        let empty = FITBuilder.activity([], seconds: 5).file()
        chain = try folder.write(
            "a.fit", Self.activity(seed: 0) + empty + Self.activity(seed: 50))
    }

    @Test func aFileIsARowUnderItsName() throws {
        let file = try folder.write("b.fit", Self.activity(seed: 0))
        let output = try CommandRunner.run(["analyze", file, "--json"])
        #expect(output.status == 0)
        // The beats of the file oscillate slowly, and steadily.
        let notes = output.errors.split(separator: "\n")
        #expect(notes.count == 1 && notes[0].hasSuffix("[breath_outside_hf]"), "\(notes)")
        let rows = try Self.rows(output)
        #expect(rows.map { $0["file"] as? String } == [file])
        #expect(rows[0]["format"] as? String == "fit")
        let csv = try CommandRunner.run(["analyze", file, "--output", "csv"])
        #expect(csv.text.hasPrefix("format,"))
    }

    @Test func eachFileOfAChainIsARowAndOneWithoutBeatsStopsNoOther() throws {
        let output = try CommandRunner.run(["analyze", chain, "--json"])
        #expect(output.status == 1)
        let rows = try Self.rows(output)
        #expect(rows.map { $0["file"] as? String } == ["\(chain)#1", "\(chain)#3"])
        #expect(
            output.errors.contains("\(chain)#2: error: this is an activity (FIT) with 6 records"))
        #expect(output.errors.contains("2 of 3 inputs analysed, 1 failed"))
        let csv = try CommandRunner.run(["analyze", chain, "--output", "csv"])
        let names = csv.text.split(separator: "\n").map { String($0.split(separator: ",")[0]) }
        #expect(names == ["file", "\(chain)#1", "\(chain)#3"])
    }

    @Test func onePartIsNamedByItsNumber() throws {
        let output = try CommandRunner.run(["analyze", chain + "#3", "--json"])
        #expect(output.status == 0)
        let mean = try #require(try Self.rows(output).first?["HRV_MeanNN"] as? Double)
        #expect(abs(mean - 936) < 3)
        let without = try CommandRunner.run(["analyze", chain + "#2"])
        #expect(without.status == 65 && without.errors.contains("no R-R intervals"))
        let beyond = try CommandRunner.run(["analyze", chain + "#4"])
        #expect(beyond.status == 66 && beyond.errors.contains("3 recordings, #1 to #3"))
    }

    @Test(arguments: [
        ["correct", "--output", "csv"], ["spectrum"], ["explain", "--like", "kubios"],
        ["coherence", "--rate", "6", "--output", "csv"],
    ])
    func commandsOfOneRecordingAskForIt(arguments: [String]) throws {
        let command = [arguments[0]]
        let several = try CommandRunner.run(command + [chain] + arguments.dropFirst())
        #expect(several.status == 65)
        #expect(several.errors.contains("holds 3 recordings: name one of them, such as \(chain)#1"))
        let one = try CommandRunner.run(command + [chain + "#3"] + arguments.dropFirst())
        #expect(one.status == 0 && !one.text.isEmpty, "\(one.errors)")
    }

    @Test func aFolderHoldsFilesOfEveryWayToWriteTheEnding() throws {
        try folder.write("c.FIT", Self.activity(seed: 20))
        let output = try CommandRunner.run(["analyze", folder.path, "--json"])
        let names = try Self.rows(output).compactMap { $0["file"] as? String }
        #expect(names == ["\(chain)#1", "\(chain)#3", "\(folder.path)/c.FIT"])
    }

    @Test func theFileOfAPartIsNotOverwritten() throws {
        let before = try Data(contentsOf: URL(fileURLWithPath: chain))
        let output = try CommandRunner.run(["analyze", chain + "#1", "--out", chain])
        #expect(output.status == 64)
        #expect(try Data(contentsOf: URL(fileURLWithPath: chain)) == before)
    }

    @Test func formatsListItAndDetectionSaysWhatReadsIt() throws {
        #expect(try CommandRunner.run(["formats"]).text.contains("  fit "))
        let detected = try CommandRunner.run(["detect", chain])
        #expect(detected.status == 65 && detected.errors.contains("hrv analyze"))
    }
}
