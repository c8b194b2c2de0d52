import PhysioTypes

/// Bridges that come to an address, up to ``BridgeGate/mostClients`` of them.
package struct GateSource: LiveSource {
    package let clock = BridgeSession.Clock.wall
    package let isAwaited = true

    private let gate: SharedGate
    private var hasBegun = false

    /// - Parameter gate: outlives the session; bridges that are there already take part in it.
    package init(_ gate: SharedGate) { self.gate = gate }

    package mutating func events(untilMicroseconds now: Int, reached: Int) -> [LiveSourceEvent] {
        if !hasBegun {
            hasBegun = true
            gate.idle()
            return gate.present()
        }
        return gate.events().map { event in
            switch event {
            case .joined(let client): .joined(client, atMicroseconds: nil)
            case .line(let line, let client): .line(line, from: client)
            case .left(let client): .left(client, atMicroseconds: nil)
            case .refused:
                .notice(
                    Notice(
                        .note, code: "refused", "one bridge more than there may be was let go"))
            }
        }
    }

    package mutating func wait(milliseconds: Int32, _ bell: SessionBell) {
        bell.wait(milliseconds: milliseconds, besides: gate.descriptors)
    }

    package mutating func take(_ outputs: [BridgeSession.Addressed]) {
        for output in outputs { gate.send(output) }
    }

    /// What a bridge is still sent may take so long; ms.
    private static let farewellMs: Int32 = 1000

    package mutating func close() { gate.settle(milliseconds: Self.farewellMs) }
}
