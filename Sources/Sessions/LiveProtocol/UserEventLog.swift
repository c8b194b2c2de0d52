import SensorProtocol

/// The actions of a person during a session, as lines that its log stores among those of the
/// bridge.
///
/// They are lines of a device of their own, so that no sensor is taken for it: a `mark`, a `device` that names the
/// sensor that was chosen, and a `gap` with the reason `paused` at either end of a pause. The first of these is empty
/// (it ends where it begins), the second spans the pause. Times are the bridge's, as far as its lines have any.
struct UserEventLog: Sendable {
    /// Key of the device.
    static let device = BridgeDevice.personDevice
    private static let reason = "paused"

    /// An action, and its time by the session's clock; us.
    private enum Action {
        case mark(String, at: Int)
        case pause(at: Int)
        case resume(at: Int)
        case choose(BridgeDevice, at: Int)
    }

    private var pendingActions: [Action] = []
    /// The start of the pause, by the bridge's clock.
    private var pauseStartMicroseconds: Int?
    /// The bridge's time of its newest line, and when that arrived; us.
    private var newestLineTimes: (sent: Int, arrived: Int)?

    static func isUserEvent(_ line: BeatlineLine) -> Bool { line.device == device }

    /// Returns true if a gap is the beginning of a pause, and not its end.
    static func isPauseStart(_ gap: BeatlineMessage.Gap) -> Bool {
        gap.fromMicroseconds == gap.toMicroseconds
    }

    /// A line of the bridge came.
    mutating func recordLineTime(_ time: BeatlineReading.Time, arrivalMicroseconds arrival: Int) {
        if case .sender(let sent) = time { newestLineTimes = (sent, arrival) }
    }

    mutating func mark(_ label: String, atMicroseconds now: Int) {
        pendingActions.append(.mark(label, at: now))
    }

    mutating func choose(_ choice: BridgeDevice, atMicroseconds now: Int) {
        pendingActions.append(.choose(choice, at: now))
    }

    mutating func pause(atMicroseconds now: Int) { pendingActions.append(.pause(at: now)) }
    mutating func resume(atMicroseconds now: Int) { pendingActions.append(.resume(at: now)) }

    /// The lines since the last call. Nothing is put before the newest line of the bridge.
    mutating func drain() -> [BeatlineLine] {
        defer { pendingActions.removeAll() }
        return pendingActions.map { line($0) }
    }

    private mutating func line(_ action: Action) -> BeatlineLine {
        switch action {
        case .mark(let label, let now): return line(.mark(label: label), now)
        case .choose(let choice, let now): return line(choice.message, now)
        case .pause(let now):
            pauseStartMicroseconds = bridgeMicroseconds(now)
            return line(Self.gap(bridgeMicroseconds(now), bridgeMicroseconds(now)), now)
        case .resume(let now):
            let pauseStart = pauseStartMicroseconds ?? bridgeMicroseconds(now)
            // Never empty: it would be a beginning.
            return line(Self.gap(pauseStart, max(bridgeMicroseconds(now), pauseStart + 1)), now)
        }
    }

    private func line(_ message: BeatlineMessage, _ now: Int) -> BeatlineLine {
        BeatlineLine(
            message, device: Self.device,
            timeMicroseconds: newestLineTimes == nil ? nil : bridgeMicroseconds(now))
    }

    private static func gap(_ from: Int, _ to: Int) -> BeatlineMessage {
        .gap(.init(fromMicroseconds: from, toMicroseconds: to, reason: reason))
    }

    /// A moment on the bridge's clock, which the session's stands for where its lines have no times.
    private func bridgeMicroseconds(_ now: Int) -> Int {
        guard let newestLineTimes else { return now }
        return newestLineTimes.sent + max(0, now - newestLineTimes.arrived)
    }
}
