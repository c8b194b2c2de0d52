package import Foundation
package import LiveProtocol
package import SensorProtocol

/// The connection of bridges to a session, independent of the carrier of their lines.
///
/// Bridges may stay from one session to the next.
package protocol BridgeTransport: Sendable {
    /// Returns the events since the last call.
    func events() -> [BridgeServer.Event]

    /// Descriptors to wait for besides the wake-up signal.
    var descriptors: [pollfd] { get }

    /// Returns the events of bridges that are there already, as if they came now.
    func introductionEvents() -> [LiveSourceEvent]

    /// Sends a reply to the bridges that it is for.
    func send(_ addressed: BridgeSession.AddressedOutput)

    /// Sends a reply to every bridge.
    func broadcast(_ reply: BeatlineReply)

    /// Disconnects a bridge; no event reports it.
    func disconnect(_ client: Int)

    /// Waits until every bridge has taken what is for it, is gone, or so long; ms.
    ///
    /// - Returns: whether nothing waits any more.
    func drainReplies(milliseconds: Int32) -> Bool
}

extension BridgeTransport {
    /// Takes what came, and forgets it; to be called now and then while no session runs.
    package func discardEvents() {
        var rounds = 0
        while rounds < Self.maxRounds, !events().isEmpty { rounds += 1 }
    }

    /// Limit of the rounds: a bridge that sends without end must not block the caller.
    private static var maxRounds: Int { 1000 }
}
