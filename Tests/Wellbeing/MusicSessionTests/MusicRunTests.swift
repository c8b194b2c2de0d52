import Foundation
import MusicLibrary
import MusicPlayers
import MusicSelection
import TestPlayers
import TestSupport
import Testing

@testable import MusicSession

/// Music on a clock that tests move, against a player that keeps its own books.
@Suite struct MusicRunTests {
    /// A heart of 70/min at rest whose rhythm oscillates by 5 %.
    @Sendable private static func calm(_ seconds: Double) -> Double {
        857 * (1 + 0.05 * sin(2 * .pi * seconds / 10))
    }

    private func plays(_ evening: Evening) throws -> [StoredPlay] {
        try evening.store.plays().reversed()
    }

    // MARK: An evening

    @Test(.timeLimit(.minutes(5))) func aWholeEveningPlaysWithoutAGap() async throws {
        let evening = try Evening(songs: Evening.songs(60, seed: 5), intervalMs: Self.calm)
        let hours = TestEffort.pick(1, all: 5)
        await evening.pass(hours * 3600)
        let plays = try plays(evening)
        #expect(plays.count >= hours * 3600 / 220)
        for (before, after) in zip(plays, plays.dropFirst()) {
            // One second is the step of the clock.
            #expect(after.facts.startSeconds - before.facts.endSeconds <= 1)
            #expect(before.facts.songID != after.facts.songID)
        }
        for play in plays {
            #expect(play.facts.outcome == .finished && play.facts.playedShare == 1)
            let sum = (play.parts ?? [:]).values.reduce(0, +)
            #expect(abs(sum - (play.score ?? .nan)) < 1e-12)
            #expect(play.choosingPolicy == SelectionPolicy.standard.rawValue)
        }
        // No third song in a row of one artist.
        let artists = plays.map { $0.facts.songID % 7 }
        for index in artists.indices.dropFirst(2) {
            #expect(Set(artists[(index - 2)...index]).count > 1)
        }
        // The heart of the first play had no 30 s before it; those of the others did.
        let hearts = plays.dropFirst().compactMap(\.facts.startBpm)
        #expect(hearts.count == plays.count - 1)
        #expect(hearts.allSatisfy { abs($0 - 70) < 1 })
        #expect(plays.allSatisfy { $0.breathingSessionID == evening.heart?.session })
        let facts = try evening.store.songFacts()
        #expect(facts.map(\.playCount).reduce(0, +) == plays.count)
        // 70/min of 60 to 190 is .08; the oscillation of 5 % has an SDNN of 30 ms.
        let shown = await evening.run.snapshot
        #expect(abs(shown.state.arousal - 10.0 / 130) < 0.02)
        #expect(shown.bpm != nil && shown.song != nil)
        #expect(await evening.run.drainNotices().isEmpty)
    }

    /// A day, with all that is kept of it: what is held in memory does not grow with the hours.
    @Test(.slow, .timeLimit(.minutes(30))) func aDayOfPlayingStaysFlat() async throws {
        let evening = try Evening(songs: Evening.songs(200, seed: 5), intervalMs: Self.calm)
        var residentBytes: [Int] = []
        for _ in 0..<24 {
            await evening.pass(3600)
            residentBytes.append(try Self.residentBytes())
        }
        let plays = try plays(evening)
        #expect(plays.count >= 24 * 3600 / 220)
        #expect(plays.allSatisfy { $0.facts.outcome == .finished })
        // After the first hours nothing is new; the page cache of the database is 2 MB.
        let growth = residentBytes[23] - residentBytes[5]
        #expect(growth < 12 << 20, "\(residentBytes.map { $0 >> 10 })")
    }

    /// Returns the resident memory of this process.
    private static func residentBytes() throws -> Int {
        let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        return try #require(pages) * Int(sysconf(Int32(_SC_PAGESIZE)))
    }

    /// The last row of the design's acceptance: a heart of 95/min whose intervals oscillate by 35 ms about their mean.
    @Test(arguments: [(80.0, MusicNeed.calm, 68.0), (50, .maintain, 103.2)])
    func theDesignsEndToEnd(_ baseline: Double, _ need: MusicNeed, _ bpm: Double) async throws {
        let settings = MusicSettings([.restBpm: 60, .maxBpm: 190, .hrvBaselineMs: baseline])
        let songs = (0..<20).map { (55 + 5 * Double($0), Double($0) / 19, "Artist \($0)") }
        var options = MusicRunOptions()
        options.policy = .reference
        let evening = try Evening(
            songs: songs, options: options, settings: settings,
            intervalMs: { Int(($0 * 1000).rounded()) % 2 == 0 ? 597 : 667 })
        await evening.pass(900)
        let shown = await evening.run.snapshot
        #expect(abs((shown.bpm ?? 0) - 95) < 2)
        #expect(shown.need == need)
        let target = try #require(await evening.run.ranked(count: 1).first).choice.target.bpm
        #expect(abs(target - bpm) < 3)
        let last = try #require(try plays(evening).last?.facts.songID)
        #expect(need == .maintain || 50 + 5 * Double(last) < 100)
    }

