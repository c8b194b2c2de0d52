/// Report of a player at one moment, for ``PlayTracker``.
struct PlaySnapshot: Sendable, Equatable {
    var status: PlayerStatus
    /// The entry that comes next by the player's own plan; nil where it does not report one.
    var nextEntryID: Int?
    /// The state of the entry that played before, where it no longer plays.
    var formerEntryState = FormerEntryState.unknown

    init(
        status: PlayerStatus, nextEntryID: Int? = nil, formerEntryState: FormerEntryState = .unknown
    ) {
        self.status = status
        self.nextEntryID = nextEntryID
        self.formerEntryState = formerEntryState
    }
}

/// The state of an entry of the queue that no longer plays.
enum FormerEntryState: Sendable, Equatable {
    /// The player does not report it.
    case unknown
    case present
    /// An entry that is no longer in the queue, while its file is still in the library.
    case removed
    /// An entry that is no longer in the queue, and whose file is no longer in the library.
    case fileMissing
}

/// Turns what a player reports from time to time into songs that begin and end.
///
/// A song is followed from the first moment in which it plays. How it ended is inferred from where it was: within
/// ``toleranceSeconds`` and the crossfade of its end it has reached it. The moment of the change is known by how far the
/// new song is, so that news which come late do no harm.
struct PlayTracker: Sendable {
    /// The largest distance from the end of a song at which the end counts as reached, in s.
    static let toleranceSeconds = 2.0
    /// The smallest difference between a position and the expected one that counts as a jump, in s.
    static let minSeekSeconds = 2.0

    private struct TrackedSong: Sendable {
        var song: PlayerSong
        /// Position at which it was first seen.
        var joinedAtSeconds = 0.0
        var playedSeconds = 0.0
        var volumeStartPercent: Double?
        /// True if this program asked for the next song.
        var isSkipped = false
    }

    private(set) var status = PlayerStatus.unreachable
    private var trackedSong: TrackedSong?
    private var nextEntryID: Int?
    /// The time at which the player had this status.
    private var statusSeconds = 0.0
    /// Time of the report of the newest status.
    private var reportedSeconds = 0.0

    /// The song that is followed: it plays, or is paused.
    var song: PlayerSong? { trackedSong?.song }

    /// Position of the song at a moment, moved on from the last report; nil while nothing is followed.
    func position(atSeconds now: Double) -> PlayerPosition? {
        guard trackedSong != nil, var position = status.position else { return nil }
        if status.state == .playing { position.elapsedSeconds += max(0, now - statusSeconds) }
        if let length = position.lengthSeconds {
            position.elapsedSeconds = min(position.elapsedSeconds, length)
        }
        return position
    }

    /// - Parameter asked: when the player was asked; nil where it reported by itself. One that is busy answers seconds
    ///   later, and it is unknown of which of these seconds the answer is: of that in which it fits best.
    /// - Parameter reported: when it was reported; s on a clock that never goes back.
    /// - Returns: what happened, without the status.
    mutating func apply(
        _ snapshot: PlaySnapshot, askedSeconds asked: Double? = nil, nowSeconds reported: Double
    ) -> [PlayerEvent] {
        var events: [PlayerEvent] = []
        let status = snapshot.status
        let now = moment(
            of: status, askedSeconds: min(asked ?? reported, reported), reportedSeconds: reported)
        reportedSeconds = reported
        var changed = now
        // A song of a player that has just been reached, or was paused then, may be in its middle.
        let wasUntracked = trackedSong == nil
        let isActive = status.state == .playing || status.state == .paused
        if let trackedSong {
            if isActive, let song = status.song, song.isSameEntry(as: trackedSong.song) {
                events += updateContinuedSong(song, status, now)
            } else {
                changed = songChangeSeconds(status, now)
                events.append(.songEnded(inferredEnding(trackedSong, snapshot, atSeconds: changed)))
                self.trackedSong = nil
            }
        }
        if trackedSong == nil, status.state == .playing, let song = status.song {
            let isJoinedMidSong =
                wasUntracked && [.unreachable, .paused].contains(self.status.state)
            trackedSong = TrackedSong(
                song: song,
                joinedAtSeconds: isJoinedMidSong ? status.position?.elapsedSeconds ?? 0 : 0,
                playedSeconds: now - changed, volumeStartPercent: status.volumePercent)
            events.append(.songBegan(song, secondsAgo: reported - changed))
        }
        self.status = status
        nextEntryID = snapshot.nextEntryID
        statusSeconds = now
        return events
    }

    /// Returns the time at which the player had this status: between question and answer, the
    /// moment at which the song that was followed is where it was expected, or had just ended.
    private func moment(
        of status: PlayerStatus, askedSeconds asked: Double, reportedSeconds reported: Double
    ) -> Double {
        guard let trackedSong, self.status.state == .playing, let last = self.status.position else {
            return reported
        }
        let fitting: Double?
        if let song = status.song, status.state == .playing, song.isSameEntry(as: trackedSong.song)
        {
            fitting = status.position.map {
                statusSeconds + $0.elapsedSeconds - last.elapsedSeconds
            }
        } else {
            fitting = length(of: trackedSong.song).map { length in
                statusSeconds + length - last.elapsedSeconds
                    + (status.position?.elapsedSeconds ?? 0)
            }
        }
        guard let fitting, (asked...reported).contains(fitting) else { return asked }
        return fitting
    }

