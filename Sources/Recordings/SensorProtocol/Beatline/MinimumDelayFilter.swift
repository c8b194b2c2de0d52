/// Puts a sender's clock on that of the reader.
///
/// Lines arrive late, and never early: the smallest difference of the last one to two minutes is nearest
/// to what the clocks differ by, and follows when one runs faster. What is added to a line's time moves
/// there by no more than 1 ms a line, so that distances between lines stay what the sender says; but for
/// clocks that differ by more than two seconds from what was thought, or half a minute the other way: then
/// it begins anew.
package struct MinimumDelayFilter: Sendable {
    private static let spanMicroseconds = 60_000_000
    static let stepMicroseconds = 1_000
    private static let plausible = -2_000_000...30_000_000
    private var current: Int?
    private var previous: Int?
    private var spanBegan = 0
    private var applied: Int?

    package init() {}

    /// - Returns: when the line would have arrived without delay, as far as is known; us on the reader's
    ///   clock.
    package mutating func arrival(sent: Int, arrived: Int) -> Int {
        if arrived - spanBegan > Self.spanMicroseconds {
            (previous, current, spanBegan) = (current, nil, arrived)
        }
        let difference = arrived - sent
        if let applied, !Self.plausible.contains(difference - applied) {
            self = MinimumDelayFilter()
        }
        let minimum = min(current ?? difference, difference)
        current = minimum
        let wanted = min(minimum, previous ?? minimum)
        let before = applied ?? wanted
        let step = min(max(wanted - before, -Self.stepMicroseconds), Self.stepMicroseconds)
        applied = before + step
        return sent + before + step
    }
}
