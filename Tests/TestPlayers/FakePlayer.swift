package import MusicPlayers
import Synchronization

/// A player whose clock a test moves, and whose queue a person and we share.
///
/// It keeps simple records of its own, not those of the players under test. Events are in the streams when a call
/// returns; while a song is queued, others may ask.
package final class FakePlayer: Player {
    /// The requests to the player, in order.
    package enum Call: Sendable, Equatable {
        case play
        case pause
        case next
        case previous
        case queue(String)
        case withdraw(String)
    }

    private struct Entry: Sendable {
        let id: Int
        let uri: String
        let isOurs: Bool
    }

    private struct State: Sendable {
        var lengths: [String: Double]
        var now = 0.0
        var isAway = false
        var isClosed = false
        var entries: [Entry] = []
        var queueIndex: Int?
        var playState = PlayerState.stopped
        var elapsed = 0.0
        var heard = 0.0
        var beganAt = 0.0
        var nextID = 1
        var hindrances: [PlayerLimitation] = []
        var volume: Double? = 100
        var canControl = true
        var calls: [Call] = []
        var listeners: [AsyncStream<PlayerEvent>.Continuation] = []
    }

    package let name: String
    private let state: Mutex<State>

    /// - Parameter lengths: the songs that the player has, with their lengths in s.
    package init(_ lengths: [String: Double], name: String = "fake") {
        self.name = name
        state = Mutex(State(lengths: lengths))
    }

    // MARK: The test's side

    package var calls: [Call] { state.withLock(\.calls) }
    package var nowSeconds: Double { state.withLock(\.now) }
    /// Addresses of the queue in its order, those that were played among them.
    package var queueURIs: [String] { state.withLock { $0.entries.map(\.uri) } }

    /// Lets time pass; songs that end make space for the next entry.
    package func advance(_ seconds: Double) {
        change { state, events in
            var rest = seconds
            while rest > 0 {
                guard state.playState == .playing, let queueIndex = state.queueIndex,
                    let length = state.lengths[state.entries[queueIndex].uri]
                else {
                    state.now += rest
                    break
                }
                let step = min(rest, length - state.elapsed)
                state.now += step
                state.elapsed += step
                state.heard += step
                rest -= step
                if state.elapsed >= length {
                    Self.end(.reachedEnd, &state, &events)
                    if state.hindrances.contains(.single) {
                        state.playState = .stopped
                    } else {
                        Self.begin(queueIndex + 1, &state, &events)
                    }
                }
            }
        }
    }

    /// A person puts songs at the end of the queue.
    package func personQueues(_ uris: String...) {
        change { state, _ in
            for uri in uris { _ = Self.add(uri, isOurs: false, at: nil, &state) }
        }
    }

    /// A person puts a song right after the current one; ours, displaced, is taken back.
    package func personInserts(_ uri: String) {
        change { state, events in
            let queueIndex = state.queueIndex.map { $0 + 1 } ?? 0
            _ = Self.add(uri, isOurs: false, at: queueIndex, &state)
            if let own = Self.ownIndex(state), own != queueIndex - 1, state.queueIndex != own {
                let entry = state.entries.remove(at: own)
                events.append(
                    .withdrawn(QueuedSong(uri: entry.uri, entryID: entry.id), .displaced))
            }
        }
    }

    package func personPlays() { change { Self.resume(&$0, &$1) } }

    package func personPauses() { change { state, _ in Self.pause(&state) } }

    package func personSkips() { change { Self.skip(&$0, &$1) } }

    package func personStops() {
        change { state, events in
            Self.end(.stopped, &state, &events)
            state.playState = .stopped
        }
    }

    package func personSeeks(toSeconds seconds: Double) {
        change { state, events in
            guard state.queueIndex != nil else { return }
            state.elapsed = seconds
            if let position = Self.status(state).position { events.append(.seeked(position)) }
        }
    }

    package func personSets(_ hindrances: [PlayerLimitation], volumePercent: Double? = 100) {
        change { state, _ in
            state.hindrances = hindrances
            state.volume = volumePercent
        }
    }

    package func personForbidsControl() { change { state, _ in state.canControl = false } }

    /// Replaces the queue with other songs, as another program would.
    package func otherControllerBegins(_ uri: String) {
        change { state, events in
            Self.end(.otherController, &state, &events)
            state.entries = []
            Self.begin(Self.add(uri, isOurs: false, at: nil, &state), &state, &events)
        }
    }

    /// A file comes.
    package func add(_ uri: String, seconds: Double) {
        change { state, events in
            state.lengths[uri] = seconds
            events.append(.libraryChanged)
        }
    }

    /// A file goes, with the entries that hold it.
    package func delete(_ uri: String) {
        change { state, events in
            state.lengths[uri] = nil
            let current = state.queueIndex.map { state.entries[$0] }
            if let current, current.uri == uri { Self.end(.deleted, &state, &events) }
            let waiting = Self.ownIndex(state).map { state.entries[$0] }
            if let waiting, waiting.uri == uri {
                events.append(
                    .withdrawn(QueuedSong(uri: waiting.uri, entryID: waiting.id), .removed))
            }
            let before = state.queueIndex.map { queueIndex in
                state.entries[..<queueIndex].count { $0.uri != uri }
            }
            state.entries.removeAll { $0.uri == uri }
            if let current, let before {
                state.queueIndex = nil
                if current.uri == uri {
                    Self.begin(before, &state, &events)
                } else {
                    state.queueIndex = before
                }
            }
            events.append(.libraryChanged)
        }
    }

    /// The player cannot play the current song.
    package func failSong() {
        change { state, events in
            guard let queueIndex = state.queueIndex else { return }
            Self.end(.error, &state, &events)
            Self.begin(queueIndex + 1, &state, &events)
        }
    }

    package func goAway() {
        change { state, events in
            Self.end(.playerLost, &state, &events)
            state.isAway = true
            state.playState = .stopped
            events.append(.disconnected(Self.awayError))
        }
    }

    package func comeBack() {
        change { state, events in
            state.isAway = false
            events.append(.connected)
        }
    }

    // MARK: Player

    package var status: PlayerStatus { state.withLock { Self.status($0) } }

    package func ready() async throws(PlayerError) {
        if status.state == .unreachable { throw Self.awayError }
    }

    package func events() -> AsyncStream<PlayerEvent> {
        let (stream, continuation) = AsyncStream.makeStream(of: PlayerEvent.self)
        state.withLock { state in
            continuation.yield(.status(Self.status(state)))
            if state.isAway { continuation.yield(.disconnected(Self.awayError)) }
            if let queueIndex = state.queueIndex, state.playState != .stopped {
                continuation.yield(
                    .songBegan(
                        Self.song(queueIndex, state), secondsAgo: state.now - state.beganAt))
            }
            if state.isClosed {
                continuation.finish()
            } else {
                state.listeners.append(continuation)
            }
        }
        return stream
    }

    package func position() async throws(PlayerError) -> PlayerPosition? {
        try check(mustControl: false)
        return status.position
    }

    package func play() async throws(PlayerError) {
        try check()
        change { state, events in
            state.calls.append(.play)
            Self.resume(&state, &events)
        }
    }

    package func pause() async throws(PlayerError) {
        try check()
        change { state, _ in
            state.calls.append(.pause)
            Self.pause(&state)
        }
    }

    package func next() async throws(PlayerError) {
        try check()
        change { state, events in
            state.calls.append(.next)
            Self.skip(&state, &events)
        }
    }

    package func previous() async throws(PlayerError) {
        try check()
        change { state, events in
            state.calls.append(.previous)
            guard let queueIndex = state.queueIndex, state.playState != .stopped else { return }
            Self.end(.skipped, &state, &events)
            Self.begin(max(0, queueIndex - 1), &state, &events)
        }
    }

    package func queue(_ uri: String) async throws(PlayerError) -> QueuedSong {
        // A real player takes time for it, in which others ask too.
        for _ in 0..<5 { await Task.yield() }
        try check()
        var result = Result<QueuedSong, PlayerError>.failure(.noSuchSong)
        change { state, _ in
            state.calls.append(.queue(uri))
            let following = Self.status(state).userEntryCount
            if Self.ownIndex(state) != nil {
                result = .failure(.alreadyQueued)
            } else if following > 0 {
                result = .failure(.userSongsQueued(following))
            } else if state.lengths[uri] != nil {
                let queueIndex = Self.add(
                    uri, isOurs: true, at: state.queueIndex.map { $0 + 1 }, &state)
                result = .success(QueuedSong(uri: uri, entryID: state.entries[queueIndex].id))
            }
        }
        return try result.get()
    }

    package func withdraw(_ song: QueuedSong) async throws(PlayerError) -> Bool {
        try check()
        var isRemoved = false
        change { state, _ in
            state.calls.append(.withdraw(song.uri))
            guard let queueIndex = Self.ownIndex(state),
                state.entries[queueIndex].id == song.entryID
            else {
                return
            }
            state.entries.remove(at: queueIndex)
            isRemoved = true
        }
        return isRemoved
    }

    package func address(ofFile path: String) -> String? { path.hasPrefix("/") ? path : nil }

    package func close() async {
        let listeners = state.withLock { state in
            defer { state.listeners = [] }
            state.isClosed = true
            return state.listeners
        }
        for listener in listeners { listener.finish() }
    }

    // MARK: Books

    private static let awayError = PlayerError.unreachable("it is switched off")

    private func check(mustControl: Bool = true) throws(PlayerError) {
        let error: PlayerError? = state.withLock { state in
            if state.isClosed { return .closed }
            if state.isAway { return Self.awayError }
            return mustControl && !state.canControl ? .notControllable : nil
        }
        if let error { throw error }
    }

    private func change(_ act: (inout State, inout [PlayerEvent]) -> Void) {
        state.withLock { state in
            let before = Self.status(state)
            var events: [PlayerEvent] = []
            act(&state, &events)
            let after = Self.status(state)
            if before != after || !events.isEmpty { events.append(.status(after)) }
            for event in events { for listener in state.listeners { listener.yield(event) } }
        }
    }

    private static func status(_ state: State) -> PlayerStatus {
        if state.isAway { return .unreachable }
        var hindrances = state.hindrances
        if state.volume == 0 { hindrances.append(.muted) }
        if !state.canControl { hindrances.append(.notControllable) }
        var status = PlayerStatus(
            state: state.playState, limitations: hindrances, volumePercent: state.volume,
            canControl: state.canControl)
        if let queueIndex = state.queueIndex {
            let song = song(queueIndex, state)
            status.song = song
            status.position = PlayerPosition(
                elapsedSeconds: state.elapsed, lengthSeconds: song.lengthSeconds)
            status.userEntryCount = state.entries[(queueIndex + 1)...].count { !$0.isOurs }
        }
        if let own = ownIndex(state) {
            status.queuedSong = QueuedSong(
                uri: state.entries[own].uri, entryID: state.entries[own].id)
        }
        return status
    }

    private static func song(_ queueIndex: Int, _ state: State) -> PlayerSong {
        let entry = state.entries[queueIndex]
        return PlayerSong(
            uri: entry.uri, entryID: entry.id, title: entry.uri,
            lengthSeconds: state.lengths[entry.uri])
    }

    /// Returns the index at which our song waits; nil where none does.
    private static func ownIndex(_ state: State) -> Int? {
        let first = state.queueIndex.map { $0 + 1 } ?? 0
        return state.entries.indices.first { index in
            index >= first && state.entries[index].isOurs && state.queueIndex != index
        }
    }

    private static func add(
        _ uri: String, isOurs: Bool, at queueIndex: Int?, _ state: inout State
    ) -> Int {
        defer { state.nextID += 1 }
        let index = min(queueIndex ?? state.entries.count, state.entries.count)
        state.entries.insert(Entry(id: state.nextID, uri: uri, isOurs: isOurs), at: index)
        return index
    }

    private static func resume(_ state: inout State, _ events: inout [PlayerEvent]) {
        switch state.playState {
        case .paused: state.playState = .playing
        case .stopped: begin(ownIndex(state) ?? state.queueIndex ?? 0, &state, &events)
        case .playing, .unreachable: break
        }
    }

    private static func pause(_ state: inout State) {
        if state.playState == .playing { state.playState = .paused }
    }

    private static func skip(_ state: inout State, _ events: inout [PlayerEvent]) {
        guard let queueIndex = state.queueIndex, state.playState != .stopped else { return }
        end(.skipped, &state, &events)
        begin(queueIndex + 1, &state, &events)
    }

    private static func begin(
        _ queueIndex: Int, _ state: inout State, _ events: inout [PlayerEvent]
    ) {
        (state.elapsed, state.heard, state.beganAt) = (0, 0, state.now)
        guard state.entries.indices.contains(queueIndex) else {
            // What was played stays behind; nothing is current.
            state.entries = []
            (state.queueIndex, state.playState) = (nil, .stopped)
            return
        }
        (state.queueIndex, state.playState) = (queueIndex, .playing)
        events.append(.songBegan(song(queueIndex, state)))
    }

    private static func end(
        _ reason: SongEndReason, _ state: inout State, _ events: inout [PlayerEvent]
    ) {
        guard let queueIndex = state.queueIndex, state.playState != .stopped else { return }
        events.append(
            .songEnded(
                SongEnding(
                    song: song(queueIndex, state), reason: reason, playedSeconds: state.heard,
                    positionSeconds: state.elapsed, volumeStartPercent: state.volume,
                    volumeEndPercent: state.volume)))
    }
}
