package import LivePipeline
package import PhysioTypes
package import ResonanceBreathing
package import SensorProtocol

/// A live session behind a bridge's lines: lines in, replies and what the session gives out.
///
/// It has no clock and does no input or output. Whose time counts is chosen once:
/// - ``Clock/wall``: that of ``advance(toMicroseconds:)`` and of arrivals; a line's own time is put on it by
///   the least delay of the last minutes, which leaves out how long the line took.
/// - ``Clock/bridge``: that in the lines; a session runs as fast as it is read, and the same lines give the
///   same replies, to the byte. A bridge in lockstep gets a `go` for each of its ticks, behind all that
///   they caused.
///
/// The session begins with the first line that has a time, or with the first call of
/// ``advance(toMicroseconds:)``.
///
/// Several bridges may share one session (``join(_:atMicroseconds:)``). Each has lines and a clock of its own,
/// is notified of errors in its own lines, and may come and go; the device of one of them counts
/// (`BeatlineSensors`). When that one leaves, its link is lost.
package struct BridgeSession: ~Copyable {
    /// The clock whose time counts.
    package enum Clock: String, Sendable, CaseIterable {
        case wall, bridge
    }

    /// An output that follows from a line.
    package enum Output: Sendable, Equatable {
        case reply(BeatlineReply)
        case live(LiveOutput)
        /// A mark of the person's.
        case mark(String, atSeconds: Double)
        /// Charge of the device.
        case battery(percent: Int)
        /// A notice of the bridge or the link.
        case notice(Notice)
        /// An action of the person here, as a line for the log, so that a replay has it.
        case log(BeatlineLine)
    }

    /// An output, and its recipient where it is a reply.
    ///
    /// The time in a reply is that of the bridge's clock where it is for one bridge; for several it is the
    /// session's, and each is to be sent what ``reply(for:)`` says.
    package struct AddressedOutput: Sendable, Equatable {
        package let output: Output
        /// nil: for all.
        package let client: Int?
        /// The time on the clock of each of several bridges when the session's shows 0; us.
        var originsMicroseconds: [Int: Int] = [:]

        /// Returns the reply to send to a bridge; nil where the output is no reply, or is for
        /// another bridge.
        package func reply(for bridge: Int) -> BeatlineReply? {
            guard case .reply(let reply) = output, client ?? bridge == bridge else { return nil }
            return originsMicroseconds[bridge].map { reply.shifted(byMicroseconds: $0) } ?? reply
        }
    }

    /// The bridge whose lines name no other.
    package static let defaultClient = 0

    /// The time at which the session ends by itself: s after its beginning, pauses left out; nil:
    /// never.
    package let durationSeconds: Double?
    package private(set) var hasEnded = false

    package let clock: Clock
    private let applicationName: String
    private var ecg: ECGStreamControl
    private var pipeline: StreamingPipeline
    private var clients: [Int: BridgeClient] = [:]
    private var sensors: BeatlineSensors
    /// A hole in the lines of a lost link is no other gap.
    private var isLinkLost = false
    private var userEvents = UserEventLog()
    private var replies = SessionReplyEncoder()
    private var outputs: [AddressedOutput] = []

    /// - Parameter device: key of the device that counts; nil for the first that reports beats.
    /// - Parameter wantsECG: whether beats are to come of an ECG, which a bridge that can is asked to send.
    /// - Parameter applicationName: how the replies introduce us.
    /// - Throws: where the plan's start rate cannot be breathed.
    package init(
        _ settings: StreamingSettings, clock: Clock, durationSeconds: Double? = nil,
        device: String? = nil, wantsECG: Bool = false, applicationName: String
    ) throws(BreathingError) {
        pipeline = try StreamingPipeline(settings, startMicroseconds: 0)
        sensors = BeatlineSensors(device: device, wantsECG: wantsECG)
        ecg = ECGStreamControl(isWanted: wantsECG)
        self.clock = clock
        self.durationSeconds = durationSeconds
        self.applicationName = applicationName
    }

    package var totals: SessionTotals { pipeline.totals }
    /// The time since the session began, pauses included; s.
    package var seconds: Double { pipeline.seconds }
    /// The time since the session began, without pauses; s.
    package var activeSeconds: Double { pipeline.activeSeconds }
    /// The name of the sensor; nil where no line gives it.
    package var deviceName: String? { sensors.name }
    /// Lines that said something.
    package private(set) var messageCount = 0
    package private(set) var lineCount = 0
    package var pacer: (any Pacer)? { pipeline.pacer }
    package var isPaused: Bool { pipeline.isPaused }

    /// Returns the outputs since the last call, in their order.
    package mutating func drain() -> [Output] { drainAddressedOutputs().map(\.output) }

    /// Drains the outputs with their recipients; called instead of ``drain()`` where there are several bridges.
    package mutating func drainAddressedOutputs() -> [AddressedOutput] {
        defer { outputs.removeAll(keepingCapacity: true) }
        return outputs
    }

    private mutating func emit(_ output: Output) {
        outputs.append(AddressedOutput(output: output, client: nil))
    }

    /// Sends a reply to all bridges; its time is the session's.
    private mutating func reply(_ reply: BeatlineReply) {
        if let onlyBridge = clients.values.first, !onlyBridge.hasOtherClients {
            emit(.reply(reply.shifted(byMicroseconds: onlyBridge.originMicroseconds)))
            return
        }
        let originsMicroseconds = clients.mapValues(\.originMicroseconds)
        outputs.append(
            AddressedOutput(
                output: .reply(reply), client: nil, originsMicroseconds: originsMicroseconds))
    }

    /// Sends a reply to one bridge; its time is the session's.
    private mutating func reply(_ reply: BeatlineReply, to client: Int) {
        let origin = clients[client]?.originMicroseconds ?? 0
        outputs.append(
            AddressedOutput(output: .reply(reply.shifted(byMicroseconds: origin)), client: client))
    }

    // MARK: Bridges

    /// One of several bridges comes.
    ///
    /// - Parameter client: a number that no other has, nor had.
    /// - Parameter now: us of the session.
    package mutating func join(_ client: Int, atMicroseconds now: Int) {
        clients[client] = BridgeClient(hasOtherClients: true, atMicroseconds: now)
    }

    /// Removes a bridge that is gone: where its device was the one that counts, the link is lost until it reports
    /// beats again, through whichever bridge.
    package mutating func leave(_ client: Int, atMicroseconds now: Int) {
        guard clients.removeValue(forKey: client) != nil, !hasEnded else { return }
        replies.sendsBreaths = clients.values.contains(where: \.wantsBreaths)
        ecg.removeClient(client)
        guard sensors.removeClient(client) else { return }
        isLinkLost = true
        pipeline.push(.link(isUp: false), atMicroseconds: now)
        forwardOutputs()
        finishIfElapsed()
    }

    /// Returns true if a bridge has come, or sent something, and has neither gone nor said goodbye.
    package func isConnected(_ client: Int) -> Bool { clients[client] != nil }

    // MARK: Lines

    /// Takes a line that arrived.
    ///
    /// - Parameter client: the bridge that sent it.
    /// - Parameter arrival: on the clock of the reader, from the session's beginning; us.
    package mutating func receive(
        _ line: LineFramer.Line, from client: Int = defaultClient,
        arrivalMicroseconds arrival: Int
    ) {
        guard !hasEnded else { return }
        var sender = sender(client)
        let reading = sender.reader.read(line, arrivalMicroseconds: arrival)
        receive(reading, of: &sender, client, arrival)
    }

    /// Takes a line of a source in this process, which never was text.
    ///
    /// - Parameter arrival: as of ``receive(_:from:arrivalMicroseconds:)``.
    /// - Precondition: it has no sequence number.
    package mutating func receive(
        _ line: BeatlineLine, from client: Int = defaultClient, arrivalMicroseconds arrival: Int
    ) {
        guard !hasEnded else { return }
        var sender = sender(client)
        let reading = sender.reader.read(line, arrivalMicroseconds: arrival)
        receive(reading, of: &sender, client, arrival)
    }

    private func sender(_ client: Int) -> BridgeClient {
        clients[client] ?? BridgeClient(hasOtherClients: false, atMicroseconds: 0)
    }

    private mutating func receive(
        _ reading: BeatlineReading, of sender: inout BridgeClient, _ client: Int, _ arrival: Int
    ) {
        lineCount += 1
        let time = reading.line.map { _ in
            sender.sessionMicroseconds(of: reading, arrival: arrival, clock: clock)
        }
        clients[client] = sender
        for warning in reading.warnings { reply(.warning(warning), to: client) }
        guard let message = reading.line, let time else { return }
        messageCount += 1
        // Of several bridges none has the time of the others: what the person does has ours then.
        if clients[client]?.hasOtherClients == false {
            userEvents.recordLineTime(reading.time, arrivalMicroseconds: arrival)
        }
        // By our clock it is as late as it came; by the lines', as they say.
        let now = clock == .wall ? arrival : time
        if reading.opensGap(for: sensors.device), sensors.mayBeActive(client), !isLinkLost {
            pipeline.push(.gap, atMicroseconds: now)
        }
        let (events, error) = sensors.events(of: message, from: client, atMicroseconds: time)
        if let error {
            let warning = BeatlineReply.Warning(
                line: reading.lineNumber, code: error.code, text: error.text)
            reply(.warning(warning), to: client)
        }
        pipeline.setDevice(name: sensors.name)
        for event in events {
            if case .battery(let percent) = event { emit(.battery(percent: percent)) }
            updateLinkLoss(event)
            pipeline.push(event, atMicroseconds: now)
        }
        forwardOutputs()
        respond(message, from: client, time)
        // What is over orders nothing.
        guard !hasEnded else { return logUserEvents() }
        let ecgCommand = ecg.command(
            after: message, from: client, mayCount: sensors.mayBeActive(client))
        if let ecgCommand { reply(.command(ecgCommand), to: client) }
        logUserEvents()
        finishIfElapsed()
    }

    private mutating func updateLinkLoss(_ event: SensorEvent) {
        switch event {
        case .link(let isUp): isLinkLost = !isUp
        case .packet, .beat, .ecg: isLinkLost = false
        default: break
        }
    }

    private mutating func respond(_ line: BeatlineLine, from client: Int, _ time: Int) {
        switch line.message {
        case .hello(let hello):
            clients[client]?.wantsBreaths = hello.capabilities.contains("params")
            replies.sendsBreaths = clients.values.contains(where: \.wantsBreaths)
            let hello = BeatlineReply.Hello(application: applicationName, timeMicroseconds: time)
            reply(.hello(hello), to: client)
        case .ping(let id): reply(.pong(id: id, timeMicroseconds: time), to: client)
        case .ack(let ack):
            if let notice = ecg.notice(on: ack, from: client) { emit(.notice(notice)) }
        case .mark(let label): emit(.mark(label, atSeconds: pipeline.seconds))
        case .gap(let gap) where UserEventLog.isUserEvent(line): replayPause(gap, time)
        case .error(let code, let text):
            emit(
                .notice(Notice(.warning, code: code, text ?? "the bridge reports \(code)")))
        case .bye:
            if clients[client]?.hasOtherClients == true {
                leave(client, atMicroseconds: time)
            } else {
                end()
            }
        case .tick:
            advance(live: time)
            finishIfElapsed()
            replyToTick(line, client, time)
        default: break
        }
    }

    /// A tick is answered by its own time, to the digit.
    private mutating func replyToTick(_ tick: BeatlineLine, _ client: Int, _ time: Int) {
        guard let sent = tick.timeMicroseconds else {
            return reply(.go(timeMicroseconds: time), to: client)
        }
        outputs.append(
            AddressedOutput(output: .reply(.go(timeMicroseconds: sent)), client: client))
    }

    // MARK: Time

    /// ``advance(toMicroseconds:)`` is called as often as that at least; us.
    package static let maxStepMicroseconds = 1_000_000

    /// Time at which ``advance(toMicroseconds:)`` is due next: when there is something to report; us of the session.
    package var dueMicroseconds: Int {
        let latest = nowMicroseconds + Self.maxStepMicroseconds
        return min(latest, max(pipeline.dueMicroseconds ?? latest, nowMicroseconds))
    }

    /// Lets time go on, where it is ours: to be called at ``dueMicroseconds``.
    package mutating func advance(toMicroseconds now: Int) {
        guard clock == .wall, !hasEnded else { return }
        advance(live: now)
        finishIfElapsed()
    }

    private mutating func advance(live now: Int) {
        pipeline.advance(toMicroseconds: now)
        forwardOutputs()
    }

    private mutating func finishIfElapsed() {
        if let durationSeconds, pipeline.activeSeconds >= durationSeconds { end() }
    }

    // MARK: The person

    /// Pacing stops, and time does not count, until it is resumed; beats go on.
    package mutating func pause() {
        guard !isPaused, !hasEnded else { return }
        pipeline.pause(atMicroseconds: nowMicroseconds)
        userEvents.pause(atMicroseconds: nowMicroseconds)
        forwardOutputs()
        logUserEvents()
    }

    package mutating func resume() {
        guard isPaused, !hasEnded else { return }
        pipeline.resume(atMicroseconds: nowMicroseconds)
        userEvents.resume(atMicroseconds: nowMicroseconds)
        forwardOutputs()
        logUserEvents()
    }

    /// Marks this moment.
    package mutating func mark(_ label: String) {
        guard !hasEnded else { return }
        userEvents.mark(label, atMicroseconds: nowMicroseconds)
        emit(.mark(label, atSeconds: pipeline.seconds))
        logUserEvents()
    }

    /// The devices that bridges have reported.
    package var devices: [BridgeDevice] { sensors.devices }
    /// The device that counts; nil while none does.
    package var activeDevice: BridgeDevice? { sensors.activeDevice }

    /// Makes the beats of this device count from now on; nothing happens where no bridge has reported it.
    package mutating func choose(_ choice: BridgeDevice) {
        guard !hasEnded, sensors.choose(choice) else { return }
        isLinkLost = false
        pipeline.push(.gap, atMicroseconds: nowMicroseconds)
        userEvents.choose(choice, atMicroseconds: nowMicroseconds)
        forwardOutputs()
        if let (command, client) = ecg.stop() { reply(.command(command), to: client) }
        logUserEvents()
    }

    /// Logs the actions of the person. Those before the first line wait for it: a log begins as the
    /// bridge does.
    private mutating func logUserEvents() {
        guard messageCount > 0 else { return }
        for line in userEvents.drain() { emit(.log(line)) }
    }

    /// Does again what the person did when the log was kept.
    private mutating func replayPause(_ gap: BeatlineMessage.Gap, _ time: Int) {
        if UserEventLog.isPauseStart(gap) {
            pipeline.pause(atMicroseconds: time)
        } else {
            pipeline.resume(atMicroseconds: time)
        }
        forwardOutputs()
    }

    /// Everything as of now, also during a pause.
    package mutating func figures() -> LiveFigures { pipeline.figures() }

    private var nowMicroseconds: Int { Int((pipeline.seconds * 1e6).rounded()) }

    /// Ends the session: what waits is decided, pacing stops, the bridge is notified.
    package mutating func end() {
        guard !hasEnded else { return }
        hasEnded = true
        pipeline.end(atMicroseconds: nowMicroseconds)
        forwardOutputs()
        for client in clients.keys.sorted() {
            for warning in clients[client]?.reader.finish() ?? [] {
                reply(.warning(warning), to: client)
            }
        }
        if let (command, client) = ecg.stop() { reply(.command(command), to: client) }
        reply(.bye(reason: nil))
    }

    private mutating func forwardOutputs() {
        let now = pipeline.seconds
        for output in pipeline.drain() where !isLate(output, now) {
            for reply in replies.replies(to: output, atSeconds: now) { forward(reply) }
            emit(.live(output))
        }
    }

    /// Whole breaths are only for those who asked.
    private mutating func forward(_ message: BeatlineReply) {
        guard case .breath = message else { return reply(message) }
        for (client, sender) in clients.sorted(by: { $0.key < $1.key }) where sender.wantsBreaths {
            reply(message, to: client)
        }
    }

    /// A cue whose time is over, as when the computer slept.
    private func isLate(_ output: LiveOutput, _ now: Double) -> Bool {
        guard clock == .wall else { return false }
        switch output {
        case .phase(let cue): return cue.startSeconds < now
        case .tap(let tap): return tap.timeSeconds < now
        default: return false
        }
    }
}
