import LivePipeline
import LiveProtocol
import PhysioTypes
import SensorProtocol
import SessionHistory

/// Runs one session on the calling thread: its source on one side, those who follow it on the other.
///
/// Every front end runs its sessions by this one loop: what a person sees, hears and keeps of a session does not
/// depend on where it was begun.
struct SessionHost: ~Copyable {
    private var session: BridgeSession
    private var source: any LiveSource
    private var startGate: SessionStartGate
    private let observers: [any SessionObserver]
    private let records: SessionRecordingObserver
    private let reservation: ActivityReservation
    private let wake: WakeSignal
    private let speed: Double
    private let clock = ContinuousClock()
    private var startInstant: ContinuousClock.Instant?
    private var isEnding = false
    /// Bridges that came, of several.
    private var joinedBridges: Set<Int> = []
    /// The phase of the pacer, by the newest figures.
    private var phase: String?
    private var outcome = SessionOutcome()

    /// The longest wait without anything to do; ms.
    private static let maxWaitMs = 1000.0
    /// The longest wait in a pause, and so the interval between checks of the session; ms.
    private static let maxPauseMs = 500.0

    init(
        _ plan: SessionPlan, _ session: consuming BridgeSession, _ source: any LiveSource,
        observers: [any SessionObserver], records: SessionRecordingObserver,
        reservation: ActivityReservation,
        wake: WakeSignal
    ) {
        self.session = consume session
        self.source = source
        self.observers = observers + [records]
        self.records = records
        self.reservation = reservation
        self.wake = wake
        startGate = SessionStartGate(plan.readiness)
        reservation.claim?.onChange { wake.signal() }
        speed = plan.clock == .bridge ? plan.speed : 1
    }

    /// Runs until the session is over.
    ///
    /// - Parameter isStopped: whether the program ends; asked in each step.
    mutating func run(isStopped: () -> Bool) -> SessionOutcome {
        if !source.startsAtFirstLine { begin() }
        notifyObservers()
        while !session.hasEnded, !isEnding, !isStopped() {
            guard checkReservation() else { break }
            // A client that waits for an answer comes first.
            let hadEvents = processSourceEvents()
            notifyObservers()
            distributeOutputs()
            if !session.hasEnded, !isEnding, !(hadEvents && session.clock == .bridge) {
                waitForNextEvent()
            }
        }
        if !outcome.isRefused {
            if !session.hasEnded { session.end() }
            distributeOutputs()
            notifyObservers()
        }
        for observer in observers { observer.sessionEnded() }
        source.close()
        finish()
        return outcome
    }

    private mutating func finish() {
        outcome.totals = session.totals
        (outcome.lineCount, outcome.messageCount) = (session.lineCount, session.messageCount)
        outcome.storedSession = records.finish(session, isDiscarded: outcome.isDiscarded)
        for notice in records.drainNotices() { notify(notice) }
        outcome.errors = records.errors
        // An observer that is notified of the end may begin the next session.
        reservation.release()
        for observer in observers { observer.finish(outcome) }
    }

    // MARK: Time

    /// us of the session by the clock.
    private var now: Int {
        guard speed.isFinite else { return reachedMicroseconds }
        return startInstant.map { Int((clock.now - $0) / .microseconds(1) * speed) } ?? 0
    }

    private var reachedMicroseconds: Int { Int((session.seconds * 1e6).rounded()) }

    private mutating func begin() {
        guard startInstant == nil else { return }
        startInstant = clock.now
        do throws(SourceFailure) {
            try records.begin()
        } catch {
            outcome.failure = error
            (outcome.isRefused, isEnding) = (true, true)
        }
    }

    /// Waits until something is due, or the source or an observer has something.
    private mutating func waitForNextEvent() {
        guard speed.isFinite else {
            return source.wait(milliseconds: Int32(Self.maxWaitMs), wake)
        }
        let due =
            switch session.clock {
            case .wall: startInstant == nil ? Int.max : session.dueMicroseconds
            case .bridge: source.dueMicroseconds(reachedMicroseconds: reachedMicroseconds)
            }
        let recordsDueMicroseconds = Double(records.dueMicroseconds ?? .max)
        let remainingMs = max(
            0, (min(Double(due), recordsDueMicroseconds) - Double(now)) / speed / 1000)
        let idleLimitMs = session.isPaused ? Self.maxPauseMs : Self.maxWaitMs
        let maxMs = observers.reduce(idleLimitMs) { min($0, $1.maxWaitMs) }
        // Rounded up: what is due is due when this is over.
        source.wait(milliseconds: Int32(min(remainingMs.rounded(.up), maxMs)), wake)
    }

    // MARK: One step

