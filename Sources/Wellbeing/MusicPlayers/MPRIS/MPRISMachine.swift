import DBusClient

/// The conversation with a player on the desktop's bus: what it plays, what it is asked, our song that waits.
///
/// The interface has no queue: our song is kept here, and opened when the one before has reached its end and the player
/// stops. A player that goes on by itself has a person's songs: ours is withdrawn then.
struct MPRISMachine: BusMachine {
    enum Command: Sendable, Equatable {
        case play(Int)
        case pause(Int)
        case next(Int)
        case previous(Int)
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
    private struct PendingOpen: Sendable, Equatable {
        let timeoutAtSeconds: Double
        /// Moment of the command to continue, where the player only appended the song; nil where none may be sent.
        var nextCommandSeconds: Double?
    }

    /// A player that says Stopped and has a song at a position.
    private struct StoppedReport: Sendable, Equatable {
        let uri: String
        let positionSeconds: Double
        let isMoving: Bool
    }

    /// The longest time that a reply may take, or the beginning of a song that was opened, in s.
    static let timeoutSeconds = 10.0
    /// The time between two readings of the position while a song is current, in s.
    static let pollSeconds = 5.0
    /// Time after which a position is read again that shows whether a player plays, in s.
    static let recheckSeconds = 0.5
    /// Time that a song that was opened may take to begin before the player is commanded to continue to it, in s.
    static let appendTimeoutSeconds = 1.5

    private let isControlling: Bool
    private var properties = MPRISProperties()
    private var isPresent = false
    private var wasReached = false
    private var lastError: PlayerError?
    private var isClosed = false
    private var calls = PendingCalls<Purpose>()
    private var play = PlayTracker()
    private(set) var status = PlayerStatus.unreachable
    private var queuedSong: QueuedSong?
    private var pendingOpen: PendingOpen?
    private var stoppedReport: StoppedReport?
    private var pollAtSeconds: Double?
    /// The time at which a position that went back is read again; nil where none did.
    private var confirmAtSeconds: Double?

    init(isControlling: Bool) { self.isControlling = isControlling }

    var deadlineSeconds: Double? {
        [
            calls.nextDeadlineSeconds, pollAtSeconds, pendingOpen?.timeoutAtSeconds,
            pendingOpen?.nextCommandSeconds,
        ]
        .compactMap(\.self).min()
    }

    mutating func handle(_ event: BusEvent<Command>, nowSeconds now: Double) -> Actions {
        switch event {
        case .opened, .serviceChanged(isRunning: true): return [requestProperties(now)]
        case .serviceChanged(isRunning: false):
            return failAll(.unreachable("it left the desktop"))
                + handleConnectionLoss(.unreachable("it left the desktop"), now)
        case .busLost(let reason):
            isClosed = true
            let error = PlayerError.unreachable("the message bus: \(reason)")
            return failAll(error) + handleConnectionLoss(error, now) + [.close]
        case .changed(MPRISProperties.path, MPRISProperties.interface, let changed, let invalidated):
            guard isPresent else { return [] }
            properties.merge(changed)
            return invalidated.isEmpty
                ? [requestPosition(.position, now)] : [requestProperties(now)]
        case .signal(let signal):
            guard isPresent, signal.interface == MPRISProperties.interface,
                signal.member == "Seeked"
            else { return [] }
            return [requestPosition(.position, now)]
        case .reply(let number, let result):
            guard let call = calls.remove(number) else { return [] }
            return receive(call.purpose, result, now)
        case .command(let command): return handleCommand(command, now)
        case .deadlinePassed: return handleDeadlinePassed(now)
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
        let number = calls.register(
            PendingCall(call: call, purpose: purpose), untilSeconds: now + Self.timeoutSeconds)
        return .call(number, call)
    }

    private mutating func requestProperties(_ now: Double) -> BusAction<Report> {
        call(
            "GetAll", [.text(MPRISProperties.interface)], of: StandardInterface.properties,
            .properties, now)
    }

    private mutating func requestPosition(_ purpose: Purpose, _ now: Double) -> BusAction<Report> {
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
            isPresent = true
            guard let position = properties.positionSeconds else {
                return [requestPosition(.position, now)]
            }
            return observe(position, now)
        case (.properties, .failure(let error)):
            return handleConnectionLoss(Self.playerError(error), now)
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
            .unreachable("no player of this name is on the desktop's bus")
        case BusError.noReply.name: .timedOut
        default: .refused(PlayerText.sanitized(error.detail))
        }
    }

    // MARK: What is

