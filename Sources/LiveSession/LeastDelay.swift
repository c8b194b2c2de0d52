/// Puts a sender's clock on that of whoever reads.
///
/// Lines arrive late, and never early: the smallest difference of the last one to two minutes is nearest
/// to what the clocks differ by, and follows when one runs faster.
struct LeastDelay: Sendable {
    private static let spanMicroseconds = 60_000_000
    private var current: Int?
    private var previous: Int?
    private var spanBegan = 0

    /// - Returns: when the line would have arrived without delay; us on the reader's clock.
    mutating func arrival(sent: Int, arrived: Int) -> Int {
        if arrived - spanBegan > Self.spanMicroseconds {
            (previous, current, spanBegan) = (current, nil, arrived)
        }
        let difference = arrived - sent
        current = min(current ?? difference, difference)
        return sent + min(current ?? difference, previous ?? difference)
    }
}
