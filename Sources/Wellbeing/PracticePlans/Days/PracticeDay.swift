package import PhysioTypes

/// The content of one day.
package struct PracticeDay: Sendable, Hashable {
    /// Time of one measure on one day.
    package struct Tally: Sendable, Hashable {
        /// Length of the union of what counts, so that entries at the same time count once; ms.
        package let timeMs: Int64
        /// Offset of the clock at the start of the first entry that counts; min.
        package let firstOffsetMinutes: Int
        /// Offset of the clock at the start of the last entry that counts; min.
        package let lastOffsetMinutes: Int
    }

    package let date: CivilDate
    /// Its entries by start, also those that count as nothing.
    package let entries: ArraySlice<CountedEntry>
    /// nil where no entry counts as mindful.
    package let mindful: Tally?
    /// nil where no entry counts as a workout.
    package let workout: Tally?

    /// - Parameter entries: those of the day, by start.
    init(_ date: CivilDate, _ entries: ArraySlice<CountedEntry>) {
        self.date = date
        self.entries = entries
        mindful = Self.tally(entries, .mindful)
        workout = Self.tally(entries, .workout)
    }

    /// Kinds of its entries; nil is a led breathing session.
    package var kinds: Set<PracticeKind?> { Set(entries.map(\.kind)) }

    package func tally(_ measure: PracticeMeasure) -> Tally? {
        switch measure {
        case .mindful: mindful
        case .workout: workout
        }
    }

    /// Time of a measure; ms; 0 where nothing counts.
    package func timeMs(_ measure: PracticeMeasure) -> Int64 { tally(measure)?.timeMs ?? 0 }

    private static func tally(
        _ entries: ArraySlice<CountedEntry>, _ measure: PracticeMeasure
    ) -> Tally? {
        var tally: Tally?
        var end = Int64.min
        for entry in entries {
            guard let span = entry.span(measure) else { continue }
            // Starts ascend, so only the end of what was counted so far matters.
            let added = max(0, span.upperBound - max(span.lowerBound, end))
            end = max(end, span.upperBound)
            tally = Tally(
                timeMs: (tally?.timeMs ?? 0) + added,
                firstOffsetMinutes: tally?.firstOffsetMinutes ?? entry.start.offsetMinutes,
                lastOffsetMinutes: entry.start.offsetMinutes)
        }
        return tally
    }
}
