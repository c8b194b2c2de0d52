public import HRVPipeline
public import PhysioRecordings
public import PhysioTypes
public import ResonanceBreathing

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
public struct BridgeSession: ~Copyable {
    /// Whose time counts.
    public enum Clock: String, Sendable, CaseIterable {
        case wall, bridge
    }

    /// What comes of a line.
    public enum Output: Sendable, Equatable {
        case reply(BeatlineReply)
        case live(LiveOutput)
        /// A mark of the person's.
        case mark(String, atSeconds: Double)
        /// Charge of the device.
        case battery(percent: Int)
        /// What the bridge or the link reports.
        case notice(Notice)
        /// What the person did here, as a line for the log: a replay has it then.
        case log(BeatlineLine)
    }

    /// When the session ends by itself: s after its beginning, pauses left out; nil: never.
    public let durationSeconds: Double?
    public private(set) var hasEnded = false

    private let clock: Clock
    private let application: String
    private var ecg: ECGOrder
    private var live: StreamingPipeline
    private var reader = BeatlineReader()
    private var sensor: BeatlineSensor
    private var senderClock = SenderClock()
    private var delay = LeastDelay()
    /// Of the newest line that is no beat.
    private var lastMicroseconds = 0
    private var person = PersonLines()
    private var replies = SessionReplies()
    private var outputs: [Output] = []

    /// - Parameter device: key of the device that counts; nil for the first that tells of beats.
    /// - Parameter wantsECG: whether beats are to come of an ECG, which a bridge that can is told to send.
    /// - Parameter application: how the replies introduce us.
    /// - Throws: where the plan's start rate cannot be breathed.
    public init(
        _ settings: StreamingSettings, clock: Clock, durationSeconds: Double? = nil,
        device: String? = nil, wantsECG: Bool = false, application: String
    ) throws(BreathingError) {
        live = try StreamingPipeline(settings, startMicroseconds: 0)
        sensor = BeatlineSensor(device: device, wantsECG: wantsECG)
        ecg = ECGOrder(isWanted: wantsECG)
        self.clock = clock
        self.durationSeconds = durationSeconds
        self.application = application
    }

    public var totals: SessionTotals { live.totals }
    /// Since the session began, without pauses; s.
    public var activeSeconds: Double { live.activeSeconds }
    /// What the sensor is called; nil where no line says.
    public var deviceName: String? { sensor.name }
    /// Lines that said something.
    public private(set) var messageCount = 0
    public var lineCount: Int { reader.lineCount }
    public var pacer: (any Pacer)? { live.pacer }
    public var isPaused: Bool { live.isPaused }

    /// What there is to do since the last call, in its order.
    public mutating func drain() -> [Output] {
        defer { outputs.removeAll(keepingCapacity: true) }
        return outputs
    }

    // MARK: Lines

    /// Takes a line that arrived.
    ///
    /// - Parameter arrival: on the clock of whoever reads, from the session's beginning; us.
    public mutating func take(_ line: LineFramer.Line, arrivalMicroseconds arrival: Int) {
        guard !hasEnded else { return }
        let reading = reader.read(line, arrivalMicroseconds: arrival)
        for warning in reading.warnings { outputs.append(.reply(.warning(warning))) }
        guard let message = reading.line else { return }
        let time = self.time(of: reading, arrival: arrival)
        messageCount += 1
        person.heard(reading.time, arrivalMicroseconds: arrival)
        // By our clock it is as late as it came; by the lines', as they say.
        let now = clock == .wall ? arrival : time
        if reading.opensGap(for: sensor.device) { live.take(.gap, atMicroseconds: now) }
        let (events, fault) = sensor.events(of: message, atMicroseconds: time)
        if let fault {
            let warning = BeatlineReply.Warning(
                line: reading.lineNumber, code: fault.code, text: fault.text)
            outputs.append(.reply(.warning(warning)))
        }
        for event in events {
            if case .battery(let percent) = event { outputs.append(.battery(percent: percent)) }
            live.take(event, atMicroseconds: now)
        }
        forward()
        answer(message, time)
        if let command = ecg.command(after: message) { outputs.append(.reply(.command(command))) }
        logPerson()
        finishIfOver()
    }

