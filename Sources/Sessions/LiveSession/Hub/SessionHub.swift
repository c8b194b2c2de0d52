import Foundation
import LivePipeline
import LiveProtocol
import ResonanceBreathing
import SensorProtocol
import Synchronization

/// Rights of a client that watches.
package enum WatcherRole: String, Sendable, Codable {
    /// Lead the session, and change what is kept.
    case full
    /// Watch alone.
    case view
}

/// The meeting point of a session and its watchers: pages of a browser, any number of them.
///
/// The thread that runs the session reports what it gives and does what was asked for; it never waits for a
/// watcher. One that reads too slowly is disconnected, and comes again.
package final class SessionHub: Sendable {
    /// An event of a sensor that is connected to a page of the browser.
    package enum PageEvent: Sendable, Equatable {
        case device(name: String)
        /// The bytes of a characteristic.
        case packet([UInt8], characteristic: String)
        /// The strap does not send the ECG that was asked for.
        case noECG
        case battery(percent: Int)
        case link(isUp: Bool)
    }

    struct State {
        var session: RunningSession?
        /// The time at which ``RunningSession/seconds`` was noted.
        var secondsNotedAt: ContinuousClock.Instant
        var watchers: [Int: AsyncStream<String>.Continuation] = [:]
        var lastWatcherNumber = 0
        /// The watchers whose pages show reminders.
        var reminderWatchers: Set<Int> = []
        var commands: [SessionCommand] = []
        var pageEvents: [PageEvent] = []
        /// The watcher whose page is connected to the sensor.
        var sensorWatcherNumber: Int?
        /// Messages for new watchers about what runs beside the session.
        var retainedMessages: [HubTopic: [String]] = [:]
    }

    private let state: Mutex<State>
    /// Signals that a watcher wants something.
    package let wake: WakeSignal
    private let clock: @Sendable () -> ContinuousClock.Instant
    /// The clock of practices, which those who watch ask for; s.
    private let practiceClock: (@Sendable () -> Double)?

    /// Messages that wait for one who watches, some 20 s of a session.
    static let maxPendingMessages = 256
    /// The greatest number of watchers at the same time.
    package static let maxWatchers = 64
    private static let maxCommands = 64
    /// Longer ones are no label.
    static let maxLabelLength = 200

    /// - Parameter wake: of the host of its sessions.
    /// - Parameter clock: by which a session goes on between its steps.
    /// - Parameter practiceClock: gives the seconds of the clock of practices; nil where there are none.
    package init(
        wake: WakeSignal = WakeSignal(),
        clock: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        practiceClock: (@Sendable () -> Double)? = nil
    ) {
        self.wake = wake
        self.clock = clock
        self.practiceClock = practiceClock
        state = Mutex(State(secondsNotedAt: clock()))
    }

    // MARK: The session's side

    /// A session is about to begin.
    ///
    /// - Returns: false where one runs already.
    package func open(_ info: SessionInfo) -> Bool {
        state.withLock { state in
            guard state.session == nil else { return false }
            let session = RunningSession(info: info)
            state.session = session
            state.secondsNotedAt = clock()
            (state.commands, state.pageEvents) = ([], [])
            state.sensorWatcherNumber = nil
            Self.broadcast(.begin(session), &state)
            return true
        }
    }

    /// Returns the events that pages sent of their sensors since the last call.
    package func drainPageEvents() -> [PageEvent] {
        state.withLock { state in
            defer { state.pageEvents.removeAll() }
            return state.pageEvents
        }
    }

    /// The session is over, or did not begin.
    package func close(_ outcome: SessionOutcome = SessionOutcome()) {
        state.withLock { state in
            state.session = nil
            Self.broadcast(.ended(outcome), &state)
        }
    }

    /// Reports what a session gave.
    ///
    /// - Parameter pauseSeconds: how long it was paused so far.
    func publish(_ outputs: [BridgeSession.Output], pauseSeconds: Double) {
        guard !outputs.isEmpty else { return }
        state.withLock { state in
            for output in outputs { Self.receive(output, pauseSeconds, &state) }
        }
    }

    /// Changes what is known of the session, and notifies the watchers.
    func update(_ change: (inout State, ContinuousClock.Instant) -> [LiveFrame]) {
        state.withLock { state in
            for frame in change(&state, clock()) { Self.broadcast(frame, &state) }
        }
    }

    /// Returns the commands of the watchers since the last call.
    package func drainCommands() -> [SessionCommand] {
        state.withLock { state in
            defer { state.commands.removeAll() }
            return state.commands
        }
    }

    private static func receive(
        _ output: BridgeSession.Output, _ pauses: Double, _ state: inout State
    ) {
        switch output {
        case .live(.figures(let figures)):
            // Time of a full second, which the step that reported the figures may lie behind.
            let time = ((figures.sessionSeconds + pauses) * 1000).rounded() / 1000
            state.session?.receive(figures, atSeconds: time)
            broadcast(.figures(figures, atSeconds: time), &state)
        case .live(let live):
            state.session?.receive(live)
            if let frame = frame(live) { broadcast(frame, &state) }
        case .mark(let label, let time): broadcast(.mark(label, atSeconds: time), &state)
        case .battery(let percent): broadcast(.battery(percent: percent), &state)
        case .notice(let notice):
            broadcast(.notice(code: notice.code, text: notice.text), &state)
        case .reply(.warning(let warning)):
            broadcast(.notice(code: warning.code, text: warning.text ?? warning.code), &state)
        case .reply, .log: break
        }
    }

    private static func frame(_ output: LiveOutput) -> LiveFrame? {
        switch output {
        case .beat(let beat): .beat(beat)
        case .phase(let cue): .phase(cue)
        case .tap(let tap): .tap(tap)
        case .stop: .stop
        case .decision(let text): .decision(text)
        // Their warnings come as replies.
        case .breath, .notice, .figures: nil
        }
    }

    /// Reports to the watchers what happens beside the session.
    ///
    /// - Parameter retained: what later watchers are sent of it, instead of what was said of it before.
    package func broadcast(_ texts: [String], of topic: HubTopic, retained: [String]) {
        state.withLock { state in
            state.retainedMessages[topic] = retained
            for text in texts { Self.broadcast(text, &state) }
        }
    }

    /// One text for all of them.
    private static func broadcast(_ frame: LiveFrame, _ state: inout State) {
        guard !state.watchers.isEmpty else { return }
        broadcast(frame.text, &state)
    }

    private static func broadcast(_ text: String, _ state: inout State) {
        for (number, watcher) in state.watchers {
            if case .dropped = watcher.yield(text) {
                watcher.finish()
                state.watchers[number] = nil
            }
        }
    }

    // MARK: The watchers' side

    /// The running session; nil where none runs.
    package var info: SessionInfo? { state.withLock { $0.session?.info } }

    /// Notifies pages that show reminders of one.
    ///
    /// - Returns: whether there is such a page.
    package func remind(_ reminder: PageReminder) -> Bool {
        state.withLock { state in
            let text = LiveFrame.reminder(reminder).text
            // Who reads too slowly is let go with the next message of a session.
            return state.reminderWatchers.reduce(false) { isDelivered, number in
                if case .enqueued = state.watchers[number]?.yield(text) { return true }
                return isDelivered
            }
        }
    }

    /// Ends the session, as if a watcher requested it.
    package func end() {
        state.withLock { $0.commands.append(.end) }
        wake.signal()
    }

    package var isRunning: Bool { state.withLock { $0.session != nil } }
    package var watcherCount: Int { state.withLock(\.watchers.count) }

    /// Adds a watcher.
    ///
    /// - Returns: the messages for it, beginning with the state of things; nil where there are
    ///   ``maxWatchers`` already.
    package func join(_ role: WatcherRole) -> (number: Int, messages: AsyncStream<String>)? {
        state.withLock { state in
            guard state.watchers.count < Self.maxWatchers else { return nil }
            let (messages, watcher) = AsyncStream.makeStream(
                of: String.self, bufferingPolicy: .bufferingOldest(Self.maxPendingMessages))
            var session = state.session
            session?.progress.seconds = sessionSeconds(state) ?? 0
            watcher.yield(LiveFrame.welcome(role, session).text)
            for topic in HubTopic.allCases {
                for text in state.retainedMessages[topic] ?? [] { watcher.yield(text) }
            }
            state.lastWatcherNumber += 1
            state.watchers[state.lastWatcherNumber] = watcher
            return (state.lastWatcherNumber, messages)
        }
    }

    /// All have to come again.
    package func disconnectAll() {
        state.withLock { state in
            for watcher in state.watchers.values { watcher.finish() }
            state.watchers.removeAll()
            state.reminderWatchers.removeAll()
        }
    }

    /// They are gone.
    package func removeWatcher(_ number: Int) {
        state.withLock { state in
            state.watchers.removeValue(forKey: number)?.finish()
            state.reminderWatchers.remove(number)
            guard state.sensorWatcherNumber == number else { return }
            // Its sensor is gone with the page.
            state.sensorWatcherNumber = nil
            state.pageEvents.append(.link(isUp: false))
        }
        wake.signal()
    }

    /// Takes a message of theirs; one that says nothing is answered with a notice.
    package func receive(_ text: String, from number: Int, _ role: WatcherRole) {
        state.withLock { state in
            // Who was let go may still be heard for a moment.
            guard state.watchers[number] != nil else { return }
            let eventCount = state.pageEvents.count
            if let reply = reply(text, number, role, &state) {
                state.watchers[number]?.yield(reply.text)
            }
            if state.pageEvents.count > eventCount { state.sensorWatcherNumber = number }
        }
        wake.signal()
    }

    /// s of the session; between its steps as a clock would have it.
    private func sessionSeconds(_ state: State) -> Double? {
        guard let session = state.session else { return nil }
        let elapsedSeconds = (clock() - state.secondsNotedAt) / .seconds(1)
        return session.progress.seconds
            + (session.progress.hasBegun ? elapsedSeconds * session.info.speed : 0)
    }

    private struct Message: Decodable {
        let type: String
        let echo: Double?
        let label: String?
        let name: String?
        let hex: String?
        let chr: String?
        let device: String?
        let percent: Int?
        let up: Bool?
        let on: Bool?
    }

    private func reply(
        _ text: String, _ number: Int, _ role: WatcherRole, _ state: inout State
    ) -> LiveFrame? {
        guard let message = try? JSONDecoder().decode(Message.self, from: Data(text.utf8)) else {
            return .notice(
                code: "bad_message", text: "a message that is no JSON object with a type")
        }
        if message.type == "clock" {
            return .clock(
                echo: message.echo ?? 0, atSeconds: sessionSeconds(state),
                practiceSeconds: practiceClock?())
        }
        guard role == .full else {
            return .notice(
                code: "view_only", text: "this link may watch, and not lead: ask for another one")
        }
        if message.type == "notifies", let isOn = message.on {
            if isOn {
                state.reminderWatchers.insert(number)
            } else {
                state.reminderWatchers.remove(number)
            }
            return nil
        }
        guard state.session != nil else {
            return .notice(code: "no_session", text: "no session runs: begin one")
        }
        guard let isEnqueued = Self.enqueue(message, &state) else {
            return .notice(
                code: "bad_message", text: "nothing is known of a message \(message.type) like that"
            )
        }
        if !isEnqueued {
            return .notice(code: "busy", text: "too much at once: the last wish was left out")
        }
        return nil
    }

    /// - Returns: false where too much waits already; nil for what says nothing.
    private static func enqueue(_ message: Message, _ state: inout State) -> Bool? {
        guard let command = command(message) else {
            guard let event = pageEvent(message) else { return nil }
            guard state.pageEvents.count < maxPendingMessages else { return false }
            state.pageEvents.append(event)
            return true
        }
        guard state.commands.count < maxCommands else { return false }
        state.commands.append(command)
        return true
    }

    private static func command(_ message: Message) -> SessionCommand? {
        switch message.type {
        case "pause": .pause
        case "resume": .resume
        case "begin": .begin
        case "end": .end
        case "discard": .discard
        case "choose": message.device.flatMap { BridgeDevice($0) }.map { .choose($0) }
        case "mark": .mark(String((message.label ?? "mark").prefix(maxLabelLength)))
        default: nil
        }
    }

    private static let heartRateMeasurementUUID = "2a37"

    private static func pageEvent(_ message: Message) -> PageEvent? {
        switch message.type {
        case "device": .device(name: String((message.name ?? "strap").prefix(maxLabelLength)))
        case "packet":
            message.hex.flatMap { HexText.bytes($0) }.map {
                .packet($0, characteristic: message.chr ?? heartRateMeasurementUUID)
            }
        case "no_ecg": .noECG
        case "charge": message.percent.map { .battery(percent: min(max($0, 0), 100)) }
        case "link": message.up.map { .link(isUp: $0) }
        default: nil
        }
    }
}
