import Testing

@testable import MusicPlayers

/// What becomes of our song, by hand-made news of MPD.
@Suite struct MPDTrackerTests {
    private static let own = QueuedSong(uri: "own", entryID: 9)

    private func makeObservation(
        _ pairs: KeyValuePairs<String, String>, song: PlayerSong? = nil,
        own: MPDObservation.OwnIndex? = nil
    ) -> MPDObservation {
        let part = MPDPart(
            pairs: pairs.map { MPDPair(key: $0.key, value: $0.value, isExact: true) })
        return MPDObservation(
            status: MPDStatus(part), song: song, ownIndex: own, formerEntry: .present)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        /// Index of the current entry, the number of entries, our index (nil: gone).
        let queueIndex: Int?
        let count: Int
        let ownIndex: Int?
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
        Row(name: "it comes next", queueIndex: 2, count: 4, ownIndex: 3, personsCount: 0),
        Row(
            name: "a person's song behind it", queueIndex: 2, count: 5, ownIndex: 3, personsCount: 1
        ),
        Row(
            name: "a person's song before it", queueIndex: 2, count: 5, ownIndex: 4,
            withdrawal: .displaced, isWithdrawn: true, personsCount: 2, isQueued: false),
        Row(
            name: "the person jumped behind it", queueIndex: 4, count: 5, ownIndex: 3,
            withdrawal: .displaced, isWithdrawn: true, personsCount: 0, isQueued: false),
        Row(
            name: "it could not be played", queueIndex: 4, count: 6, ownIndex: 3,
            error: "no decoder",
            withdrawal: .refused, isWithdrawn: true, personsCount: 1, isQueued: false),
        Row(
            name: "it was removed", queueIndex: 2, count: 3, ownIndex: nil, withdrawal: .removed,
            personsCount: 0, isQueued: false),
        Row(
            name: "it plays", queueIndex: 3, count: 5, ownIndex: 3, currentID: 9, personsCount: 1,
            isQueued: false),
        Row(
            name: "in random order a later place is no displacement", queueIndex: 2, count: 6,
            ownIndex: 5, isRandom: true, personsCount: 2),
        Row(name: "nothing is current", queueIndex: nil, count: 4, ownIndex: 3, personsCount: 0),
    ]

    /// MPD reports the end of an entry before the command that ended it has its answer.
    @Test(arguments: [true, false]) func ourOwnWithdrawalIsNotReported(isOurs: Bool) {
        var tracker = MPDTracker(isControlling: true)
        tracker.queued(Self.own)
        tracker.setWithdrawing(isOurs)
        let news = makeObservation(
            ["state": "play", "song": "0", "songid": "1", "playlistlength": "1"], own: .gone)
        let (events, withdrawID) = tracker.apply(news, nowSeconds: 1)
        #expect(events.contains(.withdrawn(Self.own, .removed)) == !isOurs)
        #expect(tracker.own == nil && withdrawID == nil)
        tracker.didWithdraw(Self.own)
        #expect(tracker.status.queued == nil)
    }

    @Test(arguments: rows)
    func oursIsFollowed(row: Row) {
        var tracker = MPDTracker(isControlling: true)
        tracker.queued(Self.own)
        var pairs: [(String, String)] = [("playlistlength", "\(row.count)")]
        if let queueIndex = row.queueIndex {
            pairs += [("state", "play"), ("song", "\(queueIndex)"), ("songid", "\(row.currentID)")]
        }
        if row.isRandom { pairs.append(("random", "1")) }
        if let error = row.error { pairs.append(("error", error)) }
        let part = MPDPart(pairs: pairs.map { MPDPair(key: $0.0, value: $0.1, isExact: true) })
        let observation = MPDObservation(
            status: MPDStatus(part),
            song: row.queueIndex.map { _ in PlayerSong(uri: "x", entryID: row.currentID) },
            ownIndex: row.ownIndex.map { .at($0) } ?? .gone, formerEntry: .present)
        let (events, withdrawID) = tracker.apply(observation, nowSeconds: 0)
        #expect(withdrawID == (row.isWithdrawn ? 9 : nil))
        let withdrawals = events.compactMap { event -> WithdrawalReason? in
            if case .withdrawn(Self.own, let reason) = event { reason } else { nil }
        }
        #expect(withdrawals == [row.withdrawal].compactMap(\.self))
        #expect(tracker.status.personsEntryCount == row.personsCount)
        #expect(tracker.status.queued == (row.isQueued ? Self.own : nil))
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
        tracker.queued(Self.own)
        _ = tracker.lose(.unanswered, nowSeconds: 1)
        #expect(tracker.status.state == .away && tracker.status.queued == Self.own)
        tracker.renumber(4)
        #expect(tracker.own == QueuedSong(uri: "own", entryID: 4))
        #expect(
            tracker.loseOwn()
                == [.withdrawn(QueuedSong(uri: "own", entryID: 4), .playerLost)])
        #expect(tracker.own == nil && tracker.loseOwn().isEmpty)
    }

    @Test func anObservingTrackerControlsNothing() {
        var tracker = MPDTracker(isControlling: false)
        _ = tracker.apply(makeObservation(["state": "stop"]), nowSeconds: 0)
        #expect(!tracker.status.canControl && tracker.status.hindrances == [.uncontrollable])
    }
}