    @Test func theSameEveningIsTheSameChoice() async throws {
        var songs: [[Int64]] = []
        for _ in 0..<2 {
            var options = MusicRunOptions()
            (options.policy, options.seed) = (.random, 7)
            let evening = try Evening(songs: Evening.songs(30, seed: 6), options: options)
            await evening.pass(1200)
            songs.append(try plays(evening).map(\.facts.songID))
        }
        #expect(songs[0] == songs[1] && songs[0].count >= 4)
    }

    @Test func whatADeletedHeartTaughtIsForgottenAtOnce() async throws {
        var options = MusicRunOptions()
        options.policy = .adaptive
        let evening = try Evening(
            songs: Evening.songs(20, seed: 6), options: options, intervalMs: Self.calm)
        await evening.pass(3600)
        func scores() async -> [Double] {
            await evening.run.ranked(count: 20).map(\.choice.score)
        }
        let before = await scores()
        try evening.store.deleteHeartData { _ in false }
        #expect(await scores() == before)
        await evening.run.relearn()
        #expect(await scores() != before)
        #expect(try plays(evening).allSatisfy { $0.facts.startBpm == nil })
    }

    // MARK: A person

    @Test func aSkipIsThePersonsAndAStopIsRespected() async throws {
        let evening = try Evening(songs: Evening.songs(20, seed: 1))
        await evening.pass(20)
        await evening.run.skip()
        await evening.pass(40)
        evening.player.personStops()
        await evening.pass(300)
        #expect(evening.player.status.state == .stopped)
        let plays = try plays(evening)
        #expect(plays.map(\.facts.outcome) == [.person, .person])
        #expect(plays.map(\.facts.isSkip) == [true, true])
        #expect(plays.map(\.facts.countsAsPlay) == [false, true])
        #expect(evening.player.calls.filter { $0 == .play }.count == 1)
        // Begun again by the person, it goes on.
        evening.player.personPlays()
        await evening.pass(600)
        #expect(try self.plays(evening).count >= 4)
    }

    @Test func aPersonsQueueComesFirst() async throws {
        let evening = try Evening(songs: Evening.songs(20, seed: 2))
        await evening.pass(5)
        evening.player.personQueues("/songs/3.flac", "/songs/4.flac")
        let before = evening.player.calls.count
        // Both, and nothing of ours before their end.
        await evening.pass(240)
        let queued = evening.player.calls.dropFirst(before)
        #expect(queued.isEmpty)
        await evening.pass(900)
        let plays = try plays(evening)
        #expect(plays.dropFirst().prefix(2).map(\.facts.songID) == [3, 4])
        #expect(plays.dropFirst().prefix(2).allSatisfy { $0.choosingPolicy == nil })
        #expect(plays.count >= 4 && plays[3].choosingPolicy != nil)
    }

    @Test func aPauseIsNotHeard() async throws {
        let evening = try Evening(songs: Evening.songs(20, seed: 3))
        await evening.pass(10)
        await evening.run.playOrPause()
        await evening.pass(1000)
        #expect(evening.player.status.state == .paused)
        await evening.run.playOrPause()
        await evening.pass(230)
        let play = try #require(try plays(evening).first)
        #expect(play.facts.playedShare == 1)
        #expect(play.facts.endSeconds - play.facts.startSeconds > 1000)
    }

    @Test func changesOfTheVolumeAreCounted() async throws {
        let evening = try Evening(songs: Evening.songs(20, seed: 3))
        await evening.pass(10)
        for volume in [80, 60, 60, nil, 70] as [Double?] {
            evening.player.personSets([], volumePercent: volume)
            await evening.pass(1)
        }
        await evening.pass(230)
        let play = try #require(try plays(evening).first)
        #expect(play.volumeChangeCount == 3)
        #expect(play.volumeStart != nil && play.volumeEnd == 70)
    }

    @Test func aThumbDownIsNotChosenAgain() async throws {
        let evening = try Evening(songs: Evening.songs(3, seed: 4))
        await evening.pass(5)
        let id = try #require(await evening.run.snapshot.song?.id)
        #expect(await evening.run.setThumb(.down))
        await evening.run.skip()
        await evening.pass(2000)
        let later = try plays(evening).dropFirst().map(\.facts.songID)
        #expect(later.count >= 5 && !later.contains(id))
    }

