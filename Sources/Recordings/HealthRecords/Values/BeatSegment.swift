/// The beats of about a minute, as an export holds them in a record of SDNN.
package struct BeatSegment: Sendable, Hashable {
    package var sourceIndex: Int
    /// The start of the record that holds the beats.
    package var start: HealthInstant
    package var end: HealthInstant
    /// The value of the record: the watch's own SDNN of these beats; ms.
    package var sdnnMs: Double
    /// Time of the first beat.
    package var firstBeatMs: Int64
    /// Time of each beat after the first one; ticks of 10 ms; ascending, the first is 0; below 32,768.
    package var ticks: [UInt16]
    /// A flag for each beat: true if at least one beat is missing between it and the one before;
    /// false for the first.
    package var isAfterGap: [Bool]
    /// The offset of the beats' clock from the clock of the record, positive where it is ahead; a
    /// multiple of 15; min. The clock of the beats is the one on the wall.
    package var clockShiftMinutes: Int
    /// Name of the zone in which the record was made, where the file says so.
    package var timeZone: String?

    /// Length of a tick; ms.
    package static let tickMs = 10

    package init(
        sourceIndex: Int, start: HealthInstant, end: HealthInstant, sdnnMs: Double,
        firstBeatMs: Int64,
        ticks: [UInt16], isAfterGap: [Bool], clockShiftMinutes: Int = 0, timeZone: String? = nil
    ) {
        self.sourceIndex = sourceIndex
        self.start = start
        self.end = end
        self.sdnnMs = sdnnMs
        self.firstBeatMs = firstBeatMs
        self.ticks = ticks
        self.isAfterGap = isAfterGap
        self.clockShiftMinutes = clockShiftMinutes
        self.timeZone = timeZone
    }
}