    private mutating func observe(_ positionSeconds: Double?, _ now: Double) -> Actions {
        guard isPresent else { return [] }
        let song = properties.song
        var new = PlayerStatus(
            state: state(song, positionSeconds), song: song,
            position: positionSeconds.map {
                PlayerPosition(elapsedSeconds: $0, lengthSeconds: song?.lengthSeconds)
            },
            limitations: properties.limitations, volumePercent: properties.volumePercent,
            canControl: properties.canControl && isControlling)
        if new.position == nil, let song, play.song?.uri == song.uri {
            new.position = play.position(atSeconds: now)
        }
        if needsConfirmation(new, now) { return [] }
        pollAtSeconds = song == nil ? nil : now + pollDelaySeconds(new.state, song)
        var events: [PlayerEvent] = wasReached ? [] : [.connected]
        (wasReached, lastError) = (true, nil)
        let newEvents = play.apply(PlaySnapshot(status: new), nowSeconds: now)
        events += newEvents + updateQueuedSong(newEvents)
        new.queuedSong = queuedSong
        let hasChanges = !events.isEmpty || !Self.isSame(new, status)
        status = new
        var actions: Actions = []
        if hasChanges { actions.append(.report(.events(events + [.status(new)], new))) }
        let hasReachedEnd = newEvents.contains {
            if case .songEnded(let ending) = $0 { ending.reason == .reachedEnd } else { false }
        }
        if hasReachedEnd, play.song == nil { actions += open(thenNext: false, now) }
        return actions
    }

    /// A position that went back may be the next song's, whose name is still to come: it is read again before it counts.
    private mutating func needsConfirmation(_ new: PlayerStatus, _ now: Double) -> Bool {
        guard new.state == .playing, let song = new.song, let reportedPosition = new.position,
            play.song?.isSameEntry(as: song) == true,
            let expected = play.position(atSeconds: now),
            reportedPosition.elapsedSeconds < expected.elapsedSeconds - PlayTracker.minSeekSeconds
        else {
            confirmAtSeconds = nil
            return false
        }
        guard let confirmationSeconds = confirmAtSeconds else {
            confirmAtSeconds = now + Self.recheckSeconds
            pollAtSeconds = confirmAtSeconds
            return true
        }
        if now >= confirmationSeconds { confirmAtSeconds = nil }
        return now < confirmationSeconds
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
            stoppedReport = nil
            return .stopped
        }
        guard properties.state == .stopped, let positionSeconds, positionSeconds > 0
        else {
            stoppedReport = nil
            return properties.state
        }
        let before = stoppedReport
        let isMoving =
            before?.uri == song.uri
            && before.map { $0.positionSeconds != positionSeconds } == true
        stoppedReport = StoppedReport(
            uri: song.uri, positionSeconds: positionSeconds, isMoving: isMoving)
        return isMoving ? .playing : .stopped
    }

    private func pollDelaySeconds(_ state: PlayerState, _ song: PlayerSong?) -> Double {
        if let stoppedReport, !stoppedReport.isMoving { return Self.recheckSeconds }
        // A song that begins may not have a position yet.
        return state == .stopped && pendingOpen != nil ? Self.recheckSeconds : Self.pollSeconds
    }

    /// Updates our song that waits, and returns what became of it.
    private mutating func updateQueuedSong(_ events: [PlayerEvent]) -> [PlayerEvent] {
        guard let queuedSong else { return [] }
        for case .songBegan(let song, _) in events {
            self.queuedSong = nil
            pendingOpen = nil
            return FileAddress.isSame(song.uri, queuedSong.uri)
                ? [] : [.withdrawn(queuedSong, .displaced)]
        }
        return []
    }

    private mutating func withdraw(_ reason: WithdrawalReason, _ now: Double) -> Actions {
        guard let queuedSong else { return [] }
        self.queuedSong = nil
        pendingOpen = nil
        status.queuedSong = nil
        return [.report(.events([.withdrawn(queuedSong, reason), .status(status)], status))]
    }

    private mutating func handleConnectionLoss(_ error: PlayerError, _ now: Double) -> Actions {
        isPresent = false
        stoppedReport = nil
        confirmAtSeconds = nil
        pollAtSeconds = error == .timedOut ? now + Self.pollSeconds : nil
        pendingOpen = nil
        guard error != lastError else { return [] }
        lastError = error
        wasReached = false
        var events = play.handleConnectionLoss(error, nowSeconds: now)
        if let queuedSong { events.append(.withdrawn(queuedSong, .playerLost)) }
        queuedSong = nil
        status = .unreachable
        return [.report(.events(events + [.status(status)], status))]
    }

    // MARK: Orders

    private mutating func handleCommand(_ command: Command, _ now: Double) -> Actions {
        switch command {
        case .close:
            isClosed = true
            return failAll(.closed) + [.close]
        case .position(let number):
            guard isPresent else { return fail(number, unreachableError) }
            return [requestPosition(.replyPosition(number), now)]
        case .play(let number): return control(number) { $0.resume(number, now) }
        case .pause(let number): return control(number) { $0.pause(number, now) }
        case .next(let number): return control(number) { $0.next(number, now) }
        case .previous(let number): return control(number) { $0.previous(number, now) }
        case .queue(let number, let uri): return control(number) { $0.queue(number, uri) }
        case .withdraw(let number, let song):
            let isOurs = queuedSong == song && pendingOpen == nil
            var actions: Actions = []
            if isOurs {
                queuedSong = nil
                status.queuedSong = nil
                actions.append(.report(.events([.status(status)], status)))
            }
            return actions + [.report(.reply(number, .success(.didWithdraw(isOurs))))]
        }
    }

