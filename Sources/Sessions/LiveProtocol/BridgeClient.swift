import SensorProtocol

/// The state of one connection: the lines it sent so far, and its clock.
struct BridgeClient: Sendable {
    var reader = BeatlineReader()
    /// Indicates whether whole breaths are reported to it too.
    var wantsBreaths = false
    /// True if other bridges may come and go beside it, so that its goodbye ends only its own
    /// connection.
    let hasOtherClients: Bool
    private var senderClock: SenderClock
    private var delay = MinimumDelayFilter()
    /// The time of the newest line that is no beat.
    private var lastMicroseconds = 0
    /// The time on this bridge's clock when that of the session shows 0, by its newest line that
    /// has a time; us. The session's own clock until there is one.
    private(set) var originMicroseconds = 0

    /// - Parameter start: when it came; us of the session.
    init(hasOtherClients: Bool, atMicroseconds start: Int) {
        self.hasOtherClients = hasOtherClients
        senderClock = SenderClock(atMicroseconds: start)
    }

    /// - Parameter arrival: us of the session.
    /// - Returns: when a line was; us of the session.
    mutating func sessionMicroseconds(
        of reading: BeatlineReading, arrival: Int, clock: BridgeSession.Clock
    ) -> Int {
        switch clock {
        case .bridge:
            let time = senderClock.time(of: reading)
            originMicroseconds = senderClock.originMicroseconds ?? 0
            return time
        case .wall:
            guard case .sender(let sent) = reading.time else { return arrival }
            if reading.restartsClock { delay = MinimumDelayFilter() }
            let time = delay.undelayedArrival(sent: sent, arrived: arrival)
            originMicroseconds = sent - time
            // A beat is reported after it was; all else comes in the order of its arrival.
            if case .beat = reading.line?.message { return time }
            lastMicroseconds = max(lastMicroseconds, min(arrival, time))
            return lastMicroseconds
        }
    }
}
