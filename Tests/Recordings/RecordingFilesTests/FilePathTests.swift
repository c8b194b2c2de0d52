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

    /// As in `hrv detect r` within the record's own folder; nothing lies there.
    @Test func aRecordOfOneLetterHasAFolder() throws {
        let record = try #require(WFDBRecordFiles(path: "\u{17E}", isForced: true))
        #expect(record.annotators().isEmpty)
        #expect(throws: RecordingError.self) { try record.openSignals() }
        #expect(PathSuggestion.phrase(for: "\u{17E}").isEmpty)
    }
}
