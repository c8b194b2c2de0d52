import DBusClient

/// What the owner of a connection asks of its machine.
enum LinkOrder: Sendable, Equatable {
    case request(Int, StrapRequest)
    /// Nothing more is wanted; these are written first, as far as there is a connection.
    case end([StrapWrite])
}

/// A report of a machine to the owner of a connection.
enum LinkReport: Sendable, Equatable {
    case event(StrapEvent)
    case reply(Int, Result<[UInt8], StrapFailure>)
}

typealias LinkEvent = BusEvent<LinkOrder>
typealias LinkAction = BusAction<LinkReport>

extension BusEvent<LinkOrder> {
    static func request(_ number: Int, _ request: StrapRequest) -> Self {
        .order(.request(number, request))
    }

    static func end(_ writes: [StrapWrite]) -> Self { .order(.end(writes)) }

    /// BlueZ's own word on why a device went.
    static func disconnected(path: String, reason: String) -> Self {
        .signal(
            BusSignal(
                path: path, interface: BlueZ.device, member: "Disconnected",
                arguments: [.text(reason)]))
    }
}
