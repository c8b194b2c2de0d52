/// Puts a sender's clock on that of the reader.
///
/// Lines arrive late, and never early: the smallest difference of the last one to two minutes is nearest
/// to what the clocks differ by, and follows when one runs faster. What is added to a line's time moves
/// there by no more than 1 ms a line, so that distances between lines stay what the sender says; but for
/// clocks that differ by more than two seconds from what was thought, or half a minute the other way: then
/// it begins anew.
package struct MinimumDelayFilter: Sendable {
    private static let windowMicroseconds = 60_000_000
    static let maxStepMicroseconds = 1_000
    private static let plausibleChangeMicroseconds = -2_000_000...30_000_000
    private var currentMinimum: Int?
    private var previousMinimum: Int?
    private var windowStart = 0
    private var appliedOffset: Int?

    package init() {}

    /// - Returns: when the line would have arrived without delay, as far as is known; us on the reader's
    ///   clock.
    package mutating func undelayedArrival(sent: Int, arrived: Int) -> Int {
        if arrived - windowStart > Self.windowMicroseconds {
            (previousMinimum, currentMinimum, windowStart) = (currentMinimum, nil, arrived)
        }
        let difference = arrived - sent
        if let appliedOffset, !Self.plausibleChangeMicroseconds.contains(difference - appliedOffset)
        {
            self = MinimumDelayFilter()
        }
        let minimum = min(currentMinimum ?? difference, difference)
        currentMinimum = minimum
        let targetOffset = min(minimum, previousMinimum ?? minimum)
        let previousOffset = appliedOffset ?? targetOffset
        let step = min(
            max(targetOffset - previousOffset, -Self.maxStepMicroseconds), Self.maxStepMicroseconds)
        appliedOffset = previousOffset + step
        return sent + previousOffset + step
    }
}
