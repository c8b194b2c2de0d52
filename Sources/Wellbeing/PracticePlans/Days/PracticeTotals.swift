package import PhysioTypes

/// Periods that minutes are summed over.
package enum PracticePeriod: String, Sendable, Hashable, CaseIterable {
    case day
    case week
    case month

    /// The first day of the period that a day belongs to.
    func firstDay(with date: CivilDate, _ weekStart: WeekStart) -> CivilDate {
        switch self {
        case .day: date
        case .week: weekStart.firstDay(ofWeekWith: date)
        case .month: date.adding(days: 1 - date.day)
        }
    }
}

/// The sums of a day, a week or a month.
package struct PracticeTotal: Sendable, Hashable {
    /// First day of the period.
    package let first: CivilDate
    /// Sum of its days; ms.
    package private(set) var mindfulMs: Int64 = 0
    /// Sum of its days; ms.
    package private(set) var workoutMs: Int64 = 0

    package func timeMs(_ measure: PracticeMeasure) -> Int64 {
        switch measure {
        case .mindful: mindfulMs
        case .workout: workoutMs
        }
    }

    /// The periods of a range of dates, ascending, also those without entries.
    ///
    /// Days outside the range do not count, so the first and the last period may be cut short.
    ///
    /// - Complexity: O(n + m) for n days of the range and m days with entries.
    package static func totals(
        _ days: PracticeDays, by period: PracticePeriod, in range: ClosedRange<CivilDate>,
        weeksFrom weekStart: WeekStart
    ) -> [PracticeTotal] {
        var totals: [PracticeTotal] = []
        var next = days.days.partitioningIndex { $0.date >= range.lowerBound }
        for number in range.lowerBound.dayNumber...range.upperBound.dayNumber {
            let date = CivilDate(dayNumber: number)
            let first = period.firstDay(with: date, weekStart)
            if totals.last?.first != first { totals.append(PracticeTotal(first: first)) }
            guard next < days.days.count, days.days[next].date == date else { continue }
            totals[totals.count - 1].mindfulMs += days.days[next].timeMs(.mindful)
            totals[totals.count - 1].workoutMs += days.days[next].timeMs(.workout)
            next += 1
        }
        return totals
    }
}
