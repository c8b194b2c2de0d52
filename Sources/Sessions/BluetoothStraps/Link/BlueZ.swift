import DBusClient

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
    /// The path of the object at which this program answers questions about pairing.
    static let agentPath = "/resonance/agent"

    /// An agent without display and keys agrees to what needs neither.
    static let busService = BusService(
        name: service, callableInterface: agent,
        acceptedMembers: ["RequestAuthorization", "AuthorizeService", "Cancel", "Release"],
        refusalErrorName: "org.bluez.Error.Rejected")
}
