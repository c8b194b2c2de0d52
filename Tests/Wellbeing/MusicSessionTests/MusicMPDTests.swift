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

    /// What happens to music from its beginning on, one thing after the other.
    private final class Happenings {
        var step = 0
        var since = ContinuousClock.now

        func next() { (step, since) = (step + 1, .now) }
        func waited(_ seconds: Double) -> Bool { .now - since > .seconds(seconds) }
    }

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

    /// Five songs of a minute, and a person who does everything a person can; near their ends by jumps.
    @Test(.timeLimit(.minutes(5))) func fiveSongsEndToEnd() async throws {
        let evening = try Self(seconds: 60)
        let mpd = evening.mpd
        try mpd.mpc("crossfade", "2")
        let now = Happenings()
        var mostEntries = 0
        var begun: [String] = []
        var jumpedCount = 2
        try await evening.run { run, _ in
            let shown = await run.snapshot
            if let song = shown.song?.path.text.split(separator: "/").last.map(String.init),
                shown.player.state != .stopped, begun.last != song
            {
                begun.append(song)
            }
            // A jump once a song waits behind the current one.
            let waits = shown.player.queued != nil || shown.player.personsEntryCount > 0
            if now.step >= 3, now.step < 5, begun.count > jumpedCount {
                jumpedCount = begun.count
                try mpd.mpc("seek", "45")
            }
            mostEntries = max(mostEntries, shown.player.queued == nil ? 0 : 1)
            switch now.step {
            case 0 where begun.count == 1 && now.waited(2):
                // It was idle, and has begun by itself.
                try mpd.mpc("pause")
                now.next()
            case 1 where now.waited(2):
                #expect(shown.player.state == .paused && !waits)
                try mpd.mpc("play")
                try mpd.mpc("seek", "45")
                now.next()
            case 2 where begun.count == 2 && now.waited(2):
                try mpd.mpc("next")
                now.next()
            case 3 where begun.count == 3 && shown.player.queued != nil:
                // Songs of the person's, behind the one of ours that waits.
                try mpd.mpc("add", begun[0])
                try mpd.mpc("add", begun[1])
                now.next()
            case 4 where begun.count == 7 && now.waited(2):
                // Ours again, once the person's are over.
                #expect(Array(begun[4...5]) == Array(begun[0...1]))
                try mpd.mpc("stop")
                now.next()
            case 5 where now.waited(3):
                #expect(try !mpd.mpc("status").contains("[playing]"))
                return true
            default: break
            }
            return false
        }
        #expect(now.step == 5, "\(now.step): \(begun)")
        #expect(mostEntries == 1)
        let plays = Array(try evening.store.plays().reversed())
        let outcomes = plays.map(\.facts.outcome)
        let wanted: [PlayOutcome] = [
            .finished, .person, .finished, .finished, .finished, .finished, .person,
        ]
        #expect(outcomes == wanted, "\(plays)")
        // The pause, and what was jumped over, were not heard.
        #expect(plays.first.map { $0.facts.heardSeconds < 30 } == true)
        // The person's own songs are chosen by nobody here.
        let isOwn = [false, false, false, false, true, true, false]
        #expect(plays.map { $0.chosenBy == nil } == isOwn)
        // What a person has set stays.
        #expect(try mpd.mpc("crossfade").contains("2"))
    }

    /// The file of the song that waits goes, and a new one comes: MPD's database changes while it plays.
    @Test(.timeLimit(.minutes(5))) func aDeletedSongAndAChangedDatabase() async throws {
        let evening = try Self(seconds: 10)
        let now = Happenings()
        var deleted = ""
        try await evening.run { run, player in
            let shown = await run.snapshot
            switch now.step {
            case 0:
                guard let queued = shown.player.queued, shown.song != nil else { break }
                deleted = queued.uri
                try FileManager.default.removeItem(
                    atPath: evening.mpd.musicFolder + "/" + deleted)
                try TestSong.write("new.wav", seconds: 4, in: evening.mpd.musicFolder)
                try evening.mpd.mpc("--wait", "update")
                now.next()
            case 1 where shown.player.queued != nil && shown.player.queued?.uri != deleted:
                now.next()
            case 2: return try evening.store.plays().count >= 2
            default: break
            }
            return false
        }
        #expect(now.step == 2)
        let plays = try evening.store.plays()
        #expect(plays.count >= 2 && plays.allSatisfy { !$0.facts.isSkip })
        let gone = try evening.store.songs().first { $0.path.text.hasSuffix("/" + deleted) }
        #expect(!deleted.isEmpty && plays.allSatisfy { $0.facts.songId != gone?.id })
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
