package import MusicLibrary
package import MusicPlayers
package import MusicSelection
import PhysioDSP

/// Music as it runs: a heart, a library and a player together.
///
/// It estimates the state every 30 s, chooses near the end of a song, learns from each play, and continues when the
/// heart or the player goes and comes. The caller runs ``step()`` about once a second and passes on player events.
package actor MusicRun {
    /// The number of songs that the player does not know and that are passed over at a time.
    static let maxRefusals = 10
    /// The number of times that a player is asked to begin a song.
    static let maxStartAttempts = 5
    /// Shortest play that counts as a person's judgement: at the change from one song to the next MPD may report for
    /// some ms that the old one begins again. s.
    static let minPlayedSeconds = 0.5

    private let store: MusicStore
    private let player: any Player
    private let heart: (any MusicHeartSource)?
    private let clock: any MusicClock
    private let options: MusicRunOptions

    private var catalogue: SongCatalogue
    private var generator: SeededGenerator
    private lazy var matcher = LibraryMatcher(store)

    private var stateTracker: StateTracker
    private var status = PlayerStatus.unreachable
    private var current: SongInProgress?
    /// The song that waits after the current one, and the reason for it.
    private var pendingChoice: (song: StoredSong, choice: SongChoice, explanation: Explanation)?
    /// True if a song is being sent to the player, and cannot begin yet.
    private var isQueueing = false
    /// The number of times that the player was asked to begin the song that waits.
    private var startCount = 0
    private var refusedSongIDs: Set<Int64> = []
    /// True if the person stopped the player: then nothing begins by itself.
    private var isStoppedByPerson = false
    /// Indicates whether the loss of the player was reported, and not yet that it is there again.
    private var isPlayerLost = false
    /// Indicates whether it has ended: later reports of the player make no play.
    private var hasEnded = false
    /// The day on which the playlists were looked at last.
    private var playlistCheckDay: Int?
    /// The weekly look; nil where the caller has none.
    let backgroundRescan: BackgroundRescan?
    private var notices: [String] = []
    private var reportedErrors: Set<String> = []
    private var counts = (plays: 0, skips: 0)
    /// Plays that the player is still to count.
    private var uncountedPlays: [(uri: String, endSeconds: Int)] = []

    /// Reads the library.
    ///
    /// - Throws: what keeps the library from being read; `noSong` where there is nothing to choose from;
    ///   ``HeartRateRangeError`` where rest and the highest heart rate are too near.
    package init(
        store: MusicStore, player: any Player, heart: (any MusicHeartSource)?,
        clock: any MusicClock, options: MusicRunOptions
    ) throws {
        self.store = store
        self.player = player
        self.heart = heart
        self.clock = clock
        self.options = options
        catalogue = try SongCatalogue(store, policy: options.policy)
        guard !catalogue.isEmpty else { throw MusicStoreError.noSuchSong("to play") }
        backgroundRescan = options.weeklyUpdate.map { BackgroundRescan($0, store) }
        generator = SeededGenerator(seed: options.seed)
        stateTracker = try StateTracker(
            store, clock, policy: options.policy, surroundings: options.surroundings)
    }

    /// The name by which a person chooses the player.
    package nonisolated var playerName: String { player.name }

    private static func milliseconds(_ seconds: Double) -> Int64 {
        Int64((1000 * seconds).rounded())
    }

    // MARK: What is shown

    package var snapshot: MusicSnapshot {
        MusicSnapshot(
            player: status, song: current?.librarySong, explanation: current?.explanation,
            choice: current?.choice, thumb: thumb, next: pendingChoice?.song,
            state: stateTracker.state,
            bpm: stateTracker.heartWindow.heartRates.last?.bpm, context: stateTracker.context,
            need: stateTracker.need,
            nudge: nudge(atSeconds: clock.unixSeconds), playCount: counts.plays,
            skipCount: counts.skips)
    }

    private var thumb: ThumbRating? {
        guard let song = current?.librarySong.flatMap({ catalogue.facts(of: $0.id) }) else {
            return nil
        }
        return song.isLiked ? .up : song.isBlocked ? .down : nil
    }

    /// Returns the notices for the person, since the last call.
    package func drainNotices() -> [String] {
        defer { notices.removeAll() }
        return notices + (heart?.drainNotices() ?? [])
            + (options.surroundings?.drainNotices() ?? [])
    }

    /// Reports an error once, until it has ended.
    private func notify(_ sentence: String) {
        if reportedErrors.insert(sentence).inserted { notices.append(sentence) }
    }

    // MARK: Time

    /// Takes the heart, estimates where it is time, and chooses where a song ends soon.
    package func step() async {
        collectHeartData()
        estimateIfDue()
        rescanFilesIfDue()
        await updatePosition()
        await countEndedPlays()
        await chooseIfDue()
    }

    /// Has the player count the plays that have ended; one that it cannot count is reported, and only in the library.
    private func countEndedPlays() async {
        guard let countPlay = options.countPlay else { return }
        let ended = uncountedPlays
        uncountedPlays.removeAll()
        for play in ended { await perform { _ in try await countPlay(play.uri, play.endSeconds) } }
    }

    /// Asks where the song is: players report that only when something changes.
    private func updatePosition() async {
        guard status.state == .playing, let song = status.song else { return }
        do throws(PlayerError) {
            let position = try await player.position()
            // Meanwhile another song may have begun.
            guard status.state == .playing, status.song?.isSameEntry(as: song) == true else {
                return
            }
            status.position = position
        } catch {
            notify(error.sentence)
        }
    }

    private func collectHeartData() {
        do throws(MusicStoreError) { try stateTracker.collectHeartData(from: heart) } catch {
            notify("\(error)")
        }
        if stateTracker.heartWindow.isPaced(atSeconds: clock.unixSeconds) {
            current?.wasPaced = true
        }
        if stateTracker.heartWindow.isExcluded(atSeconds: clock.unixSeconds) {
            current?.wasExcluded = true
        }
    }

    private func estimateIfDue() {
        do throws(MusicStoreError) { try stateTracker.estimateIfDue(heart) } catch {
            notify("\(error)")
        }
    }

    /// Rereads the playlists once a day, and looks at songs and play histories once a week.
    private func rescanFilesIfDue() {
        do {
            if let report = try backgroundRescan?.drainReport() {
                notices += report.sentences
                if report.hasChanged { relearn() }
            }
            guard clock.dayNumber != playlistCheckDay else { return }
            playlistCheckDay = clock.dayNumber
            let nowMs = Self.milliseconds(clock.unixSeconds)
            try store.rereadPlaylists(nowMs: nowMs)
            try backgroundRescan?.beginIfDue(nowMs: nowMs)
        } catch {
            notify("\(error)")
        }
    }

    // MARK: Choosing

    private func chooseIfDue() async {
        guard status.canControl, status.state != .unreachable, status.userEntryCount == 0 else {
            return
        }
        let isSongQueued = pendingChoice != nil || status.queuedSong != nil
        switch status.state {
        case .playing:
            guard !isSongQueued, let position = status.position,
                NextSongTime.isDue(position, crossfadeSeconds: status.crossfadeSeconds)
            else { return }
            await queueNext()
        case .stopped where !isStoppedByPerson:
            // One may wait already: the song before it ended while it was queued. A player that stops after each song
            // does so because a person wants it.
            if isSongQueued, status.limitations.contains(.single) { return }
            if !isSongQueued { await queueNext() }
            await start()
        case .stopped, .paused, .unreachable: return
        }
    }

    /// Begins our song that waits; one that does not begin is left out.
    private func start() async {
        guard let pendingChoice, !isQueueing else { return }
        startCount += 1
        guard startCount <= Self.maxStartAttempts else {
            self.pendingChoice = nil
            startCount = 0
            excludeSong(pendingChoice.song)
            if let queuedSong = status.queuedSong {
                await perform { _ = try await $0.withdraw(queuedSong) }
            }
            return
        }
        await perform { try await $0.play() }
    }

    /// Returns the songs that would come next, the best first; empty where nothing may be played.
    package func ranked(count: Int) -> [(
        song: SongFacts, choice: SongChoice, explanation: Explanation
    )] {
        let moment = moment
        return catalogue.ranked(
            moment, playingSong: playingSongID, allowedSongs: allowedSongs, count: count
        )
        .compactMap { choice in
            catalogue.facts(of: choice.id).map { ($0, choice, explain(choice, moment, $0)) }
        }
    }

    /// Returns how well playlists fit now, 0 to 1; nil for one of whose songs none may play.
    ///
    /// - Parameter lists: the songs of each list, by their numbers.
    package func matches(_ lists: [[Int64]]) -> [Double?] {
        let moment = moment
        return lists.map { catalogue.match($0, moment) }
    }

    private var moment: ChoiceConditions {
        let now = clock.unixSeconds
        return ChoiceConditions(
            nowSeconds: now, hour: clock.hour, state: stateTracker.state,
            nudge: nudge(atSeconds: now), context: stateTracker.context.context,
            need: stateTracker.need,
            preferences: preferences)
    }

    /// Read for each choice, since a command or a page may change them meanwhile.
    private var preferences: SelectionPreferences {
        SelectionPreferences((try? store.settings())?.preferences ?? [:])
    }

    /// Songs that may come; nil for all of them.
    private var allowedSongs: [Int64]? {
        (options.allowedSongs ?? (refusedSongIDs.isEmpty ? nil : catalogue.ids))?.filter {
            !refusedSongIDs.contains($0)
        }
    }

    private func explain(
        _ choice: SongChoice, _ moment: ChoiceConditions, _ song: SongFacts
    ) -> Explanation {
        Explanation(
            choice, moment, song: song, lastBpm: stateTracker.heartWindow.heartRates.last?.bpm,
            range: stateTracker.range
        )
    }

    /// The song of the library that plays or is paused: by the newest status, which may come before the event that the
    /// song began.
    private var playingSongID: Int64? {
        guard status.state == .playing || status.state == .paused, let song = status.song,
            current?.song.isSameEntry(as: song) != true
        else { return current?.librarySong?.id }
        return matcher.find(song)?.id
    }

    private func queueNext() async {
        isQueueing = true
        defer { isQueueing = false }
        for _ in 0..<Self.maxRefusals {
            let moment = moment
            guard
                let choice = catalogue.choose(
                    moment, playingSong: playingSongID, allowedSongs: allowedSongs,
                    using: &generator),
                let song = catalogue.facts(of: choice.id)
            else {
                return notify("There is no song left that may be played now.")
            }
            do {
                let librarySong = try store.song(named: "\(choice.id)")
                guard let address = player.address(ofFile: librarySong.path.text) else {
                    excludeSong(librarySong)
                    continue
                }
                // A caller that asks meanwhile sees that one is under way.
                pendingChoice = (librarySong, choice, explain(choice, moment, song))
                _ = try await player.queue(address)
                return
            } catch PlayerError.noSuchSong, PlayerError.badAddress {
                if let librarySong = pendingChoice?.song { excludeSong(librarySong) }
                pendingChoice = nil
            } catch let error as PlayerError {
                pendingChoice = nil
                return notify(error.sentence)
            } catch {
                pendingChoice = nil
                return notify("\(error)")
            }
        }
    }

    /// A song that the player cannot play is left out until the player's library changes.
    private func excludeSong(_ song: StoredSong) {
        refusedSongIDs.insert(song.id)
        notify("The player does not have \(song.displayTitle): it is left out.")
    }

    private func perform(_ work: (any Player) async throws -> Void) async {
        do { try await work(player) } catch let error as PlayerError {
            notify(error.sentence)
        } catch { notify("\(error)") }
    }

    /// Reads the library anew: sessions were deleted, and what their hearts have taught went with them.
    package func relearn() {
        do throws(MusicStoreError) {
            catalogue = try SongCatalogue(store, policy: options.policy)
        } catch {
            notify("\(error)")
        }
    }

    // MARK: Reports of the player

    package func handle(_ event: PlayerEvent) {
        switch event {
        case .status(let new):
            if let volume = new.volumePercent {
                if let last = current?.lastVolumePercent, volume != last {
                    current?.volumeChangeCount += 1
                }
                current?.lastVolumePercent = volume
            }
            status = new
            if new.state == .playing { isStoppedByPerson = false }
        case .songBegan(let song, let secondsAgo):
            if !hasEnded { begin(song, atSeconds: clock.unixSeconds - secondsAgo) }
        case .songEnded(let ending): if !hasEnded { end(ending) }
        case .withdrawn: pendingChoice = nil
        case .disconnected(let error):
            notify(error.sentence)
            pendingChoice = nil
            isPlayerLost = true
        case .connected:
            reportedErrors.removeAll()
            if isPlayerLost { notices.append("The player is there again.") }
            isPlayerLost = false
        // What the player did not have may be there now: at its start its database may be empty still.
        case .libraryChanged: refusedSongIDs.removeAll()
        case .seeked: break
        }
    }

    private func begin(_ song: PlayerSong, atSeconds now: Double) {
        startCount = 0
        // What plays already is reported before the first step: its context is that of now too.
        estimateIfDue()
        let librarySong = matcher.find(song)
        let matchingChoice = pendingChoice.flatMap { $0.song.id == librarySong?.id ? $0 : nil }
        if matchingChoice != nil { pendingChoice = nil }
        let (bpm, sdnn) = (
            stateTracker.heartWindow.bpm(atSeconds: now),
            stateTracker.heartWindow.sdnnMs(atSeconds: now)
        )
        current = SongInProgress(
            song: song, librarySong: librarySong, startSeconds: now, choice: matchingChoice?.choice,
            explanation: matchingChoice?.explanation, context: stateTracker.context.context,
            need: stateTracker.need, startBpm: bpm,
            startSDNNMs: sdnn, bpmAboveMedian: difference(bpm, stateTracker.heartWindow.medianBpm),
            sdnnAboveMedianMs: difference(sdnn, stateTracker.heartWindow.medianSDNNMs),
            mood: (try? stateTracker.mood()) ?? nil,
            wasPaced: stateTracker.heartWindow.isPaced(atSeconds: now),
            wasExcluded: stateTracker.heartWindow.isExcluded(atSeconds: now),
            lastVolumePercent: status.volumePercent)
    }

    private func difference(_ value: Double?, _ median: Double?) -> Double? {
        guard let value, let median else { return nil }
        return value - median
    }

    private func end(_ ending: SongEnding) {
        if ending.reason == .stopped { isStoppedByPerson = true }
        guard let endedSong = current else { return }
        current = nil
        collectHeartData()
        let now = clock.unixSeconds - ending.secondsAgo
        let play = endedSong.play(
            ending, endSeconds: max(now, endedSong.startSeconds),
            heartWindow: stateTracker.heartWindow,
            mood: (try? stateTracker.mood()) ?? nil, policy: options.policy, session: heart?.session
        )
        guard let play, play.facts.playedSeconds >= Self.minPlayedSeconds,
            play.facts.isInformative || play.facts.playedSeconds >= 1
        else { return }
        if play.facts.countsAsPlay {
            counts.plays += 1
            if options.countPlay != nil {
                uncountedPlays.append((endedSong.song.uri, Int(play.facts.endSeconds)))
            }
        }
        if play.facts.isSkip { counts.skips += 1 }
        do throws(MusicStoreError) {
            try catalogue.learn(play, utcOffsetSeconds: clock.utcOffsetSeconds)
        } catch {
            notify("\(error)")
        }
    }

    // MARK: What the person wants

    /// Goes to the next song; one is chosen where none waits.
    package func skip() async {
        if pendingChoice == nil, status.queuedSong == nil, status.userEntryCount == 0 {
            await queueNext()
        }
        await perform { try await $0.next() }
    }

    /// Goes back to the song before, where the player has one.
    package func previous() async { await perform { try await $0.previous() } }

    package func playOrPause() async {
        let isPlaying = status.state == .playing
        await perform { player in
            if isPlaying { try await player.pause() } else { try await player.play() }
        }
    }

    /// Sets the thumb of the song that plays.
    ///
    /// - Returns: whether there is one of the library.
    @discardableResult
    package func setThumb(_ thumb: ThumbRating?) -> Bool {
        guard let id = current?.librarySong?.id else { return false }
        current?.thumb = thumb
        do throws(MusicStoreError) {
            try store.setThumb(thumb, song: id)
            try catalogue.refresh(id)
        } catch {
            notify("\(error)")
        }
        return true
    }

    /// One press of the up key (1) or the down key (-1).
    package func nudgeEnergy(_ direction: Double) {
        let now = clock.unixSeconds
        do throws(MusicStoreError) {
            try store.save(try store.nudge().stepped(direction, atSeconds: now))
        } catch {
            notify("\(error)")
        }
    }

    /// Returns the nudge of the keys, of a page and of `hrv music nudge`: the newest counts.
    private func nudge(atSeconds now: Double) -> Double {
        (try? store.nudge())?.value(atSeconds: now) ?? 0
    }

    /// Each 1 to 5; nil leaves that one as it is.
    package func setMood(moodLevel: Int?, energyLevel: Int? = nil) {
        let now = clock.unixSeconds
        do throws(MusicStoreError) {
            try store.save(
                MoodEntry(timeSeconds: now, moodLevel: moodLevel, energyLevel: energyLevel))
        } catch {
            notify("\(error)")
        }
        stateTracker.invalidateEstimate()
    }

    /// Says what the person does now; nil takes it back.
    package func setContext(_ context: MusicContext?) {
        do throws(MusicStoreError) {
            try store.saveManualContext(context, nowMs: Self.milliseconds(clock.unixSeconds))
        } catch {
            notify("\(error)")
        }
        stateTracker.invalidateEstimate()
    }

    /// Ends: our song that waits is taken back, and what was heard so far of the current one is kept as ended by the
    /// system. The player plays on.
    package func finish() async {
        let position = current == nil ? nil : try? await player.position()
        hasEnded = true
        if let current {
            let played = min(
                position?.elapsedSeconds ?? 0, clock.unixSeconds - current.startSeconds)
            end(
                SongEnding(
                    song: current.song, reason: .otherController, playedSeconds: played,
                    positionSeconds: played))
        }
        await countEndedPlays()
        // A player may take seconds for it, and what begins meanwhile is not ours any more.
        if let queuedSong = status.queuedSong {
            await perform { _ = try await $0.withdraw(queuedSong) }
        }
        await player.close()
        await backgroundRescan?.cancel()
        heart?.close()
    }
}
