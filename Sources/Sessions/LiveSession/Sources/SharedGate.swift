import Foundation
import PhysioTypes
import SensorProtocol
import Synchronization

/// The bridges that come to an address, from one session to the next.
///
/// A bridge may stay: between sessions what it says is left out, but for who it is, and the next session begins
/// with that.
package final class SharedGate: Sendable {
    /// Touched under the lock alone, so it does not matter which thread does.
    private struct Box: @unchecked Sendable {
        let gate: BridgeGate
        /// Bridges that are there, and how each has introduced itself.
        var hellos: [Int: LineFramer.Line?] = [:]
    }

    private let box: Mutex<Box>

    package init(_ gate: sending BridgeGate) { box = Mutex(Box(gate: gate)) }

    /// Takes what came, and forgets it; to be called now and then while no session runs.
    package func idle() { _ = events() }

    /// What came since the last call.
    func events() -> [BridgeGate.Event] {
        box.withLock { box in
            let events = box.gate.wait(milliseconds: 0)
            for event in events {
                switch event {
                case .joined(let client): box.hellos[client] = .some(nil)
                case .line(let line, let client):
                    if case .text(let text) = line, BeatlineLine.glance(at: text).isHello {
                        box.hellos[client] = line
                    }
                case .left(let client): box.hellos[client] = nil
                case .refused: break
                }
            }
            return events
        }
    }

    /// What to wait for.
    var descriptors: [pollfd] { box.withLock { $0.gate.descriptors } }

    /// Who is there already, as if they came now.
    func present() -> [LiveSourceEvent] {
        box.withLock { box in
            box.hellos.sorted { $0.key < $1.key }.flatMap { client, hello in
                [.joined(client, atMicroseconds: nil)]
                    + (hello.map { [.line($0, from: client)] } ?? [])
            }
        }
    }

    func send(_ addressed: BridgeSession.Addressed) {
        box.withLock { $0.gate.send(addressed) }
    }

    /// What is on its way may take so long; ms.
    func settle(milliseconds: Int32) {
        box.withLock { _ = $0.gate.settle(milliseconds: milliseconds) }
    }
}
