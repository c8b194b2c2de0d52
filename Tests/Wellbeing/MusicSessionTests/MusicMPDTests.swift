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

    /// MPD may obey a skip only at the end of a song that it has read whole: these are long.
    @Test func aPersonSkipsByAnotherProgram() async throws {
        let evening = try Self(seconds: 120)
        var hasSkipped = false
        try await evening.run { run, _ in
            if !hasSkipped, await run.snapshot.song != nil {
                try evening.mpd.mpc("next")
                hasSkipped = true
            }
            return try !evening.store.plays().isEmpty
        }
        let plays = try evening.store.plays()
        #expect(hasSkipped && plays.last?.facts.outcome == .person, "\(plays)")
    }
}
