/// A heart rate: the mean of 10 s of valid beats, or one value of a file.
///
/// The length of 10 s is a choice of our own; a value of a file has quality 1.
package struct HeartRateSample: Sendable, Hashable {
    /// The length of a sample of a live heart; s.
    package static let seconds = 10.0

    /// End of the 10 s; s since 1970, UTC.
    package var timeSeconds: Double
    /// Beats in a minute.
    package var bpm: Double
    /// Coverage times the share of beats that were not corrected; 0 to 1.
    package var quality: Double

    package init(timeSeconds: Double, bpm: Double, quality: Double = 1) {
        self.timeSeconds = timeSeconds
        self.bpm = bpm
        self.quality = quality.isFinite ? clamped(quality) : 0
    }

    /// True if the sample counts: a rate that a heart can have, at a time.
    var isValid: Bool { timeSeconds.isFinite && bpm.isFinite && bpm > 0 }
}
