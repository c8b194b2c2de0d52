import PhysioTypes

/// Limits that no recording of a heart exceeds; beyond them numbers are damage, not data.
enum RecordingLimits {
    /// Longest time between the first and the last beat; s; a leap year.
    static let maxDurationSeconds = 366.0 * 86_400
    /// Latest start; s; far beyond today counted from 1970.
    static let maxStartSeconds = 1e11
    /// Rates at which recorders count; Hz.
    static let rateRangeHz = SampleRateLimits.allowedHz

    /// Returns true if a time or a length in ms can be part of a recording at all.
    static func isPossible(milliseconds: Double) -> Bool {
        milliseconds.isFinite && abs(milliseconds) <= maxStartSeconds * 1000
    }

    /// - Throws: `unknownFormat` for beats over more time than a recording can span.
    static func check(_ series: RRSeries) throws(RecordingError) {
        guard series.durationSeconds <= maxDurationSeconds,
            abs(series.startSeconds) <= maxStartSeconds
        else {
            let days = (series.durationSeconds / 86_400).rounded()
            throw .unknownFormat(
                "the beats span \(days) days from \(series.startSeconds) s on: no recording does; "
                    + "check the times and the unit",
                line: nil)
        }
    }
}
