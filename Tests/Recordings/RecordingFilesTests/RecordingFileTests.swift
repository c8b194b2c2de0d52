import Foundation
import PhysioTypes
import RecordingFiles
import Testing
import TestSupport

@Suite struct RecordingFileTests {
    /// A folder that goes away with the test.
    private final class Folder {
        let path: String
        init() throws {
            path = NSTemporaryDirectory() + "resonance-\(UUID().uuidString)"
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true)
        }
        deinit { try? FileManager.default.removeItem(atPath: path) }
        func write(_ name: String, _ text: String) throws -> String {
            try text.write(toFile: path + "/" + name, atomically: true, encoding: .utf8)
            return path + "/" + name
        }
    }

    private static func error(_ path: String) -> RecordingError? {
        do throws(RecordingError) {
            _ = try RecordingFile.read(path: path)
            return nil
        } catch {
            return error
        }
    }

    @Test func aTypoInAFileNameGetsASuggestion() throws {
        let folder = try Folder()
        _ = try folder.write("morning.txt", "812\n805\n")
        let error = try #require(Self.error(folder.path + "/mornng.txt"))
        #expect(error.code == "not_found")
        #expect(error.text.contains("did you mean \"\(folder.path)/morning.txt\"?"))
    }

    @Test func aFolderIsSearchedInTheOrderOfNames() throws {
        let folder = try Folder()
        try FileManager.default.createDirectory(
            atPath: folder.path + "/b", withIntermediateDirectories: true)
        for name in ["c.txt", "a.csv", "b/z.txt", "README.md", "x.json", ".hidden.txt"] {
            _ = try folder.write(name, "812\n805\n")
        }
        let names = InputList.expand(folder.path).map { $0.dropFirst(folder.path.count + 1) }
        #expect(names == ["a.csv", "b/z.txt", "c.txt"])
    }

    @Test func wfdbRecordsAreReadByAnyOfTheirNames() throws {
        let folder = try Folder()
        let header = try folder.write("r1.hea", "r1 0 1000\n")
        let words: [UInt8] = [0xF4, 0x05, 0x20, 0x07, 0, 0]  // N at 500, N 800 later
        for ending in ["atr", "qrs"] {
            try Data(words).write(to: URL(fileURLWithPath: folder.path + "/r1." + ending))
        }
        for path in [header, folder.path + "/r1", folder.path + "/r1.qrs"] {
            let recording = try RecordingFile.read(path: path)
            #expect(recording.format == "wfdb-annotations")
            #expect(recording.rr.intervalsMs == [800])
            let annotator = path.hasSuffix("qrs") ? "qrs" : "atr"
            #expect(recording.recipe["input_annotator"] == .text(annotator))
        }
        #expect(InputList.expand(folder.path) == [header])
    }

    @Test func severalUnknownAnnotatorsAreAskedFor() throws {
        let folder = try Folder()
        let header = try folder.write("r1.hea", "r1 0 1000\n")
        #expect(Self.error(header)?.code == "missing_file")
        _ = try folder.write("r1.one", "")
        _ = try folder.write("r1.two", "")
        let error = try #require(Self.error(header))
        #expect(error.code == "ambiguous" && error.text.contains("--annotator"))
    }

    // MARK: Real recordings

    @Test(.needsDatasets) func countsOfRealAnnotationsAgreeWithTheirDocumentation() throws {
        // Beats as the collection's documentation states them: 118,042 in e002a.
        let cast = try RecordingFile.read(path: Datasets.path("crisdb/e002a"))
        #expect(cast.rr.count == 118_042 - 1)
        #expect(cast.recipe["input_rate_hz"] == .number(125.44))
    }

    @Test(
        .needsDatasets,
        arguments: [
            ("exports/elite-hrv/2017-07-19_07-50-42.txt", "elite-hrv", 150),
            ("exports/polar-hrm/exercise_rri.hrm", "polar-hrm", 4117),
            ("exports/polar-rr/polarSample01.txt", "rr-table", 685),
            ("rhrv/a01.beats.txt", "beat-times", 29_937),
            ("rr-24h/nsr2db/nsr003_rr_secs.txt", "rr-text", 97_323),
        ])
    func realExportsAreRecognised(name: String, format: String, count: Int) throws {
        let recording = try RecordingFile.read(path: Datasets.path(name))
        #expect(recording.format == format)
        // One interval a line of the file, the time of the first beat not counted.
        #expect(recording.rr.count == count)
    }

    /// The sum of 24 h of intervals, taken from the text with exact integer arithmetic.
    @Test(.needsDatasets) func dayLongSumsKeepEveryTick() throws {
        let name = "rr-24h/nsr2db/nsr007_rr_secs.txt"
        let recording = try RecordingFile.read(path: Datasets.path(name))
        // Multiples of 1/128 s have seven decimals at most: exact as integers of 1e-8 s.
        var sum = 0
        for line in try Datasets.text(name).split(whereSeparator: \.isNewline).dropFirst() {
            let parts = line.split(separator: ".")
            let fraction = (parts[1] + "00000000").prefix(8)
            sum += (Int(parts[0]) ?? 0) * 100_000_000 + (Int(fraction) ?? 0)
        }
        #expect(abs(recording.rr.durationSeconds - Double(sum) / 1e8) < 1e-6)
    }
}
