/// The R-R intervals that arrived together.
///
/// A strap sends them about once a second, without a time: all that is known is when they arrived.
public struct StrapPacket: Sendable, Equatable, Codable {
    /// Lengths; 1/16 us, of which one tick of 1/1024 s has 15,625: nothing is rounded.
    public let intervals: [Int]
    /// On the clock of the session; us.
    public let arrivalMicroseconds: Int
    /// Whether a value among them was none: the interval of that place is unknown.
    public let isBroken: Bool

    public static let unitsPerTick = 15_625
    public static let unitsPerMs = 16_000.0

    /// - Parameter ticks: 1/1024 s, oldest first; 0 and 65,535 are no intervals.
    public init(ticks: [UInt16], arrivalMicroseconds: Int, isBroken: Bool = false) {
        let beats = ticks.filter { $0 != 0 && $0 != .max }
        self.init(
            intervals: beats.map { Int($0) * Self.unitsPerTick },
            arrivalMicroseconds: arrivalMicroseconds,
            isBroken: isBroken || beats.count < ticks.count)
    }

    /// - Parameter ms: oldest first; what is not above 0 and below 65,535 is no interval.
    public init(ms: [Double], arrivalMicroseconds: Int, isBroken: Bool = false) {
        let beats = ms.filter { $0 > 0 && $0 < 65_535 }
        self.init(
            intervals: beats.map { max(1, Int(($0 * Self.unitsPerMs).rounded())) },
            arrivalMicroseconds: arrivalMicroseconds,
            isBroken: isBroken || beats.count < ms.count)
    }

    private init(intervals: [Int], arrivalMicroseconds: Int, isBroken: Bool) {
        self.intervals = intervals
        self.arrivalMicroseconds = arrivalMicroseconds
        self.isBroken = isBroken
    }

    /// The same on a clock that shows so much less.
    public func shifted(by microseconds: Int) -> StrapPacket {
        StrapPacket(
            intervals: intervals, arrivalMicroseconds: arrivalMicroseconds - microseconds,
            isBroken: isBroken)
    }

    /// 1/16 us.
    var arrival: Int { arrivalMicroseconds * 16 }
    var length: Int { intervals.reduce(0, +) }
}
