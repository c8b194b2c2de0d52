import Foundation
import GRDB
import TestSupport
import Testing

@testable import HealthHistory

/// The errors of the file of the health records.
@Suite struct HealthStoreErrorTests {
    private let temporary: TemporaryStore
    private let export: ScriptedExport

    init() throws {
        temporary = try TemporaryStore()
        var person = ScriptedPerson(seed: 1)
        export = person.export(days: 0..<4)
    }

    @Test func aFolderIsNoFile() throws {
        try FileManager.default.createDirectory(
            atPath: temporary.path, withIntermediateDirectories: true)
        guard case .cannotOpen(temporary.path, _)? = thrownError({ _ = try temporary.open() })
        else {
            Issue.record("opened")
            return
        }
    }

    @Test func aFileOfAnotherKindIsDamagedAndStaysAsItIs() throws {
        let bytes = Array("no database, but a text that is long enough to be looked at\n".utf8)
        try temporary.folder.write("health.sqlite", bytes)
        guard case .damaged(temporary.path, _)? = thrownError({ _ = try temporary.open() }) else {
            Issue.record("opened")
            return
        }
        #expect(try Array(Data(contentsOf: URL(fileURLWithPath: temporary.path))) == bytes)
    }

    /// A history of sessions is another program's database here.
    @Test func aDatabaseOfAnotherProgramIsNotTouched() throws {
        try DatabaseQueue(path: temporary.path).write {
            try $0.execute(sql: "CREATE TABLE theirs (x); PRAGMA application_id = 0x52534E48")
        }
        let before = try Data(contentsOf: URL(fileURLWithPath: temporary.path))
        #expect(thrownError { _ = try temporary.open() } == .notAHealthStore(path: temporary.path))
        #expect(try Data(contentsOf: URL(fileURLWithPath: temporary.path)) == before)
    }

    @Test func aLaterVersionIsNotUnderstood() throws {
        _ = try temporary.open()
        try DatabaseQueue(path: temporary.path).write {
            try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('999')")
        }
        #expect(thrownError { _ = try temporary.open() } == .newerVersion(path: temporary.path))
    }