    @Test func theNudgeMovesTheTargetAndFades() async throws {
        let evening = try Evening(songs: Evening.songs(5, seed: 4))
        await evening.pass(1)
        for _ in 0..<20 { await evening.run.nudgeEnergy(1) }
        #expect(await evening.run.snapshot.nudge == 1)
        await evening.pass(899)
        #expect(await evening.run.snapshot.nudge == 1)
        await evening.pass(1)
        #expect(await evening.run.snapshot.nudge == 0)
    }

    /// Another program presses too, and both see the same.
    @Test func theNudgeIsShared() async throws {
        let evening = try Evening(songs: Evening.songs(5, seed: 4))
        await evening.pass(1)
        await evening.run.nudgeEnergy(1)
        let now = evening.clock.unixSeconds
        try evening.store.save(try evening.store.nudge().stepped(1, atSeconds: now))
        #expect(await evening.run.snapshot.nudge == 0.2)
        try evening.store.save(EnergyNudge(timeSeconds: now, value: 0))
        #expect(await evening.run.snapshot.nudge == 0)
    }

    /// The person goes back: the song of before plays again, and what waited does not stay in its way.
    @Test func backIsTheSongBefore() async throws {
        let evening = try Evening(songs: Evening.songs(20, seed: 4))
        await evening.pass(300)
        let first = try #require(try plays(evening).first).facts.songID
        #expect(await evening.run.snapshot.song?.id != first)
        await evening.run.previous()
        await evening.pass(3)
        #expect(await evening.run.snapshot.song?.id == first)
        let shown = try plays(evening).map(\.facts.outcome)
        #expect(shown == [.finished, .person])
        await evening.pass(1200)
        #expect(try plays(evening).count >= 5)
    }

    // MARK: What goes and comes

    @Test func aLostPlayerIsNobodysJudgement() async throws {
        let evening = try Evening(songs: Evening.songs(20, seed: 8))
        await evening.pass(100)
        evening.player.goAway()
        await evening.pass(50)
        evening.player.comeBack()
        await evening.pass(400)
        let plays = try plays(evening)
        #expect(plays.first?.facts.outcome == .system && plays.first?.facts.isSkip == false)
        #expect(plays.first?.facts.playedSeconds == 99)
        #expect(plays.dropFirst().allSatisfy { $0.facts.outcome == .finished })
        #expect(plays.count >= 2)
        let notices = await evening.run.drainNotices()
        #expect(notices.filter { $0.contains("switched off") }.count == 1)
        #expect(notices.last == "The player is there again.")
        #expect(notices.count == 2)
    }

    @Test func aSongThatThePlayerDoesNotHaveIsPassedOver() async throws {
        let missing: Set = [1, 2, 3, 4, 5, 6, 7, 8]
        let evening = try Evening(songs: Evening.songs(10, seed: 9), missingAtPlayer: missing)
        await evening.pass(700)
        let songs = Set(try plays(evening).map(\.facts.songID))
        #expect(songs == [9, 10])
        let notices = await evening.run.drainNotices()
        #expect(!notices.isEmpty && notices.allSatisfy { $0.contains("does not have") })
    }

    /// A song that plays at 23:50 before the first step is one of the night, not of an unknown time.
    @Test func theContextOfWhatPlaysAlreadyIsKnown() async throws {
        let evening = try Evening(songs: Evening.songs(10, seed: 9))
        evening.clock.pass(5 * 3600 + 50 * 60)
        evening.player.otherControllerBegins("/songs/1.flac")
        await evening.settle()
        await evening.pass(300)
        #expect(try plays(evening).first?.facts.songID == 1)
        #expect(try plays(evening).first?.facts.context == .preSleep)
    }

    /// A player that is just started may have an empty database: what it lacked then is chosen once it has it.
    @Test func aSongThatThePlayerGetsLaterIsChosen() async throws {
        let evening = try Evening(
            songs: Evening.songs(10, seed: 9), missingAtPlayer: Set(1...10))
        await evening.pass(60)
        #expect(try plays(evening).isEmpty && evening.player.status.state == .stopped)
        for number in 1...10 { evening.player.add("/songs/\(number).flac", seconds: 180) }
        await evening.pass(700)
        #expect(try plays(evening).count == 3)
    }

    @Test func aDeletedSongIsNoSkip() async throws {
        let evening = try Evening(songs: Evening.songs(10, seed: 9))
        await evening.pass(100)
        let uri = try #require(evening.player.status.song?.uri)
        evening.player.delete(uri)
        await evening.pass(30)
        let play = try #require(try plays(evening).first)
        #expect(play.facts.outcome == .system && !play.facts.isSkip)
        #expect(evening.player.status.state == .playing)
    }

