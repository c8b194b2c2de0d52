import Synchronization

/// A queue in which commands from other threads wait for a machine's own thread.
package final class Mailbox<Command: Sendable & Equatable>: Sendable {
    private struct Content {
        var events: [BusEvent<Command>] = []
        var isClosed = false
    }

    let wake = WakePipe()
    private let content = Mutex(Content())

    package init() {}

    /// Hands an order to the machine.
    ///
    /// - Returns: false if no machine will ever read it.
    package func post(_ command: Command) -> Bool {
        let isAccepted = content.withLock { content in
            if !content.isClosed { content.events.append(.command(command)) }
            return !content.isClosed
        }
        if isAccepted { wake.signal() }
        return isAccepted
    }

    package func drain() -> [BusEvent<Command>] {
        content.withLock { content in
            defer { content.events = [] }
            return content.events
        }
    }

    /// Takes no more orders.
    ///
    /// - Returns: what was still waiting.
    @discardableResult
    package func close() -> [BusEvent<Command>] {
        content.withLock { content in
            content.isClosed = true
            defer { content.events = [] }
            return content.events
        }
    }
}
