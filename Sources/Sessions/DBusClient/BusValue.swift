/// A value from the message bus, as far as BlueZ uses its types. Numbers of all widths are one case.
enum BusValue: Sendable, Equatable {
    case flag(Bool)
    case number(Int)
    case real(Double)
    /// Strings, object paths and signatures.
    case text(String)
    case bytes([UInt8])
    case list([BusValue])
    /// Keys that are numbers are written in decimal.
    case dictionary([String: BusValue])

    var flag: Bool? { if case .flag(let value) = self { value } else { nil } }
    var number: Int? { if case .number(let value) = self { value } else { nil } }
    var text: String? { if case .text(let value) = self { value } else { nil } }
    var bytes: [UInt8]? { if case .bytes(let value) = self { value } else { nil } }
    var dictionary: [String: BusValue]? {
        if case .dictionary(let value) = self { value } else { nil }
    }

    /// The texts of a list; empty for anything else.
    var texts: [String] {
        if case .list(let values) = self { values.compactMap(\.text) } else { [] }
    }
}

/// Values by the name of the property.
typealias BusProperties = [String: BusValue]
/// Properties by the name of the interface.
typealias BusInterfaces = [String: BusProperties]

/// What a method is called with.
enum BusArgument: Sendable, Equatable {
    case text(String)
    case path(String)
    case bytes([UInt8])
    /// Options by name, each of any type: `a{sv}`.
    case options([String: BusArgument])
    case texts([String])
}

/// A call of a method of BlueZ.
struct BusCall: Sendable, Equatable {
    let path: String
    let interface: String
    let member: String
    var arguments: [BusArgument] = []
}

/// An error in reply to a call.
struct BusError: Error, Sendable, Equatable {
    /// Such as `org.bluez.Error.Failed`.
    let name: String
    let message: String

    /// For a person: the message, or the last part of the name where there is none.
    var detail: String {
        message.isEmpty ? String(name.split(separator: ".").last ?? "unknown") : message
    }

    /// What stands for a reply that did not come in time.
    static let noReply = BusError(name: "org.freedesktop.DBus.Error.NoReply", message: "no reply")
}

/// The names of BlueZ on the bus.
enum BlueZ {
    static let service = "org.bluez"
    static let adapter = "org.bluez.Adapter1"
    static let device = "org.bluez.Device1"
    static let characteristic = "org.bluez.GattCharacteristic1"
    static let battery = "org.bluez.Battery1"
    static let lowEnergyBearer = "org.bluez.Bearer.LE1"
    static let agentManager = "org.bluez.AgentManager1"
    static let agent = "org.bluez.Agent1"
    static let managerPath = "/org/bluez"
    static let objectManager = "org.freedesktop.DBus.ObjectManager"
    static let properties = "org.freedesktop.DBus.Properties"
    /// Where this program answers questions about pairing.
    static let agentPath = "/resonance/agent"
}
