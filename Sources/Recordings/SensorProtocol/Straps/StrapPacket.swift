/// The R-R intervals that arrived together.
///
/// A strap sends them about once a second, without a time: all that is known is when they arrived.
public struct StrapPacket: Sendable, Equatable, Codable {
    /// Lengths; 1/16 us, of which one tick of 1/1024 s has 15,625: nothing is rounded. Values that were no
    /// intervals stand between two pieces.
    let intervalRuns: [[Int]]
    /// The time of arrival on the clock of the session; us.
    public let arrivalMicroseconds: Int

    public static let unitsPerTick = 15_625
    public static let unitsPerMs = 16_000.0

    /// - Parameter ticks: 1/1024 s, oldest first; 0 and 65,535 are no intervals.
    /// - Parameter breaks: indices before which values are missing, 0 ... count.
    public init(ticks: [UInt16], arrivalMicroseconds: Int, breaks: [Int] = []) {
        self.init(
            ticks.map { $0 != 0 && $0 != .max ? Int($0) * Self.unitsPerTick : nil },
            arrivalMicroseconds: arrivalMicroseconds, breaks: breaks)
    }

    /// - Parameter ms: oldest first; what is not above 0 and below 65,535 is no interval.
    /// - Parameter breaks: indices before which values are missing, 0 ... count.
    public init(ms: [Double], arrivalMicroseconds: Int, breaks: [Int] = []) {
        self.init(
            ms.map {
                $0 > 0 && $0 < 65_535 ? max(1, Int(($0 * Self.unitsPerMs).rounded())) : nil
            },
            arrivalMicroseconds: arrivalMicroseconds, breaks: breaks)
    }

    private init(_ values: [Int?], arrivalMicroseconds: Int, breaks: [Int]) {
        var intervalRuns: [[Int]] = [[]]
        for (index, value) in values.enumerated() {
            if breaks.contains(index) { intervalRuns.append([]) }
            if let value {
                intervalRuns[intervalRuns.count - 1].append(value)
            } else {
                intervalRuns.append([])
            }
        }
        if breaks.contains(values.count) { intervalRuns.append([]) }
        self.init(intervalRuns: intervalRuns, arrivalMicroseconds: arrivalMicroseconds)
    }

    private init(intervalRuns: [[Int]], arrivalMicroseconds: Int) {
        self.intervalRuns = intervalRuns
        self.arrivalMicroseconds = arrivalMicroseconds
    }

    public var isEmpty: Bool { intervalRuns.allSatisfy { $0.isEmpty } }
    /// The number of intervals.
    public var count: Int { intervalRuns.reduce(0) { $0 + $1.count } }

    /// The same on a clock that shows so much less.
    public func shifted(by microseconds: Int) -> StrapPacket {
        StrapPacket(
            intervalRuns: intervalRuns, arrivalMicroseconds: arrivalMicroseconds - microseconds)
    }

    /// 1/16 us.
    var arrival: Int { arrivalMicroseconds * 16 }
    var length: Int { intervalRuns.reduce(0) { $0 + $1.reduce(0, +) } }

    private enum CodingKeys: String, CodingKey {
        case intervalRuns = "pieces"
        case arrivalMicroseconds
    }
}
