package import PhysioTypes

/// The goal of a person: mindful minutes on a day, and days of a week.
package struct PracticeGoal: Sendable, Hashable, Codable {
    package static let minutesPerDayRange = 1...1440
    package static let daysPerWeekRange = 1...7

    /// Mindful time that meets a day; min; 1...1440; nil: a day is met where it is active.
    package let minutesPerDay: Int?
    /// Days of a week that are to be met; 1...7; nil where no number is wanted.
    package let daysPerWeek: Int?

    /// - Throws: `DaysError.outOfRange`.
    package init(minutesPerDay: Int?, daysPerWeek: Int?) throws(DaysError) {
        if let minutesPerDay, !Self.minutesPerDayRange.contains(minutesPerDay) {
            throw .outOfRange(
                setting: "minutes", found: minutesPerDay, allowed: Self.minutesPerDayRange)
        }
        if let daysPerWeek, !Self.daysPerWeekRange.contains(daysPerWeek) {
            throw .outOfRange(setting: "days", found: daysPerWeek, allowed: Self.daysPerWeekRange)
        }
        self.minutesPerDay = minutesPerDay
        self.daysPerWeek = daysPerWeek
    }

    /// The progress towards a goal.
    package struct Progress: Sendable, Hashable {
        /// Mindful time of today; ms.
        package let todayMs: Int64
        /// True if the goal of today is met.
        package let isTodayGoalMet: Bool
        /// First day of this week.
        package let weekFirstDay: CivilDate
        /// Days of this week that are met, up to today.
        package let goalMetDayCount: Int
        /// True if the goal of the week is met; nil where no number of days is wanted.
        package let isWeekGoalMet: Bool?
    }

    /// Time of a day that meets it; ms.
    package func requiredMs(_ settings: DaySettings) -> Int64 {
        minutesPerDay.map { 60_000 * Int64($0) } ?? settings.minActiveMs
    }

    /// Returns the progress of today and of the week of today.
    package func progress(_ days: PracticeDays, weeksFrom weekStart: WeekStart) -> Progress {
        let requiredMs = requiredMs(days.settings)
        func timeMs(_ date: CivilDate) -> Int64 { days.day(date)?.timeMs(.mindful) ?? 0 }
        let first = weekStart.firstDay(ofWeekWith: days.today)
        let metDayCount = (first.dayNumber...days.today.dayNumber).count {
            timeMs(CivilDate(dayNumber: $0)) >= requiredMs
        }
        let todayMs = timeMs(days.today)
        return Progress(
            todayMs: todayMs, isTodayGoalMet: todayMs >= requiredMs, weekFirstDay: first,
            goalMetDayCount: metDayCount, isWeekGoalMet: daysPerWeek.map { metDayCount >= $0 })
    }
}
