package import LiveProtocol
import PhysioTypes

/// Bridges that come to an address: up to ``BridgeServer/maxClients`` of them, or one whose time is the session's.
package struct BridgeSource: LiveSource {
    package let startsAtFirstLine = true

    private let transport: any BridgeTransport
    /// True if there is one bridge, whose time and end are the session's.
    private let isSingleBridge: Bool
    private let isStopped: () -> Bool
    /// True if bridges of an earlier session are still to be introduced.
    private var needsIntroductions: Bool

    /// A bridge that is waited for is asked after as often; ms.
    private static let timeoutMs: Int32 = 250
    /// The time allowed for sending the last replies to a bridge; ms.
    private static let closeTimeoutMs: Int32 = 1000

    /// - Parameter isShared: whether the entrance serves one session after the other: bridges that are there already
    ///   take part in this one, and what they said before it is left out.
    /// - Parameter clock: of the session; by a bridge's clock there is one bridge.
    /// - Parameter isStopped: whether the program ends, and waits for no bridge.
    package init(
        _ transport: any BridgeTransport, clock: BridgeSession.Clock = .wall,
        isShared: Bool = false,
        isStopped: @escaping () -> Bool = { false }
    ) {
        self.transport = transport
        isSingleBridge = clock == .bridge
        needsIntroductions = isShared
        self.isStopped = isStopped
    }

    package mutating func events(untilMicroseconds now: Int, reachedMicroseconds: Int)
        -> [LiveSourceEvent]
    {
        if needsIntroductions {
            needsIntroductions = false
            transport.discardEvents()
            return transport.introductionEvents()
        }
        return transport.events().flatMap { events(of: $0) }
    }

    private func events(of event: BridgeServer.Event) -> [LiveSourceEvent] {
        switch event {
        case .joined(let client):
            [Self.note("joined", "bridge \(client) has come")]
                + (isSingleBridge ? [] : [.joined(client, atMicroseconds: nil)])
        case .line(let line, let client):
            [.line(line, from: isSingleBridge ? BridgeSession.defaultClient : client)]
        case .left(let client):
            [
                .notice(.bridgeLeft(client)),
                isSingleBridge ? .ended(nil) : .left(client, atMicroseconds: nil),
            ]
        case .refused: [Self.note("refused", "one bridge more than there may be was let go")]
        }
    }

    private static func note(_ code: String, _ text: String) -> LiveSourceEvent {
        .notice(Notice(.note, code: code, text))
    }

    /// Returns no due time: only its lines move the time of a bridge.
    package func dueMicroseconds(reachedMicroseconds: Int) -> Int { .max }

    package mutating func wait(milliseconds: Int32, _ wake: WakeSignal) {
        wake.wait(milliseconds: milliseconds, besides: transport.descriptors)
    }

    package mutating func receive(_ outputs: [BridgeSession.AddressedOutput]) {
        guard isSingleBridge else {
            for output in outputs { transport.send(output) }
            return
        }
        let replies = outputs.compactMap { $0.reply(for: BridgeSession.defaultClient) }
        for reply in replies { transport.broadcast(reply) }
        // A bridge whose time is the session's is waited for: nothing is late.
        while !replies.isEmpty, !isStopped(), !transport.drainReplies(milliseconds: Self.timeoutMs)
        {}
    }

    package mutating func disconnect(_ client: Int) { transport.disconnect(client) }

    package mutating func close() { _ = transport.drainReplies(milliseconds: Self.closeTimeoutMs) }
}
