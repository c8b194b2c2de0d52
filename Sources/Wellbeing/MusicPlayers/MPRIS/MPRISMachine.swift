import DBusClient

/// The conversation with a player on the desktop's bus: what it plays, what it is asked, our song that waits.
///
/// The interface has no queue: our song is kept here, and opened when the one before has reached its end and the player
/// stops. A player that goes on by itself has a person's songs: ours is withdrawn then.
struct MPRISMachine: BusMachine {
    enum Order: Sendable, Equatable {
        case play(Int)
        case pause(Int)
        case next(Int)
        case position(Int)
        case queue(Int, String)
        case withdraw(Int, QueuedSong)
        case close
    }

    enum Response: Sendable, Equatable {
        case done
        case position(PlayerPosition?)
        case queued(QueuedSong)
        case didWithdraw(Bool)
    }

    enum Report: Sendable, Equatable {
        /// The status is the one after the events.
        case events([PlayerEvent], PlayerStatus)
        case reply(Int, Result<Response, PlayerError>)
    }

    typealias Actions = [BusAction<Report>]

    private enum Purpose: Sendable, Equatable {
        case properties
        case position
        case reply(Int)
        case replyPosition(Int)
        case open
    }

    /// Our song that the player was asked to open, and has not begun.
    private struct Opening: Sendable, Equatable {
        let untilSeconds: Double
        /// Moment of the command to continue, where the player only appended the song; nil where none may be sent.
        var nextAtSeconds: Double?
    }

    /// A player that says Stopped and has a song at a position.
    private struct Suspicion: Sendable, Equatable {
        let uri: String
        let positionSeconds: Double
        let isMoving: Bool
    }

    /// How long a reply may take, and the beginning of a song that was opened, in s.
    static let timeoutSeconds = 10.0
    /// How often the position is read while a song is current, in s.
    static let pollSeconds = 5.0
    /// Time after which a position is read again that shows whether a player plays, in s.
    static let suspicionSeconds = 0.5
    /// Time that a song that was opened may take to begin before the player is commanded to continue to it, in s.
    static let appendSeconds = 1.5

    private let isControlling: Bool
    private var properties = MPRISProperties()
    private var isThere = false
    private var wasFound = false
    private var lastError: PlayerError?
    private var isClosed = false
    private var calls = PendingCalls<Purpose>()
    private var play = PlayTracker()
    private(set) var status = PlayerStatus.away
    private var own: QueuedSong?
    private var opening: Opening?
    private var suspicion: Suspicion?
    private var pollAtSeconds: Double?
    /// When a position that went back is read again; nil where none did.
    private var confirmAtSeconds: Double?

    init(isControlling: Bool) { self.isControlling = isControlling }

    var deadlineSeconds: Double? {
        [calls.nextSeconds, pollAtSeconds, opening?.untilSeconds, opening?.nextAtSeconds]
            .compactMap(\.self).min()
    }

    mutating func handle(_ event: BusEvent<Order>, nowSeconds now: Double) -> Actions {
        switch event {
        case .opened, .serviceChanged(isRunning: true): return [askProperties(now)]
        case .serviceChanged(isRunning: false):
            return failAll(.away("it left the desktop")) + lose(.away("it left the desktop"), now)
        case .busLost(let reason):
            isClosed = true
            let error = PlayerError.away("the message bus: \(reason)")
            return failAll(error) + lose(error, now) + [.close]
        case .changed(MPRISProperties.path, MPRISProperties.interface, let changed, let invalidated):
            guard isThere else { return [] }
            properties.merge(changed)
            return invalidated.isEmpty ? [askPosition(.position, now)] : [askProperties(now)]
        case .signal(let signal):
            guard isThere, signal.interface == MPRISProperties.interface,
                signal.member == "Seeked"
            else { return [] }
            return [askPosition(.position, now)]
        case .reply(let number, let result):
            guard let call = calls.remove(number) else { return [] }
            return receive(call.purpose, result, now)
        case .order(let order): return obey(order, now)
        case .timePassed: return timePassed(now)
        case .added, .removed, .changed: return []
        }
    }

    // MARK: Asking

