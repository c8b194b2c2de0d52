package import PhysioTypes

/// An entry of the log, as far as days, streaks and the calendar count it.
package struct CountedEntry: Sendable, Hashable {
    /// The origin of an entry.
    package enum Origin: String, Sendable, Hashable, CaseIterable {
        /// An activity that this program ran.
        case own
        /// A person wrote it down afterwards.
        case manual
        /// A file of another program held it.
        case imported
    }

    /// The start of the entry, on the clock that its person saw.
    package let start: CivilInstant
    /// Mindful time that counts from the start on; ms.
    package let mindfulMs: Int64
    /// Workout time that counts from the start on; ms.
    package let workoutMs: Int64
    /// nil for a led breathing session.
    package let kind: PracticeKind?
    package let origin: Origin

    package init(
        start: CivilInstant, mindfulMs: Int64, workoutMs: Int64, kind: PracticeKind?, origin: Origin
    ) {
        self.start = start
        self.mindfulMs = mindfulMs
        self.workoutMs = workoutMs
        self.kind = kind
        self.origin = origin
    }
}
