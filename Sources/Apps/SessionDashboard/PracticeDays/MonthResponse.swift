import PhysioTypes
import PracticePlans

/// A month as the page shows it: whole weeks of days.
struct MonthResponse: Encodable {
    /// One measure on one day.
    struct DayTotal: Encodable {
        let seconds: Double
        let isActive: Bool
        /// `earned` or `spent`; left out where nothing happened to rewards.
        let reward: String?
    }

    struct Day: Encodable {
        let date: String
        let isInMonth: Bool
        let isRest: Bool
        /// True if it lies after today.
        let isFuture: Bool
        /// Kinds of its entries; `session` for led breathing sessions.
        let kinds: [String]
        let mindful: DayTotal
        let workout: DayTotal
    }

    let month: String
    let today: String
    /// The months before and after, which the page leads to.
    let previous: String
    let next: String
    let weekStart: String
    let weeks: [[Day]]

    /// - Returns: nil where the calendar has no such month.
    init?(year: Int, month: Int, days: PracticeDays, weeksFrom weekStart: WeekStart) {
        let (mindful, workout) = (Streak(days, .mindful), Streak(days, .workout))
        guard let first = CivilDate(year: year, month: month, day: 1),
            let found = PracticeMonth(
                year: year, month: month, days: days, streak: mindful, weeksFrom: weekStart)
        else { return nil }
        self.month = Self.monthText(first)
        today = days.today.text
        previous = Self.monthText(first.adding(days: -1))
        next = Self.monthText(first.adding(days: 31))
        self.weekStart = weekStart.rawValue
        weeks = found.weeks.map { week in
            week.map { Day($0, days, mindful: mindful, workout: workout) }
        }
    }

    /// Such as `2026-11`.
    private static func monthText(_ date: CivilDate) -> String { String(date.text.prefix(7)) }
}

extension MonthResponse.Day {
    fileprivate init(
        _ day: PracticeMonth.Day, _ days: PracticeDays, mindful: Streak, workout: Streak
    ) {
        func dayTotal(_ streak: Streak) -> MonthResponse.DayTotal {
            MonthResponse.DayTotal(
                seconds: Double(day.practiceDay?.timeMs(streak.measure) ?? 0) / 1000,
                isActive: day.practiceDay.map { days.isActive($0, streak.measure) } ?? false,
                reward: streak.changes[day.date].map { $0 == .earned ? "earned" : "spent" })
        }
        date = day.date.text
        isInMonth = day.isInMonth
        isRest = day.isRestDay
        isFuture = day.date > days.today
        kinds = (day.practiceDay?.kinds ?? []).map { $0?.rawValue ?? "session" }.sorted()
        self.mindful = dayTotal(mindful)
        self.workout = dayTotal(workout)
    }
}