    /// Time at which the song that was followed ended: where another one plays, by how far that is.
    private func songChangeSeconds(_ status: PlayerStatus, _ now: Double) -> Double {
        guard status.state == .playing, let newPosition = status.position else { return now }
        return max(statusSeconds, now - newPosition.elapsedSeconds)
    }

    /// Notes that this program asks for the next song: an end before the last seconds is then a
    /// skip, whatever the length is.
    mutating func skip() { trackedSong?.isSkipped = true }

    /// The player cannot be reached any more.
    mutating func handleConnectionLoss(_ error: PlayerError, nowSeconds now: Double)
        -> [PlayerEvent]
    {
        var events: [PlayerEvent] = []
        reportedSeconds = now
        if let trackedSong {
            events.append(
                .songEnded(makeEnding(trackedSong, .playerLost, atSeconds: now, volume: nil)))
        }
        trackedSong = nil
        status = .unreachable
        nextEntryID = nil
        statusSeconds = now
        return events + [.disconnected(error)]
    }

    // MARK: The same song

    private mutating func updateContinuedSong(
        _ song: PlayerSong, _ status: PlayerStatus, _ now: Double
    ) -> [PlayerEvent] {
        defer {
            if self.status.state == .playing {
                trackedSong?.playedSeconds += max(0, now - statusSeconds)
            }
            trackedSong?.song = song
        }
        guard let reportedPosition = status.position, let expected = position(atSeconds: now),
            abs(reportedPosition.elapsedSeconds - expected.elapsedSeconds) > Self.minSeekSeconds
        else { return [] }
        let changed = now - reportedPosition.elapsedSeconds
        guard reportedPosition.elapsedSeconds < expected.elapsedSeconds, let trackedSong,
            hasReachedEnd(trackedSong.song, atSeconds: changed),
            changed > statusSeconds - Self.toleranceSeconds
        else { return [.seeked(reportedPosition)] }
        // It is repeated.
        let end = makeEnding(
            trackedSong, .reachedEnd, atSeconds: changed, volume: status.volumePercent)
        self.trackedSong = TrackedSong(song: song, volumeStartPercent: status.volumePercent)
        self.trackedSong?.playedSeconds = -max(0, changed - statusSeconds)
        return [.songEnded(end), .songBegan(song, secondsAgo: reportedSeconds - changed)]
    }

    // MARK: Ends

    private func inferredEnding(
        _ trackedSong: TrackedSong, _ snapshot: PlaySnapshot, atSeconds changed: Double
    ) -> SongEnding {
        makeEnding(
            trackedSong, endReason(trackedSong, snapshot, atSeconds: changed), atSeconds: changed,
            volume: snapshot.status.volumePercent)
    }

    private func endReason(
        _ trackedSong: TrackedSong, _ snapshot: PlaySnapshot, atSeconds changed: Double
    ) -> SongEndReason {
        let (song, status) = (trackedSong.song, snapshot.status)
        // First: an error may be of the song that came after it.
        if hasReachedEnd(song, atSeconds: changed) { return .reachedEnd }
        if let error = status.error, error != self.status.error { return .error }
        if snapshot.formerEntryState == .fileMissing { return .deleted }
        let isNext = status.song.map(isExpected) ?? false
        if snapshot.formerEntryState == .removed {
            if status.limitations.contains(.consume), isNext { return .skipped }
            if isNext || (status.song == nil && nextEntryID == nil) { return .deleted }
            return .otherController
        }
        if status.state == .stopped, status.song?.isSameEntry(as: song) == true { return .stopped }
        // Without a length the skip of a person cannot be distinguished from an end.
        guard trackedSong.isSkipped || length(of: song) != nil else {
            return status.state == .stopped ? .stopped : .reachedEnd
        }
        return status.state == .stopped && snapshot.formerEntryState == .unknown
            ? .stopped : .skipped
    }

    /// Returns true if the player reported before that this entry comes next.
    private func isExpected(_ song: PlayerSong) -> Bool {
        guard let id = song.entryID else { return false }
        return id == nextEntryID || id == status.queuedSong?.entryID
    }

    private func length(of song: PlayerSong) -> Double? {
        status.position?.lengthSeconds ?? song.lengthSeconds
    }

    private func hasReachedEnd(_ song: PlayerSong, atSeconds moment: Double) -> Bool {
        guard let length = length(of: song), let position = position(atSeconds: moment) else {
            return false
        }
        return position.elapsedSeconds
            >= length - Self.toleranceSeconds - status.crossfadeSeconds
    }

    private func makeEnding(
        _ trackedSong: TrackedSong, _ reason: SongEndReason, atSeconds moment: Double,
        volume: Double?
    ) -> SongEnding {
        var played = trackedSong.playedSeconds
        let last = position(atSeconds: moment)?.elapsedSeconds ?? 0
        if status.state == .playing { played += max(0, moment - statusSeconds) }
        if let length = length(of: trackedSong.song) { played = min(played, length) }
        return SongEnding(
            song: trackedSong.song, reason: reason, playedSeconds: max(0, played),
            positionSeconds: reason == .reachedEnd ? length(of: trackedSong.song) ?? last : last,
            volumeStartPercent: trackedSong.volumeStartPercent,
            volumeEndPercent: volume ?? status.volumePercent,
            secondsAgo: max(0, reportedSeconds - moment),
            joinedAtSeconds: trackedSong.joinedAtSeconds)
    }
}
