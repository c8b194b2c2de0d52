import PhysioTypes
import Testing

@testable import PracticePlans

/// The decisions about occurrences at a moment. Times are those of 2026-11-23, a Monday, in UTC.
@Suite struct ReminderDecisionTests {
    private static let monday = CivilDate(dayNumber: 20_780)

    /// `07:30`, `+07:30` on the next day, with seconds if need be.
    private static func ms(_ text: String) throws -> Int64 {
        let match = try #require(text.wholeMatch(of: /(\+?)(..):(..)(?::(..))?/))
        let day = monday.dayNumber + match.1.count
        let seconds = try match.4.map { try #require(Int64($0)) } ?? 0
        let minutes = try Int64(60 * #require(Int(match.2)) + #require(Int(match.3)))
        return Int64(day) * 86_400_000 + minutes * 60_000 + seconds * 1000
    }

    private static func bench(
        _ times: String, quiet: String? = nil, grace: Int = 120,
        _ condition: ReminderCondition = .always
    ) throws -> ReminderBench {
        let rule = try ReminderRule(
            id: "r", times: ReminderTimes(times), days: Weekdays("mon-tue"), condition: condition,
            text: "Sit", graceMinutes: grace, quiet: quiet.map { try QuietHours($0) },
            sinceMs: ms("00:00"))
        return ReminderBench([rule], .fixed(0))
    }

    private static func text(_ decision: ReminderDecision) -> String {
        switch decision {
        case .announce: return "tell"
        case .skip(let reason): return reason.rawValue
        case .wait(let until):
            let instant = CivilInstant(unixMs: until, offsetMinutes: 0)
            return "wait \(instant.date == monday ? "" : "+")\(instant.clockText)"
        }
    }

    @Test func theMondayIsOne() { #expect(Self.monday.text == "2026-11-23") }

    @Test(arguments: [
        // On time, late, at the end of the grace and after it.
        ("07:00", nil, 120, "07:00", "07:00 tell"), ("07:00", nil, 120, "09:00", "07:00 tell"),
        ("07:00", nil, 120, "09:00:01", "07:00 missed"), ("07:00", nil, 0, "07:00", "07:00 tell"),
        ("07:00", nil, 0, "07:00:01", "07:00 missed"), ("07:00", nil, 120, "06:59:59", ""),
        // Not past the day.
        ("23:00", nil, 120, "23:59:59", "23:00 tell"),
        ("23:00", nil, 120, "+00:00", "23:00 missed"),
        // The newest alone.
        ("07:00,07:30,08:00", nil, 120, "07:45", "07:00 missed, 07:30 tell"),
        ("07:00,12:00", nil, 120, "12:30", "07:00 missed, 12:00 tell"),
        ("07:00,08:00", nil, 120, "10:30", "07:00 missed, 08:00 missed"),
        // Quiet hours that end within the grace, and at its end, and after it.
        ("06:00", "22:00-07:00", 120, "06:00", "06:00 wait 07:00"),
        ("06:00", "22:00-07:00", 120, "07:00", "06:00 tell"),
        ("05:00", "22:00-07:00", 120, "06:59", "05:00 wait 07:00"),
        ("05:00", "22:00-07:00", 119, "05:00", "05:00 quiet"),
        ("23:00", "22:00-07:00", 1440, "23:00", "23:00 quiet"),
        // The same whether the user is awake or not.
        ("23:00", "22:00-07:00", 1440, "+09:00", "23:00 quiet"),
        ("06:00", "22:00-07:00", 120, "07:59", "06:00 tell"),
        ("06:00", "22:00-07:00", 120, "08:01", "06:00 missed"),
        // Several in quiet hours.
        (
            "05:30,06:00,06:30", "22:00-07:00", 120, "06:30",
            "05:30 quiet, 06:00 quiet, 06:30 wait 07:00"
        ),
        // Awake again in quiet hours that began after its time.
        ("11:50", "12:00-13:00", 120, "12:10", "11:50 wait 13:00"),
        ("11:50", "12:00-14:00", 120, "12:10", "11:50 quiet"),
        ("11:50", "12:00-13:00", 120, "13:50", "11:50 tell"),
        // A day that the rule does not have.
        ("07:00", nil, 120, "+08:00", "07:00 missed, 07:00 tell"),
    ])
    func atAMoment(
        times: String, quiet: String?, grace: Int, now: String, expected: String
    ) throws {
        let bench = try Self.bench(times, quiet: quiet, grace: grace)
        let found = bench.decisions(try Self.ms(now))
            .map { "\($0.occurrence.time.text) \(Self.text($0.decision))" }
        #expect(found.joined(separator: ", ") == expected)
    }

    /// Clocks in Berlin pass over both on 29 March 2026, so both are due when clocks show 03:00.
    @Test func ofTwoSkippedTimesTheLaterIsAnnounced() throws {
        let rule = try ReminderRule(
            id: "r", times: ReminderTimes("02:15,02:45"), text: "Sit",
            sinceMs: 20_541 * 86_400_000)
        let bench = ReminderBench([rule], .named("Europe/Berlin"))
        let now: Int64 = 20_541 * 86_400_000 + 3_600_000
        #expect(bench.nextDueMs(now - 1) == now)
        let found = bench.decisions(now)
        #expect(found.map(\.occurrence.time.text) == ["02:15", "02:45"])
        #expect(found.map(\.decision) == [.skip(.missed), .announce])
    }

    @Test func duringAnActivityItIsBusy() throws {
        var bench = try Self.bench("07:00")
        bench.isBusy = true
        #expect(bench.decisions(try Self.ms("07:00")).map(\.decision) == [.skip(.busy)])
        #expect(bench.decisions(try Self.ms("06:00")).isEmpty)
    }

    private static func entry(
        _ start: String, minutes: Int64, workout: Bool = false
    ) throws -> CountedEntry {
        CountedEntry(
            start: CivilInstant(unixMs: try ms(start), offsetMinutes: 0),
            mindfulMs: workout ? 0 : 60_000 * minutes, workoutMs: workout ? 60_000 * minutes : 0,
            kind: .timer, origin: .own)
    }

    @Test(arguments: [
        (ReminderCondition.unlessDone([.mindful], within: .day), "06:00", 20, "08:00", "done"),
        (.unlessDone([.mindful], within: .day), "06:00", 1, "08:00", "tell"),
        (.unlessDone([.workout], within: .day), "06:00", 20, "08:00", "tell"),
        (.unlessDone([.mindful, .workout], within: .day), "06:00", 20, "08:00", "done"),
        (.unlessDone([.mindful], within: .day), "06:00", 20, "+08:00", "tell"),
        // Only what lies within the last hours counts: 06:42 to 07:02 leaves two minutes of one hour.
        (.unlessDone([.mindful], within: .hours(2)), "06:00", 20, "08:00", "done"),
        (.unlessDone([.mindful], within: .hours(1)), "06:42", 20, "08:00", "done"),
        (.unlessDone([.mindful], within: .hours(1)), "06:41", 20, "08:00", "tell"),
        (.unlessDone([.mindful], within: .hours(2)), "08:30", 20, "08:00", "tell"),
        (.whileStreakOpen([.mindful], atLeast: 1), "06:00", 20, "08:00", "done"),
        (.whileStreakOpen([.mindful], atLeast: 1), "06:00", 20, "+08:00", "tell"),
        (.whileStreakOpen([.mindful], atLeast: 2), "06:00", 20, "+08:00", "done"),
        (.whileStreakOpen([.workout], atLeast: 1), "06:00", 20, "+08:00", "done"),
    ])
    func underACondition(
        condition: ReminderCondition, start: String, minutes: Int64, now: String, expected: String
    ) throws {
        var bench = try Self.bench("08:00", condition)
        bench.entries = [try Self.entry(start, minutes: minutes)]
        #expect(bench.decisions(try Self.ms(now)).last.map { Self.text($0.decision) } == expected)
    }

    @Test func aSnoozeAsksAnewAndIsCounted() throws {
        var bench = try Self.bench("07:00", .unlessDone([.mindful], within: .day))
        let occurrence = try #require(bench.decisions(try Self.ms("07:00")).first).occurrence
        #expect(occurrence.key == "r 2026-11-23T07:00")
        var now = try Self.ms("07:00")
        bench.pass(now)
        for count in 1...3 {
            let state = try #require(bench.states[occurrence])
            #expect(state == .announced(snoozeCount: count - 1))
            let snoozed = try state.snoozed(
                occurrence, minutes: 30, nowMs: now + 60_000, zone: bench.zone)
            bench.set(snoozed, for: occurrence)
            #expect(bench.nextDueMs(now) == now + 31 * 60_000)
            bench.pass(now + 31 * 60_000 - 1)
            #expect(bench.announced.count == count)
            now += 31 * 60_000
            bench.pass(now)
            #expect(bench.announced.count == count + 1)
        }
        let state = try #require(bench.states[occurrence])
        #expect(throws: ReminderError.tooManySnoozes(limit: 3)) {
            try state.snoozed(occurrence, minutes: 30, nowMs: now, zone: bench.zone)
        }
        // Had it been done meanwhile, it would not have been announced.
        bench.set(.snoozed(untilMs: now, snoozeCount: 3), for: occurrence)
        bench.entries = [try Self.entry("07:10", minutes: 15)]
        bench.pass(now)
        #expect(bench.states[occurrence] == .skipped(.done))
        #expect(bench.announced.count == 4)
    }

    @Test func aSnoozeHasLimits() throws {
        let late = ReminderOccurrence(ruleID: "r", date: Self.monday, time: try ClockTime("23:00"))
        func snooze(_ minutes: Int, _ now: String, _ state: ReminderState) throws -> ReminderState {
            try state.snoozed(late, minutes: minutes, nowMs: Self.ms(now), zone: .fixed(0))
        }
        for minutes in [4, 121] {
            #expect(
                throws: ReminderError.outOfRange(
                    setting: "snooze", found: minutes, allowed: 5...120)
            ) {
                try snooze(minutes, "23:00", .announced(snoozeCount: 0))
            }
        }
        #expect(
            try snooze(59, "23:00", .announced(snoozeCount: 1))
                == .snoozed(untilMs: Self.ms("23:59"), snoozeCount: 2))
        let end = try Self.ms("+00:00")
        #expect(throws: ReminderError.snoozedPastTheDay(untilMs: end, endMs: end)) {
            try snooze(60, "23:00", .announced(snoozeCount: 0))
        }
        for state in [ReminderState.skipped(.notToday), .snoozed(untilMs: 0, snoozeCount: 1)] {
            #expect(throws: ReminderError.notAnnounced) { try snooze(10, "23:00", state) }
        }
    }

    @Test func notTodayEndsTheDayAndNoOther() throws {
        var bench = try Self.bench("07:00,19:00")
        let now = try Self.ms("07:00")
        bench.pass(now)
        let first = try #require(bench.announced.first).occurrence
        bench.set(.skipped(.notToday), for: first)
        bench.run(from: now, to: try Self.ms("+08:00"))
        #expect(
            bench.announced.map(\.occurrence.key) == ["r 2026-11-23T07:00", "r 2026-11-24T07:00"])
        #expect(bench.states.values.filter { $0 == .skipped(.notToday) }.count == 2)
    }

    /// A user who makes a rule at 07:10 is not notified of what was due at 07:00.
    @Test func whatWasDueBeforeTheRuleDoesNotCount() throws {
        let rule = try ReminderRule(
            id: "r", times: ReminderTimes("07:00,08:00"), text: "Sit", sinceMs: Self.ms("07:10"))
        let bench = ReminderBench([rule], .fixed(0))
        #expect(bench.decisions(try Self.ms("07:10")).isEmpty)
        #expect(bench.nextDueMs(try Self.ms("07:10")) == (try Self.ms("08:00")))
    }

    @Test func aWeeklyRuleIsDueInAWeek() throws {
        let rule = try ReminderRule(
            id: "r", times: ReminderTimes("07:00"), days: Weekdays("mon"), text: "Sit",
            sinceMs: Self.ms("00:00"))
        var bench = ReminderBench([rule], .fixed(0))
        let now = try Self.ms("07:00")
        bench.pass(now)
        #expect(bench.nextDueMs(now) == now + 7 * 86_400_000)
        #expect(ReminderAgenda([], states: [:], nowMs: now, zone: .fixed(0)).nextDueMs == nil)
    }
}
