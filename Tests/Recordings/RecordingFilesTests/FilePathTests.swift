import Testing

@testable import RecordingFiles

@Suite struct FilePathTests {
    @Test(arguments: [
        ("", ""), ("r", ""), ("/", "/"), ("record", ""), ("/r", "/"), ("a/b", "a"), ("./r", "."),
        ("/a/b/c", "/a/b"), ("../r", ".."), ("a/\u{E9}", "a"),
    ])
    func theFolderIsWhatStandsBeforeTheLastSlash(path: String, folder: String) {
        #expect(FilePath.folder(of: path) == folder)
    }

    @Test(arguments: [
        ("a/b.txt", "b.txt", "txt", "a/b"), ("b", "b", "", "b"), ("a.b/c", "c", "", "a.b/c"),
        (".hidden", ".hidden", "", ".hidden"), ("a/.hidden.csv", ".hidden.csv", "csv", "a/.hidden"),
        ("x.tar.gz", "x.tar.gz", "gz", "x.tar"), ("a.", "a.", "", "a."), ("a.b/", "a.b", "b", "a"),
        ("", "", "", ""), ("/", "", "", "/"),
    ])
    func nameEndingAndStem(path: String, name: String, ending: String, stem: String) {
        #expect(FilePath.name(of: path) == name)
        #expect(FilePath.ending(of: path) == ending)
        #expect(FilePath.stem(of: path) == stem)
    }

    @Test(arguments: [
        ("b", "", "b"), ("b", "a", "a/b"), ("b", "a/", "a/b"), ("b", "/", "/b"), ("/b", "a", "a/b"),
        ("../b", "a", "a/../b"),
    ])
    func aNameInAFolder(name: String, folder: String, path: String) {
        #expect(FilePath.path(name, in: folder) == path)
    }

    /// A record as in `hrv detect r` within the record's own folder; no file lies there.
    @Test func aRecordOfOneLetterHasAFolder() throws {
        let record = try #require(WFDBRecordFiles(path: "\u{17E}", isForced: true))
        #expect(record.annotators().isEmpty)
        #expect(throws: RecordingError.self) { try record.openSignals() }
        #expect(PathSuggestion.phrase(for: "\u{17E}").isEmpty)
    }
}
