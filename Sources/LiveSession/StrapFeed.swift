public import BluetoothStraps
import Synchronization

/// The events of a strap for somebody who asks now and then.
public final class StrapFeed: Sendable {
    private let waiting = Mutex<[StrapEvent]>([])
    private let connection: StrapConnection

    /// Begins to connect, and to listen.
    public init(_ radio: StrapRadio, _ choice: StrapChoice) {
        connection = radio.connect(to: choice)
        Task { [self] in
            for await event in connection.events { waiting.withLock { $0.append(event) } }
        }
    }

    /// What happened since the last call.
    public func take() -> [StrapEvent] {
        waiting.withLock { events in
            defer { events.removeAll() }
            return events
        }
    }

    /// Lets the strap go.
    public func end() async { await connection.end() }
}
