import MusicLibrary
import MusicSelection
import Synchronization
import TestPlayers
import TestSupport
import Testing

@testable import MusicPlayers
@testable import MusicSession

/// Music that begins to listen while a player plays already.
@Suite struct LateListenerTests {
    /// A player that reports what a test says, by the events of real ones.
    private final class ScriptedPlayer: Player {
        let name = "scripted"
        private let hub: PlayerEventHub
        private let newest = Mutex(PlayerStatus(state: .stopped))
        /// Events that all who listen now have been sent.
        private let sentCount = Mutex(0)
        var reportedCount: Int { sentCount.withLock(\.self) }
        /// Events that music has handled.
        private let countOfHandled = Mutex(0)
        var handledCount: Int { countOfHandled.withLock(\.self) }
        func countHandled() { countOfHandled.withLock { $0 += 1 } }

        init(_ clock: MovedMusicClock) { hub = PlayerEventHub { clock.unixSeconds } }

        var status: PlayerStatus { newest.withLock(\.self) }

        func report(_ status: PlayerStatus, _ events: [PlayerEvent], isStatusFirst: Bool) {
            newest.withLock { $0 = status }
            sentCount.withLock { $0 += events.count + 1 }
            hub.send(isStatusFirst ? [.status(status)] + events : events + [.status(status)])
        }

        func events() -> AsyncStream<PlayerEvent> { hub.stream(status: status) }
        func ready() async throws(PlayerError) {}
        func position() async throws(PlayerError) -> PlayerPosition? { status.position }
        func play() async throws(PlayerError) {}
        func pause() async throws(PlayerError) {}
        func next() async throws(PlayerError) {}
        func previous() async throws(PlayerError) {}
        func queue(_ uri: String) async throws(PlayerError) -> QueuedSong { throw .notControllable }
        func withdraw(_ song: QueuedSong) async throws(PlayerError) -> Bool { false }
        func address(ofFile path: String) -> String? { path }
        func close() async { hub.close() }
    }

    private struct Step {
        var seconds: Double
        var playing: Int?
        var ended: (song: Int, reason: SongEndReason, played: Double)?
    }

    /// Song 1 to its end, song 2 skipped after 40 s, song 3 lost with the player, song 3 again and stopped.
    private static let script = [
        Step(seconds: 10, playing: 1),
        Step(seconds: 60, playing: 1),
        Step(seconds: 120, playing: 2, ended: (1, .reachedEnd, 180)),
        Step(seconds: 40, playing: 3, ended: (2, .skipped, 40)),
        Step(seconds: 50, playing: nil, ended: (3, .playerLost, 50)),
        Step(seconds: 30, playing: 3),
        Step(seconds: 70, playing: nil, ended: (3, .stopped, 70)),
    ]

    private static func song(_ number: Int) -> PlayerSong {
        PlayerSong(uri: "/songs/\(number).flac", entryID: number, lengthSeconds: 180)
    }

