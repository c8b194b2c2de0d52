/// A call that waits for its reply, and what the reply is for.
struct PendingCall: Sendable, Equatable {
    enum Purpose: Sendable, Equatable {
        case list, relist
        case filter, startDiscovery, stopDiscovery
        case connect, removeDevice
        case notify(BluetoothUUID, request: Int?)
        case request(Int, StrapRequest)
        case battery
        case registerAgent, pair
        case closing
        /// Nobody waits for it.
        case unattended
    }

    let call: BusCall
    let purpose: Purpose
    /// How often it was made.
    var attemptCount = 1

    /// Which request of the owner hangs on it.
    var request: Int? {
        switch purpose {
        case .notify(_, let request): request
        case .request(let request, _): request
        default: nil
        }
    }
}

/// Calls under way, and calls to be made again later.
///
/// A reply to a call that is no longer in the book means nothing: forgetting the calls of a lost
/// connection is enough to be safe from their late replies.
struct CallBook: Sendable, Equatable {
    private var underWay: [Int: PendingCall] = [:]
    private var deadlines: [Int: Double] = [:]
    private var postponed: [Postponed] = []
    private var nextNumber = 1

    private struct Postponed: Sendable, Equatable {
        let pending: PendingCall
        let atSeconds: Double
    }

    /// - Returns: the number that the reply will carry.
    mutating func enter(_ pending: PendingCall, untilSeconds: Double) -> Int {
        defer { nextNumber += 1 }
        underWay[nextNumber] = pending
        deadlines[nextNumber] = untilSeconds
        return nextNumber
    }

    mutating func postpone(_ pending: PendingCall, untilSeconds: Double) {
        postponed.append(Postponed(pending: pending, atSeconds: untilSeconds))
    }

    /// The call that a reply belongs to; nil if it was forgotten.
    mutating func take(_ number: Int) -> PendingCall? {
        deadlines[number] = nil
        return underWay.removeValue(forKey: number)
    }

    /// A call whose reply should have come, the oldest first; nil if there is none.
    mutating func takeLate(atSeconds: Double) -> PendingCall? {
        guard let number = deadlines.filter({ $0.value <= atSeconds }).keys.min() else {
            return nil
        }
        return take(number)
    }

    /// A call whose time to be made again has come; nil if there is none.
    mutating func takePostponed(atSeconds: Double) -> PendingCall? {
        guard let index = postponed.firstIndex(where: { $0.atSeconds <= atSeconds }) else {
            return nil
        }
        return postponed.remove(at: index).pending
    }

    /// Empties the book.
    ///
    /// - Returns: what was in it, in the order it was asked for.
    mutating func forgetAll() -> [PendingCall] {
        defer {
            underWay = [:]
            deadlines = [:]
            postponed = []
        }
        return underWay.sorted { $0.key < $1.key }.map(\.value) + postponed.map(\.pending)
    }

    /// When the next call is late or to be made again.
    var nextSeconds: Double? {
        [deadlines.values.min(), postponed.map(\.atSeconds).min()].compactMap(\.self).min()
    }
}
