import Foundation
import TestSupport
import Testing

@testable import HealthHistory

/// The changes that a watcher finds, by its own clock: no test waits.
@Suite struct HealthWatcherTests {
    private let temporary: TemporaryStore
    private let folder: TemporaryFolder
    /// The start on the watcher's clock; ms.
    private let start: Int64 = 2_000_000_000_000

    init() throws {
        temporary = try TemporaryStore()
        folder = try TemporaryFolder()
        try temporary.open().watch(folder.path)
    }

    /// Writes a file that was changed so many seconds after the start.
    private func write(_ name: String, _ text: String, second: Double) throws {
        try folder.write(name, text)
        try touch(name, second: second)
    }

    private func touch(_ name: String, second: Double) throws {
        let date = Date(timeIntervalSince1970: Double(start) / 1000 + second)
        try FileManager.default.setAttributes(
            [.modificationDate: date], ofItemAtPath: folder.path + "/" + name)
    }

    /// Looks at a second after the start, and takes what was found for read.
    private func poll(_ watcher: inout HealthWatcher, second: Double) throws -> [String] {
        let found = try watcher.poll(nowMs: start + Int64(1000 * second))
        for path in found { try watcher.markRead(path) }
        return found.map { String($0.dropFirst(folder.path.count + 1)) }
    }

    private func watcher() throws -> HealthWatcher { try HealthWatcher(temporary.open()) }

    @Test func whatHasStoodIsFoundAtOnceAndOnce() throws {
        try write("a.zip", "a", second: -60)
        var watcher = try watcher()
        #expect(try poll(&watcher, second: 0) == ["a.zip"])
        #expect(try poll(&watcher, second: 2) == [])
    }

    @Test func aFileIsReadFiveSecondsAfterItsLastByte() throws {
        var watcher = try watcher()
        #expect(try poll(&watcher, second: 0) == [])
        try write("a.zip", "a", second: 1)
        #expect(try poll(&watcher, second: 2) == [])
        #expect(watcher.hasUnreadFiles)
        // It grows.
        try write("a.zip", "ab", second: 3)
        for second in stride(from: 4.0, through: 8, by: 2) {
            #expect(try poll(&watcher, second: second) == [])
        }
        // Last byte at 3, found at 9: within 7 s, and the poll that saw it change came at 4.
        #expect(try poll(&watcher, second: 9) == ["a.zip"])
        #expect(!watcher.hasUnreadFiles)
    }

    @Test func everyWayToChangeAFileIsFound() throws {
        let path = folder.path + "/a.zip"
        func replaced() throws {
            try FileManager.default.removeItem(atPath: path)
            try write("a.zip", "new", second: 100)
        }
        func overwritten() throws {
            let handle = try #require(FileHandle(forWritingAtPath: path))
            try handle.write(contentsOf: Data("b".utf8))
            try handle.close()
            try touch("a.zip", second: 100)
        }
        func renamedOver() throws {
            // As old as can be: it was copied with its times.
            try write("b.part", "other", second: -9000)
            #expect(rename(folder.path + "/b.part", path) == 0)
        }
        for change in [replaced, overwritten, renamedOver] {
            try write("a.zip", "a", second: -60)
            var watcher = try watcher()
            _ = try poll(&watcher, second: 0)
            #expect(try poll(&watcher, second: 50) == [])
            try change()
            #expect(try poll(&watcher, second: 101) == [])
            #expect(try poll(&watcher, second: 105.9) == [])
            #expect(try poll(&watcher, second: 106) == ["a.zip"])
            #expect(try poll(&watcher, second: 108) == [])
        }
    }

    @Test func aFileThatVanishesChangesNothing() throws {
        try write("a.zip", "a", second: -60)
        var watcher = try watcher()
        #expect(try poll(&watcher, second: 0) == ["a.zip"])
        try FileManager.default.removeItem(atPath: folder.path + "/a.zip")
        #expect(try poll(&watcher, second: 2) == [])
        #expect(!watcher.hasUnreadFiles)
        // The same file comes back.
        try write("a.zip", "a", second: -60)
        #expect(try poll(&watcher, second: 4) == [])
        #expect(try poll(&watcher, second: 60) == [])
    }

    @Test func whatChangedWhileNothingRanIsFoundAtTheNextStart() throws {
        try write("a.zip", "a", second: -60)
        try write("b.fit", "b", second: -60)
        var first = try watcher()
        #expect(try poll(&first, second: 0) == ["a.zip", "b.fit"])
        try write("b.fit", "c", second: 10)
        var second = try watcher()
        #expect(try poll(&second, second: 1000) == ["b.fit"])
        var third = try watcher()
        #expect(try poll(&third, second: 2000) == [])
    }

    @Test func onlyFilesThatMayHoldRecordsAreLookedAt() throws {
        for name in ["z.ZIP", "x.xml", "f.Fit", "export_cda.xml", "n.txt", ".h.zip", "zip"] {
            try write(name, name, second: -60)
        }
        try FileManager.default.createDirectory(
            atPath: folder.path + "/deep.zip", withIntermediateDirectories: true)
        try folder.write("deep.zip/a.zip", "a")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/link.zip", withDestinationPath: folder.path + "/n.txt")
        #expect(mkfifo(folder.path + "/pipe.zip", 0o600) == 0)
        var watcher = try watcher()
        #expect(try poll(&watcher, second: 0) == ["f.Fit", "x.xml", "z.ZIP"])
    }

    /// The one that was changed first comes first: the newest export is the last one in.
    @Test func filesComeInTheOrderOfTheirChange() throws {
        try write("a.zip", "a", second: -60)
        try write("b.zip", "b", second: -120)
        var watcher = try watcher()
        #expect(try poll(&watcher, second: 0) == ["b.zip", "a.zip"])
    }

    @Test func aFileAloneIsWatched() throws {
        let store = try temporary.open()
        try store.unwatch(folder.path)
        try store.watch(folder.path + "/./only.dat")
        try write("only.dat", "a", second: -60)
        try write("other.zip", "a", second: -60)
        var watcher = try HealthWatcher(store)
        #expect(try poll(&watcher, second: 0) == ["only.dat"])
        #expect(try store.watchedPaths() == [folder.path + "/only.dat"])
    }

    @Test func theWatchListIsStoredAndCleared() throws {
        let store = try temporary.open()
        let path = "/nowhere/ä/export.zip"
        try store.watch(path)
        try store.watch(path)
        #expect(try temporary.open().watchedPaths() == [path, folder.path].sorted())
        try write("a.zip", "a", second: -60)
        var watcher = try HealthWatcher(store)
        _ = try poll(&watcher, second: 0)
        #expect(try temporary.count("watched") == 3)
        try store.unwatch(folder.path)
        try store.unwatch(path)
        #expect(try temporary.count("watched") == 0)
        #expect(try poll(&watcher, second: 9) == [])
    }
}