    private mutating func call(
        _ member: String, _ arguments: [BusArgument] = [], of interface: String? = nil,
        _ purpose: Purpose, _ now: Double
    ) -> BusAction<Report> {
        let call = BusCall(
            path: MPRISProperties.path, interface: interface ?? MPRISProperties.interface,
            member: member, arguments: arguments)
        let number = calls.enter(
            PendingCall(call: call, purpose: purpose), untilSeconds: now + Self.timeoutSeconds)
        return .call(number, call)
    }

    private mutating func askProperties(_ now: Double) -> BusAction<Report> {
        call(
            "GetAll", [.text(MPRISProperties.interface)], of: StandardInterface.properties,
            .properties, now)
    }

    private mutating func askPosition(_ purpose: Purpose, _ now: Double) -> BusAction<Report> {
        call(
            "Get", [.text(MPRISProperties.interface), .text("Position")],
            of: StandardInterface.properties, purpose, now)
    }

    private mutating func receive(
        _ purpose: Purpose, _ result: Result<[BusValue], BusError>, _ now: Double
    ) -> Actions {
        switch (purpose, result) {
        case (.properties, .success(let values)):
            properties = MPRISProperties(values.first?.dictionary ?? [:])
            isThere = true
            guard let position = properties.positionSeconds else {
                return [askPosition(.position, now)]
            }
            return observe(position, now)
        case (.properties, .failure(let error)): return lose(Self.playerError(error), now)
        case (.position, .success(let values)):
            return observe(MPRISProperties.seconds(values.first), now)
        case (.position, .failure): return observe(nil, now)
        case (.reply(let number), .success): return [.report(.reply(number, .success(.done)))]
        case (.reply(let number), .failure(let error)),
            (.replyPosition(let number), .failure(let error)):
            return [.report(.reply(number, .failure(Self.playerError(error))))]
        case (.replyPosition(let number), .success(let values)):
            return replyPosition(number, MPRISProperties.seconds(values.first), now)
        case (.open, .success): return []
        case (.open, .failure): return withdraw(.refused, now)
        }
    }

    private static func playerError(_ error: BusError) -> PlayerError {
        switch error.name {
        case "org.freedesktop.DBus.Error.ServiceUnknown",
            "org.freedesktop.DBus.Error.NameHasNoOwner":
            .away("no player of this name is on the desktop's bus")
        case BusError.noReply.name: .unanswered
        default: .refused(PlayerText.cut(error.detail))
        }
    }

    // MARK: What is

    private mutating func observe(_ positionSeconds: Double?, _ now: Double) -> Actions {
        guard isThere else { return [] }
        let song = properties.song
        var new = PlayerStatus(
            state: state(song, positionSeconds), song: song,
            position: positionSeconds.map {
                PlayerPosition(elapsedSeconds: $0, lengthSeconds: song?.lengthSeconds)
            },
            hindrances: properties.hindrances, volumePercent: properties.volumePercent,
            canControl: properties.canControl && isControlling)
        if new.position == nil, let song, play.song?.uri == song.uri {
            new.position = play.position(atSeconds: now)
        }
        if mustConfirm(new, now) { return [] }
        pollAtSeconds = song == nil ? nil : now + pause(new.state, song)
        var events: [PlayerEvent] = wasFound ? [] : [.found]
        (wasFound, lastError) = (true, nil)
        let happened = play.apply(PlaySnapshot(status: new), nowSeconds: now)
        events += happened + follow(happened)
        new.queued = own
        let isNews = !events.isEmpty || !Self.isSame(new, status)
        status = new
        var actions: Actions = []
        if isNews { actions.append(.report(.events(events + [.status(new)], new))) }
        let hasReachedEnd = happened.contains {
            if case .songEnded(let ending) = $0 { ending.end == .reachedEnd } else { false }
        }
        if hasReachedEnd, play.song == nil { actions += open(thenNext: false, now) }
        return actions
    }

