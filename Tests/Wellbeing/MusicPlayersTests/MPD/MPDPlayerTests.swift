import Foundation
import TestPlayers
import TestSupport
import Testing

@testable import MusicPlayers

/// A real MPD with a null output; `mpc` is the person.
@Suite(.needsMPD) struct MPDPlayerTests: PlaysByMPD {
    // MARK: Songs

    @Test func songsFollowEachOtherOneAhead() async throws {
        let mpd = try TestMPD([("a.wav", 10), ("b.wav", 6)])
        let (player, log) = try await player(mpd)
        #expect(player.status.state == .stopped && player.status.song == nil)
        // A busy machine sees the song late: until then it may have played unseen.
        let asked = ContinuousClock.now
        try await begin("a.wav", player, log)
        let unseenSeconds = asked.duration(to: .now) / .seconds(1)
        let queuedSong = try await player.queue("b.wav")
        #expect(player.status.queuedSong == queuedSong)
        await #expect(throws: PlayerError.alreadyQueued) { try await player.queue("a.wav") }
        try await until("both have ended", log) { log.ended.count == 2 }
        #expect(log.began == ["a.wav", "b.wav"] && log.ends == [.reachedEnd, .reachedEnd])
        #expect(log.ended.map(\.song.lengthSeconds) == [10, 6])
        #expect(log.ended[0].playedSeconds > 6 - unseenSeconds)
        #expect(log.ended[0].playedSeconds <= 10)
        #expect(log.ended[1].playedSeconds > 2 && log.ended[1].playedSeconds <= 6)
        #expect(log.ended.first?.song.path == mpd.musicFolder + "/a.wav")
        try await until("it stopped", log) { player.status.state == .stopped }
        #expect(try await player.position() == nil)
        await player.close()
    }

    @Test func aSkipByAPersonIsOne() async throws {
        let mpd = try TestMPD([("a.wav", 120), ("b.wav", 120)])
        let (player, log) = try await player(mpd)
        try await begin("a.wav", player, log)
        _ = try await player.queue("b.wav")
        try mpd.mpc("next")
        try await until("b plays", log) { log.began == ["a.wav", "b.wav"] }
        try mpd.mpc("next")
        try await until("it stopped", log) { log.ends.count == 2 }
        #expect(log.ends == [.skipped, .skipped])
        await player.close()
    }

    @Test func pauseSeekAndStopAreSeen() async throws {
        let mpd = try TestMPD([("a.wav", 300)])
        let (player, log) = try await player(mpd)
        try await begin("a.wav", player, log)
        try mpd.mpc("pause")
        try await until("it is paused", log) { player.status.state == .paused }
        let paused = try #require(try await player.position())
        try mpd.mpc("seek", "200")
        try await until("it jumped", log) {
            log.all.contains { if case .seeked = $0 { true } else { false } }
        }
        let position = try #require(try await player.position())
        #expect(abs(position.elapsedSeconds - 200) < 1 && position.lengthSeconds == 300)
        try await player.play()
        try await until("it plays", log) { player.status.state == .playing }
        try await player.pause()
        try await until("it is paused again", log) { player.status.state == .paused }
        try await player.play()
        try mpd.mpc("stop")
        try await until("it stopped", log) { log.ends == [.stopped] }
        #expect(log.began == ["a.wav"])
        // What was jumped over was not heard.
        let heard = try #require(log.ended.first?.playedSeconds)
        #expect(heard < 300 - 200 + paused.elapsedSeconds)
        await player.close()
    }

    @Test func aRepeatedSongBeginsAgain() async throws {
        let mpd = try TestMPD([("a.wav", 4)])
        let (player, log) = try await player(mpd)
        try mpd.mpc("repeat", "on")
        try mpd.mpc("single", "on")
        _ = try await player.queue("a.wav")
        try await player.play()
        try await until("it is repeated", log) { log.began.count >= 2 }
        #expect(log.ends.first == .reachedEnd && log.began.first == log.began.last)
        await player.close()
    }

    // MARK: A person's queue

