import DBusClient

/// The way to the straps in reach of this machine: BlueZ, over the system's message bus.
///
/// Nothing of it is kept: names and addresses live as long as the connection they belong to. Several
/// connections may be open at once, each with its own strap.
///
///     let connection = StrapRadio().connect(to: StrapChoice("H10"))
///     for await event in connection.events {
///         if case .value(let value) = event { print(value.bytes) }
///     }
package struct StrapRadio: Sendable {
    /// True if this build can reach straps: if the package trait `BlueZ` was on. Where it was off,
    /// everything fails with `StrapFailure.builtWithoutBluetooth`.
    package static var isBuiltIn: Bool {
        #if BlueZ
            true
        #else
            false
        #endif
    }

    /// The system's monotonic clock (`CLOCK_MONOTONIC`); s.
    package static func monotonicSeconds() -> Double { SystemClock.monotonicSeconds() }

    let busAddress: String?
    let adapterName: String?
    let timeouts: StrapTimeouts
    let clock: @Sendable () -> Double

    /// - Parameters:
    ///   - busAddress: D-Bus address of the bus, such as `unix:path=/tmp/busService`; nil: the system bus,
    ///     which the environment variable `DBUS_SYSTEM_BUS_ADDRESS` may move.
    ///   - adapter: such as `hci0`; nil: the first that is switched on.
    ///   - timeouts: how long to wait for what.
    ///   - clock: stamps values; s; must not go back, and go at the pace of real time. Called on
    ///     threads of this module.
    package init(
        busAddress: String? = nil, adapter: String? = nil,
        timeouts: StrapTimeouts = StrapTimeouts(),
        clock: @escaping @Sendable () -> Double = StrapRadio.monotonicSeconds
    ) {
        self.busAddress = busAddress
        adapterName = adapter
        self.timeouts = timeouts
        self.clock = clock
    }

    /// The straps that show themselves within some time, the strongest signal first.
    ///
    /// A strap that is connected to another device does not show itself. Straps that need no
    /// connection to be seen give no battery. Cancelling the task ends the search.
    ///
    /// - Parameter seconds: length of the search; straps show themselves every second or two.
    /// - Throws: what stands in the way of Bluetooth; never `notFound`.
    package func straps(
        lookingForSeconds seconds: Double
    ) async throws(StrapFailure) -> [StrapInfo] {
        var found: [StrapInfo] = []
        for await event in start(.scan(seconds: seconds)).events {
            switch event {
            case .found(let info): found.append(info)
            case .failed(let failure): throw failure
            default: break
            }
        }
        return found
    }

    /// Begins to connect to a strap; everything about it comes as events.
    ///
    /// The connection ends with `end`, and when no client holds it or its events any more.
    package func connect(to choice: StrapChoice) -> StrapConnection { start(.connect(choice)) }

    private func start(_ goal: StrapLink.Goal) -> StrapConnection {
        let (connection, channel) = StrapConnection.make()
        #if BlueZ
            BusRunner.start(
                StrapLink(goal: goal, adapterName: adapterName, timeouts: timeouts),
                with: BlueZ.busService,
                address: busAddress, mailbox: channel.mailbox, clock: clock,
                deliver: channel.deliver)
        #else
            for action in [LinkAction.report(.event(.failed(.builtWithoutBluetooth))), .close] {
                channel.deliver(action)
            }
            channel.mailbox.close()
        #endif
        return connection
    }
}
