import PhysioTypes
import TestSupport
import Testing

@testable import PracticePlans

/// A year of reminders in four zones; the moments are those that Python's zoneinfo gives.
@Suite(.enabled(if: PracticeReference.isAvailable, "skipped: install python3"))
struct ReminderYearTests {
    private static let zones = [
        "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe",
    ]
    private static let first = CivilDate(dayNumber: 20_454)

    private struct Question: Encodable {
        let ask = "moments"
        let zone: String
        let year = 2026
        let minutes: [Int]
    }

    private struct Response: Decodable {
        let moments: [[Int64]]
    }

    /// An occurrence and its moment, by Python.
    private struct Expected {
        let occurrence: ReminderOccurrence
        let ms: Int64
    }

    private static func expected(_ zone: String, _ minutes: [Int]) throws -> [Expected] {
        let responses = try PracticeReference.responses(
            [Question(zone: zone, minutes: minutes)], as: Response.self)
        let moments = try #require(responses.first).moments
        try #require(moments.count == 365)
        return try moments.enumerated().flatMap { day, moments in
            try zip(minutes, moments).map {
                Expected(
                    occurrence: ReminderOccurrence(
                        ruleID: "r", date: first.adding(days: day),
                        time: try ClockTime(minute: $0)), ms: $1)
            }
        }
    }

    /// 02:15 and 02:45 are passed over and shown twice; 10:15 and 23:45 lie on plain ground.
    private static let minutes = [135, 615, 1425]

    private static func bench(
        _ zone: String, _ minutes: [Int] = minutes, since: Int64, quiet: QuietHours? = nil
    ) throws -> ReminderBench {
        let times = try minutes.map { try ClockTime(minute: $0) }
        let rule = try ReminderRule(
            id: "r", times: ReminderTimes(times), text: "Sit", quiet: quiet, sinceMs: since)
        return ReminderBench([rule], .named(zone))
    }

    @Test(arguments: zones)
    func eachMomentIsThatOfZoneinfo(zone: String) throws {
        let rules = ZoneRules.named(zone)
        for expected in try Self.expected(zone, Array(stride(from: 0, to: 1440, by: 15))) {
            let found = expected.occurrence.momentMs(in: rules)
            #expect(found == expected.ms, "\(expected.occurrence.key)")
        }
    }

    @Test(arguments: zones)
    func whileAwakeEachIsAnnouncedOnceOnTime(zone: String) throws {
        let expected = try Self.expected(zone, Self.minutes)
        var bench = try Self.bench(zone, since: expected[0].ms)
        bench.run(from: expected[0].ms - 1, to: expected[expected.count - 1].ms + 1)
        #expect(bench.announced == expected.map { .init(occurrence: $0.occurrence, atMs: $0.ms) })
        #expect(bench.states.count == expected.count)
    }

    /// A user looks at seeded moments: of what has come due since the last look, the newest is
    /// announced where it is at most two hours old and of the same day.
    @Test(arguments: zones)
    func afterSleepTheNewestIsAnnouncedWithinItsGrace(zone: String) throws {
        let minutes = Array(stride(from: 15, to: 1440, by: 60))
        let expected = try Self.expected(zone, minutes)
        var bench = try Self.bench(zone, minutes, since: expected[0].ms)
        var random = SplitMix64(seed: 7)
        var last = expected[0].ms - 1
        var announced: [ReminderBench.Announcement] = []
        var settled = 0
        while settled < expected.count {
            let now = last + Int64.random(in: 1...5 * 3_600_000, using: &random)
            let due = expected[settled..<expected.partitioningIndex { $0.ms > now }]
            if let newest = due.last, now - newest.ms <= 7_200_000,
                bench.zone.instant(now).date == newest.occurrence.date
            {
                announced.append(.init(occurrence: newest.occurrence, atMs: now))
            }
            bench.pass(now)
            settled += due.count
            last = now
        }
        #expect(bench.states.count { $0.key.date.year == 2026 } == expected.count)
        #expect(bench.announced.filter { $0.occurrence.date.year == 2026 } == announced)
        #expect(announced.count > 1000)
    }

