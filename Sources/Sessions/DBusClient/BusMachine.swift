/// An event for a machine that communicates with a service on the message bus.
package enum BusEvent<Command: Sendable & Equatable>: Sendable, Equatable {
    /// The bus is there, and signals come.
    case opened
    /// The bus cannot be reached, or has ended.
    case busLost(String)
    /// The service's name found an owner, or lost it.
    case serviceChanged(isRunning: Bool)
    case added(path: String, BusInterfaces)
    case removed(path: String, [String])
    case changed(path: String, interface: String, BusProperties, invalidated: [String])
    /// Any other signal of the service.
    case signal(BusSignal)
    case reply(call: Int, Result<[BusValue], BusError>)
    /// The machine's owner asks for something.
    case command(Command)
    /// The deadline has passed.
    case deadlinePassed
}

/// A signal of a service, with its arguments as they came.
package struct BusSignal: Sendable, Equatable {
    package let path: String
    package let interface: String
    package let member: String
    package let arguments: [BusValue]

    package init(path: String, interface: String, member: String, arguments: [BusValue]) {
        self.path = path
        self.interface = interface
        self.member = member
        self.arguments = arguments
    }
}

/// An action that a machine asks for.
package enum BusAction<Report: Sendable & Equatable>: Sendable, Equatable {
    case call(Int, BusCall)
    /// The machine reports something to its owner.
    case report(Report)
    /// Nothing will follow.
    case close
}

/// A conversation with a service as a value: events in, actions out, and no clock and no bus inside.
package protocol BusMachine: Sendable {
    /// A command of the owner to the machine.
    associatedtype Command: Sendable & Equatable
    /// A report of the machine to its owner.
    associatedtype Report: Sendable & Equatable

    /// - Parameter nowSeconds: when it happened, on any clock that never goes back.
    mutating func handle(_ event: BusEvent<Command>, nowSeconds: Double) -> [BusAction<Report>]

    /// The time at which `timePassed` is due; nil while nothing is waited for.
    var deadlineSeconds: Double? { get }
}
