import DBusClient

/// A command of the owner of a connection to its machine.
enum LinkCommand: Sendable, Equatable {
    case request(Int, StrapRequest)
    /// Nothing more is wanted; these are written first, as far as there is a connection.
    case end([StrapWrite])
}

/// A report of a machine to the owner of a connection.
enum LinkReport: Sendable, Equatable {
    case event(StrapEvent)
    case reply(Int, Result<[UInt8], StrapFailure>)
}

typealias LinkEvent = BusEvent<LinkCommand>
typealias LinkAction = BusAction<LinkReport>

extension BusEvent<LinkCommand> {
    static func request(_ number: Int, _ request: StrapRequest) -> Self {
        .command(.request(number, request))
    }

    static func end(_ writes: [StrapWrite]) -> Self { .command(.end(writes)) }

    /// BlueZ's own word on why a device went.
    static func disconnected(path: String, reason: String) -> Self {
        .signal(
            BusSignal(
                path: path, interface: BlueZ.device, member: "Disconnected",
                arguments: [.text(reason)]))
    }
}
