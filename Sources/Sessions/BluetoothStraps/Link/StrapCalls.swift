import DBusClient

/// The purpose of a call of the service.
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
    /// The number of the owner's request that waits for this call; nil if none does.
    var request: Int? {
        switch purpose {
        case .startNotify(_, let request): request
        case .request(let request, _): request
        default: nil
        }
    }
}
