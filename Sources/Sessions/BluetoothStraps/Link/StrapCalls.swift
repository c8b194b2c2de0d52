import DBusClient

/// What a call of the service is made for.
enum StrapCallPurpose: Sendable, Equatable {
    case listObjects, relistObjects
    case setFilter, startDiscovery, stopDiscovery
    case connect, removeDevice
    case startNotify(BluetoothUUID, request: Int?)
    case request(Int, StrapRequest)
    case battery
    case registerAgent, pair
    case closing
    /// No caller waits for it.
    case ignoredReply
}

typealias StrapCall = PendingCall<StrapCallPurpose>

extension PendingCall<StrapCallPurpose> {
    /// Which request of the owner hangs on it.
    var request: Int? {
        switch purpose {
        case .startNotify(_, let request): request
        case .request(let request, _): request
        default: nil
        }
    }
}
