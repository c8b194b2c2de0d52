import Synchronization

/// Hands events to everyone who listens.
final class PlayerEventHub: Sendable {
    private struct Content {
        var listeners: [Int: AsyncStream<PlayerEvent>.Continuation] = [:]
        var nextNumber = 0
        var isClosed = false
    }

    /// Unread events, per listener; the oldest beyond it are dropped.
    static let maxUnread = 256

    private let content = Mutex(Content())

    /// - Parameter first: what the stream begins with.
    func stream(first: PlayerEvent) -> AsyncStream<PlayerEvent> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: PlayerEvent.self, bufferingPolicy: .bufferingNewest(Self.maxUnread))
        continuation.yield(first)
        let number: Int? = content.withLock { content in
            if content.isClosed { return nil }
            content.nextNumber += 1
            content.listeners[content.nextNumber] = continuation
            return content.nextNumber
        }
        guard let number else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.content.withLock { $0.listeners.removeValue(forKey: number) }
        }
        return stream
    }

    func send(_ events: [PlayerEvent]) {
        let listeners = content.withLock { Array($0.listeners.values) }
        for event in events {
            for listener in listeners { listener.yield(event) }
        }
    }

    /// Ends all streams; a second time does nothing.
    func close() {
        let listeners = content.withLock { content in
            defer { content.listeners = [:] }
            content.isClosed = true
            return Array(content.listeners.values)
        }
        for listener in listeners { listener.finish() }
    }
}
