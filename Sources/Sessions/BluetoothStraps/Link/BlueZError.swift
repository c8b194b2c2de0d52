import DBusClient

/// The meaning of an error of BlueZ or of the bus for a connection.
///
/// The names are those of BlueZ's interface descriptions; the messages are what its source writes.
enum BlueZError: Sendable, Equatable {
    /// The radio gave up at once; the next attempt often goes well.
    case connectionAborted
    /// Classic Bluetooth was tried with a strap that has none.
    case triedClassicBluetooth
    /// Another call is under way.
    case busy
    case alreadyConnected
    case alreadyDone
    case notConnected
    case adapterOff
    /// Another program has the notifications to itself.
    case notifyAcquired
    case pairingNeeded
    case pairingRefused
    case accessDenied
    /// The object no longer exists.
    case objectGone
    /// BlueZ's name has no owner.
    case serviceGone
    case noReply
    case other

    init(_ error: BusError) {
        let (domain, kind) = Self.splitName(error.name)
        self =
            domain == "org.bluez.Error"
            ? Self.fromBlueZName(kind, error.message.lowercased()) : Self.fromBusName(domain, kind)
    }

    private static func splitName(_ name: String) -> (domain: String, kind: String) {
        guard let dot = name.lastIndex(of: ".") else { return ("", name) }
        return (String(name[..<dot]), String(name[name.index(after: dot)...]))
    }

    private static func fromBlueZName(_ kind: String, _ message: String) -> BlueZError {
        switch kind {
        case "Failed": errorFromMessage(message)
        case "NotReady": .adapterOff
        case "InProgress", "Busy": .busy
        case "AlreadyConnected": .alreadyConnected
        case "AlreadyExists": .alreadyDone
        case "NotConnected": .notConnected
        case "NotPermitted":
            message.contains("acquired")
                ? .notifyAcquired : message.contains("paired") ? .pairingNeeded : .other
        case "DoesNotExist": .objectGone
        case "NotAuthorized", "AuthenticationCanceled", "AuthenticationFailed",
            "AuthenticationRejected", "AuthenticationTimeout":
            .pairingRefused
        default: .other
        }
    }

    private static func errorFromMessage(_ message: String) -> BlueZError {
        // The second is how older versions say the same.
        if message.contains("le-connection-abort-by-local")
            || message.contains("software caused connection abort")
        {
            return .connectionAborted
        }
        if message.contains("br-connection") { return .triedClassicBluetooth }
        // ATT: insufficient authentication, insufficient encryption.
        if message.contains("att error: 0x05") || message.contains("att error: 0x0f") {
            return .pairingNeeded
        }
        return message == "not connected" ? .notConnected : .other
    }

    private static func fromBusName(_ domain: String, _ kind: String) -> BlueZError {
        guard domain.hasPrefix("org.freedesktop") else { return .other }
        return switch kind {
        case "AccessDenied", "AuthFailed", "InteractiveAuthorizationRequired": .accessDenied
        case "UnknownObject", "UnknownInterface", "UnknownMethod": .objectGone
        case "ServiceUnknown", "NameHasNoOwner", "NoSuchUnit", "UnitMasked": .serviceGone
        case "NoReply", "Timeout", "TimedOut": .noReply
        default: domain.hasPrefix("org.freedesktop.DBus.Error.Spawn") ? .serviceGone : .other
        }
    }
}

extension StrapLossReason {
    /// Reads the first argument of BlueZ's signal `Disconnected`, such as
    /// `org.bluez.Reason.Timeout`.
    init(signal name: String) {
        self =
            switch name.split(separator: ".").last {
            case "Timeout": .outOfReach
            case "Remote": .byStrap
            case "Local": .byThisMachine
            case "Authentication": .authentication
            case "Suspend", "LocalSuspend": .suspend
            default: .unknown
            }
    }
}
