package import PhysioTypes

/// The filter that selects the entries; a part that is nil restricts nothing.
package struct EntryFilter: Sendable, Hashable {
    /// nil among them is a led breathing session.
    package var kinds: Set<PracticeKind?>?
    package var origins: Set<CountedEntry.Origin>?
    /// Days that entries belong to.
    package var dates: ClosedRange<CivilDate>?
    /// The lengths of the longer credit, mindful or workout; ms.
    package var lengthRangeMs: ClosedRange<Int64>?

    package init(
        kinds: Set<PracticeKind?>? = nil, origins: Set<CountedEntry.Origin>? = nil,
        dates: ClosedRange<CivilDate>? = nil, lengthRangeMs: ClosedRange<Int64>? = nil
    ) {
        self.kinds = kinds
        self.origins = origins
        self.dates = dates
        self.lengthRangeMs = lengthRangeMs
    }

    /// - Parameter settings: they say when a day begins.
    package func matches(_ entry: CountedEntry, _ settings: DaySettings) -> Bool {
        kinds?.contains(entry.kind) != false && origins?.contains(entry.origin) != false
            && dates?.contains(settings.day(of: entry.start)) != false
            && lengthRangeMs?.contains(max(entry.mindfulMs, entry.workoutMs)) != false
    }
}
