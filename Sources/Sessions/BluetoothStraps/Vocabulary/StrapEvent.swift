/// An event that a connection to a strap reports to its owner, in order.
///
/// A connection that goes well gives `found`, `connected`, `subscribed`, many `value`, and `ended`.
/// After `lost` it continues by itself with `connected` or ends with `failed`.
package enum StrapEvent: Sendable, Equatable {
    /// The strap that was chosen. Once.
    case found(StrapInfo)
    /// Reading, writing and subscribing are possible from now on. Again after every loss.
    case connected
    /// Values of this characteristic come from now on; the first may have come just before.
    case subscribed(BluetoothUUID)
    case value(StrapValue)
    /// The charge of the battery in per cent, 0...100; at the connection, and whenever the system
    /// reports it.
    case battery(percent: Int)
    /// The connection is gone and is being sought again. The time is on the clock of `StrapValue`.
    case lost(reason: StrapLossReason, atSeconds: Double)
    /// A loss of events: at least this number in all was thrown away, oldest first, because no
    /// client took them.
    case dropped(eventCount: Int)
    /// The end: it cannot go on. `StrapFailure.message` says what to do.
    case failed(StrapFailure)
    /// The end, as asked for.
    case ended

    var isFinal: Bool {
        switch self {
        case .failed, .ended: true
        default: false
        }
    }
}

/// One notification or indication, as it came.
package struct StrapValue: Sendable, Equatable {
    package let characteristic: BluetoothUUID
    /// The bytes as received, not interpreted; may be empty.
    package let bytes: [UInt8]
    /// The time of arrival, taken before any byte was read; s, on the clock of the radio
    /// (`StrapRadio`).
    package let arrivalSeconds: Double

    package init(characteristic: BluetoothUUID, bytes: [UInt8], arrivalSeconds: Double) {
        self.characteristic = characteristic
        self.bytes = bytes
        self.arrivalSeconds = arrivalSeconds
    }
}

/// The reason why a connection was lost, as far as the system says.
package enum StrapLossReason: String, Sendable, Equatable, CaseIterable {
    /// The strap was not heard for longer than the connection allows.
    case outOfReach
    /// The strap ended it.
    case byStrap
    /// An end of the connection by this machine.
    case byThisMachine
    case authentication
    /// The machine went to sleep.
    case suspend
    case bluetoothOff
    case serviceStopped
    /// The system has forgotten the strap.
    case forgotten
    /// The strap gave no answer.
    case noResponse = "noAnswer"
    case unknown

    /// A phrase that ends `The connection was lost: `.
    package var text: String {
        switch self {
        case .outOfReach: "the strap was out of reach"
        case .byStrap: "the strap ended it"
        case .byThisMachine: "this machine ended it"
        case .authentication: "strap and machine do not agree on their pairing"
        case .suspend: "the machine went to sleep"
        case .bluetoothOff: "Bluetooth was switched off"
        case .serviceStopped: "the Bluetooth service stopped"
        case .forgotten: "the system forgot the strap"
        case .noResponse: "the strap did not answer"
        case .unknown: "no reason was given"
        }
    }
}
