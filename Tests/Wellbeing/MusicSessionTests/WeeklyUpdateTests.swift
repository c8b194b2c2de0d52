import Foundation
import GRDB
import MusicLibrary
import TestPlayers
import TestSupport
import Testing

@testable import MusicSession

/// The weekly look at files and play histories while music runs, by a clock that the test moves.
@Suite struct WeeklyLookTests {
    private static let begin = 1_795_543_200.0
    private static let day = 86_400.0

    private let folder: TemporaryFolder
    private let songs: String
    private let store: MusicStore
    private let clock = MovedMusicClock(begin)

    /// A library with one song, scanned when the clock begins.
    init() throws {
        folder = try TemporaryFolder()
        songs = folder.path + "/songs"
        try FileManager.default.createDirectory(
            atPath: songs, withIntermediateDirectories: false)
        try TestSong.write("1.wav", seconds: 2, hertz: 300, in: songs)
        store = try MusicStore.open(path: folder.path + "/music.sqlite")
        _ = try MusicScan(
            store: store, options: MusicScan.Options(nowMs: Int64(1000 * Self.begin)),
            isCancelled: { false }, notify: { _ in }
        ).run([SongPath(songs)])
    }

    private func makeRun() throws -> MusicRun {
        var options = MusicRunOptions()
        options.weeklyUpdate = WeeklyUpdate(programs: nil)
        return try MusicRun(
            store: store, player: FakePlayer([:]), heart: nil, clock: clock, options: options)
    }

    /// The notices of a step, and of the look that it begins.
    private func notices(_ run: MusicRun, afterDays days: Double) async -> [String] {
        clock.pass(days * Self.day)
        await run.step()
        await run.backgroundRescan?.wait()
        await run.step()
        return await run.drainNotices()
    }

    @Test func newSongsAreFoundAWeekAfterTheScanAndNotBefore() async throws {
        let run = try makeRun()
        #expect(await notices(run, afterDays: 0) == [])
        try TestSong.write("2.wav", seconds: 2, hertz: 400, in: songs)
        #expect(await notices(run, afterDays: 6) == [])
        #expect(try store.songs().count == 1)
        #expect(await notices(run, afterDays: 1) == ["The weekly look: 1 new song."])
        // The run chooses it from now on.
        #expect(await run.ranked(count: 9).count == 2)
        // The next look comes a week after this one, also of another run.
        try FileManager.default.removeItem(atPath: songs + "/1.wav")
        #expect(await notices(run, afterDays: 6.5) == [])
        await run.finish()
        let nextRun = try makeRun()
        #expect(await notices(nextRun, afterDays: 0) == [])
        #expect(await notices(nextRun, afterDays: 1) == ["The weekly look: 1 missing file."])
        #expect(await nextRun.ranked(count: 9).count == 1)
        await nextRun.finish()
    }

    @Test func newPlaysOfAnImportedHistoryAreStored() async throws {
        try await DatabaseQueue(path: store.path).write { db in
            try db.execute(sql: "UPDATE song_file SET artist = 'Ann', title = 'One'")
        }
        let header = "uts,artist,track\n"
        let first = header + "\(Int(Self.begin - 5000)),Ann,One\n"
        let path = try folder.write("plays.csv", first)
        try store.importHistory(
            PlayHistoryFile.read(Data(first.utf8), nowMs: Int64(1000 * Self.begin)))
        try store.saveHistoryFiles([path])
        let run = try makeRun()
        #expect(await notices(run, afterDays: 7) == [])
        #expect(try store.plays().count == 1)
        try folder.write("plays.csv", first + "\(Int(Self.begin + 4321)),Ann,One\n")
        #expect(await notices(run, afterDays: 7) == ["The weekly look: 1 new play."])
        #expect(
            try store.plays().map(\.facts.startSeconds).sorted()
                == [Self.begin - 5000, Self.begin + 4321])
        try FileManager.default.removeItem(atPath: path)
        #expect(
            await notices(run, afterDays: 7)
                == ["The play history \(path) is not there any more: its plays stay."])
        #expect(await notices(run, afterDays: 7) == [])
        #expect(try store.plays().count == 2)
        await run.finish()
    }

    /// An empty folder may be a disk that is away: no song is marked as gone, and the look is made when it is back.
    @Test(arguments: [true, false]) func aFolderThatIsAwayLosesNoSong(isEmpty: Bool) async throws {
        let files = FileManager.default
        try files.moveItem(atPath: songs, toPath: songs + "-away")
        if isEmpty {
            try files.createDirectory(atPath: songs, withIntermediateDirectories: false)
        }
        let run = try makeRun()
        #expect(
            await notices(run, afterDays: 7)
                == ["The weekly look waits: the folder \(songs) is missing or empty."])
        #expect(try store.songs().allSatisfy { !$0.isGone })
        if isEmpty { try files.removeItem(atPath: songs) }
        try files.moveItem(atPath: songs + "-away", toPath: songs)
        try TestSong.write("2.wav", seconds: 2, hertz: 400, in: songs)
        #expect(await notices(run, afterDays: 1) == ["The weekly look: 1 new song."])
        await run.finish()
    }

    @Test func withoutALookNothingIsRead() async throws {
        let run = try MusicRun(
            store: store, player: FakePlayer([:]), heart: nil, clock: clock,
            options: MusicRunOptions())
        try TestSong.write("2.wav", seconds: 2, hertz: 400, in: songs)
        #expect(await notices(run, afterDays: 30) == [])
        #expect(try store.songs().count == 1)
        await run.finish()
    }
}
