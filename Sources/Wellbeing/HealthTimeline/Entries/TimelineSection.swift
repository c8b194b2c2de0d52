package import PhysioTypes

/// One entry of the timeline.
package enum TimelineEntry: Sendable, Hashable {
    case workout(WorkoutEntry)
    case recovery(RecoveryEntry)
    case breathing(BreathingEntry)
}

/// A breathing session of the own history.
package struct BreathingEntry: Sendable, Hashable {
    /// The id of the session in the history.
    package var id: String
    package var start: CivilInstant
    package var end: CivilInstant
    /// s.
    package var durationSeconds: Double
    /// Mean coherence of the session; per cent; nil where it has none.
    package var coherencePercent: Double?
    /// Breaths/min at the end of the session; nil where there is none.
    package var breathsPerMinute: Double?

    package init(
        id: String, start: CivilInstant, end: CivilInstant, durationSeconds: Double,
        coherencePercent: Double? = nil,
        breathsPerMinute: Double? = nil
    ) {
        self.id = id
        self.start = start
        self.end = end
        self.durationSeconds = durationSeconds
        self.coherencePercent = coherencePercent
        self.breathsPerMinute = breathsPerMinute
    }
}

/// The entries of one day.
package struct TimelineSection: Sendable, Hashable {
    package var date: CivilDate
    /// Newest start first, the recovery last.
    package var entries: [TimelineEntry]

    package init(date: CivilDate, entries: [TimelineEntry]) {
        self.date = date
        self.entries = entries
    }
}