    @Test func aPersonsQueueWins() async throws {
        let mpd = try TestMPD([("a.wav", 120), ("b.wav", 120), ("c.wav", 120), ("d.wav", 120)])
        let (player, log) = try await player(mpd)
        try mpd.mpc("add", "a.wav", "b.wav", "c.wav")
        try mpd.mpc("play")
        try await until("two follow", log) { player.status.userEntryCount == 2 }
        await #expect(throws: PlayerError.userSongsQueued(2)) { try await player.queue("d.wav") }
        try mpd.mpc("play", "3")
        try await until("none follows", log) {
            player.status.userEntryCount == 0 && log.began.last == "c.wav"
        }
        let queuedSong = try await player.queue("d.wav")
        // A song behind ours leaves it where it is, and makes us wait after it.
        try mpd.mpc("add", "a.wav")
        try await until("one follows", log) { player.status.userEntryCount == 1 }
        #expect(player.status.queuedSong == queuedSong && log.withdrawals.isEmpty)
        // A song before ours displaces it.
        try mpd.mpc("insert", "b.wav")
        try await until("ours is taken back", log) { log.withdrawals == [.displaced] }
        try await until("the queue is the person's", log) {
            try mpd.mpc("playlist", "-f", "%file%").split(separator: "\n")
                == ["a.wav", "b.wav", "c.wav", "b.wav", "a.wav"]
        }
        #expect(player.status.queuedSong == nil)
        #expect(try await player.withdraw(queuedSong) == false)
        await player.close()
    }

    @Test func aJumpToAnotherSongWithdrawsOurs() async throws {
        let mpd = try TestMPD([("a.wav", 120), ("b.wav", 120), ("c.wav", 120)])
        let (player, log) = try await player(mpd)
        try mpd.mpc("add", "a.wav", "b.wav")
        try mpd.mpc("play", "2")
        try await until("b plays", log) { log.began == ["b.wav"] }
        _ = try await player.queue("c.wav")
        try mpd.mpc("play", "1")
        try await until("ours is taken back", log) { log.withdrawals == [.displaced] }
        #expect(log.ends == [.skipped])
        await player.close()
    }

    @Test func anotherQueueIsAnotherController() async throws {
        let mpd = try TestMPD([("a.wav", 120), ("b.wav", 120)])
        let (player, log) = try await player(mpd)
        try await begin("a.wav", player, log)
        _ = try await player.queue("b.wav")
        try await until("MPD knows the next one", log) {
            try mpd.mpc("playlist").split(separator: "\n").count == 2
        }
        try await Task.sleep(for: .seconds(1))
        try mpd.mpc("clear")
        try await until("the song ended", log) { log.ends == [.otherController] }
        try await until("ours is gone", log) { log.withdrawals == [.removed] }
        try mpd.mpc("add", "b.wav")
        try mpd.mpc("play")
        try await until("b plays", log) { log.began == ["a.wav", "b.wav"] }
        await player.close()
    }

    @Test func anEntryThatIsDeletedEndsAsDeleted() async throws {
        let mpd = try TestMPD([("a.wav", 120), ("b.wav", 120)])
        let (player, log) = try await player(mpd)
        try mpd.mpc("add", "a.wav", "b.wav")
        try mpd.mpc("play", "1")
        try await until("b follows", log) {
            log.began == ["a.wav"] && player.status.userEntryCount == 1
        }
        try mpd.mpc("del", "1")
        try await until("b plays", log) { log.began == ["a.wav", "b.wav"] }
        #expect(log.ends == [.deleted])
        await player.close()
    }

    @Test func oursIsWithdrawnByItsNumber() async throws {
        let mpd = try TestMPD([("a.wav", 120), ("b.wav", 120)])
        let (player, log) = try await player(mpd)
        try await begin("a.wav", player, log)
        let queuedSong = try await player.queue("b.wav")
        #expect(try await player.withdraw(queuedSong))
        #expect(try await player.withdraw(queuedSong) == false)
        #expect(try mpd.mpc("playlist", "-f", "%file%") == "a.wav\n")
        #expect(player.status.queuedSong == nil)
        // A song that a person removed is not taken back a second time.
        _ = try await player.queue("b.wav")
        try mpd.mpc("del", "2")
        try await until("ours is gone", log) { log.withdrawals == [.removed] }
        // What plays is ours no more.
        let last = try await player.queue("b.wav")
        try await player.next()
        try await until("b plays", log) { log.began.last == "b.wav" }
        #expect(try await player.withdraw(last) == false)
        await player.close()
    }

    @Test func whatCannotBeQueuedIsSaid() async throws {
        let mpd = try TestMPD([("a.wav", 120)])
        let (player, _) = try await player(mpd)
        await #expect(throws: PlayerError.noSuchSong) { try await player.queue("missing.wav") }
        await #expect(throws: PlayerError.badAddress) { try await player.queue("a.wav\nclear") }
        await #expect(throws: PlayerError.badAddress) { try await player.queue("") }
        await player.close()
        await #expect(throws: PlayerError.closed) { try await player.queue("a.wav") }
    }

    // MARK: Settings

