import Foundation
import PracticePlans
import PracticeRuntime
import SessionHistory
import TestSupport
import Testing

/// A year with a history on disk and two programs that look; the moments are those that Python's zoneinfo gives.
@Suite(.enabled(if: PythonScript.isAvailable, "skipped: install python3"))
struct ReminderYearRunTests {
    private static let zones = [
        "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe",
    ]

    /// The actions of the person and the computer around an occurrence.
    private enum Day: Int, CaseIterable {
        case awake
        /// The computer wakes within the grace.
        case asleep
        case longAsleep
        case snoozed
        /// The wall clock is set back by 30 hours afterwards.
        case setBack
    }

    /// First moments at which clocks of a zone show 02:15 or a later time, for each day of 2026; a gap gives its end.
    private static func moments(_ zone: String) throws -> [Int64] {
        let script = """
            import sys
            from datetime import datetime, timedelta, timezone
            from zoneinfo import ZoneInfo
            zone = ZoneInfo(sys.argv[1])
            for day in range(365):
                wall = datetime(2026, 1, 1, 2, 15) + timedelta(days=day)
                at = wall.replace(tzinfo=zone, fold=0).astimezone(timezone.utc)
                if at.astimezone(zone).replace(tzinfo=None) != wall:
                    # Passed over: the first second after the gap.
                    at = wall.replace(tzinfo=zone, fold=1).astimezone(timezone.utc)
                    while (at + timedelta(seconds=1)).astimezone(zone).replace(tzinfo=None) < wall:
                        at += timedelta(seconds=1)
                    at += timedelta(seconds=1)
                    earlier = wall.replace(tzinfo=zone, fold=0).astimezone(timezone.utc)
                    at = min(at, earlier)
                    while at.astimezone(zone).utcoffset() == (at - timedelta(minutes=1)).astimezone(zone).utcoffset():
                        at -= timedelta(minutes=1)
                print(int(at.timestamp() * 1000))
            """
        return try PythonScript.run(script, [zone]).split(separator: "\n").compactMap { Int64($0) }
    }

    @Test(arguments: TestEffort.pick(["Australia/Lord_Howe"], all: zones))
    func eachOccurrenceIsAnnouncedOnce(zone: String) throws {
        let moments = try Self.moments(zone)
        try #require(moments.count == 365)
        let history = try ReminderHistory()
        let clock = ScriptedClock(zone: zone)
        let rule = try ReminderRule.sample(at: "02:15", sinceMs: moments[0])
        try history.keep(
            rule, .sample("late", at: "23:30", quiet: "22:00-06:00", sinceMs: moments[0]))
        let deliveries = RecordedDeliveries(clock)
        let runners = [
            ReminderRunner.with(history.store, clock, deliveries),
            ReminderRunner.with(try history.other(), clock, deliveries),
        ]
        let controller = ReminderController(history.store, clock: clock)
        func look(_ ms: Int64) throws {
            clock.show(ms: ms)
            for runner in runners { _ = try runner.look() }
        }
        let minute = Int64(60_000)
        var expected: [Int64] = []
        for (index, moment) in moments.enumerated() {
            try look(moment - 1)
            switch Day.allCases[index % Day.allCases.count] {
            case .awake:
                try look(moment)
                try look(moment)
                expected.append(moment)
            case .asleep:
                try look(moment + 100 * minute)
                expected.append(moment + 100 * minute)
            case .longAsleep: try look(moment + 150 * minute)
            case .snoozed:
                try look(moment)
                try controller.snooze(rule, minutes: 60)
                try look(moment + 60 * minute - 1)
                try look(moment + 60 * minute)
                expected += [moment, moment + 60 * minute]
            case .setBack:
                try look(moment)
                expected.append(moment)
                for hours in stride(from: Int64(30), through: 1, by: -5) {
                    try look(moment - hours * 60 * minute)
                }
            }
        }
        #expect(deliveries.all.map(\.atMs) == expected)
        #expect(Set(deliveries.all).count == deliveries.all.count)
        #expect(deliveries.all.allSatisfy { $0.id.hasPrefix("sit ") })
        let states = try history.states("sit")
        #expect(states.count == 365)
        #expect(states.values.count { $0 == "missed" } == 73)
        #expect(states.values.count { $0 == "told" } == 292)
        #expect(try Set(history.states("late").values) == ["quiet"])
    }
}