    /// Quiet hours of 22:00 to 11:00: 02:15 and 23:45 are never announced, 10:15 always at 11:00.
    @Test(arguments: zones)
    func quietHoursPutOffOrSilence(zone: String) throws {
        let expected = try Self.expected(zone, Self.minutes)
        let ends = try Self.expected(zone, [660])
        var bench = try Self.bench(
            zone, since: expected[0].ms, quiet: try QuietHours("22:00-11:00"))
        bench.run(from: expected[0].ms - 1, to: expected[expected.count - 1].ms + 1)
        #expect(bench.announced.map(\.atMs) == ends.map(\.ms))
        #expect(bench.announced.allSatisfy { $0.occurrence.time.text == "10:15" })
        #expect(bench.states.values.filter { $0 == .skipped(.quiet) }.count == 730)
        #expect(bench.states.count == 1095)
    }

    /// Two runners, a clock that is set and a person who flies: none is announced twice.
    @Test(arguments: TestEffort.pick(["Australia/Lord_Howe"], all: zones))
    func clockAndZoneChangesAnnounceEachOnce(zone: String) throws {
        let expected = try Self.expected(zone, Self.minutes)
        var bench = try Self.bench(zone, since: expected[0].ms)
        var random = SplitMix64(seed: 11)
        var now = expected[0].ms - 1
        var looks = 0
        while now < expected[expected.count - 1].ms, looks < 20_000 {
            bench.pass(now, runners: 2)
            looks += 1
            let chance = random.uniform(in: 0...1)
            if chance < 0.02 {
                now -= Int64.random(in: 0...26 * 3_600_000, using: &random)
            } else if chance < 0.04 {
                bench.zone = .named(Self.zones.randomElement(using: &random) ?? zone)
            } else {
                now += Int64.random(in: 1...3 * 3_600_000, using: &random)
            }
        }
        #expect(looks < 20_000)
        #expect(Set(bench.announced.map(\.occurrence)).count == bench.announced.count)
        #expect(bench.announced.count > 500)
    }

    /// Awake, a clock that is set back by up to a day neither repeats nor loses one.
    @Test(arguments: zones)
    func aClockSetBackLosesNone(zone: String) throws {
        let expected = try Self.expected(zone, Self.minutes)
        var bench = try Self.bench(zone, since: expected[0].ms)
        for (index, moment) in expected.enumerated() {
            if index > 3, index.isMultiple(of: 5) {
                bench.run(from: moment.ms - 86_400_000, to: moment.ms)
            }
            bench.pass(moment.ms, runners: 2)
        }
        #expect(bench.announced.map(\.occurrence) == expected.map(\.occurrence))
    }

    /// Each is put off once by an hour and then announced again, but for those too late in the day.
    @Test(arguments: zones)
    func aSnoozeAnnouncesOnceMore(zone: String) throws {
        let expected = try Self.expected(zone, Self.minutes)
        var bench = try Self.bench(zone, since: expected[0].ms)
        var refused = 0
        for moment in expected {
            bench.pass(moment.ms)
            let state = try #require(bench.states[moment.occurrence])
            do {
                let snoozed = try state.snoozed(
                    moment.occurrence, minutes: 60, nowMs: moment.ms, zone: bench.zone)
                bench.set(snoozed, for: moment.occurrence)
                #expect(bench.nextDueMs(moment.ms) == moment.ms + 3_600_000)
                bench.pass(moment.ms + 3_600_000, runners: 2)
            } catch {
                refused += 1
            }
        }
        #expect(refused == 365)
        #expect(bench.announced.count == 365 * 5)
        #expect(Set(bench.announced).count == bench.announced.count)
    }
}
