import Synchronization

/// Hands events to all listeners; a late one receives what led to the status of now.
final class PlayerEventHub: Sendable {
    private struct Content {
        /// The song that has begun and not ended, and when.
        var song: (song: PlayerSong, beganSeconds: Double)?
        /// The reason that the player cannot be reached; nil while it can.
        var loss: PlayerError?
        var listeners: [Int: AsyncStream<PlayerEvent>.Continuation] = [:]
        var nextNumber = 0
        var isClosed = false
    }

    /// Unread events, per listener; the oldest beyond it are dropped.
    static let maxUnreadEvents = 256

    private let content = Mutex(Content())
    private let nowSeconds: @Sendable () -> Double

    /// - Parameter nowSeconds: a clock that never goes back; s.
    init(nowSeconds: @escaping @Sendable () -> Double = PlayerClock.nowSeconds) {
        self.nowSeconds = nowSeconds
    }

    /// Events from now on, after the status: a player that is away begins with why, and a song that plays with its
    /// ``PlayerEvent/songBegan(_:secondsAgo:)``. No event falls between this beginning and the later ones.
    func stream(status: PlayerStatus) -> AsyncStream<PlayerEvent> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: PlayerEvent.self, bufferingPolicy: .bufferingNewest(Self.maxUnreadEvents))
        continuation.yield(.status(status))
        let number: Int? = content.withLock { content in
            if let loss = content.loss { continuation.yield(.disconnected(loss)) }
            if let (song, began) = content.song {
                continuation.yield(.songBegan(song, secondsAgo: max(0, nowSeconds() - began)))
            }
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
        content.withLock { content in
            for event in events {
                note(event, &content)
                for listener in content.listeners.values { listener.yield(event) }
            }
        }
    }

    /// Retains what a later listener is to receive.
    private func note(_ event: PlayerEvent, _ content: inout Content) {
        switch event {
        case .songBegan(let song, let secondsAgo):
            content.song = (song, nowSeconds() - secondsAgo)
        case .songEnded: content.song = nil
        case .disconnected(let error): content.loss = error
        case .connected: content.loss = nil
        case .status, .seeked, .withdrawn, .libraryChanged: break
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
