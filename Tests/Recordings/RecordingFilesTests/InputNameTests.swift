import Foundation
import PhysioTypes
import TestSupport
import Testing

@testable import RecordingFiles

@Suite struct InputNameTests {
    private static let recording = Recording(format: "x", rr: RRSeries(intervalsMs: [800, 810]))
    private static let failure = RecordingError.noRR("nothing")

    @Test func thePartBeginsBehindTheFirstFile() throws {
        let folder = try TemporaryFolder()
        for name in ["a.fit", "b#1.fit"] {
            try Data("x".utf8).write(to: URL(fileURLWithPath: folder.path + "/" + name))
        }
        func parts(_ name: String) -> [String?] {
            let input = InputName(folder.path + "/" + name)
            return [String(input.path.dropFirst(folder.path.count + 1)), input.part]
        }
        #expect(parts("a.fit") == ["a.fit", nil])
        #expect(parts("a.fit#2") == ["a.fit", "2"])
        #expect(parts("a.fit#x/y#z") == ["a.fit", "x/y#z"])
        #expect(parts("a.fit#") == ["a.fit", ""])
        #expect(parts("b#1.fit") == ["b#1.fit", nil])
        #expect(parts("b#1.fit#2") == ["b#1.fit", "2"])
        #expect(parts("c.fit#2") == ["c.fit#2", nil])
        #expect(InputName("").path == "" && InputName("#").part == nil)
    }

    @Test func recordingsAreCountedOnlyWhereThereAreSeveral() throws {
        let one = try InputName(path: "a").recordings([.success(Self.recording)])
        #expect(one.map(\.name) == ["a"])
        let two = try InputName(path: "a").recordings([
            .success(Self.recording), .failure(Self.failure),
        ])
        #expect(two.map(\.name) == ["a#1", "a#2"])
        #expect(try two[0].outcome.get() == Self.recording)
        #expect(throws: Self.failure) { try two[1].outcome.get() }
        // The other part does not stand in the way of the one that can be read.
        #expect(try two.onlyRecording() == Self.recording)
    }

    @Test func severalRecordingsAreAskedFor() throws {
        let two = try InputName(path: "a").recordings([
            .failure(Self.failure), .success(Self.recording), .success(Self.recording),
        ])
        do throws(RecordingError) {
            _ = try two.onlyRecording()
            Issue.record("one must be named")
        } catch {
            #expect(error.code == "ambiguous" && error.text.contains("a#2"))
        }
        let piped = try InputName(path: "-").recordings([
            .success(Self.recording), .success(Self.recording),
        ])
        do throws(RecordingError) {
            _ = try piped.onlyRecording()
            Issue.record("one must be named")
        } catch {
            #expect(error.text.contains("write it to a file") && error.text.contains("FILE#1"))
        }
        #expect(throws: Self.failure) { try [two[0]].onlyRecording() }
        #expect(throws: RecordingError.self) { try [NamedRecording]().onlyRecording() }
    }

    @Test func aNameMeansThePartOfItsNumber() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/rr.txt"
        try Data("812\n805\n".utf8).write(to: URL(fileURLWithPath: path))
        #expect(try RecordingFile.read(path: path + "#1").rr.intervalsMs == [812, 805])
        guard case .beats = try RecordingFile.openInput(path: path + "#1") else {
            Issue.record("there are beats")
            return
        }
        for part in ["0", "2", "-1", "x", ""] {
            do throws(RecordingError) {
                _ = try RecordingFile.openInput(path: path + "#" + part)
                Issue.record("there is one recording")
            } catch {
                #expect(error.code == "not_found" && error.text.contains("one recording"))
            }
        }
    }
}
