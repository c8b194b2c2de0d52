import PhysioTypes
import Testing

@testable import PracticePlans

@Suite struct PracticeMilestonesTests {
    private static let hourMs: Int64 = 3_600_000
    private static let dayMs: Int64 = 24 * hourMs
    /// Thursday 1 January 2026, 12:00.
    private static let firstMs: Int64 = 1_767_268_800_000

    /// One entry of so many minutes on each day from 1 January 2026 on.
    private static func milestones(_ minutes: [Double]) -> PracticeMilestones {
        let entries = minutes.enumerated().map { index, minutes in
            CountedEntry(
                start: CivilInstant(unixMs: firstMs + dayMs * Int64(index), offsetMinutes: 0),
                mindfulMs: Int64(60_000 * minutes), workoutMs: 0, kind: .timer, origin: .own)
        }
        return PracticeMilestones(
            PracticeDays(
                entries, nowMs: firstMs + dayMs * 400, zone: ZoneRules(name: "UTC") { _ in 0 }))
    }

    @Test func anEmptyLogHasTheFirstOnesBeforeIt() {
        let none = Self.milestones([])
        #expect(none.reached.isEmpty)
        #expect(none.next.map(\.number) == [1, 7] && none.next.map(\.doneCount) == [0, 0])
    }

    /// 59.9 min are no hour yet; the next day's .1 min completes it, and is too short to be an active day.
    @Test func anHourIsReachedOnTheDayThatCompletesIt() {
        let found = Self.milestones([59.9, 0.1])
        #expect(
            found.reached == [
                .init(kind: .mindfulHours, number: 1, date: CivilDate(dayNumber: 20_455))
            ])
        #expect(found.reached[0].date.text == "2026-01-02")
        #expect(
            found.next == [
                .init(kind: .mindfulHours, number: 5, doneCount: 1),
                .init(kind: .activeDays, number: 7, doneCount: 1),
            ])
    }

    /// 30 days of 20 min: 1 h on the 3rd, 5 h on the 15th, 10 h on the 30th; 7 days on the 7th, 30 on the 30th.
    @Test func milestonesComeByDate() {
        let found = Self.milestones([Double](repeating: 20, count: 30))
        #expect(
            found.reached.map { "\($0.date.day) \($0.kind.rawValue) \($0.number)" } == [
                "3 mindful_hours 1", "7 active_days 7", "15 mindful_hours 5",
                "30 mindful_hours 10", "30 active_days 30",
            ])
    }

    /// 1440 min on one day pass three at once.
    @Test func oneDayMayReachSeveral() {
        #expect(Self.milestones([1440]).reached.map(\.number) == [1, 5, 10])
    }
}
