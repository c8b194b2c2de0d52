/// A value from the message bus. Numbers of all widths are one case.
package enum BusValue: Sendable, Equatable {
    case flag(Bool)
    case number(Int)
    case real(Double)
    /// Strings, object paths and signatures.
    case text(String)
    case bytes([UInt8])
    /// A file of another process; closed when the value is no longer held.
    case descriptor(BusDescriptor)
    case list([BusValue])
    /// Keys that are numbers are written in decimal.
    case dictionary([String: BusValue])

    package var flag: Bool? { if case .flag(let value) = self { value } else { nil } }
    package var number: Int? { if case .number(let value) = self { value } else { nil } }
    package var text: String? { if case .text(let value) = self { value } else { nil } }
    package var bytes: [UInt8]? { if case .bytes(let value) = self { value } else { nil } }
    package var descriptor: BusDescriptor? {
        if case .descriptor(let value) = self { value } else { nil }
    }
    package var dictionary: [String: BusValue]? {
        if case .dictionary(let value) = self { value } else { nil }
    }

    /// The texts of a list; empty for anything else.
    package var texts: [String] {
        if case .list(let values) = self { values.compactMap(\.text) } else { [] }
    }
}

/// Values by the name of the property.
package typealias BusProperties = [String: BusValue]
/// Properties by the name of the interface.
package typealias BusInterfaces = [String: BusProperties]

/// An argument of a method call.
package enum BusArgument: Sendable, Equatable {
    case text(String)
    case path(String)
    case bytes([UInt8])
    /// Options by name, each of any type: `a{sv}`.
    case options([String: BusArgument])
    case texts([String])
    /// `u`
    case unsigned(UInt32)
    /// `i`
    case signed(Int32)
}

/// A call of a method of a service on the bus.
package struct BusCall: Sendable, Equatable {
    package let path: String
    package let interface: String
    package let member: String
    package let arguments: [BusArgument]

    package init(
        path: String, interface: String, member: String, arguments: [BusArgument] = []
    ) {
        self.path = path
        self.interface = interface
        self.member = member
        self.arguments = arguments
    }
}

/// An error in reply to a call.
package struct BusError: Error, Sendable, Equatable {
    /// Such as `org.bluez.Error.Failed`.
    package let name: String
    package let message: String

    package init(name: String, message: String) {
        self.name = name
        self.message = message
    }

    /// The text for a person: the message, or the last part of the name where there is none.
    package var detail: String {
        message.isEmpty ? String(name.split(separator: ".").last ?? "unknown") : message
    }

    /// The error that stands for a reply that did not come in time.
    package static let noReply = BusError(
        name: "org.freedesktop.DBus.Error.NoReply", message: "no reply")
}

/// Interfaces of the bus itself that services of any kind have.
package enum StandardInterface {
    package static let objectManager = "org.freedesktop.DBus.ObjectManager"
    package static let properties = "org.freedesktop.DBus.Properties"
}
