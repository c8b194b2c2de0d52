import PhysioTypes
import Testing

@testable import PracticePlans

@Suite struct PracticeGoalTests {
    private static let hourMs: Int64 = 3_600_000
    /// Thursday 26 November 2026, 12:00.
    private static let nowMs = 1_795_694_400_000 as Int64

    /// Entries of so many minutes, each some days before today.
    private static func days(_ minutes: [(daysAgo: Int64, minutes: Double)]) -> PracticeDays {
        let entries = minutes.enumerated().map { index, entry in
            CountedEntry(
                start: CivilInstant(
                    unixMs: nowMs - 24 * hourMs * entry.daysAgo - hourMs * Int64(1 + index % 3),
                    offsetMinutes: 0),
                mindfulMs: Int64(60_000 * entry.minutes), workoutMs: 0, kind: .timer, origin: .own)
        }
        return PracticeDays(
            entries, nowMs: nowMs, zone: ZoneRules(name: "UTC") { _ in 0 })
    }

    /// Monday 20, Tuesday 19, Wednesday 8 and 12 (20 together), today 10 min, Sunday 30.
    private static let week = days([(3, 20), (2, 19), (1, 8), (1, 12), (0, 10), (4, 30)])

    @Test(arguments: [
        (20 as Int?, 3 as Int?, WeekStart.monday, 2, false, false as Bool?),
        (20, 2, .monday, 2, false, true), (10, nil, .monday, 4, true, nil),
        (nil, 5, .monday, 4, true, false), (nil, 5, .sunday, 5, true, true),
        (31, 1, .sunday, 0, false, false),
    ]) func daysThatReachTheMinutesAreMet(
        minutes: Int?, days: Int?, start: WeekStart, met: Int, isTodayMet: Bool, isWeekMet: Bool?
    ) throws {
        let goal = try PracticeGoal(minutesPerDay: minutes, daysPerWeek: days)
        let progress = goal.progress(Self.week, weeksFrom: start)
        #expect(progress.todayMs == 600_000)
        #expect(progress.goalMetDayCount == met && progress.isTodayGoalMet == isTodayMet)
        #expect(progress.isWeekGoalMet == isWeekMet)
        #expect(progress.weekFirstDay.text == (start == .monday ? "2026-11-23" : "2026-11-22"))
    }

    @Test(arguments: [(0, 3), (1441, 3), (20, 0), (20, 8)])
    func whatCannotBeIsRefused(minutes: Int, days: Int) {
        #expect(throws: DaysError.self) {
            try PracticeGoal(minutesPerDay: minutes, daysPerWeek: days)
        }
    }
}
