import Foundation

/// Hears of changes at MPD on a thread of its own, until the player is closed.
struct MPDWatcher {
    private let address: MPDAddress
    private let sharedState: MPDSharedState

    /// Waits between attempts to connect: from the first to the longest, doubled each time, in s.
    static let firstRetryDelaySeconds = 1.0
    static let maxRetryDelaySeconds = 60.0

    static func start(_ address: MPDAddress, _ shared: MPDSharedState) {
        let watch = MPDWatcher(address: address, sharedState: shared)
        Thread.detachNewThread { watch.run() }
    }

    private func run() {
        var pause = Self.firstRetryDelaySeconds
        var lastError: PlayerError?
        while !sharedState.isClosed {
            var wasReached = false
            do throws(PlayerError) {
                var connection = try MPDConnection.open(address)
                try begin(&connection)
                wasReached = true
                while !sharedState.isClosed { try awaitChanges(&connection) }
            } catch {
                if wasReached { (pause, lastError) = (Self.firstRetryDelaySeconds, nil) }
                if error != lastError { handleConnectionLoss(error) }
                lastError = error
                // A ring may be of a command; only the time counts.
                waitBeforeRetry(pause)
                pause = min(Self.maxRetryDelaySeconds, pause * 2)
            }
        }
    }

    private func waitBeforeRetry(_ seconds: Double) {
        let end = PlayerClock.nowSeconds() + seconds
        while !sharedState.isClosed, PlayerClock.nowSeconds() < end {
            _ = sharedState.wake.wait(for: nil, timeoutSeconds: end - PlayerClock.nowSeconds())
        }
    }

    private func handleConnectionLoss(_ error: PlayerError) {
        let now = PlayerClock.nowSeconds()
        sharedState.send(
            sharedState.tracker.withLock { $0.handleConnectionLoss(error, nowSeconds: now) })
        sharedState.readiness.settle(.failure(error))
    }

    // MARK: A new connection

    private func begin(_ connection: inout MPDConnection) throws(PlayerError) {
        let folder = try musicFolder(&connection)
        sharedState.musicFolder.withLock { $0 = folder }
        try findQueuedSong(&connection)
        let events = [PlayerEvent.connected] + (try observe(&connection))
        sharedState.send(events)
        sharedState.readiness.settle(.success(()))
    }

    /// MPD's music folder; nil where MPD does not report it, as to clients of other machines.
    private func musicFolder(_ connection: inout MPDConnection) throws(PlayerError) -> String? {
        guard address.isSocket else { return nil }
        do throws(PlayerError) {
            var folder = try connection.perform(.config)["music_directory"] ?? ""
            while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
            return folder.hasPrefix("/") ? folder : nil
        } catch  where error.isRecoverable && error != .wrongPassword {
            return nil
        }
    }

    /// Our song's number may be another one in an MPD that began anew: it is asked for by its address.
    private func findQueuedSong(_ connection: inout MPDConnection) throws(PlayerError) {
        guard let queuedSong = sharedState.tracker.withLock(\.queuedSong),
            let id = queuedSong.entryID
        else { return }
        if let song = try entry(id, &connection).0, song.uri == queuedSong.uri { return }
        let mpdStatus = MPDStatus(try connection.perform(.status))
        if let queueIndex = mpdStatus.queueIndex, queueIndex < 1_000_000_000,
            let command = MPDCommand("playlistinfo", ["\(queueIndex + 1)"])
        {
            do throws(PlayerError) {
                let part = try connection.perform(command)
                if let song = MPDSong.songs(in: part, musicFolder: nil).first,
                    song.uri == queuedSong.uri,
                    let newID = song.entryID
                {
                    return sharedState.tracker.withLock { $0.renumber(newID) }
                }
            } catch  where error.isRecoverable && error != .wrongPassword {
                // There is no entry after the current one.
            }
        }
        sharedState.send(sharedState.tracker.withLock { $0.dropQueuedSong() })
    }

    // MARK: Changes

    private func awaitChanges(_ connection: inout MPDConnection) throws(PlayerError) {
        let changed = try connection.idle(sharedState.wake)
        guard !sharedState.isClosed else { return }
        var events = try observe(&connection)
        if changed.contains("database") { events.append(.libraryChanged) }
        sharedState.send(events)
    }

    /// Asks what is, and takes our song back where a person displaced it.
    private func observe(_ connection: inout MPDConnection) throws(PlayerError) -> [PlayerEvent] {
        let asked = PlayerClock.nowSeconds()
        let parts = try connection.perform(list: [.status, .currentSong])
        let now = PlayerClock.nowSeconds()
        guard parts.count == 2 else {
            throw .protocolError(MPDProtocolViolation.wrongResponseCount.rawValue)
        }
        let status = MPDStatus(parts[0])
        let folder = sharedState.musicFolder.withLock(\.self)
        var newObservation = MPDObservation(
            status: status, song: MPDSong.songs(in: parts[1], musicFolder: folder).first)
        let (queuedSong, former) = sharedState.tracker.withLock {
            ($0.queuedSong, $0.formerSong(status))
        }
        if let id = queuedSong?.entryID {
            newObservation.queuedSongIndex = try queuedSongIndex(id, &connection)
        }
        if let former { newObservation.formerEntryState = try findFormerEntry(former, &connection) }
        let observation = newObservation
        let (events, withdrawID) = sharedState.tracker.withLock {
            $0.apply(observation, askedSeconds: asked, nowSeconds: now)
        }
        if let withdrawID { try delete(withdrawID, &connection) }
        return events
    }

    private func delete(_ id: Int, _ connection: inout MPDConnection) throws(PlayerError) {
        do throws(PlayerError) {
            _ = try connection.perform(.id(.delete, id))
        } catch .noSuchSong {
            // The person was faster.
        }
    }

    private func queuedSongIndex(
        _ id: Int, _ connection: inout MPDConnection
    ) throws(PlayerError) -> MPDObservation.QueuedSongIndex {
        try entry(id, &connection).queueIndex.map { .at($0) } ?? .gone
    }

    private func entry(
        _ id: Int, _ connection: inout MPDConnection
    ) throws(PlayerError) -> (PlayerSong?, queueIndex: Int?) {
        do throws(PlayerError) {
            let part = try connection.perform(.id(.entry, id))
            return (
                MPDSong.songs(in: part, musicFolder: nil).first, MPDStatus.count(part["Pos"])
            )
        } catch .noSuchSong {
            return (nil, nil)
        }
    }

    private func findFormerEntry(
        _ song: PlayerSong, _ connection: inout MPDConnection
    ) throws(PlayerError) -> FormerEntryState {
        guard let id = song.entryID else { return .unknown }
        if try entry(id, &connection).0 != nil { return .present }
        // Only what lies in the library can be asked for.
        guard !song.uri.contains("://"), let command = MPDCommand("lsinfo", [song.uri]) else {
            return .removed
        }
        do throws(PlayerError) {
            _ = try connection.perform(command)
            return .removed
        } catch .noSuchSong {
            return .fileMissing
        }
    }
}
