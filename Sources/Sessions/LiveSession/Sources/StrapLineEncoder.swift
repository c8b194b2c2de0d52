package import BluetoothStraps
package import SensorProtocol

/// The events of the link to a strap, as lines of the line protocol: one way in for all sources,
/// and one log.
package struct StrapLineEncoder: Sendable {
    /// The time at which the session began, on the clock of the events; s.
    package var startSeconds: Double
    /// The time of the newest line; events and values have different clocks, and lines never go
    /// back.
    private var lastMicroseconds = 0

    /// - Parameter startSeconds: when the session began, on the clock of the events.
    package init(startSeconds: Double) { self.startSeconds = startSeconds }

    /// The first line.
    package static func hello(application: String) -> BeatlineLine {
        BeatlineLine(
            .hello(BeatlineMessage.Hello(bridge: application, capabilities: ["gatt"])),
            timeMicroseconds: 0)
    }

    /// - Parameter now: for events that do not say when they were; s, on their clock.
    /// - Returns: nothing for what no line says: failures, and the end.
    package mutating func line(of event: StrapEvent, atSeconds now: Double) -> BeatlineLine? {
        switch event {
        case .found(let strap):
            line(.device(BeatlineMessage.Device(name: strap.name, kind: "rr")), now)
        case .connected: line(.state(.connected, reason: nil), now)
        case .subscribed(let characteristic):
            characteristic == .heartRateMeasurement
                ? line(.state(.subscribed, reason: nil), now) : nil
        case .value(let value):
            line(
                .gatt(
                    BeatlineMessage.GATT(
                        characteristic: value.characteristic.text, value: value.bytes)),
                value.arrivalSeconds)
        case .battery(let percent): line(.battery(percent: percent), now)
        case .lost(let reason, let time): line(.state(.lost, reason: reason.rawValue), time)
        case .dropped:
            line(
                .gap(
                    BeatlineMessage.Gap(
                        fromMicroseconds: microseconds(now), toMicroseconds: microseconds(now),
                        lostBeatCount: nil, reason: "overflow")), now)
        case .failed, .ended: nil
        }
    }

    private mutating func line(_ message: BeatlineMessage, _ seconds: Double) -> BeatlineLine {
        BeatlineLine(
            message, device: BeatlineLine.defaultDevice, timeMicroseconds: microseconds(seconds))
    }

    /// A value may have come just before the session's clock began.
    private mutating func microseconds(_ seconds: Double) -> Int {
        lastMicroseconds = max(
            lastMicroseconds, Int((max(0, seconds - startSeconds) * 1e6).rounded()))
        return lastMicroseconds
    }
}
