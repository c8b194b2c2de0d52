package import PhysioTypes

/// Round numbers of mindful hours and active days that a log has added up to.
///
/// A missed day takes nothing away: what is reached stays reached.
package struct PracticeMilestones: Sendable, Hashable {
    /// The quantity that is added up; the raw values are what programs read.
    package enum Kind: String, Sendable, CaseIterable {
        /// Mindful time; h.
        case mindfulHours = "mindful_hours"
        /// Days that are active by their mindful time.
        case activeDays = "active_days"

        /// Numbers that are milestones, ascending.
        package var thresholds: [Int] {
            switch self {
            case .mindfulHours: [1, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000]
            case .activeDays: [7, 30, 100, 200, 365, 500, 1000, 2000, 5000, 10_000]
            }
        }
    }

    /// A milestone that is reached.
    package struct ReachedMilestone: Sendable, Hashable {
        package let kind: Kind
        package let number: Int
        /// The day that reached it.
        package let date: CivilDate
    }

    /// The milestone that comes next.
    package struct NextMilestone: Sendable, Hashable {
        package let kind: Kind
        package let number: Int
        /// The amount that is reached so far; h, cut to whole ones, or days.
        package let doneCount: Int
    }

    /// The milestones that are reached, by date, of one date hours first.
    package let reached: [ReachedMilestone]
    /// One of each kind, in the order of ``Kind``; none behind the last threshold.
    package let next: [NextMilestone]

    /// - Complexity: O(days).
    package init(_ days: PracticeDays) {
        var reachedMilestones: [ReachedMilestone] = []
        var (timeMs, dayCount) = (Int64(0), 0)
        var remaining = Kind.allCases.map { ($0, $0.thresholds[...]) }
        func doneCount(_ kind: Kind) -> Int {
            switch kind {
            case .mindfulHours: Int(timeMs / 3_600_000)
            case .activeDays: dayCount
            }
        }
        for day in days.days {
            timeMs += day.timeMs(.mindful)
            if days.isActive(day, .mindful) { dayCount += 1 }
            for index in remaining.indices {
                let kind = remaining[index].0
                while let number = remaining[index].1.first, number <= doneCount(kind) {
                    reachedMilestones.append(
                        ReachedMilestone(kind: kind, number: number, date: day.date))
                    remaining[index].1.removeFirst()
                }
            }
        }
        self.reached = reachedMilestones
        next = remaining.compactMap { kind, thresholds in
            thresholds.first.map {
                NextMilestone(kind: kind, number: $0, doneCount: doneCount(kind))
            }
        }
    }
}
