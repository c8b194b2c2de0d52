import SensorProtocol

/// A strap that a page of the browser holds, and whose packets it hands on.
package struct PageSource: LiveSource {
    package let clock = BridgeSession.Clock.wall
    package let isAwaited = true

    private let room: SessionRoom
    private var hasGreeted = false

    package init(_ room: SessionRoom) { self.room = room }

    package mutating func events(untilMicroseconds now: Int, reached: Int) -> [LiveSourceEvent] {
        let messages = room.takePageEvents().map { Self.message($0) }
        guard !messages.isEmpty else { return [] }
        var lines: [BeatlineLine] = []
        if !hasGreeted {
            hasGreeted = true
            let hello = BeatlineMessage.Hello(bridge: "page", capabilities: ["gatt"])
            lines.append(BeatlineLine(.hello(hello), timeMicroseconds: now))
        }
        lines += messages.map {
            BeatlineLine($0, device: BeatlineLine.defaultDevice, timeMicroseconds: now)
        }
        return lines.map { .line(.text($0.text), from: BridgeSession.onlyClient) }
    }

    private static func message(_ event: SessionRoom.PageEvent) -> BeatlineMessage {
        switch event {
        case .device(let name): .device(.init(name: name, kind: "rr"))
        case .packet(let bytes): .gatt(.init(characteristic: heartRateMeasurement, value: bytes))
        case .charge(let percent): .battery(percent: percent)
        case .link(let isUp): .state(isUp ? .subscribed : .lost, reason: isUp ? nil : "page")
        }
    }

    private static let heartRateMeasurement = "2a37"
}
