#if DBus
    import Foundation
    import TestPlayers
    import TestSupport
    import Testing

    @testable import MusicPlayers

    /// Players on a real bus: one that a test plays, and mpv.
    @Suite(.needsStandIn) struct MPRISPlayerTests {
        private let bus: StandInBus
        private let folder: TemporaryFolder
        private var environment: [String: String] {
            ["DBUS_SESSION_BUS_ADDRESS": bus.address, "XDG_RUNTIME_DIR": folder.path]
        }

        init() throws {
            bus = try StandInBus(nil)
            folder = try TemporaryFolder()
        }

        private func player(
            _ name: String = "standin", controls: Bool = true
        ) async throws -> (MPRISPlayer, EventLog) {
            let player = try MPRISPlayer(name, controls: controls, environment: environment)
            let log = EventLog(player)
            try await player.ready()
            return (player, log)
        }

        @Test func playersAreListed() async throws {
            defer { bus.stop() }
            #expect(try await MPRISBus.players(environment).isEmpty)
            let one = try MPRISStandIn("plain", name: "vlc", at: bus.address)
            let other = try MPRISStandIn("plain", name: "mpv.instance12", at: bus.address)
            #expect(try await MPRISBus.players(environment) == ["mpv.instance12", "vlc"])
            one.stop()
            other.stop()
        }

        @Test func withoutABusThereAreNoPlayers() async throws {
            defer { bus.stop() }
            await #expect(throws: MPRISBus.noAddress) { try await MPRISBus.players([:]) }
            #expect(throws: MPRISBus.noAddress) { try MPRISPlayer("vlc", environment: [:]) }
            let nowhere = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(folder.path)/none"]
            await #expect(throws: PlayerError.self) { try await MPRISBus.players(nowhere) }
            for name in ["", "a b", "1a", "a..b", "a\n", "'"] {
                #expect(throws: PlayerError.self) {
                    try MPRISPlayer(name, environment: environment)
                }
            }
        }

        @Test func aSongIsIdentifiedByItsAddress() async throws {
            defer { bus.stop() }
            let standIn = try MPRISStandIn("plain", at: bus.address)
            let (player, log) = try await player()
            #expect(player.name == "mpris:standin" && player.status.state == .stopped)
            #expect(player.status.volumePercent == 50)
            try standIn.plays("file:///m/%C3%BC.mp3", atSeconds: 30)
            try await until("it plays", log) { log.began == ["file:///m/%C3%BC.mp3"] }
            let song = try #require(player.status.song)
            #expect(song.path == "/m/ü.mp3" && song.title == "A title" && song.artist == "A")
            #expect(song.lengthSeconds == 100)
            #expect(try await player.position()?.elapsedSeconds == 30)
            // A later listener receives it too.
            let late = EventLog(player)
            try await until("the late one knows", late) { late.began == log.began }
            try standIn.order("seek 70")
            try await until("it jumped", log) {
                log.all.contains(
                    .seeked(PlayerPosition(elapsedSeconds: 70, lengthSeconds: 100)))
            }
            try standIn.order("set Shuffle true")
            try standIn.order("set LoopStatus \"Track\"")
            try standIn.order("set Volume 0")
            try await until("it is told", log) {
                player.status.limitations == [.random, .repeats, .single, .muted]
            }
            // The next song has the same number.
            try standIn.plays("file:///m/b.mp3")
            try await until("the next plays", log) { log.began.count == 2 }
            #expect(log.ends == [.skipped])
            try standIn.order("quiet PlaybackStatus \"Stopped\"")
            try standIn.order("position 0")
            try standIn.order("invalidate PlaybackStatus")
            try await until("it stopped", log) { log.ends == [.skipped, .stopped] }
            await player.close()
            #expect(standIn.calls.isEmpty)
        }

        @Test func oursIsOpenedWhenTheSongBeforeHasEnded() async throws {
            defer { bus.stop() }
            let standIn = try MPRISStandIn("plain", at: bus.address)
            let (player, log) = try await player()
            let first = try await player.queue("file:///a")
            #expect(player.status.queuedSong == first && standIn.calls.isEmpty)
            try await player.play()
            try await until("a plays", log) { log.began == ["file:///a"] }
            #expect(player.status.queuedSong == nil)
            let second = try await player.queue("file:///b")
            await #expect(throws: PlayerError.alreadyQueued) {
                try await player.queue("file:///c")
            }
            #expect(try await player.withdraw(second))
            _ = try await player.queue("file:///b")
            // Near the end, where the stand-in stands still; then it stops.
            try standIn.order("seek 99.9")
            try await until("it is near the end", log) {
                log.all.contains(
                    .seeked(PlayerPosition(elapsedSeconds: 99.9, lengthSeconds: 100)))
            }
            try standIn.order("position 0")
            try standIn.order("set PlaybackStatus \"Stopped\"")
            try await until("b plays", log) { log.began == ["file:///a", "file:///b"] }
            #expect(log.ends == [.reachedEnd] && log.withdrawals.isEmpty)
            try await until("it was opened", log) { standIn.calls == ["OpenUri", "OpenUri"] }
            try await player.pause()
            try await until("it is paused", log) { player.status.state == .paused }
            try await player.play()
            try await until("it plays on", log) { player.status.state == .playing }
            try await player.previous()
            try await until("it was told once each", log) {
                standIn.calls == ["OpenUri", "OpenUri", "Pause", "Play", "Previous"]
            }
            await player.close()
        }

        @Test func aStopByTheUserIsNotOverridden() async throws {
            defer { bus.stop() }
            let standIn = try MPRISStandIn("plain", at: bus.address)
            let (player, log) = try await player()
            try standIn.plays("file:///a")
            try await until("a plays", log) { log.began.count == 1 }
            let queuedSong = try await player.queue("file:///b")
            try standIn.order("set PlaybackStatus \"Stopped\"")
            try await until("it stopped", log) { log.ends == [.stopped] }
            #expect(player.status.queuedSong == queuedSong && standIn.calls.isEmpty)
            // A person's next song sends ours away.
            try standIn.plays("file:///c")
            try await until("ours is withdrawn", log) { log.withdrawals == [.displaced] }
            #expect(standIn.calls.isEmpty)
            await player.close()
        }

        @Test(arguments: [("plain", ["OpenUri"]), ("append", ["OpenUri", "Next"])])
        func nextGoesToOurs(scenario: String, calls: [String]) async throws {
            defer { bus.stop() }
            let standIn = try MPRISStandIn(scenario, at: bus.address)
            let (player, log) = try await player()
            try standIn.plays("file:///a")
            try await until("a plays", log) { log.began.count == 1 }
            _ = try await player.queue("file:///b")
            try await player.next()
            try await until("b plays", log) { log.began == ["file:///a", "file:///b"] }
            #expect(log.ends == [.skipped])
            try await until("it was told once", log) { standIn.calls == calls }
            await player.close()
        }

        @Test func whatIsRefusedIsSaid() async throws {
            defer { bus.stop() }
            let standIn = try MPRISStandIn("refusing", at: bus.address)
            let (player, log) = try await player()
            for uri in ["no address", "file:///a\n", "", "file:///ü\u{7F}"] {
                await #expect(throws: PlayerError.badAddress) { try await player.queue(uri) }
            }
            _ = try await player.queue("file:///a")
            try await player.play()
            try await until("it is refused", log) { log.withdrawals == [.refused] }
            try standIn.order("set CanGoNext false")
            try await until("it has no next song", log) {
                do throws(PlayerError) {
                    try await player.next()
                    return false
                } catch {
                    return error == .refused("it has no next song")
                }
            }
            await player.close()
        }

        @Test func aPlayerThatForbidsControlIsWatched() async throws {
            defer { bus.stop() }
            let standIn = try MPRISStandIn("watched", at: bus.address)
            let (player, log) = try await player()
            #expect(!player.status.canControl)
            #expect(player.status.limitations == [.notControllable])
            try standIn.plays("file:///a")
            try await until("a is seen", log) { log.began == ["file:///a"] }
            await #expect(throws: PlayerError.notControllable) {
                try await player.queue("file:///b")
            }
            await #expect(throws: PlayerError.notControllable) { try await player.pause() }
            await player.close()
            #expect(standIn.calls.isEmpty)
        }

        @Test func aPlayerGoesAndComes() async throws {
            defer { bus.stop() }
            let absent = try MPRISPlayer("standin", environment: environment)
            let log = EventLog(absent)
            await #expect(
                throws: PlayerError.unreachable("no player of this name is on the desktop's bus")
            ) { try await absent.ready() }
            let first = try MPRISStandIn("plain", at: bus.address)
            try first.plays("file:///a")
            try await until("a plays", log) { log.began == ["file:///a"] }
            first.stop()
            try await until("it is lost", log) { log.ends == [.playerLost] }
            #expect(absent.status == .unreachable)
            let second = try MPRISStandIn("plain", at: bus.address)
            try second.plays("file:///b")
            try await until("b plays", log) { log.began == ["file:///a", "file:///b"] }
            #expect(log.isFoundAgain)
            await absent.close()
        }

        @Test func aBusThatEndsIsAway() async throws {
            let standIn = try MPRISStandIn("plain", at: bus.address)
            let (player, log) = try await player()
            bus.stop()
            try await until("it is lost", log) { player.status == .unreachable }
            await #expect(throws: PlayerError.self) { try await player.pause() }
            await player.close()
            standIn.stop()
        }

        @Test func onlyOneOfOurProgramsControls() async throws {
            defer { bus.stop() }
            let standIn = try MPRISStandIn("plain", at: bus.address)
            let (player, _) = try await player()
            #expect(throws: PlayerError.inUse) {
                try MPRISPlayer("standin", environment: environment)
            }
            let (watcher, _) = try await self.player(controls: false)
            await #expect(throws: PlayerError.notControllable) { try await watcher.play() }
            await watcher.close()
            await player.close()
            standIn.stop()
        }

        // MARK: A real player

        @Test(.needsMPV) func mpvPlaysOursOneAfterTheOther() async throws {
            defer { bus.stop() }
            let mpv = try MPVOnBus(at: bus.address, folder: folder.path)
            defer { mpv.stop() }
            try await until("mpv is on the bus") {
                try await MPRISBus.players(environment) == ["mpv"]
            }
            let (player, log) = try await player("mpv")
            #expect(player.status.canControl && player.status.song == nil)
            let songs = try ["a 1.wav", "b.wav"].map { name in
                let path = try TestSong.write(name, seconds: 10, in: folder.path)
                return try #require(player.address(ofFile: path))
            }
            _ = try await player.queue(songs[0])
            try await player.play()
            try await until("a plays", log) { player.status.queuedSong == nil }
            _ = try await player.queue(songs[1])
            try await until("b plays", log) { log.began.count == 2 }
            #expect(log.ends == [.reachedEnd])
            #expect(player.status.song?.path == folder.path + "/b.wav")
            #expect(player.status.song?.lengthSeconds.map { abs($0 - 10) < 0.1 } == true)
            try await player.pause()
            try await until("it is paused", log) { player.status.state == .paused }
            try await player.play()
            try await until("both have ended", log) { log.ended.count == 2 }
            #expect(log.ends == [.reachedEnd, .reachedEnd] && log.withdrawals.isEmpty)
            await player.close()
        }

        @Test(.needsMPV) func mpvIsSkippedAndKilled() async throws {
            defer { bus.stop() }
            let mpv = try MPVOnBus(at: bus.address, folder: folder.path)
            defer { mpv.stop() }
            try await until("mpv is on the bus") {
                try await MPRISBus.players(environment) == ["mpv"]
            }
            let (player, log) = try await player("mpv")
            let songs = try ["a.wav", "b.wav"].map { name in
                let path = try TestSong.write(name, seconds: 300, in: folder.path)
                return try #require(player.address(ofFile: path))
            }
            _ = try await player.queue(songs[0])
            try await player.play()
            try await until("a plays", log) { log.began.count == 1 }
            _ = try await player.queue(songs[1])
            try await player.next()
            try await until("b plays", log) { log.began.count == 2 }
            #expect(log.ends.count == 1 && log.ends.allSatisfy(\.isEndedByPerson))
            mpv.stop()
            try await until("it is lost", log) { log.ends.last == .playerLost }
            await player.close()
        }
    }
#endif