    /// A program that is killed in its first transaction leaves a journal beside the file: copies of both, taken while the
    /// transaction goes on and has written to the file, are what it leaves.
    @Test func whatAKilledProgramLeavesIsOpened() throws {
        _ = try temporary.open().importExports(export)
        let before = try temporary.contents()
        let writer = try DatabaseQueue(path: temporary.path)
        try writer.inDatabase { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
        let whole = try Data(contentsOf: URL(fileURLWithPath: temporary.path))
        let copies = ["", "-journal"].map { (temporary.path + $0, temporary.path + ".kept" + $0) }
        try writer.inDatabase { db in
            try db.execute(sql: "PRAGMA cache_size = 1")
            try db.execute(sql: "BEGIN; DELETE FROM sample; DELETE FROM sleep")
            for (path, copy) in copies {
                try FileManager.default.copyItem(atPath: path, toPath: copy)
            }
            try db.execute(sql: "ROLLBACK")
        }
        try writer.close()
        // The transaction has reached the file.
        #expect(try Data(contentsOf: URL(fileURLWithPath: copies[0].1)) != whole)
        for suffix in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: temporary.path + suffix)
        }
        for (path, copy) in copies { try FileManager.default.copyItem(atPath: copy, toPath: path) }
        _ = try temporary.open()
        #expect(try temporary.contents() == before)
    }

    @Test(.enabled(if: geteuid() != 0, "root may write everything"))
    func aReadOnlyFileIsReported() throws {
        _ = try temporary.open()
        chmod(temporary.path, 0o400)
        #expect(thrownError { _ = try temporary.open() } == .readOnly(path: temporary.path))
    }

    /// Wherever the disk is full, the store is as before.
    @Test(arguments: [4, 12, 40]) func aFullDiskLeavesTheStoreAsBefore(_ pages: Int) throws {
        try temporary.open().importExports(export)
        let before = try temporary.contents()
        var person = ScriptedPerson(seed: 1)
        let first = person.export(days: 0..<4)
        let second = person.later(than: first, days: 4..<200)
        let full: Int = try temporary.rows("PRAGMA page_count")[0][0] + pages
        let store = try HealthStore.open(path: temporary.path, timeoutSeconds: 5) {
            try $0.execute(sql: "PRAGMA max_page_count = \(full)")
        }
        #expect(thrownError { try store.importExports(second) } == .diskFull(path: temporary.path))
        #expect(try temporary.contents() == before)
        try temporary.open().importExports(second)
    }

    @Test func aSimultaneousImportIsReported() throws {
        let store = try temporary.open()
        let path = temporary.path
        var first = export
        // Another program imports in the middle of this import.
        first.onRecord = { index in
            guard index == 10 else { return }
            var other = ScriptedPerson(seed: 1)
            let export = other.export(days: 0..<2, mark: "other")
            let second = try HealthStore.open(path: path, timeoutSeconds: 0.05) { _ in }
            #expect(thrownError { try second.importExports(export) } == .busy(path: path))
            // Reading is possible all the time.
            #expect(try second.data(fromMs: 0, toMs: .max).samples.isEmpty)
        }
        try store.importExports(first)
        let alone = try TemporaryStore()
        try alone.open().importExports(export)
        #expect(try temporary.contents() == alone.contents())
    }

    /// Finding out which file it is may take long for a large one, and needs nothing of the store.
    @Test func othersWriteWhileAFileIsLookedInto() throws {
        let store = try temporary.open()
        let path = temporary.path
        var first = export
        first.onFingerprint = {
            var other = ScriptedPerson(seed: 1)
            let export = other.export(days: 0..<2, mark: "other")
            try HealthStore.open(path: path, timeoutSeconds: 0.05) { _ in }.importExports(export)
        }
        #expect(try store.importExports(first).files[0].outcome == .imported)
        #expect(try temporary.count("import") == 2)
    }

    @Test func lookingIntoAFileCanBeEnded() throws {
        let store = try temporary.open()
        var reported: [ImportProgress] = []
        let found = thrownError {
            _ = try store.importSources([export], options: .test) {
                reported.append($0)
                return reported.count < 2
            }
        }
        #expect(found == .cancelled && reported.map(\.bytesRead) == [0, 1])
        #expect(reported.allSatisfy { $0.isFingerprinting && $0.byteCount == 2 })
        #expect(try temporary.contents().isEmpty)
    }

    @Test func twoOpenANewFileAtOnce() async throws {
        let path = temporary.path
        let export = export
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask { try HealthStore.open(path: path).importExports(export) }
            }
            try await group.waitForAll()
        }
        #expect(try temporary.count("import") == 1)
    }

    // MARK: Deleting

    private static let marker = "Mara’s Watch"

    /// Every file of the folder, as bytes.
    private func isMarked() throws -> Bool {
        try FileManager.default.contentsOfDirectory(atPath: temporary.folder.path).contains {
            name in
            let data = FileManager.default.contents(atPath: temporary.folder.path + "/" + name)
            return data?.range(of: Data(Self.marker.utf8)) != nil
        }
    }

    @Test func whatIsDeletedIsInNoFile() throws {
        let store = try temporary.open()
        try store.importExports(export)
        try store.watch("/home/\(Self.marker)")
        #expect(try isMarked())
        try store.deleteEverything()
        #expect(try !isMarked())
        #expect(try temporary.contents().isEmpty)
        #expect(try store.status().isEmpty && store.watchedPaths().isEmpty)
        // And it can be used again.
        try store.importExports(export)
        #expect(try store.status().workoutCount > 0)
    }

    @Test func theFileIsRemovedWhereItIsNotOpen() throws {
        do {
            let store = try temporary.open()
            try store.importExports(export)
            try store.pool.close()
        }
        #expect(try HealthStore.remove(path: temporary.path))
        #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.folder.path).isEmpty)
    }

    @Test func theFileStaysEmptyWhereAnotherHasItOpen() throws {
        let store = try temporary.open()
        try store.importExports(export)
        #expect(try !HealthStore.remove(path: temporary.path))
        #expect(try !isMarked())
        #expect(try store.status().isEmpty)
        try store.importExports(export)
        #expect(try temporary.open().status().workoutCount > 0)
    }
}
