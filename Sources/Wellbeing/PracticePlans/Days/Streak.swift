package import PhysioTypes

/// The number of active days of a measure that follow one another, and the cost of a missed day.
///
/// From the first active day to today, an active day adds one to the length and to the run, and
/// each seventh of a run earns a reward, of which three are held at most. A missed day ends the run
/// and takes a reward; where none is held, it ends the streak. Days of rest without activity neither
/// count nor cost. Today without activity is open. Everything is computed anew from the entries.
package struct Streak: Sendable, Hashable {
    /// A change of the rewards on a day.
    package enum RewardChange: Sendable, Hashable {
        /// A run of seven days is full.
        case earned
        /// The day was missed, and a reward was taken for it.
        case spent
    }

    /// Active days in a row that earn a reward.
    package static let daysPerReward = 7
    /// Rewards that are held at most.
    package static let maxRewards = 3

    package let measure: PracticeMeasure
    /// Active days of the streak.
    package private(set) var length = 0
    /// Active days since one was missed.
    package private(set) var run = 0
    /// Rewards held; 0...3.
    package private(set) var rewards = 0
    /// The greatest length there ever was.
    package private(set) var best = 0
    /// The time until which today can still become active; ms since 1970.
    ///
    /// nil where there is no streak to keep, where today is active, and on a day of rest.
    package private(set) var openUntilMs: Int64?
    /// Days on which a reward was earned or spent.
    package private(set) var changes: [CivilDate: RewardChange] = [:]

    /// - Complexity: O(n log m) for n days with entries and m rests.
    package init(_ days: PracticeDays, _ measure: PracticeMeasure) {
        self.measure = measure
        var last: (date: CivilDate, offsetMinutes: Int)?
        for day in days.days where days.isActive(day, measure) {
            guard let tally = day.tally(measure) else { continue }
            if let last {
                countMissedDays(last, (day.date, tally.firstOffsetMinutes), days.rest)
            }
            addActiveDay(day.date)
            last = (day.date, tally.lastOffsetMinutes)
        }
        // After a flight to the west, the last active day may lie after today; then it is today.
        guard let last, last.date < days.today else { return }
        countMissedDays(last, (days.today, days.zone.offsetMinutes(days.nowMs)), days.rest)
        guard length > 0, !days.rest.contains(days.today) else { return }
        openUntilMs = days.zone.unixMs(
            of: days.today.adding(days: 1), minute: days.settings.dayStartMinutes)
    }

    /// Active days that are still needed for a reward; nil where three are held.
    package var daysToNextReward: Int? {
        rewards < Self.maxRewards ? Self.daysPerReward - run % Self.daysPerReward : nil
    }

    private mutating func addActiveDay(_ date: CivilDate) {
        length += 1
        run += 1
        best = max(best, length)
        if run % Self.daysPerReward == 0, rewards < Self.maxRewards {
            rewards += 1
            changes[date] = .earned
        }
    }

    /// Counts the days that were missed between two days.
    ///
    /// Who flies east skips hours of the calendar. So no more days are missed than fit between the
    /// end of the first day, by its last clock, and the start of the other, by its first.
    private mutating func countMissedDays(
        _ first: (date: CivilDate, offsetMinutes: Int),
        _ second: (date: CivilDate, offsetMinutes: Int), _ rest: RestDays
    ) {
        let dayCount = second.date.dayNumber - first.date.dayNumber - 1
        guard dayCount > 0 else { return }
        let restDayCount = rest.count(between: first.date, and: second.date)
        let minutes = 1440 * dayCount + first.offsetMinutes - second.offsetMinutes
        // Half a day is rounded up.
        let elapsedDays = floorDivide(minutes + 720, 1440)
        let missedCount = min(dayCount - restDayCount, elapsedDays - restDayCount)
        guard missedCount > 0 else { return }
        run = 0
        spendRewards(min(missedCount, rewards), after: first.date, rest)
        if missedCount > rewards { length = 0 }
        rewards = max(0, rewards - missedCount)
    }

    private mutating func spendRewards(_ count: Int, after date: CivilDate, _ rest: RestDays) {
        var day = date
        for _ in 0..<count {
            day = rest.firstDayWithoutRest(from: day.adding(days: 1))
            changes[day] = .spent
        }
    }
}
