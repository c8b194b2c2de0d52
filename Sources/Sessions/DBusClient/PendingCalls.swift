/// A call that waits for its reply, and what the reply is for.
package struct PendingCall<Purpose: Sendable & Equatable>: Sendable, Equatable {
    package let call: BusCall
    package let purpose: Purpose
    /// The number of times it was made.
    package var attemptCount = 1

    package init(call: BusCall, purpose: Purpose) {
        self.call = call
        self.purpose = purpose
    }
}

/// Calls under way, and calls to be made again later.
///
/// A reply to a call that is no longer in the table means nothing: forgetting the calls of a lost
/// connection is enough to be safe from their late replies.
package struct PendingCalls<Purpose: Sendable & Equatable>: Sendable, Equatable {
    package typealias Pending = PendingCall<Purpose>

    private var callsInFlight: [Int: Pending] = [:]
    private var deadlines: [Int: Double] = [:]
    private var postponedCalls: [PostponedCall] = []
    private var nextNumber = 1

    package init() {}

    private struct PostponedCall: Sendable, Equatable {
        let pending: Pending
        let dueSeconds: Double
    }

    /// - Returns: the number that the reply will carry.
    package mutating func register(_ pending: Pending, untilSeconds: Double) -> Int {
        defer { nextNumber += 1 }
        callsInFlight[nextNumber] = pending
        deadlines[nextNumber] = untilSeconds
        return nextNumber
    }

    package mutating func postpone(_ pending: Pending, untilSeconds: Double) {
        postponedCalls.append(PostponedCall(pending: pending, dueSeconds: untilSeconds))
    }

    /// The call that a reply belongs to; nil if it was forgotten.
    package mutating func remove(_ number: Int) -> Pending? {
        deadlines[number] = nil
        return callsInFlight.removeValue(forKey: number)
    }

    /// A call whose reply should have come, the oldest first; nil if there is none.
    package mutating func removeExpired(atSeconds: Double) -> Pending? {
        guard let number = deadlines.filter({ $0.value <= atSeconds }).keys.min() else {
            return nil
        }
        return remove(number)
    }

    /// A call whose time to be made again has come; nil if there is none.
    package mutating func removePostponed(atSeconds: Double) -> Pending? {
        guard let index = postponedCalls.firstIndex(where: { $0.dueSeconds <= atSeconds }) else {
            return nil
        }
        return postponedCalls.remove(at: index).pending
    }

    /// Empties the table.
    ///
    /// - Returns: what was in it, in the order it was asked for.
    package mutating func removeAllCalls() -> [Pending] {
        defer {
            callsInFlight = [:]
            deadlines = [:]
            postponedCalls = []
        }
        return callsInFlight.sorted { $0.key < $1.key }.map(\.value) + postponedCalls.map(\.pending)
    }

    /// The time at which the next call is late or is to be made again.
    package var nextDeadlineSeconds: Double? {
        [deadlines.values.min(), postponedCalls.map(\.dueSeconds).min()].compactMap(\.self).min()
    }
}
