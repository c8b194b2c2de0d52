import Synchronization

/// Where orders from other threads wait for a machine's own.
package final class Mailbox<Order: Sendable & Equatable>: Sendable {
    private struct Content {
        var events: [BusEvent<Order>] = []
        var isClosed = false
    }

    let wake = WakePipe()
    private let content = Mutex(Content())

    package init() {}

    /// Hands an order to the machine.
    ///
    /// - Returns: false if no machine will ever read it.
    package func post(_ order: Order) -> Bool {
        let isAccepted = content.withLock { content in
            if !content.isClosed { content.events.append(.order(order)) }
            return !content.isClosed
        }
        if isAccepted { wake.signal() }
        return isAccepted
    }

    package func drain() -> [BusEvent<Order>] {
        content.withLock { content in
            defer { content.events = [] }
            return content.events
        }
    }

    /// Takes no more orders.
    ///
    /// - Returns: what was still waiting.
    @discardableResult
    package func close() -> [BusEvent<Order>] {
        content.withLock { content in
            content.isClosed = true
            defer { content.events = [] }
            return content.events
        }
    }
}
