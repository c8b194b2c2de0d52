import PhysioTypes
import TestSupport
import Testing

@testable import RecordingFiles

@Suite struct RecordingArchiveTests {
    private let folder: TemporaryFolder
    private let path: String

    private static let text = Array("812\n805\n799\n".utf8)
    private static let samples = Array("time_s,ecg_mV\n0,1\n0.004,2\n0.008,3\n".utf8)

    init() throws {
        folder = try TemporaryFolder()
        let inner = TestZip.archive([.init("rr.txt", Self.text)])
        path = try folder.write(
            "a.zip",
            TestZip.archive([
                .init("study/", []), .init("study/a.txt", Self.text),
                .init("study/ecg.csv", Self.samples), .init("b/rr.mat", MATVectors.version7),
                .init("c/rr.mat", MATVectors.two), .init("d.xlsx", WorkbookVectors.dates),
                .init("README.md", [65]), .init(".hidden.txt", Self.text),
                .init("__MACOSX/._a.txt", [0, 1]), .init("photo.png", [0x89, 0x50]),
                .init("hr.csv", Array("hr\n61\n62\n63\n".utf8)), .init("inner.zip", inner),
                .init("100.hea", Array("100 1 360\n".utf8)), .init("100.dat", [1, 2]),
                .init("locked.txt", Self.text, flags: 0x801),
            ]))
    }

    private func read(_ part: String) throws(RecordingError) -> Recording {
        try RecordingFile.read(path: path + "#" + part)
    }

    @Test func everyRecordingIsOne() throws {
        guard case .recordings(let recordings) = try RecordingFile.openInput(path: path) else {
            Issue.record("there are several")
            return
        }
        let names = recordings.map { String($0.name.dropFirst(path.count)) }
        #expect(
            names == [
                "#a.txt", "#ecg.csv", "#b/rr.mat", "#c/rr.mat", "#d.xlsx", "#inner.zip",
                "#100", "#locked.txt",
            ])
        let codes = recordings.map { recording in
            switch recording.outcome {
            case .success(let recording): recording.format
            case .failure(let error): error.code
            }
        }
        #expect(
            codes == [
                "rr-text", "no_rr", "matlab", "ambiguous", "xlsx", "zip_method", "bad_header",
                "zip_method",
            ])
    }

    @Test func whatIsPassedOverIsNamed() throws {
        guard case .recordings(let recordings) = try RecordingFile.openInput(path: path) else {
            Issue.record("there are several")
            return
        }
        let notices = try recordings[0].outcome.get().notices
        #expect(notices.map(\.code) == ["zip_passed_over", "zip_passed_over"])
        for (notice, words) in zip(notices, ["photo.png, by its", "hr.csv: hr: 61 to 63"]) {
            #expect(notice.kind == .warning && notice.text.contains(words), "\(notice.text)")
        }
        #expect(try recordings[2].outcome.get().notices.isEmpty)
    }

    @Test func aFileIsNamedBehindTheMark() throws {
        for part in ["a.txt", "study/a.txt"] {
            #expect(try read(part).rr.intervalsMs == [812, 805, 799])
        }
        #expect(try read("b/rr.mat").rr.intervalsMs == MATVectors.intervals)
        #expect(try RecordingFile.content(path: path + "#ecg.csv") == .signals)
        var reader = try RecordingFile.openSignals(path: path + "#ecg.csv")
        #expect(try reader.wholeSignal(0).samples == [1, 2, 3])
    }

    @Test(arguments: [
        ("rr.mat", "not_found"), ("x", "not_found"), ("a.txt#2", "not_found"),
        ("inner.zip", "zip_method"), ("locked.txt", "zip_method"), ("hr.csv", "no_rr"),
        ("../a.txt", "not_found"),
    ])
    func whatIsNoRecordingOfItIsAnError(part: String, code: String) {
        do throws(RecordingError) {
            _ = try read(part)
            Issue.record("read")
        } catch {
            #expect(error.code == code)
        }
    }

    @Test func theOnlyFileNeedsNoName() throws {
        let single = try folder.write("b.zip", TestZip.archive([.init("e.csv", Self.samples)]))
        var reader = try RecordingFile.openSignals(path: single)
        #expect(try reader.wholeSignal(0).samples == [1, 2, 3])
        do throws(RecordingError) {
            _ = try RecordingFile.openSignals(path: path)
            Issue.record("opened")
        } catch {
            #expect(error.code == "ambiguous" && error.text.contains("a.zip#a.txt"))
        }
    }

    @Test func anArchiveWithoutARecordingIsAnError() throws {
        for entries in [
            [], [TestZip.Entry("photo.png", [1])], [.init("a.txt", Array("hi\n".utf8))],
        ] {
            let empty = try folder.write("c.zip", TestZip.archive(entries))
            do throws(RecordingError) {
                _ = try RecordingFile.read(path: empty)
                Issue.record("read")
            } catch {
                #expect(error.code == "unknown_format" && error.text.contains("no recording"))
            }
        }
    }

    /// Name and birth date stand in the head of such a file.
    @Test func theHeadOfAnElectrocardiogramIsNotRepeated() throws {
        let export = try folder.write(
            "e.zip",
            TestZip.archive([
                .init("electrocardiograms/ecg.csv", Array("Jane Doe\nOctober\n".utf8)),
                .init("a.txt", Self.text),
            ]))
        guard case .recordings(let recordings) = try RecordingFile.openInput(path: export) else {
            Issue.record("there are several")
            return
        }
        let texts = try recordings[0].outcome.get().notices.map(\.text)
        #expect(texts.count == 1 && texts[0].contains("ecg.csv") && !texts[0].contains("Jane"))
    }

    @Test func damagedArchivesAreErrors() throws {
        let bytes = try RecordingFile.readAll(path, limit: 1 << 20)
        // The mark at the beginning stays, so that the file is an archive.
        for copy in ChangedBytes.copies(of: Array(bytes.dropFirst(4)), count: 100, seed: 23) {
            let changed = Array(bytes.prefix(4)) + copy
            let damaged = try folder.write("d.zip", changed)
            do throws(RecordingError) {
                guard case .recordings(let all) = try RecordingFile.openInput(path: damaged) else {
                    continue
                }
                #expect(!all.isEmpty)
            } catch {
                #expect(!error.text.isEmpty)
            }
        }
    }
}