    private mutating func time(of reading: BeatlineReading, arrival: Int) -> Int {
        switch clock {
        case .bridge: return senderClock.time(of: reading)
        case .wall:
            guard case .sender(let sent) = reading.time else { return arrival }
            if reading.restartsClock { delay = LeastDelay() }
            let time = delay.arrival(sent: sent, arrived: arrival)
            // A beat is told after it was; all else comes in the order of its arrival.
            if case .beat = reading.line?.message { return time }
            lastMicroseconds = max(lastMicroseconds, min(arrival, time))
            return lastMicroseconds
        }
    }

    private mutating func answer(_ line: BeatlineLine, _ time: Int) {
        switch line.message {
        case .hello(let hello):
            replies.sendsBreaths = hello.capabilities.contains("params")
            outputs.append(
                .reply(
                    .hello(
                        BeatlineReply.Hello(application: application, timeMicroseconds: time))))
        case .ping(let id): outputs.append(.reply(.pong(id: id, timeMicroseconds: time)))
        case .ack(let ack):
            if let notice = ecg.notice(on: ack) { outputs.append(.notice(notice)) }
        case .mark(let label): outputs.append(.mark(label, atSeconds: live.seconds))
        case .gap(let gap) where PersonLines.isTheirs(line): follow(gap, time)
        case .error(let code, let text):
            outputs.append(
                .notice(Notice(.warning, code: code, text ?? "the bridge reports \(code)")))
        case .bye: end()
        case .tick:
            advance(live: time)
            finishIfOver()
            outputs.append(
                .reply(.go(timeMicroseconds: line.timeMicroseconds ?? time)))
        default: break
        }
    }

    // MARK: Time

    /// Lets time go on, where it is ours: to be called every 250 ms.
    public mutating func advance(toMicroseconds now: Int) {
        guard clock == .wall, !hasEnded else { return }
        advance(live: now)
        finishIfOver()
    }

    private mutating func advance(live now: Int) {
        live.advance(toMicroseconds: now)
        forward()
    }

    private mutating func finishIfOver() {
        if let durationSeconds, live.activeSeconds >= durationSeconds { end() }
    }

    // MARK: The person

    /// Pacing stops, and time does not count, until it is resumed; beats go on.
    public mutating func pause() {
        guard !isPaused, !hasEnded else { return }
        live.pause(atMicroseconds: nowMicroseconds)
        person.pause(atMicroseconds: nowMicroseconds)
        forward()
        logPerson()
    }

    public mutating func resume() {
        guard isPaused, !hasEnded else { return }
        live.resume(atMicroseconds: nowMicroseconds)
        person.resume(atMicroseconds: nowMicroseconds)
        forward()
        logPerson()
    }

    /// Marks this moment.
    public mutating func mark(_ label: String) {
        guard !hasEnded else { return }
        person.mark(label, atMicroseconds: nowMicroseconds)
        outputs.append(.mark(label, atSeconds: live.seconds))
        logPerson()
    }

    /// What they did before the first line waits for it: a log begins as the bridge does.
    private mutating func logPerson() {
        guard messageCount > 0 else { return }
        outputs += person.drain().map { .log($0) }
    }

    /// Does again what the person did when the log was kept.
    private mutating func follow(_ gap: BeatlineMessage.Gap, _ time: Int) {
        if PersonLines.begins(gap) {
            live.pause(atMicroseconds: time)
        } else {
            live.resume(atMicroseconds: time)
        }
        forward()
    }

    /// Everything as of now, also during a pause.
    public mutating func figures() -> LiveFigures { live.figures() }

    private var nowMicroseconds: Int { Int((live.seconds * 1e6).rounded()) }

    /// Ends the session: what waits is decided, pacing stops, the bridge is told.
    public mutating func end() {
        guard !hasEnded else { return }
        hasEnded = true
        live.end(atMicroseconds: nowMicroseconds)
        forward()
        for warning in reader.finish() { outputs.append(.reply(.warning(warning))) }
        if let command = ecg.stop() { outputs.append(.reply(.command(command))) }
        outputs.append(.reply(.bye(reason: nil)))
    }

    private mutating func forward() {
        let now = live.seconds
        for output in live.drain() where !isLate(output, now) {
            for reply in replies.replies(to: output, atSeconds: now) {
                outputs.append(.reply(reply))
            }
            outputs.append(.live(output))
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
