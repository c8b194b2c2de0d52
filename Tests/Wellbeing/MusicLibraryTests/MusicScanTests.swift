import Foundation
import Synchronization
import TestSupport
import Testing

@testable import MusicLibrary

/// The data that a scan stores of files that come, change, move and go.
@Suite struct MusicScanTests {
    private let library: TestLibrary

    init() throws { library = try TestLibrary() }

    @Test func onlyWhatIsNewIsRead() throws {
        for number in 0..<5 { try library.write("\(number).wav", TestWAV.song(number)) }
        var report = try library.scan(jobs: 3).report
        #expect(report.foundCount == 5 && report.measuredCount == 5)
        report = try library.scan().report
        #expect(report.measuredCount == 0 && report.unchangedCount == 5)
        try library.write("5.wav", TestWAV.song(5))
        try library.write("0.wav", TestWAV.song(6))
        report = try library.scan().report
        #expect(report.measuredCount == 2 && report.unchangedCount == 4)
    }

    @Test func aSongFollowsItsFile() throws {
        try library.write("a.wav", TestWAV.song(1))
        try library.scan()
        let store = try library.open()
        let song = try #require(store.songs().first)
        try store.setCorrectedBpm(77, of: song.id)
        try store.setCorrectedEnergy(0.25, of: song.id)

        // Renamed and moved.
        try library.write("sub/other.wav", TestWAV.song(2))
        try library.move("a.wav", to: "sub/-b \"c\".wav")
        var report = try library.scan().report
        #expect(report.knownCount == 1 && report.goneFileCount == 1 && report.measuredCount == 1)
        var moved = try store.song(named: "\(song.id)")
        #expect(moved.personTempoBpm == 77 && moved.path.text.hasSuffix("sub/-b \"c\".wav"))

        // Tagged anew: other bytes around the same sound.
        let samples = Array(TestWAV.song(1).suffix(1_600))
        try library.write(
            "sub/-b \"c\".wav",
            TestWAV.file(samples, before: TestWAV.chunk("LIST", Array("INFO".utf8))))
        report = try library.scan().report
        #expect(report.knownCount == 1 && report.measuredCount == 0)
        moved = try store.song(named: "\(song.id)")
        #expect(moved.personTempoBpm == 77 && moved.correctedEnergy == 0.25)

        // A copy is a second file of the same song.
        try library.write("copy.wav", TestWAV.song(1))
        report = try library.scan().report
        #expect(report.knownCount == 1)
        #expect(try store.song(named: "\(song.id)").fileCount == 2)

        // Another sound is another song.
        try library.write("copy.wav", TestWAV.song(3))
        try library.scan()
        #expect(try store.songs().count == 3)
        #expect(try store.song(named: "\(song.id)").fileCount == 1)
        #expect(try store.song(named: library.songs + "/copy.wav").personTempoBpm == nil)

        // Measured anew, corrections stay.
        report = try library.scan(again: true).report
        #expect(report.measuredCount == 3)
        #expect(try store.song(named: "\(song.id)").personTempoBpm == 77)
    }

    @Test func whatIsGoneIsMarkedAndComesBack() throws {
        try library.write("a.wav", TestWAV.song(1))
        try library.scan()
        let store = try library.open()
        try library.move("a.wav", to: "../a.wav")
        #expect(try library.scan().report.goneFileCount == 1)
        #expect(try store.songs().first?.isGone == true)
        #expect(try library.scan().report.goneFileCount == 0)
        try library.move("../a.wav", to: "a.wav")
        let report = try library.scan().report
        #expect(report.measuredCount == 0 && report.unchangedCount == 1)
        #expect(try store.songs().first?.isGone == false)
    }

