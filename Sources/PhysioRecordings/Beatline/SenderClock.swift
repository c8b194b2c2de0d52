/// One clock that never goes back, of the times in a sender's lines.
///
/// It is 0 at the first line. Where the sender's clock begins anew, it goes on from where it was; a line
/// without a time comes when the last one did.
public struct SenderClock: Sendable {
    /// Of the newest line; us.
    public private(set) var nowMicroseconds = 0
    /// What to take from the sender's times; nil before the first.
    private var origin: Int?

    public init() {}

    /// - Returns: when the line was, us; a beat may lie before the line that came ahead of it.
    public mutating func time(of reading: BeatlineReading) -> Int {
        guard case .sender(let sent) = reading.time else { return nowMicroseconds }
        if reading.restartsClock || origin == nil { origin = sent - nowMicroseconds }
        let time = max(0, sent - (origin ?? 0))
        nowMicroseconds = max(nowMicroseconds, time)
        return time
    }
}
