package import BluetoothStraps
import SensorProtocol
import Synchronization

/// The events of a strap for a caller that asks now and then.
package final class StrapFeed: Sendable {
    private let pendingEvents = Mutex<[StrapEvent]>([])
    private let ecgFailure = Mutex<StrapFailure?>(nil)
    private let connection: StrapConnection
    private let wantsECG: Bool

    /// Begins to connect, and to listen.
    ///
    /// - Parameter wantsECG: whether a Polar strap is to send its ECG, too.
    /// - Parameter wake: rings whenever something happened.
    package init(
        _ radio: StrapRadio, _ choice: StrapChoice, wantsECG: Bool = false, wake: WakeSignal? = nil
    ) {
        self.wantsECG = wantsECG
        connection = radio.connect(to: choice)
        Task { [self] in
            for await event in connection.events {
                pendingEvents.withLock { $0.append(event) }
                wake?.signal()
                if wantsECG { startECG(after: event) }
            }
        }
    }

    /// Returns the events since the last call.
    package func receive() -> [StrapEvent] {
        pendingEvents.withLock { events in
            defer { events.removeAll() }
            return events
        }
    }

    /// The reason why the strap sends no ECG; reported once.
    package func drainECGFailure() -> StrapFailure? {
        ecgFailure.withLock { failure in
            defer { failure = nil }
            return failure
        }
    }

    /// Lets the strap go. Its ECG is stopped first: one that runs on empties the battery.
    package func end() async {
        let stop = StrapWrite(PolarCommand.stop(.ecg).bytes, to: .polarControl)
        await connection.end(writing: wantsECG ? [stop] : [])
    }

    /// Subscriptions outlive a lost link; the order to send is given again after each.
    private func startECG(after event: StrapEvent) {
        switch event {
        case .connected: perform(Self.subscribe)
        case .subscribed(.polarData): perform(Self.start)
        default: break
        }
    }

    private func perform(
        _ request: @escaping @Sendable (StrapConnection) async throws(StrapFailure) -> Void
    ) {
        Task { [self] in
            do throws(StrapFailure) {
                try await request(connection)
            } catch {
                ecgFailure.withLock { $0 = error }
            }
        }
    }

    /// The answers come by the control characteristic, so it is first.
    private static func subscribe(_ connection: StrapConnection) async throws(StrapFailure) {
        try await connection.subscribe(to: .polarControl)
        try await connection.subscribe(to: .polarData)
    }

    private static func start(_ connection: StrapConnection) async throws(StrapFailure) {
        try await connection.write(
            StrapWrite(PolarCommand.start(.ecg, .h10ECG).bytes, to: .polarControl))
    }
}
