/// The delay of a player behind our clock, by what it leaves in its pipe.
///
/// Samples are written a tenth of a second ahead, from the first write on. Whatever a player holds itself, it is
/// behind by as much as it began to read late. How much waits in the pipe then depends on what it holds, and is
/// learned in its first seconds. From there on more that waits means that the
/// device's clock is slower than ours, or that the player was starved, and less that it is faster.
struct PlayerLatency {
    private let rate: Double
    /// The times at which the first samples were written, and at which the player had read some of
    /// them; s.
    private var firstWriteSeconds: Double?
    private var firstReadSeconds: Double?
    /// Samples that wait where nothing is amiss; nil while that is learned.
    private var baselineCount: Int?
    private var waitingCounts: [Int] = []

    /// A player that starts reads in its own way for so long; s.
    private static let settlingSeconds = 0.5
    /// The middle one of so many counts, of 5 s, is no accident of a busy machine, nor of a player that reads in pieces.
    private static let windowCount = 250
    /// Less is not made up for; s.
    private static let minLagSeconds = 0.005

    init(sampleRateHz: Int) { rate = Double(sampleRateHz) }

    /// True if the player has begun to read: until then it is to be looked at often.
    var hasBegun: Bool { firstReadSeconds != nil }

    /// Takes how many samples wait, right after some were written.
    ///
    /// - Parameter writtenCount: samples that the player has been given.
    /// - Parameter isCatchingUp: whether a lag that was found is still to be made up for.
    /// - Returns: by how many samples the player is behind, below 0 ahead; nil where nothing new is known.
    mutating func update(
        waitingCount: Int, writtenCount: Int, atSeconds now: Double, isCatchingUp: Bool
    ) -> Int? {
        guard writtenCount > 0 else { return nil }
        let writeSeconds = firstWriteSeconds ?? now
        firstWriteSeconds = writeSeconds
        guard let firstReadSeconds else {
            guard waitingCount < writtenCount else { return nil }
            firstReadSeconds = now
            return significantLag(Int((now - writeSeconds) * rate))
        }
        guard now - firstReadSeconds >= Self.settlingSeconds else { return nil }
        guard !isCatchingUp else {
            waitingCounts.removeAll()
            return nil
        }
        waitingCounts.append(waitingCount)
        guard waitingCounts.count == Self.windowCount else { return nil }
        let median = waitingCounts.sorted()[Self.windowCount / 2]
        waitingCounts.removeAll()
        guard let baselineCount else {
            baselineCount = median
            return nil
        }
        return significantLag(median - baselineCount)
    }

    private func significantLag(_ lagCount: Int) -> Int? {
        abs(lagCount) >= Int(Self.minLagSeconds * rate) ? lagCount : nil
    }
}