    @Test func filesElsewhereAreNotGone() throws {
        try library.write("one/a.wav", TestWAV.song(1))
        try library.write("two/b.wav", TestWAV.song(2))
        try library.scan()
        #expect(try library.scan(roots: [library.songs + "/two"]).report.goneFileCount == 0)
        #expect(throws: MusicStoreError.noSuchFolder(library.songs + "/three")) {
            try library.scan(roots: [library.songs + "/three"])
        }
        #expect(try library.open().songs().allSatisfy { !$0.isGone })
    }

    @Test func twoScansAtOnceKeepEachSongOnce() throws {
        for number in 0..<30 { try library.write("\(number).wav", TestWAV.song(number)) }
        let store = try library.open()
        let failed = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 2) { _ in
            do { try library.scan(store, jobs: 2) } catch { failed.withLock { $0 += 1 } }
        }
        #expect(failed.withLock { $0 } == 0)
        let songs = try store.songs()
        #expect(songs.count == 30 && songs.allSatisfy { $0.fileCount == 1 })
    }

    @Test func aCancelledScanRetainsItsResults() throws {
        for number in 0..<20 { try library.write("\(number).wav", TestWAV.song(number)) }
        let store = try library.open()
        let report = try library.scan(
            store, isCancelled: { ((try? store.songs().count) ?? 0) >= 7 }
        ).report
        #expect(report.isCancelled)
        #expect(try store.songs().count == 7)
        #expect(try library.scan().report.measuredCount == 13)
    }

    /// The file is longer each time it is looked at, as one that is being copied.
    @Test func aFileThatGrowsIsLeftForTheNextScan() throws {
        try library.write("a.wav", TestWAV.song(1, count: 200_000))
        let path = library.songs + "/a.wav"
        let reader = SongReader(
            programs: nil, limits: DecoderLimits(), excerptSeconds: nil, isCancelled: { false })
        #expect(throws: SongError.changed) {
            try reader.read(SongPath(path)) { _ throws(MusicStoreError) in
                let handle = FileHandle(forWritingAtPath: path)
                handle?.seekToEndOfFile()
                handle?.write(Data([1, 2]))
                return false
            }
        }
        let cut = Array(TestWAV.song(2).prefix(600))
        try library.write("b.wav", cut)
        #expect(try library.scan().errors == ["b.wav": .undecodable])
        try library.write("b.wav", TestWAV.song(2))
        #expect(try library.scan().report.measuredCount == 1)
    }

    @Test func anExcerptIsTheMiddleAndTheLengthIsTheWhole() throws {
        try library.write("a.wav", TestWAV.song(1, count: 8_000 * 30))
        let reader = SongReader(
            programs: nil, limits: DecoderLimits(), excerptSeconds: 10, isCancelled: { false })
        let read = try reader.read(SongPath(library.songs + "/a.wav")) {
            _ throws(MusicStoreError) in false
        }
        let measured = try #require(read.measurement)
        #expect(measured.durationSeconds == 30 && measured.excerptSeconds == 10)
        #expect(abs(measured.features.seconds - 10) < 0.001)
    }

    @Test func playlistsNameSongsOfTheFolders() throws {
        for number in 0..<3 { try library.write("sub/\(number).wav", TestWAV.song(number)) }
        try library.write(
            "list.m3u",
            Array(
                "#EXTM3U\nsub/2.wav\nsub/0.wav\nsub/2.wav\nlist.m3u\nnone.wav\n../x.wav\nhttp://a/b\n"
                    .utf8))
        let report = try library.scan(playlists: true).report
        #expect(report.playlistCount == 1 && report.badEntryCount == 4)
        let store = try library.open()
        let list = try #require(store.playlists().first)
        #expect(list.name == "list" && list.songCount == 3 && list.badEntryCount == 4)
        let names = try store.songs(of: list.id).map { $0.path.title }
        #expect(names == ["2", "0", "2"])
        try library.move("list.m3u", to: "../list.m3u")
        try library.scan(playlists: true)
        #expect(try store.playlists().first?.isGone == true)
    }

    @Test func playlistsAreReadAgainAfterADay() throws {
        for number in 0..<2 { try library.write("\(number).wav", TestWAV.song(number)) }
        try library.write("list.m3u", Array("0.wav\n".utf8))
        try library.scan(playlists: true)
        let store = try library.open()
        let id = try #require(store.playlists().first?.id)
        func titles() throws -> [String] { try store.songs(of: id).map { $0.path.title } }
        let readMs = try store.read { db in
            try Int64.fetchOne(db, sql: "SELECT read_ms FROM playlist") ?? 0
        }
        try library.write("list.m3u", Array("1.wav\n0.wav\n".utf8))
        let dayMs = MusicStore.maxPlaylistAgeMs
        #expect(try store.rereadPlaylists(nowMs: readMs + dayMs - 1) == 0)
        #expect(try titles() == ["0"])
        #expect(try store.rereadPlaylists(nowMs: readMs + dayMs) == 1)
        #expect(try titles() == ["1", "0"])
        #expect(try store.rereadPlaylists(nowMs: readMs + dayMs) == 0)
        try library.move("list.m3u", to: "../list.m3u")
        #expect(try store.rereadPlaylists(nowMs: readMs + 2 * dayMs) == 0)
        #expect(try store.playlists().first?.isGone == true)
    }

    @Test func aPlaylistOfAMillionLinesIsRead() throws {
        try library.write("a.wav", TestWAV.song(1))
        let lines = String(repeating: "x.wav\n", count: 20_000) + "a.wav\n"
        try library.write("list.m3u", Array(lines.utf8))
        let report = try library.scan(playlists: true).report
        #expect(report.badEntryCount == 20_000)
    }
}
