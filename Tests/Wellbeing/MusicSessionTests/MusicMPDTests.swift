import Foundation
import MusicLibrary
import MusicPlayers
import MusicSelection
import TestPlayers
import TestSupport
import Testing

@testable import MusicSession

/// Music by the clock of this computer, against a real MPD that plays to nobody; `mpc` is the person.
@Suite(.needsMPD) struct MusicMPDTests {
    private let mpd: TestMPD
    private let store: MusicStore

    init() throws { try self.init(seconds: 6) }

    private init(seconds: Double) throws {
        mpd = try TestMPD((1...5).map { ("\($0).wav", seconds) })
        store = try MusicStore.open(path: mpd.folder.path + "/music.sqlite")
        _ = try MusicScan(
            store: store, options: MusicScan.Options(nowMs: 1000), isCancelled: { false }
        ) { _ in }.run([SongPath(mpd.musicFolder)])
    }

    /// Runs music until something is so.
    private func run(until condition: (MusicRun, MPDPlayer) async throws -> Bool) async throws {
        let player = try MPDPlayer(mpd.address, environment: mpd.environment)
        let run = try MusicRun(
            store: store, player: player, heart: nil, clock: SystemMusicClock(),
            options: MusicRunOptions())
        let events = player.events()
        let pump = Task { for await event in events { await run.take(event) } }
        try await player.ready()
        for _ in 0..<1200 {
            await run.step()
            if try await condition(run, player) { break }
            try await Task.sleep(for: .milliseconds(100))
        }
        await run.finish()
        pump.cancel()
    }

    @Test func songsFollowEachOther() async throws {
        try await run { _, _ in try store.plays().count >= 3 }
        let plays = Array(try store.plays().reversed().prefix(3))
        #expect(plays.count == 3)
        #expect(plays.allSatisfy { $0.facts.outcome == .finished && $0.chosenBy != nil })
        #expect(plays.allSatisfy { $0.facts.heardShare > 0.6 })
        #expect(Set(plays.map(\.facts.songId)).count == 3)
        // The learnt counts are those of the plays.
        let counted = try store.songFacts().map(\.playCount).reduce(0, +)
        #expect(try store.plays().count { $0.facts.isPlay } == counted)
    }

    @Test func aKilledPlayerIsFoundAgain() async throws {
        var isKilled = false
        try await run { run, player in
            if !isKilled, await run.snapshot.song != nil {
                mpd.kill()
                isKilled = true
                try mpd.start()
            }
            return try store.plays().contains { $0.facts.outcome == .finished }
        }
        let plays = Array(try store.plays().reversed())
        #expect(isKilled && plays.contains { $0.facts.outcome == .finished })
        #expect(plays.allSatisfy { !$0.facts.isSkip }, "\(plays)")
        #expect(Set(plays.map(\.facts.startSeconds)).count == plays.count)
    }

    /// The file of the song that waits goes, and a new one comes: MPD's database changes while it plays.
    @Test(.timeLimit(.minutes(5))) func aDeletedSongAndAChangedDatabase() async throws {
        let evening = try Self(seconds: 10)
        var step = 0
        var deleted = ""
        try await evening.run { run, player in
            let shown = await run.snapshot
            switch step {
            case 0:
                guard let queued = shown.player.queued, shown.song != nil else { break }
                deleted = queued.uri
                try FileManager.default.removeItem(
                    atPath: evening.mpd.musicFolder + "/" + deleted)
                try TestSong.write("new.wav", seconds: 4, in: evening.mpd.musicFolder)
                try evening.mpd.mpc("--wait", "update")
                step = 1
            case 1 where shown.player.queued != nil && shown.player.queued?.uri != deleted:
                step = 2
            case 2: return try evening.store.plays().count >= 2
            default: break
            }
            return false
        }
        #expect(step == 2)
        let plays = try evening.store.plays()
        #expect(plays.count >= 2 && plays.allSatisfy { !$0.facts.isSkip })
        let gone = try evening.store.songs().first { $0.path.text.hasSuffix("/" + deleted) }
        #expect(!deleted.isEmpty && plays.allSatisfy { $0.facts.songId != gone?.id })
    }
}
