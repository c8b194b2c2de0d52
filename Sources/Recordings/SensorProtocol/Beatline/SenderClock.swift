/// One clock that never goes back, of the times in a sender's lines.
///
/// It is 0 at the first line, or what it is begun with. Where the sender's clock begins anew, it goes on from where
/// it was; a line without a time comes when the last one did. A step back of more than half a minute, or forward
/// of more than a day, is the clock's, and counts as none.
public struct SenderClock: Sendable {
    /// The time of the newest line; us.
    public private(set) var nowMicroseconds = 0
    /// The time of the sender's clock when this one shows 0; us; nil before the first line with a
    /// time.
    package private(set) var originMicroseconds: Int?

    private static let maxBackwardStepMicroseconds = 30_000_000
    private static let maxStepMicroseconds = 86_400_000_000

    /// - Parameter start: of the first line; us; 0 or later.
    public init(atMicroseconds start: Int = 0) { nowMicroseconds = max(0, start) }

    /// - Returns: when the line was, us; a beat may lie before the line that came ahead of it.
    public mutating func time(of reading: BeatlineReading) -> Int {
        guard case .sender(let sent) = reading.time else { return nowMicroseconds }
        let allowedSteps = -Self.maxBackwardStepMicroseconds...Self.maxStepMicroseconds
        let step = originMicroseconds.map { sent - $0 - nowMicroseconds }
        if reading.restartsClock || step.map(allowedSteps.contains) != true {
            originMicroseconds = sent - nowMicroseconds
        }
        let time = max(0, sent - (originMicroseconds ?? sent))
        nowMicroseconds = max(nowMicroseconds, time)
        return time
    }
}
