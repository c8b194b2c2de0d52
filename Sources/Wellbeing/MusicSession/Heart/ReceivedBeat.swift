/// A beat as music hears it.
package struct ReceivedBeat: Sendable, Hashable {
    /// The time of the beat; s since 1970, UTC.
    package var timeSeconds: Double
    /// The interval that it ends; ms.
    package var intervalMs: Double
    /// True if the correction found no artefact in the beat.
    package var isValid: Bool
    /// True if a pacer leads the breath at this time.
    package var isPaced: Bool
    /// True if the beat is of a simulated heart or of an old log: it is shown, and nothing of it is
    /// stored or learnt.
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
