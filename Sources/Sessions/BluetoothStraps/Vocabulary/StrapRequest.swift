/// A request of the owner of a connection to the strap.
enum StrapRequest: Sendable, Equatable {
    case read(BluetoothUUID)
    case write(StrapWrite)
    case subscribe(BluetoothUUID)

    var characteristic: BluetoothUUID {
        switch self {
        case .read(let uuid), .subscribe(let uuid): uuid
        case .write(let write): write.characteristic
        }
    }

    /// The words that complete `The Bluetooth service refused to ...`.
    var text: String {
        switch self {
        case .read(let uuid): "read \(uuid)"
        case .subscribe(let uuid): "subscribe to \(uuid)"
        case .write(let write): "write to \(write.characteristic)"
        }
    }
}

/// Bytes for a characteristic.
package struct StrapWrite: Sendable, Equatable {
    package let characteristic: BluetoothUUID
    package let bytes: [UInt8]
    /// True if the strap confirms the write. Control points require it.
    package let isAcknowledged: Bool

    package init(_ bytes: [UInt8], to characteristic: BluetoothUUID, isAcknowledged: Bool = true) {
        self.characteristic = characteristic
        self.bytes = bytes
        self.isAcknowledged = isAcknowledged
    }
}
