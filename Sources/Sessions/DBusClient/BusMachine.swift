/// What happens to a machine that speaks with BlueZ.
enum LinkEvent: Sendable, Equatable {
    /// The bus is there, and signals come.
    case opened
    /// The bus cannot be reached, or has ended.
    case busLost(String)
    /// BlueZ's name found an owner, or lost it.
    case serviceChanged(isRunning: Bool)
    case added(path: String, BusInterfaces)
    case removed(path: String, [String])
    case changed(path: String, interface: String, BusProperties, invalidated: [String])
    /// BlueZ's own word on why a device went.
    case disconnected(path: String, reason: String)
    case reply(call: Int, Result<[BusValue], BusError>)
    case request(Int, StrapRequest)
    /// Nothing more is wanted; these are written first, as far as there is a connection.
    case end([StrapWrite])
    /// The deadline has passed.
    case timePassed
}

/// What a machine wants done.
enum LinkAction: Sendable, Equatable {
    case call(Int, BusCall)
    case report(StrapEvent)
    case answer(Int, Result<[UInt8], StrapFailure>)
    /// Nothing will follow.
    case close
}

/// What the owner of a connection asks of the strap.
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

    /// For `The Bluetooth service refused to ...`.
    var text: String {
        switch self {
        case .read(let uuid): "read \(uuid)"
        case .subscribe(let uuid): "subscribe to \(uuid)"
        case .write(let write): "write to \(write.characteristic)"
        }
    }
}

/// Bytes for a characteristic.
public struct StrapWrite: Sendable, Equatable {
    public let characteristic: BluetoothUUID
    public let bytes: [UInt8]
    /// Whether the strap confirms it. Control points want it so.
    public let isAcknowledged: Bool

    public init(_ bytes: [UInt8], to characteristic: BluetoothUUID, isAcknowledged: Bool = true) {
        self.characteristic = characteristic
        self.bytes = bytes
        self.isAcknowledged = isAcknowledged
    }
}

/// A conversation with BlueZ as a value: events in, actions out, and no clock and no bus inside.
protocol BusMachine: Sendable {
    /// - Parameter nowSeconds: when it happened, on any clock that never goes back.
    mutating func handle(_ event: LinkEvent, nowSeconds: Double) -> [LinkAction]

    /// When `timePassed` is due; nil while nothing is waited for.
    var deadlineSeconds: Double? { get }
}
