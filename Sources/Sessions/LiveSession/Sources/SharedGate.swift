package import Foundation
import PhysioTypes
package import SensorProtocol
import Synchronization

/// The bridges that come to an address, from one session to the next.
///
/// Between sessions what a bridge says is left out, but for who it is, and the next session begins with that.
package final class SharedGate: BridgeEntrance {
    /// Touched under the lock alone, so it does not matter which thread does.
    private struct Box: @unchecked Sendable {
        let gate: BridgeGate
        var hellos = BridgeHellos()
    }

    private let box: Mutex<Box>

    package init(_ gate: sending BridgeGate) { box = Mutex(Box(gate: gate)) }

    package func events() -> [BridgeGate.Event] {
        box.withLock { box in
            let events = box.gate.wait(milliseconds: 0)
            for event in events { box.hellos.take(event) }
            return events
        }
    }

    package var descriptors: [pollfd] { box.withLock { $0.gate.descriptors } }
    package func present() -> [LiveSourceEvent] { box.withLock { $0.hellos.present } }
    package func send(_ addressed: BridgeSession.Addressed) {
        box.withLock { $0.gate.send(addressed) }
    }
    package func broadcast(_ reply: BeatlineReply) { box.withLock { $0.gate.send(reply) } }
    package func dismiss(_ client: Int) {
        box.withLock { box in
            box.gate.close(client)
            box.hellos.take(.left(client))
        }
    }
    package func settle(milliseconds: Int32) -> Bool {
        box.withLock { $0.gate.settle(milliseconds: milliseconds) }
    }
}

/// Bridges that are there, and how each has introduced itself.
package struct BridgeHellos: Sendable {
    private var hellos: [Int: LineFramer.Line?] = [:]

    package init() {}

    package mutating func take(_ event: BridgeGate.Event) {
        switch event {
        case .joined(let client): hellos[client] = .some(nil)
        case .line(let line, let client):
            if case .text(let text) = line, BeatlineLine.glance(at: text).isHello {
                hellos[client] = line
            }
        case .left(let client): hellos[client] = nil
        case .refused: break
        }
    }

    /// All of them, as if they came now.
    package var present: [LiveSourceEvent] {
        hellos.sorted { $0.key < $1.key }.flatMap { client, hello in
            [.joined(client, atMicroseconds: nil)] + (hello.map { [.line($0, from: client)] } ?? [])
        }
    }
}
