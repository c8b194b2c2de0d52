/// Report of MPD at one moment.
struct MPDObservation: Sendable, Equatable {
    /// The position in the queue of our song that waits.
    enum QueuedSongIndex: Sendable, Equatable {
        case at(Int)
        case gone
    }

    var status: MPDStatus
    var song: PlayerSong?
    /// nil where none of ours waits.
    var queuedSongIndex: QueuedSongIndex?
    var formerEntryState = FormerEntryState.unknown
}

/// Consequences of MPD's reports, as a value: what is known, what happened, and whether our song is to be taken back.
struct MPDTracker: Sendable {
    private(set) var play = PlayTracker()
    /// Our song that waits.
    private(set) var queuedSong: QueuedSong?
    /// True while our song is being taken back: its absence is then not reported.
    private var isWithdrawing = false
    private(set) var status = PlayerStatus.unreachable
    private let isControlling: Bool

    init(isControlling: Bool) { self.isControlling = isControlling }

    /// Returns the entry that ends where another one plays, which MPD is asked about beside the
    /// status; nil where there is none.
    func formerSong(_ status: MPDStatus) -> PlayerSong? {
        guard let song = play.song, let id = song.entryID else { return nil }
        return status.entryID == id && status.state != .stopped ? nil : song
    }

    mutating func setQueuedSong(_ song: QueuedSong) {
        queuedSong = song
        status.queuedSong = song
    }

    /// Notes, before the command is sent, that our song is being taken back; with false, that the
    /// command was of no use.
    mutating func setWithdrawing(_ isWithdrawing: Bool) { self.isWithdrawing = isWithdrawing }

    mutating func didWithdraw(_ song: QueuedSong) {
        isWithdrawing = false
        guard queuedSong == song else { return }
        queuedSong = nil
        status.queuedSong = nil
    }

    /// Sets the number of our song, which may be another one after MPD began anew.
    mutating func renumber(_ id: Int) {
        queuedSong?.entryID = id
        status.queuedSong = queuedSong
    }

    /// - Returns: what happened with the status as the last, and the number of our entry where it is to be taken back.
    mutating func apply(
        _ observation: MPDObservation, askedSeconds asked: Double? = nil, nowSeconds now: Double
    ) -> (events: [PlayerEvent], withdrawID: Int?) {
        var new = PlayerStatus(
            state: observation.status.state, song: observation.song,
            position: observation.status.position,
            limitations: observation.status.limitations,
            volumePercent: observation.status.volumePercent,
            canControl: isControlling, error: observation.status.error)
        if !isControlling { new.limitations.append(.notControllable) }
        let isNewError = new.error != nil && new.error != status.error
        let (withdrawal, withdrawID) = updateQueuedSong(observation, isNewError: isNewError)
        new.queuedSong = queuedSong
        new.userEntryCount = max(
            0,
            observation.status.followingEntryCount
                - (isQueuedSongAhead(observation) && queuedSong != nil ? 1 : 0))
        var events = play.apply(
            PlaySnapshot(
                status: new, nextEntryID: observation.status.nextEntryID,
                formerEntryState: observation.formerEntryState),
            askedSeconds: asked, nowSeconds: now)
        if let withdrawal { events.append(withdrawal) }
        if events.isEmpty, Self.isSame(new, status) {
            status = new
            return ([], withdrawID)
        }
        status = new
        events.append(.status(new))
        return (events, withdrawID)
    }

    /// The position alone is no news.
    private static func isSame(_ one: PlayerStatus, _ other: PlayerStatus) -> Bool {
        var one = one
        one.position = other.position
        return one == other
    }

    /// Updates our song that waits, and returns what became of it.
    private mutating func updateQueuedSong(
        _ observation: MPDObservation, isNewError: Bool
    ) -> (PlayerEvent?, withdrawID: Int?) {
        guard let queuedSong, let id = queuedSong.entryID else { return (nil, nil) }
        if observation.status.entryID == id, observation.status.state != .stopped {
            // It plays.
            self.queuedSong = nil
            return (nil, nil)
        }
        switch observation.queuedSongIndex {
        case nil: return (nil, nil)
        case .gone:
            self.queuedSong = nil
            return (isWithdrawing ? nil : .withdrawn(queuedSong, .removed), nil)
        case .at(let queueIndex):
            guard let current = observation.status.queueIndex, queueIndex != current + 1,
                observation.status.entryID != id,
                !(observation.status.isRandom && queueIndex > current)
            else { return (nil, nil) }
            self.queuedSong = nil
            return (.withdrawn(queuedSong, isNewError ? .refused : .displaced), id)
        }
    }

    private func isQueuedSongAhead(_ observation: MPDObservation) -> Bool {
        guard case .at(let queueIndex)? = observation.queuedSongIndex,
            let current = observation.status.queueIndex
        else {
            return false
        }
        return queueIndex > current
    }

    mutating func handleConnectionLoss(_ error: PlayerError, nowSeconds now: Double)
        -> [PlayerEvent]
    {
        let events = play.handleConnectionLoss(error, nowSeconds: now)
        status = .unreachable
        status.queuedSong = queuedSong
        return events + [.status(status)]
    }

    /// Our song is not in the queue of an MPD that began anew.
    mutating func dropQueuedSong() -> [PlayerEvent] {
        guard let queuedSong else { return [] }
        self.queuedSong = nil
        status.queuedSong = nil
        return [.withdrawn(queuedSong, .playerLost)]
    }
}
