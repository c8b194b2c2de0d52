import Testing

@testable import MusicPlayers

/// Songs that begin and end, by hand-made news of a player.
@Suite struct PlayTrackerTests {
    private static let a = PlayerSong(uri: "a", entryID: 1, lengthSeconds: 100)
    private static let b = PlayerSong(uri: "b", entryID: 2, lengthSeconds: 50)
    private static let c = PlayerSong(uri: "c", entryID: 3, lengthSeconds: 50)

    private static func snapshot(
        _ state: PlayerState, _ song: PlayerSong?, at elapsed: Double? = nil,
        next: Int? = nil, former: FormerEntryState = .present, error: String? = nil,
        _ hindrances: [PlayerLimitation] = [], volume: Double? = nil
    ) -> PlaySnapshot {
        PlaySnapshot(
            status: PlayerStatus(
                state: state, song: song,
                position: elapsed.map {
                    PlayerPosition(elapsedSeconds: $0, lengthSeconds: song?.lengthSeconds)
                }, limitations: hindrances, volumePercent: volume, error: error),
            nextEntryID: next, formerEntryState: former)
    }

    /// A player is reached in the middle of a song, also one that is paused: the beginning was not seen.
    @Test(arguments: [PlayerState.playing, .paused]) func aSongMayBeJoined(_ state: PlayerState) {
        var tracker = PlayTracker()
        _ = tracker.apply(Self.snapshot(state, Self.a, at: 60), nowSeconds: 0)
        _ = tracker.apply(Self.snapshot(.playing, Self.a, at: 60), nowSeconds: 0)
        let events =
            tracker.apply(Self.snapshot(.playing, Self.b, at: 0), nowSeconds: 30)
            + tracker.apply(Self.snapshot(.playing, Self.c, at: 0), nowSeconds: 60)
        let endings = events.compactMap { if case .songEnded(let end) = $0 { end } else { nil } }
        #expect(endings.map(\.joinedAtSeconds) == [60, 0])
        #expect(endings.map(\.playedSeconds) == [30, 30])
    }

    struct Change: Sendable, CustomTestStringConvertible {
        let name: String
        /// `a` plays from second 0 on, and this is reported at `atSeconds`.
        let news: PlaySnapshot
        let atSeconds: Double
        let reason: SongEndReason
        let playedSeconds: Double
        var before: [PlayerLimitation] = []

        var testDescription: String { name }
    }

    private static let changes: [Change] = [
        Change(
            name: "the next one plays", news: snapshot(.playing, b, at: 0.1), atSeconds: 100.1,
            reason: .reachedEnd, playedSeconds: 100),
        Change(
            name: "the queue ended", news: snapshot(.stopped, nil), atSeconds: 100.2,
            reason: .reachedEnd, playedSeconds: 100),
        Change(
            name: "a skip", news: snapshot(.playing, b, at: 0), atSeconds: 40, reason: .skipped,
            playedSeconds: 40),
        Change(
            name: "a skip that is heard of late", news: snapshot(.playing, b, at: 45),
            atSeconds: 105,
            reason: .skipped, playedSeconds: 60),
        Change(
            name: "a skip at the end of the queue", news: snapshot(.stopped, nil), atSeconds: 40,
            reason: .skipped, playedSeconds: 40),
        Change(
            name: "stop", news: snapshot(.stopped, a), atSeconds: 40, reason: .stopped,
            playedSeconds: 40),
        Change(
            name: "an error", news: snapshot(.playing, b, at: 0, error: "cannot decode"),
            atSeconds: 40, reason: .error, playedSeconds: 40),
        Change(
            name: "an error of the song after it", news: snapshot(.stopped, nil, error: "of b"),
            atSeconds: 100, reason: .reachedEnd, playedSeconds: 100),
        Change(
            name: "its file is gone", news: snapshot(.playing, b, at: 0, former: .fileMissing),
            atSeconds: 40, reason: .deleted, playedSeconds: 40),
        Change(
            name: "its entry is gone", news: snapshot(.playing, b, at: 0, former: .removed),
            atSeconds: 40, reason: .deleted, playedSeconds: 40),
        Change(
            name: "another queue", news: snapshot(.playing, c, at: 0, former: .removed),
            atSeconds: 40, reason: .otherController, playedSeconds: 40),
        Change(
            name: "another queue that does not play",
            news: snapshot(.stopped, nil, former: .removed),
            atSeconds: 40, reason: .otherController, playedSeconds: 40),
        Change(
            name: "consumed at its end", news: snapshot(.playing, b, at: 0, former: .removed),
            atSeconds: 100, reason: .reachedEnd, playedSeconds: 100),
        Change(
            name: "skipped and consumed",
            news: snapshot(.playing, b, at: 0, former: .removed, [.consume]), atSeconds: 40,
            reason: .skipped, playedSeconds: 40),
        Change(
            name: "a person's jump", news: snapshot(.playing, c, at: 0), atSeconds: 40,
            reason: .skipped,
            playedSeconds: 40),
        Change(
            name: "faded over 8 s", news: snapshot(.playing, b, at: 0, [.crossfade(seconds: 8)]),
            atSeconds: 92, reason: .reachedEnd, playedSeconds: 92, before: [.crossfade(seconds: 8)]),
        Change(
            name: "skipped before the fade",
            news: snapshot(.playing, b, at: 0, [.crossfade(seconds: 8)]), atSeconds: 89,
            reason: .skipped, playedSeconds: 89, before: [.crossfade(seconds: 8)]),
    ]

