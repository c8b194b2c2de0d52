import PhysioTypes
import SensorProtocol

/// A strap that a page of the browser holds, and whose packets it hands on.
package struct BrowserStrapSource: LiveSource {
    package let startsAtFirstLine = true

    private let hub: SessionHub
    private var hasSentHello = false

    package init(_ hub: SessionHub) { self.hub = hub }

    package mutating func events(untilMicroseconds now: Int, reachedMicroseconds: Int)
        -> [LiveSourceEvent]
    {
        let messages = hub.drainPageEvents().map { Self.message($0) }
        guard !messages.isEmpty else { return [] }
        var events: [LiveSourceEvent] = []
        if !hasSentHello {
            hasSentHello = true
            let hello = BeatlineMessage.Hello(bridge: "page", capabilities: ["gatt"])
            events.append(.parsedLine(BeatlineLine(.hello(hello), timeMicroseconds: now)))
        }
        return events
            + messages.map {
                .parsedLine(
                    BeatlineLine(
                        $0, device: BeatlineLine.defaultDevice, timeMicroseconds: now))
            }
    }

    private static func message(_ event: SessionHub.PageEvent) -> BeatlineMessage {
        switch event {
        case .device(let name): .device(.init(name: name, kind: "rr"))
        case .packet(let bytes, let characteristic):
            .gatt(.init(characteristic: characteristic, value: bytes))
        case .battery(let percent): .battery(percent: percent)
        case .noECG: .error(code: BeatlineSensor.noECG, message: "the strap sends no ECG")
        case .link(let isUp): .state(isUp ? .subscribed : .lost, reason: isUp ? nil : "page")
        }
    }
}
