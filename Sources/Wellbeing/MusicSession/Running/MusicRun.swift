package import MusicLibrary
package import MusicPlayers
package import MusicSelection
import PhysioDSP

/// Music as it runs: a heart, a library and a player together.
///
/// It estimates the state every 30 s, chooses near the end of a song, learns from each play, and continues when the
/// heart or the player goes and comes. The caller runs ``step()`` about once a second and passes on player events.
package actor MusicRun {
    /// So many songs that the player does not know are passed over at a time.
    static let maxRefusals = 10
    /// So often a player is asked to begin a song.
    static let maxStartAttempts = 5
    /// Shortest play that counts as a person's judgement: at the change from one song to the next MPD may report for
    /// some ms that the old one begins again. s.
    static let minPlayedSeconds = 0.5

    private let store: MusicStore
    private let player: any Player
    private let heart: (any MusicHeart)?
    private let clock: any MusicClock
    private let options: MusicRunOptions

    private var catalogue: SongCatalogue
    private var random: SeededGenerator
    private lazy var matcher = LibraryMatcher(store)

    private var watch: StateWatch
    private var nudge = EnergyNudge(timeSeconds: -.infinity, value: 0)

    private var status = PlayerStatus.away
    private var current: SongInProgress?
    /// What waits behind the current song, and why.
    private var chosen: (song: StoredSong, choice: SongChoice, why: Explanation)?
    /// Whether a song is under way to the player, and cannot begin yet.
    private var isQueueing = false
    /// How often the player was asked to begin what waits.
    private var startCount = 0
    private var refused: Set<Int64> = []
    /// Whether the person stopped the player: then nothing begins by itself.
    private var isStoppedByPerson = false
    /// Indicates whether it has ended: later reports of the player make no play.
    private var hasEnded = false
    /// On which the playlists were looked at last.
    private var playlistDay: Int?
    private var notices: [String] = []
    private var reportedErrors: Set<String> = []
    private var counts = (plays: 0, skips: 0)
    /// Plays that the player is still to count.
    private var uncounted: [(uri: String, endSeconds: Int)] = []

    /// Reads the library.
    ///
    /// - Throws: what keeps the library from being read; `noSong` where there is nothing to choose from;
    ///   ``HeartRangeError`` where rest and the highest heart rate are too near.
    package init(
        store: MusicStore, player: any Player, heart: (any MusicHeart)?,
        clock: any MusicClock, options: MusicRunOptions
    ) throws {
        self.store = store
        self.player = player
        self.heart = heart
        self.clock = clock
        self.options = options
        catalogue = try SongCatalogue(store, policy: options.policy)
        guard !catalogue.isEmpty else { throw MusicStoreError.noSong("to play") }
        random = SeededGenerator(seed: options.seed)
        watch = try StateWatch(
            store, clock, policy: options.policy, surroundings: options.surroundings)
    }

    /// By which a person chooses the player.
    package nonisolated var playerName: String { player.name }

    private static func ms(_ seconds: Double) -> Int64 { Int64((1000 * seconds).rounded()) }

    // MARK: What is shown

    package var snapshot: MusicSnapshot {
        MusicSnapshot(
            player: status, song: current?.librarySong, explanation: current?.explanation,
            choice: current?.choice, thumb: thumb, next: chosen?.song, state: watch.state,
            bpm: watch.body.heartRates.last?.bpm, context: watch.context, need: watch.need,
            nudge: nudge.value(atSeconds: clock.unixSeconds), playCount: counts.plays,
            skipCount: counts.skips)
    }

    private var thumb: Thumb? {
        guard let song = current?.librarySong.flatMap({ catalogue.facts(of: $0.id) }) else {
            return nil
        }
        return song.isLiked ? .up : song.isBlocked ? .down : nil
    }

    /// What a person is to know, since the last call.
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
        listen()
        estimateWhereDue()
        rereadPlaylistsWhereDue()
        await look()
        await count()
        await chooseWhereDue()
    }

    /// Has the player count the plays that have ended; one that it cannot count is reported, and only in the library.
    private func count() async {
        guard let countPlay = options.countPlay else { return }
        let ended = uncounted
        uncounted.removeAll()
        for play in ended { await ask { _ in try await countPlay(play.uri, play.endSeconds) } }
    }

    /// Asks where the song is: players report that only when something changes.
    private func look() async {
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

    private func listen() {
        do throws(MusicStoreError) { try watch.listen(to: heart) } catch { notify("\(error)") }
        if watch.body.isPaced(atSeconds: clock.unixSeconds) { current?.wasPaced = true }
        if watch.body.isExcluded(atSeconds: clock.unixSeconds) { current?.wasExcluded = true }
    }

    private func estimateWhereDue() {
        do throws(MusicStoreError) { try watch.estimateWhereDue(heart) } catch {
            notify("\(error)")
        }
    }

    /// Rereads the playlists once a day: a look at them shows what a person has changed.
    private func rereadPlaylistsWhereDue() {
        guard clock.day != playlistDay else { return }
        playlistDay = clock.day
        do throws(MusicStoreError) {
            try store.rereadPlaylists(nowMs: Self.ms(clock.unixSeconds))
        } catch {
            notify("\(error)")
        }
    }

    // MARK: Choosing

    private func chooseWhereDue() async {
        guard status.canControl, status.state != .away, status.personsEntryCount == 0 else {
            return
        }
        let waits = chosen != nil || status.queued != nil
        switch status.state {
        case .playing:
            guard !waits, let position = status.position,
                NextSongTime.isDue(position, crossfadeSeconds: status.crossfadeSeconds)
            else { return }
            await queueNext()
        case .stopped where !isStoppedByPerson:
            // One may wait already: the song before it ended while it was queued. A player that stops after each song
            // does so because a person wants it.
            if waits, status.hindrances.contains(.single) { return }
            if !waits { await queueNext() }
            await start()
        case .stopped, .paused, .away: return
        }
    }

    /// Begins our song that waits; one that does not begin is left out.
    private func start() async {
        guard let chosen, !isQueueing else { return }
        startCount += 1
        guard startCount <= Self.maxStartAttempts else {
            self.chosen = nil
            startCount = 0
            refuse(chosen.song)
            if let queued = status.queued { await ask { _ = try await $0.withdraw(queued) } }
            return
        }
        await ask { try await $0.play() }
    }

    /// What would come next, the best first; empty where nothing may be played.
    package func ranked(count: Int) -> [(song: SongFacts, choice: SongChoice, why: Explanation)] {
        let moment = moment
        return catalogue.ranked(
            moment, playing: current?.librarySong?.id, among: among, count: count
        )
        .compactMap { choice in
            catalogue.facts(of: choice.id).map { ($0, choice, explain(choice, moment, $0)) }
        }
    }

    /// How well playlists fit now, 0 to 1; nil for one of whose songs none may play.
    ///
    /// - Parameter lists: the songs of each list, by their numbers.
    package func matches(_ lists: [[Int64]]) -> [Double?] {
        let moment = moment
        return lists.map { catalogue.match($0, moment) }
    }

    private var moment: ChoiceMoment {
        let now = clock.unixSeconds
        return ChoiceMoment(
            nowSeconds: now, hour: clock.hour, state: watch.state,
            nudge: nudge.value(atSeconds: now), context: watch.context.context, need: watch.need,
            preferences: options.preferences)
    }

    /// Songs that may come; nil for all of them.
    private var among: [Int64]? {
        (options.among ?? (refused.isEmpty ? nil : catalogue.ids))?.filter { !refused.contains($0) }
    }

    private func explain(
        _ choice: SongChoice, _ moment: ChoiceMoment, _ song: SongFacts
    ) -> Explanation {
        Explanation(
            choice, moment, song: song, lastBpm: watch.body.heartRates.last?.bpm, range: watch.range
        )
    }

    private func queueNext() async {
        isQueueing = true
        defer { isQueueing = false }
        for _ in 0..<Self.maxRefusals {
            let moment = moment
            guard
                let choice = catalogue.choose(
                    moment, playing: current?.librarySong?.id, among: among, using: &random),
                let song = catalogue.facts(of: choice.id)
            else {
                return notify("There is no song left that may be played now.")
            }
            do {
                let librarySong = try store.song(named: "\(choice.id)")
                guard let address = player.address(ofFile: librarySong.path.text) else {
                    refuse(librarySong)
                    continue
                }
                // A caller that asks meanwhile sees that one is under way.
                chosen = (librarySong, choice, explain(choice, moment, song))
                _ = try await player.queue(address)
                return
            } catch PlayerError.noSuchSong, PlayerError.badAddress {
                if let librarySong = chosen?.song { refuse(librarySong) }
                chosen = nil
            } catch let error as PlayerError {
                chosen = nil
                return notify(error.sentence)
            } catch {
                chosen = nil
                return notify("\(error)")
            }
        }
    }

    /// A song that the player cannot play is left out until the end.
    private func refuse(_ song: StoredSong) {
        refused.insert(song.id)
        notify("The player does not have \(song.shownTitle): it is left out.")
    }

    private func ask(_ work: (any Player) async throws -> Void) async {
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
                if let last = current?.lastVolume, volume != last {
                    current?.volumeChangeCount += 1
                }
                current?.lastVolume = volume
            }
            status = new
            if new.state == .playing { isStoppedByPerson = false }
        case .songBegan(let song, let secondsAgo):
            if !hasEnded { begin(song, atSeconds: clock.unixSeconds - secondsAgo) }
        case .songEnded(let ending): if !hasEnded { end(ending) }
        case .withdrawn: chosen = nil
        case .lost(let error):
            notify(error.sentence)
            chosen = nil
        case .found: reportedErrors.removeAll()
        case .seeked, .libraryChanged: break
        }
    }

    private func begin(_ song: PlayerSong, atSeconds now: Double) {
        startCount = 0
        let librarySong = matcher.find(song)
        let ours = chosen.flatMap { $0.song.id == librarySong?.id ? $0 : nil }
        if ours != nil { chosen = nil }
        let (bpm, sdnn) = (watch.body.bpm(atSeconds: now), watch.body.sdnnMs(atSeconds: now))
        current = SongInProgress(
            song: song, librarySong: librarySong, startSeconds: now, choice: ours?.choice,
            explanation: ours?.why, context: watch.context.context, need: watch.need, startBpm: bpm,
            startSDNNMs: sdnn, bpmAboveMedian: difference(bpm, watch.body.medianBpm),
            sdnnAboveMedianMs: difference(sdnn, watch.body.medianSDNNMs),
            mood: (try? watch.mood()) ?? nil, wasPaced: watch.body.isPaced(atSeconds: now),
            wasExcluded: watch.body.isExcluded(atSeconds: now),
            lastVolume: status.volumePercent)
    }

    private func difference(_ value: Double?, _ median: Double?) -> Double? {
        guard let value, let median else { return nil }
        return value - median
    }

    private func end(_ ending: SongEnding) {
        if ending.end == .stopped { isStoppedByPerson = true }
        guard let ended = current else { return }
        current = nil
        listen()
        let now = clock.unixSeconds - ending.secondsAgo
        let play = ended.play(
            ending, endSeconds: max(now, ended.startSeconds), body: watch.body,
            mood: (try? watch.mood()) ?? nil, policy: options.policy, session: heart?.session)
        guard let play, play.facts.heardSeconds >= Self.minPlayedSeconds,
            play.facts.teaches || play.facts.heardSeconds >= 1
        else { return }
        if play.facts.isPlay {
            counts.plays += 1
            if options.countPlay != nil {
                uncounted.append((ended.song.uri, Int(play.facts.endSeconds)))
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
        if chosen == nil, status.queued == nil, status.personsEntryCount == 0 { await queueNext() }
        await ask { try await $0.next() }
    }

    package func playOrPause() async {
        let isPlaying = status.state == .playing
        await ask { player in
            if isPlaying { try await player.pause() } else { try await player.play() }
        }
    }

    /// Of the song that plays.
    ///
    /// - Returns: whether there is one of the library.
    @discardableResult
    package func setThumb(_ thumb: Thumb?) -> Bool {
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
    package func press(_ direction: Double) {
        let now = clock.unixSeconds
        nudge = EnergyNudge(
            timeSeconds: now,
            value: nudge.value(atSeconds: now) + EnergyNudge.step * direction)
    }

    /// - Parameter level: 1 to 5.
    package func say(moodLevel level: Int) {
        let now = clock.unixSeconds
        do throws(MusicStoreError) {
            try store.keep(MoodEntry(timeSeconds: now, level: level))
        } catch {
            notify("\(error)")
        }
        watch.forgetEstimate()
    }

    /// Says what the person does now; nil takes it back.
    package func say(_ context: MusicContext?) {
        do throws(MusicStoreError) {
            try store.say(context, nowMs: Self.ms(clock.unixSeconds))
        } catch {
            notify("\(error)")
        }
        watch.forgetEstimate()
    }

    /// Ends: our song that waits is taken back, and what was heard so far of the current one is kept as ended by the
    /// system. The player plays on.
    package func finish() async {
        let position = current == nil ? nil : try? await player.position()
        hasEnded = true
        if let current {
            let heard = min(
                position?.elapsedSeconds ?? 0, clock.unixSeconds - current.startSeconds)
            end(
                SongEnding(
                    song: current.song, end: .otherController, heardSeconds: heard,
                    positionSeconds: heard))
        }
        await count()
        // A player may take seconds for it, and what begins meanwhile is not ours any more.
        if let queued = status.queued { await ask { _ = try await $0.withdraw(queued) } }
        await player.close()
        heart?.close()
    }
}
