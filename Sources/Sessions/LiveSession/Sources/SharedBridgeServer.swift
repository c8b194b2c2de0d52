package import Foundation
package import LiveProtocol
import PhysioTypes
package import SensorProtocol
import Synchronization

/// The bridges that come to an address, from one session to the next.
///
/// Between sessions what a bridge says is left out, but for who it is, and the next session begins with that.
package final class SharedBridgeServer: BridgeTransport {
    /// Touched under the lock alone, so it does not matter which thread does.
    private struct ServerState: @unchecked Sendable {
        let server: BridgeServer
        var introductions = BridgeIntroductions()
    }

    private let box: Mutex<ServerState>

    package init(_ server: sending BridgeServer) { box = Mutex(ServerState(server: server)) }

    package func events() -> [BridgeServer.Event] {
        box.withLock { box in
            let events = box.server.pollEvents(milliseconds: 0)
            return box.introductions.receive(events)
        }
    }

    package var descriptors: [pollfd] { box.withLock { $0.server.descriptors } }
    package func introductionEvents() -> [LiveSourceEvent] {
        box.withLock { $0.introductions.introductionEvents() }
    }
    package func send(_ addressed: BridgeSession.AddressedOutput) {
        box.withLock { $0.server.send(addressed) }
    }
    package func broadcast(_ reply: BeatlineReply) { box.withLock { $0.server.send(reply) } }
    package func disconnect(_ client: Int) {
        box.withLock { box in
            box.server.close(client)
            box.introductions.receive(.left(client))
        }
    }
    /// Removes the address, so that no new client finds it.
    package func removeSocketFile() { box.withLock { $0.server.removeSocketFile() } }
    package func drainReplies(milliseconds: Int32) -> Bool {
        box.withLock { $0.server.drainReplies(milliseconds: milliseconds) }
    }
}
