import Foundation
import LiveSession
import MusicLibrary
import MusicPlayers
import MusicSelection
import MusicSession
import SessionHistory

/// The music that pages see and lead.
///
/// One choice runs at a time. Its state is sent to all pages when it changes, and every ``broadcastIntervalSeconds`` while a
/// song plays. The library is opened when a client asks for it, and none is made.
actor MusicHub {
    let resources: MusicResources
    private let hub: SessionHub
    private var openedStore: MusicStore?
    private var activeRun: ActiveRun?
    private var isBeginning = false
    private var lastSentResponse: MusicResponse?
    private var notifiedAt = -Double.infinity

    /// Interval of messages to pages where nothing but the position changes; s.
    private static let broadcastIntervalSeconds = 5.0
    /// The time between two steps of music.
    private static let stepInterval = Duration.seconds(1)

    private struct ActiveRun {
        let run: MusicRun
        let playlist: StoredPlaylist?
        let tasks: [Task<Void, Never>]
    }

    init(_ resources: MusicResources, hub: SessionHub) {
        self.resources = resources
        self.hub = hub
    }

    /// The library as it is now; an empty one where there is no file.
    var store: MusicStore {
        get throws(MusicStoreError) {
            if let openedStore { return openedStore }
            let store = try MusicStore.openWithoutCreating(path: resources.libraryPath)
            guard FileManager.default.fileExists(atPath: resources.libraryPath) else {
                return store
            }
            try forgetDeletedSessions(store)
            openedStore = store
            return store
        }
    }

    /// The library with a file, which is made where there is none.
    var writableStore: MusicStore {
        get throws(MusicStoreError) {
            if openedStore == nil { _ = try MusicStore.open(path: resources.libraryPath) }
            return try store
        }
    }

    /// Removes what came from the heart of sessions that another program deleted meanwhile. A
    /// history that cannot be read has lost nothing yet.
    private func forgetDeletedSessions(_ store: MusicStore) throws(MusicStoreError) {
        guard let history = resources.history else { return }
        try store.deleteHeartData { id in
            do throws(HistoryError) {
                _ = try history.session(id)
                return true
            } catch .noSession {
                return false
            } catch {
                return true
            }
        }
    }

    var run: MusicRun? { activeRun?.run }

    /// The last progress of a scan, and the time at which it was seen to advance.
    private var scan: (lastSeen: UnfinishedScan, movedAt: Double?)?
    /// A scan that has not moved for so long was killed, or has ended; s. The longest song takes less.
    private static let scanTimeoutSeconds = 60.0

    /// Returns the number of files that the scan in progress has read; nil where none is.
    func scannedCount() throws -> Int? {
        guard let openScan = try store.unfinishedScan() else {
            scan = nil
            return nil
        }
        let now = resources.clock.unixSeconds
        if let previousScan = scan, previousScan.lastSeen != openScan {
            scan = (openScan, now)
        } else if scan == nil {
            scan = (openScan, nil)
        }
        guard let movedAt = scan?.movedAt, now - movedAt < Self.scanTimeoutSeconds else {
            return nil
        }
        return openScan.doneCount
    }

    // MARK: What there is

    /// The current music, as pages read it; nil where there is none.
    var response: MusicResponse? {
        get async {
            guard let activeRun else { return nil }
            return MusicResponse(await activeRun.run.snapshot, playlist: activeRun.playlist)
        }
    }

    /// Returns how well playlists fit now, where no music runs: by the heart values in the library,
    /// by the clock, by what was entered and by the person's surroundings.
    func matches(_ lists: [[Int64]]) throws -> [Double?] {
        let (store, clock) = (try store, resources.clock)
        let catalogue = try SongCatalogue(store, policy: resources.policy)
        let now = clock.unixSeconds
        let moment = try ListenerState(
            store, policy: resources.policy, nowSeconds: now,
            zone: TimeZone(secondsFromGMT: clock.utcOffsetSeconds) ?? .gmt,
            surroundings: resources.surroundings.snapshot(atSeconds: now))
        return lists.map { catalogue.match($0, moment.choice) }
    }

    // MARK: Beginning and ending

    /// Looks for the player, and begins to choose songs.
    ///
    /// - Parameter playlist: only its songs; nil for the whole library.
    func begin(playlist: Int64?) async throws {
        guard activeRun == nil, !isBeginning else { throw MusicRequestError.running }
        isBeginning = true
        defer { isBeginning = false }
        let store = try store
        guard try store.hasSongs() else { throw MusicStoreError.noSuchSong("to play") }
        var options = MusicRunOptions()
        options.policy = resources.policy
        options.seed = resources.seed
        options.surroundings = resources.surroundings
        options.weeklyUpdate = resources.weeklyUpdate
        let list = try playlist.map { try self.playlist($0) }
        if let list { options.allowedSongs = try store.songs(of: list.id).map(\.id) }
        let player: any Player
        do throws(PlayerError) {
            player = try await resources.findPlayer()
        } catch {
            throw MusicRequestError.player(error)
        }
        do {
            let run = try MusicRun(
                store: store, player: player, heart: resources.history.map(StoredHeartSource.init),
                clock: resources.clock, options: options)
            begin(run, player, list)
        } catch {
            await player.close()
            throw error
        }
        await broadcast()
    }

    private func begin(_ run: MusicRun, _ player: any Player, _ playlist: StoredPlaylist?) {
        let events = player.events()
        let eventTask = Task { for await event in events { await run.handle(event) } }
        let stepTask = Task { [weak self] in
            while !Task.isCancelled {
                await run.step()
                guard let self else { return }
                await broadcast()
                try? await Task.sleep(for: Self.stepInterval)
            }
        }
        activeRun = ActiveRun(run: run, playlist: playlist, tasks: [eventTask, stepTask])
    }

    /// The playlist of a number.
    func playlist(_ id: Int64) throws -> StoredPlaylist {
        guard let list = try store.playlists().first(where: { $0.id == id }) else {
            throw DashboardError.notFound
        }
        return list
    }

    /// Ends the choice; the player plays on.
    func end() async {
        guard let endedRun = activeRun else { return }
        activeRun = nil
        await endedRun.run.finish()
        for task in endedRun.tasks { task.cancel() }
        await broadcast()
    }

    /// Forgets what the choice has in mind of sessions that were deleted on the page.
    func relearn() async { await run?.relearn() }

    // MARK: Leading

    /// Does something with the music that runs, and notifies all pages.
    func perform(_ action: @Sendable (MusicRun) async throws -> Void) async throws {
        guard let run else { throw MusicRequestError.notRunning }
        try await action(run)
        await broadcast()
    }

    /// Says mood and energy, each 1 to 5, also while no music runs; nil leaves that one as it is.
    func setMood(moodLevel: Int?, energyLevel: Int?) async throws {
        if let run {
            await run.setMood(moodLevel: moodLevel, energyLevel: energyLevel)
        } else {
            try store.save(
                MoodEntry(
                    timeSeconds: resources.clock.unixSeconds, moodLevel: moodLevel,
                    energyLevel: energyLevel))
        }
    }

    /// Says what the person does now, also while no music runs; nil takes it back.
    func setContext(_ context: MusicContext?) async throws {
        if let run {
            await run.setContext(context)
            await run.step()
            await broadcast()
        } else {
            try store.saveManualContext(context, nowMs: Int64(1000 * resources.clock.unixSeconds))
        }
    }

    // MARK: Telling

    /// Sends pages the state, where it changed or it is time.
    private func broadcast() async {
        let now = resources.clock.unixSeconds
        let response = await response
        for notice in await activeRun?.run.drainNotices() ?? [] {
            hub.broadcast(
                [MusicMessage.notice(notice).text], of: .music, retained: retainedMessages)
        }
        let hasChanged = response?.withoutPosition != lastSentResponse?.withoutPosition
        guard hasChanged || (response != nil && now - notifiedAt >= Self.broadcastIntervalSeconds)
        else {
            return
        }
        (lastSentResponse, notifiedAt) = (response, now)
        hub.broadcast(retainedMessages, of: .music, retained: retainedMessages)
    }

    private var retainedMessages: [String] { [MusicMessage.state(lastSentResponse).text] }
}
