import MusicPlayers
import TestPlayers
import Testing

/// The player that tests of sessions play with keeps the promises of every player.
@Suite struct FakePlayerTests {
    private let player = FakePlayer(["a": 100, "b": 50, "c": 60])

    @Test func songsFollowEachOther() async throws {
        let log = EventLog(player)
        _ = try await player.queue("a")
        #expect(player.status.state == .stopped && player.status.queuedSong?.uri == "a")
        try await player.play()
        #expect(player.status.state == .playing && player.status.queuedSong == nil)
        player.advance(90)
        #expect(
            try await player.position()
                == PlayerPosition(elapsedSeconds: 90, lengthSeconds: 100))
        _ = try await player.queue("b")
        await #expect(throws: PlayerError.alreadyQueued) { try await player.queue("c") }
        player.advance(70)
        #expect(player.status.state == .stopped && player.nowSeconds == 160)
        try await until("all is told", log) { log.ended.count == 2 }
        #expect(log.began == ["a", "b"] && log.ends == [.reachedEnd, .reachedEnd])
        #expect(log.ended.map(\.playedSeconds) == [100, 50])
        #expect(player.calls == [.queue("a"), .play, .queue("b"), .queue("c")])
    }

    @Test func aPersonWins() async throws {
        let log = EventLog(player)
        player.personQueues("a", "b")
        player.personPlays()
        await #expect(throws: PlayerError.userSongsQueued(1)) { try await player.queue("c") }
        player.personSkips()
        let queuedSong = try await player.queue("c")
        player.personInserts("a")
        #expect(try await player.withdraw(queuedSong) == false)
        #expect(player.queueURIs == ["a", "b", "a"] && player.status.userEntryCount == 1)
        player.personStops()
        try await until("all is told", log) { log.ends == [.skipped, .stopped] }
        #expect(log.withdrawals == [.displaced])
    }

    @Test func endsNotChosenByTheUser() async throws {
        let log = EventLog(player)
        player.personQueues("a", "b", "c", "a")
        player.personPlays()
        player.failSong()
        player.delete("b")
        player.otherControllerBegins("a")
        player.goAway()
        #expect(player.status == .unreachable)
        await #expect(throws: PlayerError.self) { try await player.play() }
        player.comeBack()
        try await until("all is told", log) { log.ends.count == 4 }
        #expect(log.ends == [.error, .deleted, .otherController, .playerLost])
        #expect(log.began == ["a", "b", "c", "a"])
    }

    @Test func pausesAreNotHeardAndControlCanBeForbidden() async throws {
        let log = EventLog(player)
        _ = try await player.queue("a")
        try await player.play()
        player.advance(10)
        try await player.pause()
        player.advance(500)
        player.personPlays()
        player.personSeeks(toSeconds: 95)
        player.advance(5)
        try await until("it ended", log) { log.ended.count == 1 }
        #expect(log.ended.first?.playedSeconds == 15)
        player.personForbidsControl()
        await #expect(throws: PlayerError.notControllable) { try await player.queue("a") }
        await player.close()
        await #expect(throws: PlayerError.closed) { try await player.position() }
    }
}
