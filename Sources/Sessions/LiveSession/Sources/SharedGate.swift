package import Foundation
package import LiveProtocol
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
        var introductions = BridgeIntroductions()
    }

    private let box: Mutex<Box>

    package init(_ gate: sending BridgeGate) { box = Mutex(Box(gate: gate)) }

    package func events() -> [BridgeGate.Event] {
        box.withLock { box in
            let events = box.gate.wait(milliseconds: 0)
            return box.introductions.take(events)
        }
    }

    package var descriptors: [pollfd] { box.withLock { $0.gate.descriptors } }
    package func present() -> [LiveSourceEvent] { box.withLock { $0.introductions.present() } }
    package func send(_ addressed: BridgeSession.Addressed) {
        box.withLock { $0.gate.send(addressed) }
    }
    package func broadcast(_ reply: BeatlineReply) { box.withLock { $0.gate.send(reply) } }
    package func dismiss(_ client: Int) {
        box.withLock { box in
            box.gate.close(client)
            box.introductions.take(.left(client))
        }
    }
    /// Nobody finds the address any more.
    package func leaveAddress() { box.withLock { $0.gate.leaveAddress() } }
    package func settle(milliseconds: Int32) -> Bool {
        box.withLock { $0.gate.settle(milliseconds: milliseconds) }
    }
}