    /// Indicates whether no other program has claimed the slot of the session.
    private mutating func checkReservation() -> Bool {
        guard let claim = reservation.claim else { return true }
        guard claim.currentStatus() == .held else {
            outcome.isReplaced = true
            return false
        }
        for case let command? in claim.drainRequests().map({ SessionCommand($0) }) {
            perform(command)
        }
        return true
    }

    /// - Returns: whether the source had something.
    private mutating func processSourceEvents() -> Bool {
        let due = speed.isFinite ? now : Int.max
        let events = source.events(untilMicroseconds: due, reachedMicroseconds: reachedMicroseconds)
        for event in events where !session.hasEnded && !isEnding {
            handle(event)
            distributeOutputs()
        }
        if startInstant != nil { session.advance(toMicroseconds: now) }
        distributeOutputs()
        return !events.isEmpty
    }

    private mutating func handle(_ event: LiveSourceEvent) {
        switch event {
        case .joined(let client, let time):
            begin()
            joinedBridges.insert(client)
            session.join(client, atMicroseconds: time ?? now)
        case .left(let client, let time): removeClient(client, atMicroseconds: time ?? now)
        case .line(let line, let client):
            // Anything that a bridge says behind its goodbye is dropped.
            guard client == BridgeSession.defaultClient || session.isConnected(client) else {
                return
            }
            begin()
            records.recordLine(line, from: client, atMicroseconds: now)
            session.receive(line, from: client, arrivalMicroseconds: now)
            guard joinedBridges.contains(client), !session.isConnected(client) else { return }
            source.disconnect(client)
            notify(.bridgeLeft(client))
            removeClient(client, atMicroseconds: now)
        case .parsedLine(let line):
            begin()
            records.recordLine(line, atMicroseconds: now)
            session.receive(line, arrivalMicroseconds: now)
        case .notice(let notice): notify(notice)
        case .ended(let failure):
            outcome.failure = failure
            isEnding = true
        }
    }

    private mutating func removeClient(_ client: Int, atMicroseconds time: Int) {
        joinedBridges.remove(client)
        records.recordBridgeLeft(client, atMicroseconds: now)
        session.leave(client, atMicroseconds: time)
    }

    /// Passes the outputs of the session to their recipients.
    private mutating func distributeOutputs() {
        let outputs = session.drainAddressedOutputs()
        if !outputs.isEmpty {
            let plainOutputs = outputs.map(\.output)
            // Who waits for an answer has it first.
            source.receive(outputs)
            startGate.receive(plainOutputs)
            for observer in observers {
                observer.receive(plainOutputs, session, atMicroseconds: now)
            }
            for case .live(.figures(let figures)) in plainOutputs {
                phase = figures.phase?.rawValue
            }
        }
        records.flush(atMicroseconds: now)
        for notice in records.drainNotices() { notify(notice) }
    }

    private func notify(_ notice: Notice) {
        for observer in observers { observer.notify(notice) }
    }

    // MARK: Those who follow

    /// Reports to the observers how far the session is, and does what they want.
    private mutating func notifyObservers() {
        startGate.updateChecks(&session)
        startGate.pauseUntilReady(&session, isDelayed: observers.contains(where: \.delaysStart))
        let progress = SessionProgress(
            seconds: Double(now) / 1e6, activeSeconds: session.activeSeconds,
            isPaused: session.isPaused, hasBegun: startInstant != nil,
            deviceName: session.deviceName,
            devices: session.devices, device: session.activeDevice, checks: startGate.checks,
            figuresDuringPause: startGate.figures)
        for observer in observers { observer.follow(progress) }
        // Other programs see in the history what goes on.
        reservation.claim?.publish(
            phase: phase, isPaused: session.isPaused,
            secondsLeft: session.durationSeconds.map { $0 - session.activeSeconds })
        for observer in observers {
            for command in observer.drainCommands() { perform(command) }
        }
    }

    private mutating func perform(_ command: SessionCommand) {
        switch command {
        case .pause where startGate.hasSessionBegun: session.pause()
        case .resume where startGate.hasSessionBegun: session.resume()
        case .pauseOrResume where startGate.hasSessionBegun:
            if session.isPaused { session.resume() } else { session.pause() }
        case .pause, .resume, .pauseOrResume: break
        case .mark(let label) where startGate.hasSessionBegun: session.mark(label)
        case .mark: break
        case .begin: startGate.skipChecks()
        case .choose(let device):
            session.choose(device)
            startGate.restartChecks()
        case .end, .discard:
            outcome.isEndedByCommand = true
            outcome.isDiscarded = outcome.isDiscarded || command == .discard
            session.end()
        }
    }
}

extension Notice {
    /// One of several bridges is gone.
    static func bridgeLeft(_ client: Int) -> Notice {
        Notice(.note, code: "left", "bridge \(client) has gone")
    }
}
