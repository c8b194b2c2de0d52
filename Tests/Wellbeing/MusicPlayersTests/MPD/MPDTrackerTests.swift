import Testing

@testable import MusicPlayers

/// The course of our song, by hand-made news of MPD.
@Suite struct MPDTrackerTests {
    private static let queuedSong = QueuedSong(uri: "own", entryID: 9)

    private func makeObservation(
        _ pairs: KeyValuePairs<String, String>, song: PlayerSong? = nil,
        index: MPDObservation.QueuedSongIndex? = nil
    ) -> MPDObservation {
        let part = MPDResponsePart(
            pairs: pairs.map { MPDPair(key: $0.key, value: $0.value, isExact: true) })
        return MPDObservation(
            status: MPDStatus(part), song: song, queuedSongIndex: index, formerEntryState: .present)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        /// Index of the current entry, the number of entries, our index (nil: gone).
        let queueIndex: Int?
        let count: Int
        let queuedSongIndex: Int?
        var isRandom = false
        var currentID = 1
        var error: String?
        var withdrawal: WithdrawalReason?
        var isWithdrawn = false
        let personsCount: Int
        var isQueued = true

        var testDescription: String { name }
    }

    private static let rows = [
        Row(name: "it comes next", queueIndex: 2, count: 4, queuedSongIndex: 3, personsCount: 0),
        Row(
            name: "a person's song behind it", queueIndex: 2, count: 5, queuedSongIndex: 3,
            personsCount: 1
        ),
        Row(
            name: "a person's song before it", queueIndex: 2, count: 5, queuedSongIndex: 4,
            withdrawal: .displaced, isWithdrawn: true, personsCount: 2, isQueued: false),
        Row(
            name: "the person jumped behind it", queueIndex: 4, count: 5, queuedSongIndex: 3,
            withdrawal: .displaced, isWithdrawn: true, personsCount: 0, isQueued: false),
        Row(
            name: "it could not be played", queueIndex: 4, count: 6, queuedSongIndex: 3,
            error: "no decoder",
            withdrawal: .refused, isWithdrawn: true, personsCount: 1, isQueued: false),
        Row(
            name: "it was removed", queueIndex: 2, count: 3, queuedSongIndex: nil,
            withdrawal: .removed,
            personsCount: 0, isQueued: false),
        Row(
            name: "it plays", queueIndex: 3, count: 5, queuedSongIndex: 3, currentID: 9,
            personsCount: 1,
            isQueued: false),
        Row(
            name: "in random order a later place is no displacement", queueIndex: 2, count: 6,
            queuedSongIndex: 5, isRandom: true, personsCount: 2),
        Row(
            name: "nothing is current", queueIndex: nil, count: 4, queuedSongIndex: 3,
            personsCount: 0),
    ]

    /// MPD reports the end of an entry before the command that ended it has its answer.
    @Test(arguments: [true, false]) func ourOwnWithdrawalIsNotReported(isOurs: Bool) {
        var tracker = MPDTracker(isControlling: true)
        tracker.setQueuedSong(Self.queuedSong)
        tracker.setWithdrawing(isOurs)
        let news = makeObservation(
            ["state": "play", "song": "0", "songid": "1", "playlistlength": "1"], index: .gone)
        let (events, withdrawID) = tracker.apply(news, nowSeconds: 1)
        #expect(events.contains(.withdrawn(Self.queuedSong, .removed)) == !isOurs)
        #expect(tracker.queuedSong == nil && withdrawID == nil)
        tracker.didWithdraw(Self.queuedSong)
        #expect(tracker.status.queuedSong == nil)
    }

    @Test(arguments: rows)
    func oursIsFollowed(row: Row) {
        var tracker = MPDTracker(isControlling: true)
        tracker.setQueuedSong(Self.queuedSong)
        var pairs: [(String, String)] = [("playlistlength", "\(row.count)")]
        if let queueIndex = row.queueIndex {
            pairs += [("state", "play"), ("song", "\(queueIndex)"), ("songid", "\(row.currentID)")]
        }
        if row.isRandom { pairs.append(("random", "1")) }
        if let error = row.error { pairs.append(("error", error)) }
        let part = MPDResponsePart(
            pairs: pairs.map { MPDPair(key: $0.0, value: $0.1, isExact: true) })
        let observation = MPDObservation(
            status: MPDStatus(part),
            song: row.queueIndex.map { _ in PlayerSong(uri: "x", entryID: row.currentID) },
            queuedSongIndex: row.queuedSongIndex.map { .at($0) } ?? .gone,
            formerEntryState: .present)
        let (events, withdrawID) = tracker.apply(observation, nowSeconds: 0)
        #expect(withdrawID == (row.isWithdrawn ? 9 : nil))
        let withdrawals = events.compactMap { event -> WithdrawalReason? in
            if case .withdrawn(Self.queuedSong, let reason) = event { reason } else { nil }
        }
        #expect(withdrawals == [row.withdrawal].compactMap(\.self))
        #expect(tracker.status.userEntryCount == row.personsCount)
        #expect(tracker.status.queuedSong == (row.isQueued ? Self.queuedSong : nil))
        #expect(events.last == .status(tracker.status))
    }

    @Test func thePositionAloneIsNoNews() {
        var tracker = MPDTracker(isControlling: true)
        let song = PlayerSong(uri: "x", entryID: 1, lengthSeconds: 100)
        func playing(_ elapsed: String) -> MPDObservation {
            makeObservation(
                [
                    "state": "play", "song": "0", "songid": "1", "playlistlength": "1",
                    "elapsed": elapsed, "duration": "100",
                ], song: song)
        }
        #expect(tracker.apply(playing("0"), nowSeconds: 0).events.count == 2)
        #expect(tracker.apply(playing("10"), nowSeconds: 10).events.isEmpty)
        #expect(tracker.status.position?.elapsedSeconds == 10)
    }

    @Test func ourSongIsRetainedWhileThePlayerIsAway() {
        var tracker = MPDTracker(isControlling: true)
        tracker.setQueuedSong(Self.queuedSong)
        _ = tracker.handleConnectionLoss(.timedOut, nowSeconds: 1)
        #expect(
            tracker.status.state == .unreachable && tracker.status.queuedSong == Self.queuedSong)
        tracker.renumber(4)
        #expect(tracker.queuedSong == QueuedSong(uri: "own", entryID: 4))
        #expect(
            tracker.dropQueuedSong()
                == [.withdrawn(QueuedSong(uri: "own", entryID: 4), .playerLost)])
        #expect(tracker.queuedSong == nil && tracker.dropQueuedSong().isEmpty)
    }

    @Test func anObservingTrackerControlsNothing() {
        var tracker = MPDTracker(isControlling: false)
        _ = tracker.apply(makeObservation(["state": "stop"]), nowSeconds: 0)
        #expect(!tracker.status.canControl && tracker.status.limitations == [.notControllable])
    }
}
