import Foundation
import MusicLibrary
import MusicPlayers
import MusicSelection
import TestPlayers
import TestSupport
import Testing

@testable import MusicSession

/// Music by the clock of this computer, against a real MPD with a null output; `mpc` is the person.
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
    private func run(
        countsPlays: Bool = false, until condition: (MusicRun, MPDPlayer) async throws -> Bool
    ) async throws {
        let player = try MPDPlayer(mpd.address, environment: mpd.environment)
        var options = MusicRunOptions()
        if countsPlays {
            options.countPlay = { try await player.countPlay(of: $0, atSeconds: $1) }
        }
        let run = try MusicRun(
            store: store, player: player, heart: nil, clock: SystemMusicClock(), options: options)
        let events = player.events()
        let pump = Task { for await event in events { await run.handle(event) } }
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
        #expect(plays.allSatisfy { $0.facts.outcome == .finished && $0.choosingPolicy != nil })
        #expect(plays.allSatisfy { $0.facts.playedShare > 0.6 })
        #expect(Set(plays.map(\.facts.songID)).count == 3)
        // The learnt counts are those of the plays.
        let counted = try store.songFacts().map(\.playCount).reduce(0, +)
        #expect(try store.plays().count { $0.facts.countsAsPlay } == counted)
    }

    /// A song plays before anything of ours runs: it is shown, not chosen next, and its play is kept.
    @Test func whatPlaysAlreadyIsKnown() async throws {
        try mpd.mpc("add", "2.wav")
        try mpd.mpc("play")
        try await run { run, _ in
            guard let shown = await run.snapshot.song else { return false }
            if try store.plays().isEmpty {
                #expect(shown.path.text.hasSuffix("/2.wav"))
                #expect(await run.ranked(count: 9).map(\.song.id).contains(shown.id) == false)
            }
            return try store.plays().count >= 2
        }
        let plays = Array(try store.plays().reversed())
        let first = try #require(plays.first)
        #expect(try store.song(named: "\(first.facts.songID)").path.text.hasSuffix("/2.wav"))
        #expect(first.choosingPolicy == nil && first.facts.outcome == .finished)
        #expect(plays.dropFirst().first.map { $0.facts.songID != first.facts.songID } == true)
    }

    /// Five songs of a minute, of which a person hears some seconds each: what is done by `mpc` is obeyed at once.
    @Test(.slow, .timeLimit(.minutes(5))) func aPersonLeadsAndMusicFollows() async throws {
        let evening = try Self(seconds: 60)
        let (mpd, store) = (evening.mpd, evening.store)
        try mpd.mpc("crossfade", "2")
        var step = 0
        var stoppedAt = ContinuousClock.now
        try await evening.run { run, _ in
            let shown = await run.snapshot
            let now = shown.player
            let plays = try store.plays()
            let isPlaying = now.state == .playing && shown.song != nil
            func advance(_ act: () throws -> Void) rethrows {
                try act()
                step += 1
            }
            switch step {
            // Nothing waits in the middle of a song; near its end one does.
            case 0 where isPlaying:
                #expect(now.queuedSong == nil)
                try advance { try mpd.mpc("seek", "44") }
            case 1 where now.queuedSong != nil:
                #expect(try mpd.mpc("playlist").split(separator: "\n").count == 2)
                step += 1
            // The second song is held for a moment, and then skipped.
            case 2 where isPlaying && plays.count == 1: try advance { try mpd.mpc("pause") }
            case 3 where now.state == .paused: try advance { try mpd.mpc("play", "2") }
            case 4 where isPlaying: try advance { try mpd.mpc("seek", "44") }
            case 5 where now.queuedSong != nil: try advance { try mpd.mpc("next") }
            // Behind the third comes a song of the person's.
            case 6 where isPlaying && plays.count == 2: try advance { try mpd.mpc("add", "1.wav") }
            case 7 where now.userEntryCount == 1: try advance { try mpd.mpc("seek", "55") }
            case 8 where isPlaying && plays.count == 3:
                #expect(shown.explanation == nil && now.queuedSong == nil)
                try advance { try mpd.mpc("seek", "50") }
            // And then one of ours again, until the person stops.
            case 9 where isPlaying && plays.count == 4:
                #expect(shown.explanation != nil)
                try await Task.sleep(for: .seconds(3))
                try advance { try mpd.mpc("stop") }
            case 10 where now.state == .stopped && plays.count == 5:
                stoppedAt = .now
                step += 1
            case 11:
                #expect(now.state == .stopped && now.queuedSong == nil)
                return .now - stoppedAt > .seconds(3)
            default: break
            }
            return false
        }
        #expect(step == 11)
        let plays = Array(try store.plays().reversed())
        #expect(
            plays.map(\.facts.outcome) == [.finished, .person, .finished, .finished, .person])
        #expect(plays.map { $0.choosingPolicy != nil } == [true, true, true, false, true])
        // What was jumped over was not heard.
        #expect(plays.allSatisfy { $0.facts.playedSeconds > 0 && $0.facts.playedSeconds < 30 })
        let own = try store.songs().first { $0.path.text.hasSuffix("/1.wav") }
        #expect(plays.count == 5 && plays[3].facts.songID == own?.id)
    }

    /// Stickers have how often and when, and nothing else; without the request they have nothing.
    @Test(arguments: [false, true]) func playsAreCountedWhereThatIsWished(isWished: Bool)
        async throws
    {
        let began = Int(Date().timeIntervalSince1970)
        try await run(countsPlays: isWished) { _, _ in try store.plays().count >= 2 }
        let plays = try store.plays().filter(\.facts.countsAsPlay)
        #expect(plays.count >= 2)
        for song in try store.songs() {
            let file = String(try #require(song.path.text.split(separator: "/").last))
            let count = plays.count { $0.facts.songID == song.id }
            let lines = try mpd.mpc("sticker", file, "list").split(separator: "\n").sorted()
            guard isWished, count > 0 else {
                #expect(lines.isEmpty)
                continue
            }
            #expect(lines.count == 2 && lines.last == "playCount=\(count)")
            let played = try #require(lines.first?.split(separator: "=").last.flatMap { Int($0) })
            #expect(lines.first?.hasPrefix("lastPlayed=") == true)
            #expect((began...Int(Date().timeIntervalSince1970)).contains(played))
        }
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
            // The song is held meanwhile, so that its end does not overtake what is done to the one that waits.
            case 0 where shown.song != nil && shown.player.queuedSong != nil:
                try evening.mpd.mpc("pause")
                step = 1
            case 1 where shown.player.state == .paused:
                guard let queuedSong = shown.player.queuedSong else {
                    try evening.mpd.mpc("play")
                    step = 0
                    break
                }
                deleted = queuedSong.uri
                try FileManager.default.removeItem(
                    atPath: evening.mpd.musicFolder + "/" + deleted)
                try TestSong.write("new.wav", seconds: 4, in: evening.mpd.musicFolder)
                try evening.mpd.mpc("--wait", "update")
                try evening.mpd.mpc("play")
                step = 2
            case 2 where shown.player.queuedSong != nil && shown.player.queuedSong?.uri != deleted:
                step = 3
            case 3: return try evening.store.plays().count >= 2
            default: break
            }
            return false
        }
        #expect(step == 3)
        let plays = try evening.store.plays()
        #expect(plays.count >= 2 && plays.allSatisfy { !$0.facts.isSkip })
        let gone = try evening.store.songs().first { $0.path.text.hasSuffix("/" + deleted) }
        #expect(!deleted.isEmpty && plays.allSatisfy { $0.facts.songID != gone?.id })
    }
}
