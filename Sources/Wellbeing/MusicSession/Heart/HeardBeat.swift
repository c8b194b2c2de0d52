/// A beat as music hears it.
package struct HeardBeat: Sendable, Hashable {
    /// Of the beat; s since 1970, UTC.
    package var timeSeconds: Double
    /// The interval that it ends; ms.
    package var intervalMs: Double
    /// Whether the correction found nothing wrong with it.
    package var isSound: Bool
    /// Whether a pacer leads the breath at this time.
    package var isPaced: Bool

    package init(timeSeconds: Double, intervalMs: Double, isSound: Bool, isPaced: Bool) {
        self.timeSeconds = timeSeconds
        self.intervalMs = intervalMs
        self.isSound = isSound
        self.isPaced = isPaced
    }
}
