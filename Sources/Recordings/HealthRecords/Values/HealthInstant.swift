/// A moment of a health record, and the offset from UTC that the file writes it in.
///
/// An export writes all its dates in one offset, that of the phone on the day of export. The offset is therefore no
/// statement about the clock on the wall when the record was made.
package struct HealthInstant: Sendable, Hashable, Comparable {
    /// Milliseconds since 1970-01-01 00:00 UTC.
    package var unixMs: Int64
    /// Offset from UTC as written, east positive; min.
    package var writtenOffsetMinutes: Int

    package init(unixMs: Int64, writtenOffsetMinutes: Int = 0) {
        self.unixMs = unixMs
        self.writtenOffsetMinutes = writtenOffsetMinutes
    }

    /// Moments are ordered by the instant alone.
    package static func < (left: HealthInstant, right: HealthInstant) -> Bool {
        left.unixMs < right.unixMs
    }
}
