import DBusClient
import Synchronization

/// A connection to one strap, from the search for it to its end.
///
/// Requests may come from any task; each is answered within the waits of `StrapTimeouts`.
package final class StrapConnection: Sendable {
    /// The events of the connection, in order; the stream ends after `failed` or `ended`. For one
    /// reader. If more than 4096 events wait to be read, the oldest are thrown away, and `dropped`
    /// says how many.
    package let events: AsyncStream<StrapEvent>
    private let channel: StrapChannel

    private init(events: AsyncStream<StrapEvent>, channel: StrapChannel) {
        self.events = events
        self.channel = channel
    }

    static func make() -> (StrapConnection, StrapChannel) {
        let (events, continuation) = AsyncStream.makeStream(
            of: StrapEvent.self, bufferingPolicy: .bufferingNewest(StrapChannel.eventLimit))
        let channel = StrapChannel(continuation)
        // Also when the last copy of the stream goes.
        continuation.onTermination = { [weak channel] _ in _ = channel?.mailbox.post(.end([])) }
        return (StrapConnection(events: events, channel: channel), channel)
    }

    /// Reads a characteristic.
    ///
    /// - Throws: `notConnected`, `missing`, `pairingFailed`, `refused`; `notReadable` for the heart
    ///   rate measurement, which is subscribed to.
    package func read(_ characteristic: BluetoothUUID) async throws(StrapFailure) -> [UInt8] {
        try await channel.sendRequest(.read(characteristic)).get()
    }

    /// Writes to a characteristic; returns when the strap, or for an unacknowledged write the
    /// Bluetooth service, has taken it.
    ///
    /// - Throws: `notConnected`, `missing`, `pairingFailed`, `refused`.
    package func write(_ write: StrapWrite) async throws(StrapFailure) {
        _ = try await channel.sendRequest(.write(write)).get()
    }

    /// Has the values of one more characteristic sent as events, now and after every loss. The heart
    /// rate measurement needs no asking.
    ///
    /// - Throws: `notConnected`, `missing`, `inUse`, `pairingFailed`, `refused`.
    package func subscribe(to characteristic: BluetoothUUID) async throws(StrapFailure) {
        _ = try await channel.sendRequest(.subscribe(characteristic)).get()
    }

    /// Ends it: writes what is given while there is a connection, such as the stop of a raw signal,
    /// unsubscribes, disconnects, and returns when the last event is in `events`. Writes that fail
    /// hold nothing up. Further calls only wait.
    package func end(writing writes: [StrapWrite] = []) async {
        await channel.end(writes)
    }
}

/// The data of a connection that tasks and a machine's thread share.
final class StrapChannel: Sendable {
    typealias Response = Result<[UInt8], StrapFailure>

    static let eventLimit = 4096

    private struct State {
        var requests: [Int: CheckedContinuation<Response, Never>] = [:]
        var nextRequestNumber = 1
        var endWaiters: [CheckedContinuation<Void, Never>] = []
        var isClosed = false
        var droppedCount = 0
        var reportedDropCount = 0
    }

    let mailbox = Mailbox<LinkCommand>()
    private let events: AsyncStream<StrapEvent>.Continuation
    private let state = Mutex(State())

    init(_ events: AsyncStream<StrapEvent>.Continuation) { self.events = events }

    func sendRequest(_ request: StrapRequest) async -> Response {
        await withCheckedContinuation { continuation in
            let number = state.withLock { state in
                defer { state.nextRequestNumber += 1 }
                state.requests[state.nextRequestNumber] = continuation
                return state.nextRequestNumber
            }
            if !mailbox.post(.request(number, request)) {
                reply(number, .failure(.notConnected))
            }
        }
    }

    func end(_ writes: [StrapWrite]) async {
        _ = mailbox.post(.end(writes))
        await withCheckedContinuation { continuation in
            let isClosed = state.withLock { state in
                if !state.isClosed { state.endWaiters.append(continuation) }
                return state.isClosed
            }
            if isClosed { continuation.resume() }
        }
    }

    /// Passes on an action of the machine.
    func deliver(_ action: LinkAction) {
        switch action {
        case .report(.event(let event)): yield(event)
        case .report(.reply(let number, let result)): reply(number, result)
        case .close: close()
        case .call: break
        }
    }

    private func reply(_ number: Int, _ result: Response) {
        state.withLock { $0.requests.removeValue(forKey: number) }?.resume(returning: result)
    }

    /// The loss of events is reported once there is space again, at the latest before the end.
    private func yield(_ event: StrapEvent) {
        if event.isFinal { reportDropped() }
        if case .dropped = events.yield(event) {
            state.withLock { $0.droppedCount += 1 }
        } else if !event.isFinal {
            reportDropped()
        }
    }

    private func reportDropped() {
        let unreportedCount: Int? = state.withLock { state in
            guard state.droppedCount > state.reportedDropCount else { return nil }
            state.reportedDropCount = state.droppedCount
            return state.droppedCount
        }
        if let unreportedCount { events.yield(.dropped(eventCount: unreportedCount)) }
    }

    private func close() {
        events.finish()
        let endWaiters = state.withLock { state in
            state.isClosed = true
            defer { state.endWaiters = [] }
            return state.endWaiters
        }
        for waiter in endWaiters { waiter.resume() }
    }
}
