package import PhysioTypes

/// The log by days: what each holds, and which day is today.
///
/// An entry belongs whole to the day of its start, by the clock that its person saw then, also
/// where it goes on over midnight.
package struct PracticeDays: Sendable {
    /// The longest time ahead of now at which an entry may start: clocks of the world differ by 26
    /// hours.
    package static let maxAheadMs: Int64 = 26 * 3_600_000

    /// Days with entries, ascending.
    package let days: [PracticeDay]
    /// The entries of the days, by day and within a day by start.
    package let entries: [CountedEntry]
    /// Entries that start more than 26 hours ahead. They are left out; their code is `future`.
    package let future: [CountedEntry]
    package let rest: RestDays
    package let settings: DaySettings
    /// Now; ms since 1970.
    package let nowMs: Int64
    /// The zone in use.
    package let zone: ZoneRules

    /// - Parameter entries: in any order.
    /// - Parameter nowMs: ms since 1970.
    /// - Complexity: O(n log n).
    package init(
        _ entries: [CountedEntry], rest: RestDays = RestDays(),
        settings: DaySettings = DaySettings(), nowMs: Int64, zone: ZoneRules
    ) {
        let limit = nowMs + Self.maxAheadMs
        future = entries.filter { $0.start.unixMs > limit }
        let datedEntries = entries.filter { $0.start.unixMs <= limit }
            .map { (date: settings.day(of: $0.start), entry: $0) }
            .sorted { ($0.date, $0.entry.start) < ($1.date, $1.entry.start) }
        self.entries = datedEntries.map(\.entry)
        days = Self.days(of: self.entries, datedEntries.map(\.date))
        self.rest = rest
        self.settings = settings
        self.nowMs = nowMs
        self.zone = zone
    }

    /// Today, by the clock of the zone in use.
    package var today: CivilDate { settings.day(of: zone.instant(nowMs)) }

    /// Returns the content of a day; nil where it has no entry.
    ///
    /// - Complexity: O(log n).
    package func day(_ date: CivilDate) -> PracticeDay? {
        let index = days.partitioningIndex { $0.date >= date }
        return index < days.count && days[index].date == date ? days[index] : nil
    }

    /// Returns true if a day has enough of a measure.
    package func isActive(_ day: PracticeDay, _ measure: PracticeMeasure) -> Bool {
        day.timeMs(measure) >= settings.minActiveMs
    }

    /// Time of a measure within a range of moments; entries at the same time count once; ms.
    ///
    /// - Complexity: O(n).
    package func timeMs(_ measure: PracticeMeasure, in range: Range<Int64>) -> Int64 {
        let spans = entries.compactMap { $0.span(measure) }.filter { $0.overlaps(range) }
        return TimeSpans(spans).clamped(to: range).totalMs
    }

    private static func days(
        of entries: [CountedEntry], _ dates: [CivilDate]
    ) -> [PracticeDay] {
        var days: [PracticeDay] = []
        var begin = 0
        for index in entries.indices {
            let next = index + 1
            guard next == dates.count || dates[next] != dates[begin] else { continue }
            days.append(PracticeDay(dates[begin], entries[begin..<next]))
            begin = next
        }
        return days
    }
}
