/// A beat as music hears it.
package struct ReceivedBeat: Sendable, Hashable {
    /// Of the beat; s since 1970, UTC.
    package var timeSeconds: Double
    /// The interval that it ends; ms.
    package var intervalMs: Double
    /// Whether the correction found nothing wrong with it.
    package var isValid: Bool
    /// Whether a pacer leads the breath at this time.
    package var isPaced: Bool
    /// Whether it is of a simulated heart or of an old log: it is shown, and nothing is kept or learnt of it.
    package var isExcluded: Bool

    package init(
        timeSeconds: Double, intervalMs: Double, isValid: Bool, isPaced: Bool,
        isExcluded: Bool = false
    ) {
        self.timeSeconds = timeSeconds
        self.intervalMs = intervalMs
        self.isValid = isValid
        self.isPaced = isPaced
        self.isExcluded = isExcluded
    }
}