    /// The number, end and start of each play, in s since the beginning.
    private static func plays(listeningFrom first: Int, isStatusFirst: Bool) async throws
        -> [[Double]]
    {
        let evening = try Evening(songs: Evening.songs(5, seed: 3))
        let player = ScriptedPlayer(evening.clock)
        var options = MusicRunOptions()
        options.policy = .reference
        let run = try MusicRun(
            store: evening.store, player: player, heart: nil, clock: evening.clock,
            options: options)
        var pump: Task<Void, Never>?
        var playing: Int?
        var expectedCount = 0
        for index in 0...script.count {
            if index == first {
                let events = player.events()
                pump = Task {
                    for await event in events {
                        await run.handle(event)
                        player.countHandled()
                    }
                }
                // The status, and a song or an error.
                let isIdle = playing == nil && player.status.state != .unreachable
                expectedCount = (isIdle ? 1 : 2) - player.reportedCount
            }
            if pump != nil {
                while player.handledCount < expectedCount + player.reportedCount {
                    await Task.yield()
                }
                // What plays is known, and never chosen next.
                let ranked = await run.ranked(count: 10).map(\.song.id)
                #expect(!ranked.isEmpty && !ranked.contains(Int64(playing ?? 0)))
                let shown = await run.snapshot.song?.id
                #expect(shown == playing.map(Int64.init))
            }
            guard index < script.count else { break }
            let step = script[index]
            evening.clock.pass(step.seconds)
            var status = PlayerStatus(state: step.playing == nil ? .stopped : .playing)
            status.song = step.playing.map(song)
            var events: [PlayerEvent] = []
            if let ended = step.ended {
                events.append(
                    .songEnded(
                        SongEnding(
                            song: song(ended.song), reason: ended.reason,
                            playedSeconds: ended.played, positionSeconds: ended.played)))
            }
            if let song = step.playing, song != playing {
                events.append(.songBegan(Self.song(song)))
            }
            if step.ended?.reason == .playerLost {
                status = .unreachable
                events.append(.disconnected(.timedOut))
            } else if index > 0, script[index - 1].ended?.reason == .playerLost {
                events.insert(.connected, at: 0)
            }
            playing = step.playing
            player.report(status, events, isStatusFirst: isStatusFirst)
        }
        await run.finish()
        pump?.cancel()
        return try evening.store.plays().reversed().map { play in
            [
                Double(play.facts.songID), play.facts.endSeconds - Evening.begin,
                play.facts.startSeconds - Evening.begin, play.facts.playedSeconds,
                play.facts.isSkip ? 1 : 0,
            ]
        }
    }

    /// Written down from the script, each with the step that ends it.
    private static let expected: [(endStep: Int, play: [Double])] = [
        (2, [1, 190, 10, 180, 0]), (3, [2, 230, 190, 40, 1]), (4, [3, 280, 230, 50, 0]),
        (6, [3, 380, 310, 70, 1]),
    ]

    @Test(arguments: 0...script.count, [false, true])
    func theSamePlaysFromWhereverItListens(_ first: Int, _ isStatusFirst: Bool) async throws {
        let plays = try await Self.plays(listeningFrom: first, isStatusFirst: isStatusFirst)
        #expect(plays == Self.expected.filter { $0.endStep >= first }.map(\.play))
    }

    @Test func aPlayerThatIsAwayReportsWhy() async throws {
        let hub = PlayerEventHub { 0 }
        hub.send([.songBegan(Self.song(1)), .songEnded(Self.ending), .disconnected(.timedOut)])
        var events = hub.stream(status: .unreachable).makeAsyncIterator()
        #expect(await events.next() == .status(.unreachable))
        #expect(await events.next() == .disconnected(.timedOut))
        hub.send([.connected])
        hub.close()
        #expect(await events.next() == .connected)
        #expect(await events.next() == nil)
        var late = hub.stream(status: .unreachable).makeAsyncIterator()
        #expect(await late.next() == .status(.unreachable))
        #expect(await late.next() == nil)
    }

    private static let ending = SongEnding(
        song: song(1), reason: .playerLost, playedSeconds: 1, positionSeconds: 1)

    /// 140 of 180 s before the player was reached, and 30 after: no skip of a person who goes on then.
    @Test func aSongThatWasJoinedIsNoSkipNearItsEnd() throws {
        let window = HeartWindow()
        let evening = try Evening(songs: Evening.songs(1, seed: 3))
        func play(_ joined: Double) -> PlayFacts? {
            SongInProgress(
                song: Self.song(1), librarySong: try? evening.store.song(named: "1"),
                startSeconds: 0, choice: nil, explanation: nil, context: .unknown, need: .maintain,
                startBpm: nil, startSDNNMs: nil, bpmAboveMedian: nil, sdnnAboveMedianMs: nil,
                mood: nil, wasPaced: false, wasExcluded: false
            ).play(
                SongEnding(
                    song: Self.song(1), reason: .skipped, playedSeconds: 30, positionSeconds: 170,
                    joinedAtSeconds: joined),
                endSeconds: 30, heartWindow: window, mood: nil, policy: .reference, session: nil
            )?.facts
        }
        #expect(play(140)?.isSkip == false && play(140)?.playedSeconds == 30)
        #expect(play(0)?.isSkip == true)
    }
}