    @Test func theHeartMayGoAndCome() async throws {
        let evening = try Evening(songs: Evening.songs(20, seed: 10), intervalMs: Self.calm)
        await evening.pass(600)
        #expect(await evening.run.snapshot.state.confidence > 0.5)
        evening.heart?.go()
        await evening.pass(700)
        let without = await evening.run.snapshot.state
        #expect(without.confidence == 0 && without.arousal == 0.5)
        #expect(evening.player.status.state == .playing)
        evening.heart?.come()
        await evening.pass(600)
        #expect(await evening.run.snapshot.state.confidence > 0.5)
    }

    // MARK: What is learnt of the heart

    @Test func aPacedHeartTeachesNothing() async throws {
        let evening = try Evening(songs: Evening.songs(20, seed: 11), intervalMs: Self.calm)
        await evening.pass(300)
        evening.heart?.pace(true)
        await evening.pass(400)
        evening.heart?.pace(false)
        await evening.pass(700)
        let plays = try plays(evening)
        // Those that end while the pacer leads, or begin less than 2 min after it.
        let end = Evening.begin + 700 + 120
        for play in plays where play.facts.endSeconds > Evening.begin + 301 {
            let isPaced = play.facts.startSeconds < end
            #expect(play.facts.isPaced == isPaced)
            #expect((play.facts.hrvChange == nil) == isPaced)
        }
        #expect(plays.contains { !$0.facts.isPaced && $0.facts.hrvChange != nil })
    }

    @Test func aSimulatedHeartIsShownAndNotStored() async throws {
        let evening = try Evening(songs: Evening.songs(20, seed: 12), intervalMs: Self.calm)
        evening.heart?.setExcluded(true)
        await evening.pass(900)
        #expect(await evening.run.snapshot.bpm != nil)
        let plays = try plays(evening)
        #expect(plays.count >= 3)
        #expect(plays.allSatisfy { $0.facts.startBpm == nil && $0.facts.endSDNNMs == nil })
        #expect(plays.allSatisfy { $0.breathingSessionID == nil })
        #expect(try evening.store.heartRates(sinceMs: 0).isEmpty)
        #expect(try evening.store.patterns(nowMs: .max).isEmpty)
    }

    @Test func afterASimulatedHeartHalfAnHourPassesUntilAnythingIsLearnt() async throws {
        let evening = try Evening(songs: Evening.songs(20, seed: 14), intervalMs: Self.calm)
        evening.heart?.setExcluded(true)
        await evening.pass(300)
        evening.heart?.setExcluded(false)
        await evening.pass(3600)
        let end = Evening.begin + 300 + 1800
        for play in try plays(evening) where play.facts.playedSeconds >= 150 {
            #expect((play.facts.startBpm != nil) == (play.facts.startSeconds > end))
        }
        #expect(try plays(evening).contains { $0.facts.startBpm != nil })
        #expect(try evening.store.heartRates(sinceMs: 0).allSatisfy { $0.timeSeconds >= end - 2 })
    }

    /// A page and the clock ask at any time, also while a song is under way to a player that has just stopped.
    @Test func concurrentSkipsLeaveNoSongWaiting() async throws {
        let evening = try Evening(songs: Evening.songs(60, seed: 15))
        let run = evening.run
        await evening.pass(3)
        for _ in 0..<40 {
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<2 {
                    group.addTask { await run.skip() }
                    group.addTask { await run.step() }
                }
            }
            await evening.pass(3)
            #expect(evening.player.status.state == .playing)
            #expect(await evening.run.snapshot.explanation != nil)
        }
        await evening.pass(200)
        let plays = try plays(evening)
        #expect(plays.count >= 40 && plays.allSatisfy { $0.choosingPolicy != nil })
        #expect(await evening.run.drainNotices().isEmpty)
    }

    @Test func aPlayerThatStopsAfterEachSongIsNotBegunAgain() async throws {
        let evening = try Evening(songs: Evening.songs(20, seed: 16))
        await evening.pass(5)
        evening.player.personSets([.single])
        await evening.pass(600)
        let begun = evening.player.calls.count { $0 == .play }
        #expect(begun == 1)
    }

    @Test func thePlayBeforeTheEndIsStored() async throws {
        let evening = try Evening(songs: Evening.songs(20, seed: 13))
        await evening.pass(171)
        await evening.run.finish()
        let play = try #require(try plays(evening).first)
        #expect(play.facts.outcome == .system)
        #expect(abs(play.facts.playedSeconds - 170) <= 1)
    }

    @Test func heartRatesTooNearAreRefused() throws {
        #expect(throws: HeartRateRangeError.self) {
            _ = try Evening(
                songs: Evening.songs(1, seed: 1),
                settings: MusicSettings([.restBpm: 150, .ageYears: 50]))
        }
        #expect(throws: MusicStoreError.self) { _ = try Evening(songs: []) }
    }
}
