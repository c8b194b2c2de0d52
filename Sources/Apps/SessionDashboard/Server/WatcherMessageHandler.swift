import FlyingFox
import LiveSession

/// One page that watches the session: what goes to it, and what it says.
struct WatcherMessageHandler: WSMessageHandler {
    let hub: SessionHub
    let role: WatcherRole
    /// A check that its key still opens the page; run with every message, since any program may
    /// withdraw keys.
    let isKeyValid: @Sendable () -> Bool

    /// No message of a page is longer; bytes.
    private static let maxMessageByteCount = 65_536

    func makeMessages(
        for client: AsyncStream<WSMessage>
    ) async throws -> AsyncStream<WSMessage> {
        guard let (number, messages) = hub.join(role) else {
            return AsyncStream { outgoing in
                outgoing.yield(.close(WSCloseCode(1013, reason: "too many watch already")))
                outgoing.finish()
            }
        }
        let hub = hub
        let role = role
        let isKeyValid = isKeyValid
        let receiveTask = Task {
            for await message in client {
                guard case .text(let text) = message, text.utf8.count <= Self.maxMessageByteCount,
                    isKeyValid()
                else { break }
                hub.receive(text, from: number, role)
            }
            hub.removeWatcher(number)
        }
        return AsyncStream { outgoing in
            let sendTask = Task {
                for await text in messages {
                    guard isKeyValid() else { break }
                    outgoing.yield(.text(text))
                }
                outgoing.finish()
            }
            outgoing.onTermination = { _ in
                sendTask.cancel()
                receiveTask.cancel()
                hub.removeWatcher(number)
            }
        }
    }
}
