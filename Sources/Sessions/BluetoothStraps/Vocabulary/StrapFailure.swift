/// The reason why there is no connection to a strap, or why a request to it was not granted.
package enum StrapFailure: Error, Sendable, Equatable {
    /// The package trait `BlueZ` was off.
    case builtWithoutBluetooth
    /// The system's message bus could not be reached, or ended.
    case noBus(detail: String)
    case serviceMissing
    case noAdapter(named: String?)
    case bluetoothOff(adapter: String)
    case accessDenied
    /// No strap that fits: the one that was asked for, and the names of other straps that were
    /// seen.
    case notFound(wanted: String, seen: [String])
    /// Several straps fit.
    case ambiguous(names: [String])
    /// A strap that was found and could not be connected, or was lost and did not come back.
    case unreachable(name: String, detail: String)
    /// Another program has the strap's values to itself.
    case inUse(name: String)
    case pairingFailed(name: String, detail: String)
    case missingCharacteristic(name: String, characteristic: BluetoothUUID)
    /// A request while there is no connection.
    case notConnected
    /// Reading would change what its subscribers see.
    case notReadable(BluetoothUUID)
    /// The Bluetooth service said no to a request, or said nothing.
    case refused(request: String, detail: String)

    /// One sentence or two for a person: what is wrong, and what to do.
    package var message: String {
        switch self {
        case .builtWithoutBluetooth:
            "This program was built without Bluetooth: build it with "
                + "'swift build --enable-all-traits' (on Debian it needs libdbus-1-dev)."
        case .noBus(let detail):
            "The system's message bus cannot be reached (\(detail)): Bluetooth straps need the "
                + "D-Bus system bus and BlueZ; start 'dbus' and 'bluetooth'."
        case .serviceMissing:
            "The Bluetooth service (bluetoothd) is not running: install the package bluez and start "
                + "it with 'systemctl start bluetooth'."
        case .noAdapter(nil):
            "No Bluetooth adapter was found: plug one in, and check it with 'bluetoothctl list'."
        case .noAdapter(let name?):
            "There is no Bluetooth adapter '\(name)': 'bluetoothctl list' shows those there are."
        case .bluetoothOff(let adapter):
            "Bluetooth is off (\(adapter)): switch it on with 'bluetoothctl power on', and if it "
                + "stays off, with 'rfkill unblock bluetooth' before."
        case .accessDenied:
            "The system does not let this account use Bluetooth: add it to the group with "
                + "'sudo usermod -aG bluetooth $USER' and log in again."
        case .notFound(let wanted, let seen):
            notFoundMessage(wanted, seen)
        case .ambiguous(let names):
            "Several straps fit (\(names.joined(separator: ", "))): name one of them exactly."
        case .unreachable(let name, let detail):
            "There is no connection to \(name) (\(detail)): wear it with damp electrodes, come "
                + "closer, and try again."
        case .inUse(let name):
            "Another program on this machine has taken the values of \(name) for itself: close it "
                + "and try again."
        case .pairingFailed(let name, let detail):
            "\(name) wants to be paired, and pairing failed (\(detail)): remove it with "
                + "'bluetoothctl remove', pair it there, and try again."
        case .missingCharacteristic(let name, let characteristic):
            "\(name) does not offer \(characteristic): check that it is the right device."
        case .notConnected:
            "The strap is not connected: wait for it to come back, and ask again."
        case .notReadable(let characteristic):
            "\(characteristic) is not read but subscribed to: reading would disturb its values."
        case .refused(let request, let detail):
            "The Bluetooth service refused to \(request) (\(detail)): try again, and if it stays so, "
                + "restart it with 'systemctl restart bluetooth'."
        }
    }

    /// 64: asked for wrongly; 69: Bluetooth is not available; 75: try again; 77: not allowed.
    package var exitCode: Int32 {
        switch self {
        case .ambiguous: 64
        case .builtWithoutBluetooth, .noBus, .serviceMissing, .noAdapter, .bluetoothOff,
            .missingCharacteristic:
            69
        case .notFound, .unreachable, .inUse, .notConnected, .notReadable, .refused: 75
        case .accessDenied, .pairingFailed: 77
        }
    }

    private func notFoundMessage(_ wanted: String, _ seen: [String]) -> String {
        let reachableStrapsText =
            seen.isEmpty
            ? "" : " In reach: \(seen.joined(separator: ", "))."
        return
            "There was no sign of \(wanted): wear it with damp electrodes, and end its connection "
            + "to a phone or watch, for a connected strap does not show itself."
            + reachableStrapsText
    }
}
