import FlyingFox
import LiveSession
import PhysioTypes
import Synchronization
import Testing

@testable import SessionDashboard

@Suite struct WatcherMessageHandlerTests {
    /// A key, and whether it still opens the page.
    private final class Key: Sendable {
        private let isGood = Mutex(true)
        var opens: Bool { isGood.withLock { $0 } }
        func revoke() { isGood.withLock { $0 = false } }
    }

    private struct SaysNothing: Error {}

    /// A page that watches, and has its first message.
    private struct Page {
        let hub = SessionHub()
        let key = Key()
        let client: AsyncStream<WSMessage>.Continuation
        var messages: AsyncStream<WSMessage>.AsyncIterator

        init() async throws {
            let (stream, client) = AsyncStream<WSMessage>.makeStream()
            self.client = client
            let handler = WatcherMessageHandler(hub: hub, role: .full) { [key] in key.opens }
            messages = try await handler.makeMessages(for: stream).makeAsyncIterator()
            guard case .text? = await messages.next() else { throw SaysNothing() }
        }
    }

    /// Any program may have taken it back: what the page says then counts no more.
    @Test(.timeLimit(.minutes(1))) func aPageWhoseKeyIsRevokedIsDisconnected() async throws {
        var page = try await Page()
        page.client.yield(.text(#"{"type":"clock","echo":1}"#))
        guard case .text? = await page.messages.next() else { throw SaysNothing() }
        page.key.revoke()
        page.client.yield(.text(#"{"type":"clock","echo":2}"#))
        #expect(await page.messages.next() == nil)
    }

    @Test(.timeLimit(.minutes(1))) func aRevokedViewerReceivesNothingMore() async throws {
        var page = try await Page()
        page.hub.notify(Notice(.warning, code: "battery", "the strap's battery is low"))
        guard case .text(let text)? = await page.messages.next() else { throw SaysNothing() }
        #expect(text.contains("battery"))
        page.key.revoke()
        page.hub.notify(Notice(.warning, code: "battery", "the strap's battery is low"))
        #expect(await page.messages.next() == nil)
    }
}