    private var unreachableError: PlayerError {
        isClosed ? .closed : lastError ?? .unreachable("it is not on the desktop's bus yet")
    }

    private mutating func control(
        _ number: Int, _ act: (inout MPRISMachine) -> Actions
    ) -> Actions {
        guard isPresent else { return fail(number, unreachableError) }
        guard isControlling, properties.canControl else { return fail(number, .notControllable) }
        return act(&self)
    }

    private func fail(_ number: Int, _ error: PlayerError) -> Actions {
        [.report(.reply(number, .failure(error)))]
    }

    private func done(_ number: Int) -> Actions { [.report(.reply(number, .success(.done)))] }

    private mutating func resume(_ number: Int, _ now: Double) -> Actions {
        if status.state == .playing { return done(number) }
        if status.state == .stopped, queuedSong != nil {
            return open(thenNext: false, now) + done(number)
        }
        guard properties.canPlay else { return fail(number, .refused("it has nothing to play")) }
        return [call("Play", [], .reply(number), now)]
    }

    private mutating func pause(_ number: Int, _ now: Double) -> Actions {
        guard status.state == .playing else { return done(number) }
        guard properties.canPause else { return fail(number, .refused("it cannot pause")) }
        return [call("Pause", [], .reply(number), now)]
    }

    private mutating func next(_ number: Int, _ now: Double) -> Actions {
        guard queuedSong != nil || properties.canGoNext else {
            return fail(number, .refused("it has no next song"))
        }
        // A song that has just begun may have no length yet.
        play.skip()
        if queuedSong != nil { return open(thenNext: status.state != .stopped, now) + done(number) }
        return [call("Next", [], .reply(number), now)]
    }

    private mutating func previous(_ number: Int, _ now: Double) -> Actions {
        guard properties.canGoPrevious else {
            return fail(number, .refused("it has no song before this one"))
        }
        play.skip()
        return [call("Previous", [], .reply(number), now)]
    }

    private mutating func queue(_ number: Int, _ uri: String) -> Actions {
        guard queuedSong == nil else { return fail(number, .alreadyQueued) }
        let isValid = uri.unicodeScalars.allSatisfy { $0.value > 32 && $0.value != 127 }
        guard isValid, uri.contains(":"), uri.utf8.count <= 8_192 else {
            return fail(number, .badAddress)
        }
        let song = QueuedSong(uri: uri, entryID: nil)
        queuedSong = song
        status.queuedSong = song
        // The status is known before the one who asked goes on.
        return [
            .report(.events([.status(status)], status)),
            .report(.reply(number, .success(.queued(song)))),
        ]
    }

    /// Commands the player to play our song that waits.
    private mutating func open(thenNext: Bool, _ now: Double) -> Actions {
        guard let queuedSong, pendingOpen == nil else { return [] }
        pendingOpen = PendingOpen(
            timeoutAtSeconds: now + Self.timeoutSeconds,
            nextCommandSeconds: thenNext ? now + Self.appendTimeoutSeconds : nil)
        pollAtSeconds = now + Self.recheckSeconds
        return [call("OpenUri", [.text(queuedSong.uri)], .open, now)]
    }

    private mutating func replyPosition(
        _ number: Int, _ seconds: Double?, _ now: Double
    ) -> Actions {
        guard status.state == .playing || status.state == .paused else {
            return [.report(.reply(number, .success(.position(nil))))]
        }
        let reportedPosition = seconds.map {
            PlayerPosition(elapsedSeconds: $0, lengthSeconds: properties.song?.lengthSeconds)
        }
        let reply = reportedPosition ?? play.position(atSeconds: now)
        return [.report(.reply(number, .success(.position(reply))))]
    }

    // MARK: Time

    private mutating func handleDeadlinePassed(_ now: Double) -> Actions {
        var actions: Actions = []
        while let expiredCall = calls.removeExpired(atSeconds: now) {
            actions += receive(expiredCall.purpose, .failure(.noReply), now)
        }
        if let next = pendingOpen?.nextCommandSeconds, next <= now {
            pendingOpen?.nextCommandSeconds = nil
            actions.append(call("Next", [], .open, now))
        }
        if let pendingOpen, pendingOpen.timeoutAtSeconds <= now {
            actions += withdraw(.refused, now)
        }
        if let pollTimeSeconds = pollAtSeconds, pollTimeSeconds <= now {
            pollAtSeconds = now + Self.pollSeconds
            let requestsAllProperties = !isPresent || confirmAtSeconds != nil
            actions.append(
                requestsAllProperties ? requestProperties(now) : requestPosition(.position, now))
        }
        return actions
    }

    private mutating func failAll(_ error: PlayerError) -> Actions {
        calls.removeAllCalls().flatMap { call -> Actions in
            switch call.purpose {
            case .reply(let number), .replyPosition(let number): fail(number, error)
            case .properties, .position, .open: []
            }
        }
    }
}
