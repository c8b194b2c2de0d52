import Foundation
import Synchronization

/// MPD as a player: one connection hears of changes, one gives commands.
///
/// Entries are spoken of by their numbers alone. One song is queued right after the current one (`addid URI +0`) and only
/// where no entry of a person's follows; where a person puts others before it, it is taken back. The connection that is
/// lost is made again after 1, 2, 4 ... 60 s.
package final class MPDPlayer: Player {
    /// The actions that a player may do at MPD beyond watching.
    package struct Options: Sendable {
        /// True if songs are queued, skipped and paused.
        package var controlsPlayback = true
        /// True if the lock is taken that prevents other programs of ours from choosing songs.
        package var acquiresLock = true

        package init(controlsPlayback: Bool = true, acquiresLock: Bool = true) {
            (self.controlsPlayback, self.acquiresLock) = (controlsPlayback, acquiresLock)
        }
    }

    package let name = "mpd"
    let address: MPDAddress
    let options: Options
    let commands: MPDCommandQueue
    private let lock: PlayerLock?
    private let sharedState: MPDSharedState
    private let isQueueing = Mutex(false)

    /// Begins to watch; does not wait for MPD.
    ///
    /// - Parameter environment: says where the lock lies.
    /// - Throws: ``PlayerError/inUse`` where another program of ours has this MPD.
    package init(
        _ address: MPDAddress, options: Options = Options(), environment: [String: String]
    ) throws(PlayerError) {
        lock =
            options.controlsPlayback && options.acquiresLock
            ? try PlayerLock(
                player: "mpd " + address.text, folder: PlayerLock.folder(environment)) : nil
        self.address = address
        self.options = options
        commands = MPDCommandQueue(address)
        sharedState = MPDSharedState(isControlling: options.controlsPlayback)
        MPDWatcher.start(address, sharedState)
    }

    deinit { sharedState.close() }

    // MARK: What is known

    package var status: PlayerStatus { sharedState.tracker.withLock(\.status) }

    /// Absolute path of MPD's music folder; nil while it is not known. MPD reports it over a socket alone.
    package var musicFolder: String? { sharedState.musicFolder.withLock(\.self) }

    package func ready() async throws(PlayerError) { try await sharedState.readiness.wait() }

    package func events() -> AsyncStream<PlayerEvent> { sharedState.events() }

    package func position() async throws(PlayerError) -> PlayerPosition? {
        let mpdStatus = MPDStatus(try await commands.perform(.status))
        return mpdStatus.state == .stopped ? nil : mpdStatus.position
    }

    // MARK: Control

    private func requireControl() throws(PlayerError) {
        if sharedState.isClosed { throw .closed }
        if !options.controlsPlayback { throw .notControllable }
    }

    package func play() async throws(PlayerError) {
        try requireControl()
        let mpdStatus = MPDStatus(try await commands.perform(.status))
        switch mpdStatus.state {
        case .playing: break
        case .paused: _ = try await commands.perform(.resume)
        case .stopped, .unreachable:
            if mpdStatus.entryID == nil, let id = queuedSong?.entryID {
                _ = try await commands.perform(.id(.play, id))
            } else {
                _ = try await commands.perform(.play)
            }
        }
    }

    package func pause() async throws(PlayerError) {
        try requireControl()
        let mpdStatus = MPDStatus(try await commands.perform(.status))
        if mpdStatus.state == .playing { _ = try await commands.perform(.pause) }
    }

    package func next() async throws(PlayerError) {
        try requireControl()
        let mpdStatus = MPDStatus(try await commands.perform(.status))
        // In random order MPD's own next would be another.
        if mpdStatus.isRandom, let id = queuedSong?.entryID {
            _ = try await commands.perform(.id(.play, id))
        } else if mpdStatus.state != .stopped {
            _ = try await commands.perform(.next)
        }
    }

    package func previous() async throws(PlayerError) {
        try requireControl()
        let mpdStatus = MPDStatus(try await commands.perform(.status))
        if mpdStatus.state != .stopped { _ = try await commands.perform(.previous) }
    }

    private var queuedSong: QueuedSong? { sharedState.tracker.withLock(\.queuedSong) }

    // MARK: One song ahead

    package func queue(_ uri: String) async throws(PlayerError) -> QueuedSong {
        try requireControl()
        let mayQueue = isQueueing.withLock { isQueueing in
            defer { isQueueing = true }
            return !isQueueing
        }
        guard mayQueue else { throw .alreadyQueued }
        defer { isQueueing.withLock { $0 = false } }
        guard queuedSong == nil else { throw .alreadyQueued }
        guard let appendCommand = MPDCommand("addid", [uri]),
            let insertCommand = MPDCommand("addid", [uri, "+0"]), !uri.isEmpty
        else { throw .badAddress }
        let mpdStatus = MPDStatus(try await commands.perform(.status))
        guard mpdStatus.followingEntryCount == 0 else {
            throw .userSongsQueued(mpdStatus.followingEntryCount)
        }
        let part = try await commands.perform(
            mpdStatus.entryID == nil ? appendCommand : insertCommand)
        guard let id = MPDStatus.count(part["Id"]) else {
            throw .protocolError("it does not tell the number of an entry")
        }
        let song = QueuedSong(uri: uri, entryID: id)
        sharedState.tracker.withLock { $0.setQueuedSong(song) }
        sharedState.send([.status(status)])
        // A person may have queued at the same moment.
        sharedState.wake.signal()
        return song
    }

    package func withdraw(_ song: QueuedSong) async throws(PlayerError) -> Bool {
        try requireControl()
        guard let queuedSong, queuedSong == song, let id = queuedSong.entryID else { return false }
        let mpdStatus = MPDStatus(try await commands.perform(.status))
        // Between this and the next command it may begin; MPD has no command for both.
        guard mpdStatus.entryID != id || mpdStatus.state == .stopped else { return false }
        sharedState.tracker.withLock { $0.setWithdrawing(true) }
        do throws(PlayerError) {
            _ = try await commands.perform(.id(.delete, id))
        } catch {
            sharedState.tracker.withLock { $0.setWithdrawing(false) }
            if error == .noSuchSong { return false }
            throw error
        }
        sharedState.tracker.withLock { $0.didWithdraw(queuedSong) }
        sharedState.send([.status(status)])
        sharedState.wake.signal()
        return true
    }

    package func address(ofFile path: String) -> String? {
        guard path.hasPrefix("/"), !path.utf8.contains(where: { $0 == 10 || $0 == 13 || $0 == 0 })
        else { return nil }
        if let folder = musicFolder, path.hasPrefix(folder + "/") {
            return String(path.dropFirst(folder.count + 1))
        }
        // Over a socket MPD plays any file that the account may read.
        return address.isSocket ? "file://" + path : nil
    }

    package func close() async {
        sharedState.close()
        await commands.close()
        lock?.release()
    }
}