    /// A position that went back may be the next song's, whose name is still to come: it is read again before it counts.
    private mutating func mustConfirm(_ new: PlayerStatus, _ now: Double) -> Bool {
        guard new.state == .playing, let song = new.song, let reported = new.position,
            play.song?.isSameEntry(as: song) == true,
            let expected = play.position(atSeconds: now),
            reported.elapsedSeconds < expected.elapsedSeconds - PlayTracker.seekSeconds
        else {
            confirmAtSeconds = nil
            return false
        }
        guard let due = confirmAtSeconds else {
            confirmAtSeconds = now + Self.suspicionSeconds
            pollAtSeconds = confirmAtSeconds
            return true
        }
        if now >= due { confirmAtSeconds = nil }
        return now < due
    }

    private static func isSame(_ one: PlayerStatus, _ other: PlayerStatus) -> Bool {
        var one = one
        one.position = other.position
        return one == other
    }

    /// A player that says Stopped plays all the same where its position moves: mpv's plug-in says so after an idle start.
    private mutating func state(_ song: PlayerSong?, _ positionSeconds: Double?) -> PlayerState {
        // Some say Playing before they have a song.
        guard let song else {
            suspicion = nil
            return .stopped
        }
        guard properties.state == .stopped, let positionSeconds, positionSeconds > 0
        else {
            suspicion = nil
            return properties.state
        }
        let before = suspicion
        let isMoving =
            before?.uri == song.uri
            && before.map { $0.positionSeconds != positionSeconds } == true
        suspicion = Suspicion(
            uri: song.uri, positionSeconds: positionSeconds, isMoving: isMoving)
        return isMoving ? .playing : .stopped
    }

    private func pause(_ state: PlayerState, _ song: PlayerSong?) -> Double {
        if let suspicion, !suspicion.isMoving { return Self.suspicionSeconds }
        // A song that begins may not have a position yet.
        return state == .stopped && opening != nil ? Self.suspicionSeconds : Self.pollSeconds
    }

    /// What becomes of our song that waits.
    private mutating func follow(_ events: [PlayerEvent]) -> [PlayerEvent] {
        guard let own else { return [] }
        for case .songBegan(let song, _) in events {
            self.own = nil
            opening = nil
            return FileAddress.isSame(song.uri, own.uri) ? [] : [.withdrawn(own, .displaced)]
        }
        return []
    }

    private mutating func withdraw(_ reason: WithdrawalReason, _ now: Double) -> Actions {
        guard let own else { return [] }
        self.own = nil
        opening = nil
        status.queued = nil
        return [.report(.events([.withdrawn(own, reason), .status(status)], status))]
    }

    private mutating func lose(_ error: PlayerError, _ now: Double) -> Actions {
        isThere = false
        suspicion = nil
        confirmAtSeconds = nil
        pollAtSeconds = error == .unanswered ? now + Self.pollSeconds : nil
        opening = nil
        guard error != lastError else { return [] }
        lastError = error
        wasFound = false
        var events = play.lose(error, nowSeconds: now)
        if let own { events.append(.withdrawn(own, .playerLost)) }
        own = nil
        status = .away
        return [.report(.events(events + [.status(status)], status))]
    }

    // MARK: Orders

    private mutating func obey(_ order: Order, _ now: Double) -> Actions {
        switch order {
        case .close:
            isClosed = true
            return failAll(.closed) + [.close]
        case .position(let number):
            guard isThere else { return fail(number, awayError) }
            return [askPosition(.replyPosition(number), now)]
        case .play(let number): return control(number) { $0.playOn(number, now) }
        case .pause(let number): return control(number) { $0.pause(number, now) }
        case .next(let number): return control(number) { $0.next(number, now) }
        case .queue(let number, let uri): return control(number) { $0.queue(number, uri) }
        case .withdraw(let number, let song):
            let isOurs = own == song && opening == nil
            var actions: Actions = []
            if isOurs {
                own = nil
                status.queued = nil
                actions.append(.report(.events([.status(status)], status)))
            }
            return actions + [.report(.reply(number, .success(.didWithdraw(isOurs))))]
        }
    }

    private var awayError: PlayerError {
        isClosed ? .closed : lastError ?? .away("it is not on the desktop's bus yet")
    }

