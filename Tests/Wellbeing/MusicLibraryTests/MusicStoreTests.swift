import Foundation
import GRDB
import TestSupport
import Testing

@testable import MusicLibrary

/// The file of the library, and what goes wrong with it.
@Suite struct MusicStoreTests {
    private let library: TestLibrary

    init() throws { library = try TestLibrary() }

    private func thrownError(_ work: () throws -> Void) -> MusicStoreError? {
        do {
            try work()
            return nil
        } catch { return error as? MusicStoreError }
    }

    @Test func theFileIsForItsOwnerAlone() throws {
        _ = try library.open()
        let mode = try FileManager.default.attributesOfItem(atPath: library.path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
    }

    @Test func whatIsDeletedIsOverwritten() throws {
        try library.write("secret name.wav", TestWAV.song(1))
        try library.scan()
        try library.open().deleteEverything()
        let bytes = try Data(contentsOf: URL(fileURLWithPath: library.path))
        #expect(bytes.range(of: Data("secret name".utf8)) == nil)
        #expect(try library.open().songs().isEmpty)
        #expect(try MusicStore.remove(path: library.path))
        #expect(!FileManager.default.fileExists(atPath: library.path))
    }

    @Test func aFileOfAnotherKindStaysAsItIs() throws {
        let bytes = Array("no database, but a text that is long enough to be looked at\n".utf8)
        try library.folder.write("music.sqlite", bytes)
        guard case .damaged? = thrownError({ _ = try library.open() }) else {
            Issue.record("opened")
            return
        }
        #expect(try Array(Data(contentsOf: URL(fileURLWithPath: library.path))) == bytes)
    }

    @Test func aDatabaseOfAnotherProgramIsNotTouched() throws {
        try DatabaseQueue(path: library.path).write {
            try $0.execute(sql: "CREATE TABLE theirs (x); PRAGMA application_id = 0x52534E48")
        }
        #expect(thrownError { _ = try library.open() } == .notAMusicStore(path: library.path))
    }

    @Test func aLaterVersionIsNotUnderstood() throws {
        _ = try library.open()
        try DatabaseQueue(path: library.path).write {
            try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('999')")
        }
        #expect(thrownError { _ = try library.open() } == .newerVersion(path: library.path))
    }

    /// The pages of a database that may not grow are a disk without space.
    @Test func aFullDiskEndsTheScanAndKeepsTheStoredSongs() throws {
        for number in 0..<60 { try library.write("\(number).wav", TestWAV.song(number)) }
        _ = try library.open()
        let empty = try DatabaseQueue(path: library.path).read {
            try Int.fetchOne($0, sql: "PRAGMA page_count")
        }
        let full = try #require(empty) + 4
        let store = try MusicStore.open(path: library.path, timeoutSeconds: 1) { db in
            try db.execute(sql: "PRAGMA max_page_count = \(full)")
        }
        #expect(thrownError { _ = try library.scan(store) } == .diskFull(path: library.path))
        let stored = try store.songs().count
        #expect(stored > 0 && stored < 60)
        let report = try library.scan().report
        #expect(report.measuredCount == 60 - stored)
    }

    @Test func aLongWriteLockIsReportedAsBusy() throws {
        let store = try MusicStore.open(path: library.path, timeoutSeconds: 0.1) { _ in }
        try library.write("a.wav", TestWAV.song(1))
        let other = try DatabaseQueue(path: library.path)
        let found = try other.inDatabase { db in
            try db.execute(sql: "BEGIN IMMEDIATE")
            defer { try? db.execute(sql: "ROLLBACK") }
            return thrownError { _ = try library.scan(store) }
        }
        #expect(found == .busy(path: library.path))
    }

    @Test func readingCreatesNoFile() throws {
        #expect(try MusicStore.openWithoutCreating(path: library.path).songs().isEmpty)
        #expect(!FileManager.default.fileExists(atPath: library.path))
    }

    @Test func aBackupIsTheWholeLibrary() throws {
        try library.write("a.wav", TestWAV.song(1))
        try library.scan()
        let copy = library.folder.path + "/copy.sqlite"
        try library.open().backUp(to: copy)
        #expect(try MusicStore.open(path: copy).songs() == library.open().songs())
        let mode = try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        guard case .cannotOpen? = thrownError({ try library.open().backUp(to: copy) }) else {
            Issue.record("written over")
            return
        }
    }
}
