/// A condition that must hold for a reminder to be announced when its time has come.
package enum ReminderCondition: Sendable, Hashable {
    package enum Period: Sendable, Hashable {
        /// The day of practice that it is, by the settings of the days.
        case day
        /// The given number of hours before the moment; 1...72.
        case hours(Int)
    }

    case always
    /// A condition that is not met where enough of one of the measures was done within the period:
    /// as much as makes a day active.
    case unlessDone(Set<PracticeMeasure>, within: Period)
    /// A condition that is met only while today is open in a streak, of one of the measures, of at
    /// least this number of days.
    case whileStreakOpen(Set<PracticeMeasure>, atLeast: Int)

    package static let hoursRange = 1...72
    package static let streakRange = 1...100_000

    /// - Throws: `ReminderError` for a number outside its range and without any measure.
    func check() throws(ReminderError) {
        switch self {
        case .always: return
        case .unlessDone(let measures, let period):
            guard !measures.isEmpty else { throw .noMeasure }
            if case .hours(let hours) = period, !Self.hoursRange.contains(hours) {
                throw .outOfRange(setting: "hours", found: hours, allowed: Self.hoursRange)
            }
        case .whileStreakOpen(let measures, let length):
            guard !measures.isEmpty else { throw .noMeasure }
            guard Self.streakRange.contains(length) else {
                throw .outOfRange(setting: "streak", found: length, allowed: Self.streakRange)
            }
        }
    }

    /// Returns true if the condition holds at the moment that the days were made for.
    func isMet(_ days: PracticeDays) -> Bool {
        switch self {
        case .always: true
        case .unlessDone(let measures, within: .day):
            !measures.contains { measure in
                days.day(days.today).map { days.isActive($0, measure) } ?? false
            }
        case .unlessDone(let measures, within: .hours(let hours)):
            !measures.contains {
                let begin = days.nowMs - 3_600_000 * Int64(hours)
                return days.timeMs($0, in: begin..<days.nowMs) >= days.settings.minActiveMs
            }
        case .whileStreakOpen(let measures, let length):
            measures.contains {
                let streak = Streak(days, $0)
                return streak.openUntilMs != nil && streak.length >= length
            }
        }
    }
}