    private mutating func control(
        _ number: Int, _ act: (inout MPRISMachine) -> Actions
    ) -> Actions {
        guard isThere else { return fail(number, awayError) }
        guard isControlling, properties.canControl else { return fail(number, .uncontrollable) }
        return act(&self)
    }

    private func fail(_ number: Int, _ error: PlayerError) -> Actions {
        [.report(.reply(number, .failure(error)))]
    }

    private func done(_ number: Int) -> Actions { [.report(.reply(number, .success(.done)))] }

    private mutating func playOn(_ number: Int, _ now: Double) -> Actions {
        if status.state == .playing { return done(number) }
        if status.state == .stopped, own != nil { return open(thenNext: false, now) + done(number) }
        guard properties.canPlay else { return fail(number, .refused("it has nothing to play")) }
        return [call("Play", [], .reply(number), now)]
    }

    private mutating func pause(_ number: Int, _ now: Double) -> Actions {
        guard status.state == .playing else { return done(number) }
        guard properties.canPause else { return fail(number, .refused("it cannot pause")) }
        return [call("Pause", [], .reply(number), now)]
    }

    private mutating func next(_ number: Int, _ now: Double) -> Actions {
        guard own != nil || properties.canGoNext else {
            return fail(number, .refused("it has no next song"))
        }
        // A song that has just begun may have no length yet.
        play.skip()
        if own != nil { return open(thenNext: status.state != .stopped, now) + done(number) }
        return [call("Next", [], .reply(number), now)]
    }

    private mutating func queue(_ number: Int, _ uri: String) -> Actions {
        guard own == nil else { return fail(number, .alreadyQueued) }
        let isValid = uri.unicodeScalars.allSatisfy { $0.value > 32 && $0.value != 127 }
        guard isValid, uri.contains(":"), uri.utf8.count <= 8_192 else {
            return fail(number, .badAddress)
        }
        let song = QueuedSong(uri: uri, entryID: nil)
        own = song
        status.queued = song
        // The status is known before the one who asked goes on.
        return [
            .report(.events([.status(status)], status)),
            .report(.reply(number, .success(.queued(song)))),
        ]
    }

    /// Commands the player to play our song that waits.
    private mutating func open(thenNext: Bool, _ now: Double) -> Actions {
        guard let own, opening == nil else { return [] }
        opening = Opening(
            untilSeconds: now + Self.timeoutSeconds,
            nextAtSeconds: thenNext ? now + Self.appendSeconds : nil)
        pollAtSeconds = now + Self.suspicionSeconds
        return [call("OpenUri", [.text(own.uri)], .open, now)]
    }

    private mutating func replyPosition(
        _ number: Int, _ seconds: Double?, _ now: Double
    ) -> Actions {
        guard status.state == .playing || status.state == .paused else {
            return [.report(.reply(number, .success(.position(nil))))]
        }
        let reported = seconds.map {
            PlayerPosition(elapsedSeconds: $0, lengthSeconds: properties.song?.lengthSeconds)
        }
        let reply = reported ?? play.position(atSeconds: now)
        return [.report(.reply(number, .success(.position(reply))))]
    }

    // MARK: Time

    private mutating func timePassed(_ now: Double) -> Actions {
        var actions: Actions = []
        while let late = calls.removeExpired(atSeconds: now) {
            actions += receive(late.purpose, .failure(.noReply), now)
        }
        if let next = opening?.nextAtSeconds, next <= now {
            opening?.nextAtSeconds = nil
            actions.append(call("Next", [], .open, now))
        }
        if let opening, opening.untilSeconds <= now { actions += withdraw(.refused, now) }
        if let poll = pollAtSeconds, poll <= now {
            pollAtSeconds = now + Self.pollSeconds
            let asksAll = !isThere || confirmAtSeconds != nil
            actions.append(asksAll ? askProperties(now) : askPosition(.position, now))
        }
        return actions
    }

    private mutating func failAll(_ error: PlayerError) -> Actions {
        calls.forgetAll().flatMap { call -> Actions in
            switch call.purpose {
            case .reply(let number), .replyPosition(let number): fail(number, error)
            case .properties, .position, .open: []
            }
        }
    }
}
