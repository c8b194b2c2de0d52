package import PhysioTypes

/// A month as a calendar shows it: whole weeks, with the days around the month that fill them.
package struct PracticeMonth: Sendable, Hashable {
    package struct Day: Sendable, Hashable {
        package let date: CivilDate
        /// True if the day belongs to the month.
        package let isInMonth: Bool
        /// The content of the day; nil where it has no entry.
        package let practiceDay: PracticeDay?
        package let isRestDay: Bool
        /// A reward that was earned or spent on it.
        package let reward: Streak.RewardChange?
    }

    package let year: Int
    /// 1...12.
    package let month: Int
    /// The weeks, of seven days each.
    package let weeks: [[Day]]

    /// - Parameter streak: of the measure whose rewards are shown.
    /// - Returns: nil where the calendar has no such month.
    /// - Complexity: O(log n) for n days with entries.
    package init?(
        year: Int, month: Int, days: PracticeDays, streak: Streak, weeksFrom weekStart: WeekStart
    ) {
        guard let first = CivilDate(year: year, month: month, day: 1) else { return nil }
        self.year = year
        self.month = month
        let next = first.adding(days: 31)
        let end = next.adding(days: 1 - next.day)
        let begin = weekStart.firstDay(ofWeekWith: first)
        weeks = stride(from: begin.dayNumber, to: end.dayNumber, by: 7).map { begin in
            (begin..<begin + 7).map {
                let date = CivilDate(dayNumber: $0)
                return Day(
                    date: date, isInMonth: (first..<end).contains(date),
                    practiceDay: days.day(date),
                    isRestDay: days.rest.contains(date), reward: streak.changes[date])
            }
        }
    }
}