    @Test(arguments: changes)
    func aSongEnds(change: Change) throws {
        var tracker = PlayTracker()
        #expect(
            tracker.apply(
                Self.snapshot(.playing, Self.a, at: 0, next: 2, change.before), nowSeconds: 0)
                == [.songBegan(Self.a)])
        let events = tracker.apply(change.news, nowSeconds: change.atSeconds)
        guard case .songEnded(let ending)? = events.first else {
            Issue.record("nothing ended: \(events)")
            return
        }
        #expect(ending.song == Self.a && ending.reason == change.reason)
        #expect(abs(ending.playedSeconds - change.playedSeconds) < 1e-9)
        let isPlaying = change.news.status.state == .playing
        let began = change.news.status.song.map {
            PlayerEvent.songBegan($0, secondsAgo: ending.secondsAgo)
        }
        #expect(events.dropFirst().first == (isPlaying ? began : nil))
    }

    @Test func pausesAndSeeksAreNotHeard() {
        var tracker = PlayTracker()
        var events = tracker.apply(Self.snapshot(.playing, Self.a, at: 0), nowSeconds: 10)
        events += tracker.apply(Self.snapshot(.paused, Self.a, at: 20), nowSeconds: 30)
        events += tracker.apply(Self.snapshot(.playing, Self.a, at: 20), nowSeconds: 1_000)
        events += tracker.apply(Self.snapshot(.playing, Self.a, at: 85), nowSeconds: 1_005)
        events += tracker.apply(Self.snapshot(.stopped, nil), nowSeconds: 1_020)
        #expect(events.count == 3)
        #expect(
            events[1] == .seeked(PlayerPosition(elapsedSeconds: 85, lengthSeconds: 100)))
        #expect(
            events[2]
                == .songEnded(
                    SongEnding(
                        song: Self.a, reason: .reachedEnd, playedSeconds: 40, positionSeconds: 100))
        )
    }

    @Test func aSongThatIsRepeatedBeginsAgain() {
        var tracker = PlayTracker()
        var events = tracker.apply(Self.snapshot(.playing, Self.a, at: 0), nowSeconds: 0)
        events += tracker.apply(Self.snapshot(.playing, Self.a, at: 5), nowSeconds: 105)
        events += tracker.apply(Self.snapshot(.stopped, Self.a), nowSeconds: 110)
        #expect(
            events == [
                .songBegan(Self.a),
                .songEnded(
                    SongEnding(
                        song: Self.a, reason: .reachedEnd, playedSeconds: 100, positionSeconds: 100,
                        secondsAgo: 5)),
                .songBegan(Self.a, secondsAgo: 5),
                .songEnded(
                    SongEnding(
                        song: Self.a, reason: .stopped, playedSeconds: 10, positionSeconds: 10)),
            ])
    }

    /// A player that was busy from 99 s to 140 s answers then what was so at 101 s, and at 200 s that it has stopped: the
    /// song of 50 s that came after began and ended when it did, not when we heard of it.
    @Test func aLateReplyIsDatedToItsRequest() {
        var tracker = PlayTracker()
        _ = tracker.apply(Self.snapshot(.playing, Self.a, at: 0), nowSeconds: 0)
        let change = tracker.apply(
            Self.snapshot(.playing, Self.b, at: 1), askedSeconds: 99, nowSeconds: 140)
        #expect(
            change == [
                .songEnded(
                    SongEnding(
                        song: Self.a, reason: .reachedEnd, playedSeconds: 100, positionSeconds: 100,
                        secondsAgo: 40)),
                .songBegan(Self.b, secondsAgo: 40),
            ])
        #expect(
            tracker.apply(Self.snapshot(.stopped, nil), askedSeconds: 140, nowSeconds: 200)
                == [
                    .songEnded(
                        SongEnding(
                            song: Self.b, reason: .reachedEnd, playedSeconds: 50,
                            positionSeconds: 50,
                            secondsAgo: 50))
                ])
    }

    /// The same song, reported late: it has not jumped.
    @Test func aPositionThatComesLateIsNoSeek() {
        var tracker = PlayTracker()
        _ = tracker.apply(Self.snapshot(.playing, Self.a, at: 0), nowSeconds: 0)
        #expect(
            tracker.apply(
                Self.snapshot(.playing, Self.a, at: 20), askedSeconds: 10, nowSeconds: 70
            ).isEmpty)
        #expect(tracker.position(atSeconds: 70)?.elapsedSeconds == 70)
        #expect(
            tracker.apply(
                Self.snapshot(.playing, Self.a, at: 95), askedSeconds: 80, nowSeconds: 81)
                == [.seeked(PlayerPosition(elapsedSeconds: 95, lengthSeconds: 100))])
    }

    @Test func aSeekToTheBeginningIsNoRepeat() {
        var tracker = PlayTracker()
        _ = tracker.apply(Self.snapshot(.playing, Self.a, at: 0), nowSeconds: 0)
        #expect(
            tracker.apply(Self.snapshot(.playing, Self.a, at: 0), nowSeconds: 50)
                == [.seeked(PlayerPosition(elapsedSeconds: 0, lengthSeconds: 100))])
    }

    /// A skip of ours is known without a length; only what a person does must be guessed.
    @Test(arguments: [(true, SongEndReason.skipped), (false, .reachedEnd)])
    func aSkipOfOursNeedsNoLength(isOurs: Bool, reason: SongEndReason) {
        let song = PlayerSong(uri: "x")
        var tracker = PlayTracker()
        _ = tracker.apply(Self.snapshot(.playing, song, former: .unknown), nowSeconds: 0)
        if isOurs { tracker.skip() }
        let events = tracker.apply(
            Self.snapshot(.playing, Self.b, at: 0, former: .unknown), nowSeconds: 3)
        #expect(
            events.first
                == .songEnded(
                    SongEnding(song: song, reason: reason, playedSeconds: 3, positionSeconds: 0)))
        // The one after it is another one.
        let after = tracker.apply(
            Self.snapshot(.playing, PlayerSong(uri: "y"), former: .unknown), nowSeconds: 53)
        #expect(
            after.contains {
                if case .songEnded(let e) = $0 { e.reason == .reachedEnd } else { false }
            })
    }

    @Test func aLostPlayerEndsTheSong() {
        var tracker = PlayTracker()
        _ = tracker.apply(Self.snapshot(.playing, Self.a, at: 0, volume: 30), nowSeconds: 0)
        #expect(
            tracker.handleConnectionLoss(.timedOut, nowSeconds: 20) == [
                .songEnded(
                    SongEnding(
                        song: Self.a, reason: .playerLost, playedSeconds: 20, positionSeconds: 20,
                        volumeStartPercent: 30, volumeEndPercent: 30)),
                .disconnected(.timedOut),
            ])
        #expect(
            tracker.handleConnectionLoss(.timedOut, nowSeconds: 30) == [.disconnected(.timedOut)])
        #expect(tracker.status == .unreachable && tracker.position(atSeconds: 40) == nil)
    }

    @Test func aPausedSongBeginsWhenItPlays() {
        var tracker = PlayTracker()
        #expect(tracker.apply(Self.snapshot(.paused, Self.a, at: 5), nowSeconds: 0).isEmpty)
        #expect(
            tracker.apply(Self.snapshot(.playing, Self.a, at: 5), nowSeconds: 60)
                == [.songBegan(Self.a)])
    }

    @Test func volumesAreOfTheBeginningAndTheEnd() {
        var tracker = PlayTracker()
        _ = tracker.apply(Self.snapshot(.playing, Self.a, at: 0, volume: 30), nowSeconds: 0)
        _ = tracker.apply(Self.snapshot(.playing, Self.a, at: 5, volume: 60), nowSeconds: 5)
        guard
            case .songEnded(let ending)? = tracker.apply(
                Self.snapshot(.playing, Self.b, at: 0, volume: 70), nowSeconds: 10
            ).first
        else {
            Issue.record("nothing ended")
            return
        }
        #expect(ending.volumeStartPercent == 30 && ending.volumeEndPercent == 70)
    }

    @Test func withoutNumbersASongIsItsAddress() {
        var tracker = PlayTracker()
        let one = PlayerSong(uri: "file:///a", lengthSeconds: 100)
        let two = PlayerSong(uri: "file:///b", lengthSeconds: 100)
        _ = tracker.apply(Self.snapshot(.playing, one, at: 0), nowSeconds: 0)
        #expect(tracker.apply(Self.snapshot(.playing, one, at: 10), nowSeconds: 10).isEmpty)
        #expect(tracker.apply(Self.snapshot(.playing, two, at: 0), nowSeconds: 20).count == 2)
    }

    @Test func aPositionMovesOnAndStopsAtTheEnd() {
        var tracker = PlayTracker()
        _ = tracker.apply(Self.snapshot(.playing, Self.a, at: 10), nowSeconds: 5)
        #expect(tracker.position(atSeconds: 25)?.elapsedSeconds == 30)
        #expect(tracker.position(atSeconds: 999)?.elapsedSeconds == 100)
        _ = tracker.apply(Self.snapshot(.paused, Self.a, at: 40), nowSeconds: 35)
        #expect(tracker.position(atSeconds: 999)?.elapsedSeconds == 40)
    }
}
