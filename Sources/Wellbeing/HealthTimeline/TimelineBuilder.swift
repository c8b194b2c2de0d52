package import PhysioTypes

/// Makes the days of a timeline from the kept records.
package enum TimelineBuilder {
    /// The number of days before the first day and after the last one for which records have to be
    /// given, so that nights, clocks and copies at the edges are complete.
    package static let marginDays = 2

    /// The days from `first` through `last` that have an entry, newest first.
    ///
    /// A workout belongs to the civil day of its start, a breathing session too, and a recovery to its
    /// date. In a day the newest start comes first, what starts at one moment is ordered by its id, and
    /// the recovery is last.
    ///
    /// - Parameter data: the records of the range and of ``marginDays`` on either side.
    /// - Complexity: O(n log n) in the records.
    package static func sections(
        of data: HealthData, from first: CivilDate, through last: CivilDate,
        options: TimelineOptions
    ) -> [TimelineSection] {
        guard first <= last else { return [] }
        let days = TimelineDays(data, options: options)
        let range = first...last
        var entries: [CivilDate: [TimelineEntry]] = [:]
        for workout in days.workouts(in: range) {
            entries[workout.start.date, default: []].append(.workout(workout))
        }
        for session in data.breathing where range.contains(session.start.date) {
            entries[session.start.date, default: []].append(.breathing(session))
        }
        for recovery in days.recoveries(in: range) {
            entries[recovery.date, default: []].append(.recovery(recovery))
        }
        return entries.map { date, entries in
            TimelineSection(date: date, entries: entries.sorted(by: isBefore))
        }.sorted { $0.date > $1.date }
    }

    /// The first day of a timeline without a range: today and the 7 whole days before it are shown.
    package static func firstDay(today: CivilDate) -> CivilDate { today.adding(days: -7) }

    /// Returns the entries that the first design shows without a range: those that start in the 7
    /// times 24 h before now. A recovery starts at the midnight of its date by the clocks at home.
    package static func referenceWeek(
        _ sections: [TimelineSection], nowMs: Int64, homeZone: ZoneRules
    ) -> [TimelineSection] {
        let earliest = nowMs - 7 * CivilInstant.dayMs
        return sections.compactMap { section in
            let midnight = section.date.startMs(in: homeZone)
            let entries = section.entries.filter { ($0.startMs ?? midnight) >= earliest }
            return entries.isEmpty ? nil : TimelineSection(date: section.date, entries: entries)
        }
    }

    private static func isBefore(_ a: TimelineEntry, _ b: TimelineEntry) -> Bool {
        switch (a.startMs, b.startMs) {
        case (nil, nil): a.id < b.id
        case (nil, _): false
        case (_, nil): true
        case (let left?, let right?): left != right ? left > right : a.id < b.id
        }
    }
}

extension TimelineEntry {
    /// `workout-ID`, `recovery-YYYY-MM-DD` or `breathing-ID`.
    package var id: String {
        switch self {
        case .workout(let workout): "workout-\(workout.id)"
        case .recovery(let recovery): "recovery-\(recovery.date.text)"
        case .breathing(let session): "breathing-\(session.id)"
        }
    }

    /// The start of the entry; ms since 1970; nil for a recovery, whose instant is the midnight of
    /// its date.
    package var startMs: Int64? {
        switch self {
        case .workout(let workout): workout.start.unixMs
        case .recovery: nil
        case .breathing(let session): session.start.unixMs
        }
    }
}
