import Foundation
import HealthRecords
import Synchronization
import TestSupport
import Testing

@testable import HealthHistory

/// The work of a watcher on the files that it finds, by its own clock and with an importer of the
/// test.
@Suite struct WatchedImportTests {
    /// Answers as the test says, and keeps what it was asked for.
    private final class FakeImporter: Sendable {
        private struct State {
            var failures: [String: HealthStoreError] = [:]
            var asked: [String] = []
        }

        private let state = Mutex(State())

        /// Names of the files that were asked for since the last call.
        func asked() -> [String] {
            state.withLock { state in
                defer { state.asked = [] }
                return state.asked
            }
        }

        /// nil: the file is taken.
        func fail(_ name: String, _ failure: HealthStoreError?) {
            state.withLock { $0.failures[name] = failure }
        }

        var importer: HealthImporter {
            { [self] path, _, _ throws(HealthStoreError) in
                let name = URL(fileURLWithPath: path).lastPathComponent
                let failure = state.withLock { state in
                    state.asked.append(name)
                    return state.failures[name]
                }
                if let failure { throw failure }
                return ImportReport(files: [ImportedFile(path: path, outcome: .imported)])
            }
        }
    }

    private static let full = HealthStoreError.diskFull(path: "/full")
    private let temporary: TemporaryStore
    private let folder: TemporaryFolder
    private let fake = FakeImporter()
    /// The start on the watcher's clock; ms.
    private let start: Int64 = 2_000_000_000_000

    init() throws {
        temporary = try TemporaryStore()
        folder = try TemporaryFolder()
        try temporary.open().watch(folder.path)
    }

    /// Writes a file that was changed so many seconds after the start.
    private func write(_ name: String, second: Double = -60) throws {
        try folder.write(name, "\(second)")
        let date = Date(timeIntervalSince1970: Double(start) / 1000 + second)
        try FileManager.default.setAttributes(
            [.modificationDate: date], ofItemAtPath: folder.path + "/" + name)
    }

    private func watcher() throws -> HealthWatcher {
        try HealthWatcher(temporary.open(), importer: fake.importer)
    }

    private func options(second: Int) -> ImportOptions {
        ImportOptions(systemZone: "Europe/Berlin", nowMs: start + 1000 * Int64(second))
    }

    /// Name and what became of it, one text for each file.
    private func look(_ watcher: inout HealthWatcher, second: Int) throws -> [String] {
        try watcher.importChangesSeparately(options: options(second: second)).map { outcome in
            let name = URL(fileURLWithPath: outcome.path).lastPathComponent
            switch outcome.result {
            case .success(let report):
                #expect(report.files.map(\.path) == [outcome.path])
                return "\(name) taken"
            case .failure(Self.full): return "\(name) full"
            case .failure(let failure): return "\(name) \(failure)"
            }
        }
    }

    /// A look every 2 s. The rest begins at the look after a failure: 2 + 60 s, and then twice as long each time up to
    /// 600 s.
    @Test func aFullDiskIsTriedLessAndLess() throws {
        try write("a.zip")
        fake.fail("a.zip", Self.full)
        var watcher = try watcher()
        var triedAt: [Int] = []
        for second in stride(from: 0, through: 2200, by: 2) {
            let found = try look(&watcher, second: second)
            if fake.asked() == ["a.zip"] { triedAt.append(second) }
            #expect(found == (triedAt.last == second ? ["a.zip full"] : []))
        }
        #expect(triedAt == [0, 62, 184, 426, 908, 1510, 2112])
    }

    @Test func aFileThatRestedIsReadOnceAndRemembered() throws {
        try write("a.zip")
        fake.fail("a.zip", Self.full)
        var watcher = try watcher()
        #expect(try look(&watcher, second: 0) == ["a.zip full"])
        fake.fail("a.zip", nil)
        #expect(try look(&watcher, second: 2) == [])
        #expect(watcher.hasUnreadFiles)
        #expect(try look(&watcher, second: 62) == ["a.zip taken"])
        #expect(!watcher.hasUnreadFiles)
        #expect(try look(&watcher, second: 1000) == [])
        var next = try self.watcher()
        #expect(try look(&next, second: 2000) == [])
    }

    @Test func aFileThatChangesDoesNotRest() throws {
        try write("a.zip")
        fake.fail("a.zip", Self.full)
        var watcher = try watcher()
        #expect(try look(&watcher, second: 0) == ["a.zip full"])
        try write("a.zip", second: 9)
        #expect(try look(&watcher, second: 10) == [])
        #expect(try look(&watcher, second: 15) == ["a.zip full"])
        // The rest of the new file begins with a minute again.
        #expect(try look(&watcher, second: 16) == [])
        #expect(try look(&watcher, second: 74) == [])
        #expect(try look(&watcher, second: 76) == ["a.zip full"])
    }

    @Test func eachFileHasItsOwnReport() throws {
        for name in ["a.zip", "b.zip", "c.zip"] { try write(name) }
        fake.fail("b.zip", Self.full)
        var watcher = try watcher()
        #expect(try look(&watcher, second: 0) == ["a.zip taken", "b.zip full", "c.zip taken"])
        // The others do not wait for the one that rests, and are not read again with it.
        try write("d.zip", second: 1)
        #expect(try look(&watcher, second: 4) == [])
        #expect(try look(&watcher, second: 10) == ["d.zip taken"])
        #expect(try look(&watcher, second: 64) == ["b.zip full"])
    }

    /// The reports of one call for all files come first, and then the error.
    @Test func reportsAreNotLostWithAnError() throws {
        for name in ["a.zip", "b.zip"] { try write(name) }
        fake.fail("b.zip", Self.full)
        var watcher = try watcher()
        let reports = try watcher.importChanges(options: options(second: 0))
        #expect(reports.flatMap(\.files).map(\.path) == [folder.path + "/a.zip"])
        #expect(
            thrownError { _ = try watcher.importChanges(options: options(second: 2)) } == Self.full)
        #expect(try watcher.importChanges(options: options(second: 4)).isEmpty)
        #expect(
            thrownError { _ = try watcher.importChanges(options: options(second: 66)) } == Self.full
        )
    }

    @Test func aBusyStoreIsTriedAtTheNextLook() throws {
        try write("a.zip")
        fake.fail("a.zip", .busy(path: "/busy"))
        var watcher = try watcher()
        for second in [0, 2, 4] {
            #expect(try look(&watcher, second: second) == [])
            #expect(fake.asked() == ["a.zip"])
        }
        fake.fail("a.zip", nil)
        #expect(try look(&watcher, second: 6) == ["a.zip taken"])
    }

    @Test func aCancelledFileIsNotReadAgain() throws {
        for name in ["a.zip", "b.zip"] { try write(name) }
        fake.fail("a.zip", .cancelled)
        var watcher = try watcher()
        #expect(try look(&watcher, second: 0) == ["a.zip \(HealthStoreError.cancelled)"])
        #expect(fake.asked() == ["a.zip"])
        #expect(try look(&watcher, second: 2) == ["b.zip taken"])
        #expect(try look(&watcher, second: 1000) == [])
    }
}