    @Test func settingsAreReportedAndNotChanged() async throws {
        let mpd = try TestMPD([("a.wav", 120)])
        let (player, log) = try await player(mpd)
        try mpd.mpc("crossfade", "5")
        try await until("it fades", log) { player.status.crossfadeSeconds == 5 }
        for (index, name) in ["random", "repeat", "single", "consume"].enumerated() {
            try mpd.mpc(name, "on")
            try await until("\(name) is told", log) {
                player.status.limitations.count == index + 2
            }
        }
        #expect(
            Set(player.status.limitations) == [
                .random, .repeats, .single, .consume, .crossfade(seconds: 5),
            ])
        _ = try await player.queue("a.wav")
        try await player.play()
        try await until("a plays", log) { log.began == ["a.wav"] }
        await player.close()
        let said = try mpd.mpc("status")
        for name in ["repeat: on", "random: on", "single: on", "consume: on"] {
            #expect(said.contains(name))
        }
        #expect(try mpd.mpc("crossfade").contains("5"))
    }

    // MARK: Files that come and go

    @Test func aDeletedSongIsGoneFromTheQueue() async throws {
        let mpd = try TestMPD([("a.wav", 120), ("b.wav", 120)])
        let (player, log) = try await player(mpd)
        try await begin("a.wav", player, log)
        _ = try await player.queue("b.wav")
        try FileManager.default.removeItem(atPath: mpd.musicFolder + "/b.wav")
        try mpd.mpc("update", "--wait")
        try await until("ours is gone", log) { log.withdrawals == [.removed] }
        try await until("the library changed", log) { log.all.contains(.libraryChanged) }
        // MPD leaves the song that plays in its queue, and plays it to its end.
        try FileManager.default.removeItem(atPath: mpd.musicFolder + "/a.wav")
        try mpd.mpc("update", "--wait")
        try await until("the library changed again", log) {
            log.all.count { $0 == .libraryChanged } >= 2
        }
        #expect(player.status.song?.uri == "a.wav" && log.ends.isEmpty)
        await player.close()
    }

    @Test func aNewSongCanBeQueuedAfterAnUpdate() async throws {
        let mpd = try TestMPD([("a.wav", 120)])
        let (player, log) = try await player(mpd)
        await #expect(throws: PlayerError.noSuchSong) { try await player.queue("new.wav") }
        try TestSong.write("new.wav", seconds: 60, in: mpd.musicFolder)
        try mpd.mpc("update", "--wait")
        try await until("the library changed", log) { log.all.contains(.libraryChanged) }
        try await begin("new.wav", player, log)
        await player.close()
    }

    @Test func aFileOutsideOfTheMusicFolderIsPlayed() async throws {
        let mpd = try TestMPD([("a.wav", 120)])
        let (player, log) = try await player(mpd)
        #expect(player.musicFolder == mpd.musicFolder)
        #expect(player.address(ofFile: mpd.musicFolder + "/a.wav") == "a.wav")
        #expect(player.address(ofFile: "relative") == nil)
        #expect(player.address(ofFile: "/a\nb") == nil)
        let path = try TestSong.write("ü 1.wav", seconds: 60, in: mpd.folder.path)
        try await begin(try #require(player.address(ofFile: path)), player, log)
        #expect(player.status.song?.path == path)
        await player.close()
    }

    // MARK: Errors

    @Test func theCommandsConnectionIsMadeAnew() async throws {
        let mpd = try TestMPD([("a.wav", 120)], settings: "connection_timeout \"1\"")
        let (player, log) = try await player(mpd)
        try await begin("a.wav", player, log)
        // MPD ends connections that are silent.
        try await Task.sleep(for: .seconds(4))
        _ = try await player.position()
        #expect(log.errors.isEmpty)
        await player.close()
    }

    @Test func aKilledMPDIsFoundAgain() async throws {
        let mpd = try TestMPD([("a.wav", 300), ("b.wav", 300)])
        let (player, log) = try await player(mpd)
        try await begin("a.wav", player, log)
        _ = try await player.queue("b.wav")
        let state = mpd.folder.path + "/state"
        try await until("MPD kept its queue", log) {
            (try? String(contentsOfFile: state, encoding: .utf8))?.contains("1:b.wav") == true
        }
        mpd.kill()
        try await until("it is lost", log) { log.ends == [.playerLost] && !log.errors.isEmpty }
        #expect(player.status.state == .unreachable)
        await #expect(throws: PlayerError.self) { try await player.position() }
        try mpd.start()
        try await until("it is found", log) {
            log.isFoundAgain && player.status.state != .unreachable
        }
        // The number of our song was asked for anew.
        let queuedSong = try #require(player.status.queuedSong)
        #expect(queuedSong.uri == "b.wav" && log.withdrawals.isEmpty)
        #expect(try await player.withdraw(queuedSong))
        #expect(try mpd.mpc("playlist", "-f", "%file%") == "a.wav\n")
        await player.close()
    }

    @Test(.slow) func noSongIsLostOrRepeatedWhenMPDIsKilled() async throws {
        let mpd = try TestMPD([("a.wav", 1.5), ("b.wav", 1.5)])
        let (player, log) = try await player(mpd)
        var random = SplitMix64(seed: 28)
        for _ in 0..<8 {
            let count = log.began.count
            try mpd.mpc("clear")
            try mpd.mpc("add", "a.wav", "b.wav")
            try mpd.mpc("play", "1")
            try await until("a song plays", log) { log.began.count > count }
            let wait = Int.random(in: 0...2_500, using: &random)
            try await Task.sleep(for: .milliseconds(wait))
            mpd.kill()
            try await until("it is lost", log) { player.status.state == .unreachable }
            try mpd.start()
            try await until("it is found", log) { player.status.state != .unreachable }
        }
        await player.close()
        var isPlaying = false
        for event in log.all {
            switch event {
            case .songBegan:
                #expect(!isPlaying)
                isPlaying = true
            case .songEnded:
                #expect(isPlaying)
                isPlaying = false
            default: break
            }
        }
        #expect(log.ended.allSatisfy { (0...1.5).contains($0.playedSeconds) })
        #expect(log.ends.contains(.playerLost))
    }

    @Test func aWrongPasswordIsSaid() async throws {
        let mpd = try TestMPD([("a.wav", 120)], password: "right")
        for password in [nil, "geheim", "li\nne"] {
            var address = mpd.address
            address.password = password.map { MPDPassword($0) }
            let player = try MPDPlayer(address, environment: mpd.environment)
            let log = EventLog(player)
            await #expect(throws: PlayerError.wrongPassword) { try await player.ready() }
            await #expect(throws: PlayerError.wrongPassword) { try await player.queue("a.wav") }
            #expect(log.errors.allSatisfy { $0 == .wrongPassword })
            #expect(player.status == .unreachable)
            #expect(!"\(log.all)".contains(password ?? "right"))
            await player.close()
        }
        var address = mpd.address
        address.password = MPDPassword("right")
        let player = try MPDPlayer(address, environment: mpd.environment)
        try await player.ready()
        #expect(player.status.state == .stopped)
        await player.close()
    }

    @Test func itIsReachedByAPortAsTheEnvironmentSays() async throws {
        let port = try Self.freePort()
        let mpd = try TestMPD(
            [("a.wav", 120)], password: "geheim",
            settings: "bind_to_address \"127.0.0.1\"\nport \"\(port)\"")
        func open(_ host: String) throws -> any Player {
            try PlayerChoice.mpd.open(environment: [
                "MPD_HOST": host, "MPD_PORT": "\(port)", "XDG_RUNTIME_DIR": mpd.folder.path,
            ])
        }
        let refused = try open("falsch@127.0.0.1")
        await #expect(throws: PlayerError.wrongPassword) { try await refused.ready() }
        await refused.close()
        let player = try open("geheim@127.0.0.1")
        try await player.ready()
        // MPD states its folder to clients of its socket alone, and plays no other files for those of a port.
        #expect((player as? MPDPlayer)?.musicFolder == nil)
        #expect(player.address(ofFile: mpd.musicFolder + "/a.wav") == nil)
        #expect(player.status.state == .stopped)
        await player.close()
    }

    /// A port of this machine without a listener.
    private static func freePort() throws -> UInt16 {
        #if canImport(Darwin)
            let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #else
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
            }
        }
        try #require(result)
        return UInt16(bigEndian: address.sin_port)
    }

    @Test func anMPDThatIsNotThereIsAway() async throws {
        let folder = try TemporaryFolder()
        let environment = ["XDG_RUNTIME_DIR": folder.path]
        let player = try MPDPlayer(
            MPDAddress(.socket(path: folder.path + "/none")), environment: environment)
        await #expect(throws: PlayerError.unreachable("No such file or directory")) {
            try await player.ready()
        }
        #expect(player.status == .unreachable)
        await player.close()
        await player.close()
    }

    @Test func onlyOneOfOurProgramsControls() async throws {
        let mpd = try TestMPD([("a.wav", 120)])
        let (player, log) = try await player(mpd)
        #expect(throws: PlayerError.inUse) {
            try MPDPlayer(mpd.address, environment: mpd.environment)
        }
        let (watcher, seen) = try await self.player(
            mpd, options: MPDPlayer.Options(controlsPlayback: false))
        await #expect(throws: PlayerError.notControllable) { try await watcher.queue("a.wav") }
        #expect(!watcher.status.canControl)
        #expect(watcher.status.limitations == [.notControllable])
        try await begin("a.wav", player, log)
        try await until("both see the song", seen) { seen.began == ["a.wav"] }
        await watcher.close()
        await player.close()
        let (again, _) = try await self.player(mpd)
        await again.close()
    }
}
