import PhysioTypes
import Testing

@testable import PracticePlans

@Suite struct ReminderTextTests {
    @Test(arguments: [("00:00", 0), ("07:05", 425), ("7:05", 425), ("23:59", 1439)])
    func aTimeIsAMinuteOfTheDay(text: String, minute: Int) throws {
        #expect(try ClockTime(text).minute == minute)
        #expect(try ClockTime(ClockTime(text).text).minute == minute)
    }

    @Test(arguments: [
        "24:00", "-1:00", "07:60", "7", "", "07:00:00", "07:00:30", "7.30", "٠٧:٠٠", "007:00",
        " 7:00",
    ])
    func otherTimesAreRefusedWithTheRange(text: String) {
        #expect(throws: ReminderError.invalidTime(found: text, allowed: "00:00 to 23:59")) {
            try ClockTime(text)
        }
    }

    /// 2026-11-23 is a Monday.
    @Test(arguments: [
        ("mon-fri", "1111100", "mon-fri"), ("daily", "1111111", "daily"),
        ("mon-sun", "1111111", "daily"), ("TUE,Thu", "0101000", "tue,thu"),
        ("sat-mon", "1000011", "mon,sat,sun"), ("mon-wed,sat", "1110010", "mon-wed,sat"),
        ("sun", "0000001", "sun"), ("sun,mon,mon", "1000001", "mon,sun"),
        ("fri-fri", "0000100", "fri"), ("fri-thu", "1111111", "daily"),
    ])
    func daysOfTheWeek(text: String, bits: String, again: String) throws {
        let days = try Weekdays(text)
        let monday = try #require(CivilDate("2026-11-23"))
        let found = (0..<7).map { days.contains(monday.adding(days: $0)) ? "1" : "0" }
        #expect(found.joined() == bits)
        #expect(days.text == again)
        #expect(try Weekdays(days.text) == days)
    }

    @Test(arguments: [
        "", "mon-", "-fri", "mon-wed-fri", "monday", "mon fri", "mon,,fri", "mo", "8",
    ])
    func otherDaysAreRefused(text: String) {
        #expect(throws: ReminderError.invalidDays(found: text, allowed: Weekdays.allowedValuesText))
        {
            try Weekdays(text)
        }
    }

    @Test(arguments: [
        ("21:30,07:00", ["07:00", "21:30"], "07:00,21:30"), ("7:00, 7:00", ["07:00"], "07:00"),
        (
            "every 90 from 09:00 to 12:00", ["09:00", "10:30", "12:00"],
            "every 90 from 09:00 to 12:00"
        ),
        ("Every 90 from 9:00 to 11:59", ["09:00", "10:30"], "every 90 from 09:00 to 11:59"),
    ])
    func timesOfADay(text: String, times: [String], again: String) throws {
        let found = try ReminderTimes(text)
        #expect(found.times.map(\.text) == times)
        #expect(found.text == again)
        #expect(try ReminderTimes(found.text) == found)
    }

    @Test func otherTimesOfADayAreRefused() throws {
        let (seven, eight) = (try ClockTime("07:00"), try ClockTime("08:00"))
        #expect(
            throws: ReminderError.invalidTime(found: "24:00", allowed: ClockTime.allowedValuesText)
        ) {
            try ReminderTimes("07:00,24:00")
        }
        #expect(throws: ReminderError.outOfRange(setting: "every", found: 4, allowed: 5...720)) {
            try ReminderTimes("every 4 from 07:00 to 08:00")
        }
        #expect(throws: ReminderError.outOfRange(setting: "every", found: 721, allowed: 5...720)) {
            try ReminderTimes(everyMinutes: 721, from: seven, to: eight)
        }
        #expect(throws: ReminderError.invalidTimeRange(setting: "every", from: eight, to: seven)) {
            try ReminderTimes("every 10 from 08:00 to 07:00")
        }
        #expect(throws: ReminderError.outOfRange(setting: "times", found: 0, allowed: 1...24)) {
            try ReminderTimes([])
        }
        for text in ["every 10", "every x from 07:00 to 08:00", "every 10 between 07:00 and 08:00"]
        {
            #expect(
                throws: ReminderError.invalidSchedule(
                    found: text, allowed: ReminderTimes.allowedValuesText)
            ) {
                try ReminderTimes(text)
            }
        }
    }

    @Test func quietHoursMayGoOverMidnight() throws {
        let zone = ZoneRules.fixed(60)
        let night = try QuietHours("22:00-07:00")
        let midday = try QuietHours("12:00-13:00")
        #expect(night.text == "22:00-07:00")
        func end(_ quiet: QuietHours, _ minute: Int64) -> Int64? {
            quiet.endMs(at: (minute - 60) * 60_000, zone).map { $0 / 60_000 + 60 }
        }
        #expect(end(night, 1319) == nil)
        #expect(end(night, 1320) == 1860)
        #expect(end(night, 419) == 420)
        #expect(end(night, 420) == nil)
        #expect(end(midday, 720) == 780)
        #expect(end(midday, 719) == nil)
        #expect(end(midday, 780) == nil)
        let time = try ClockTime("07:00")
        #expect(throws: ReminderError.invalidTimeRange(setting: "quiet", from: time, to: time)) {
            try QuietHours("07:00-07:00")
        }
        #expect(throws: ReminderError.self) { try QuietHours("07:00") }
        #expect(throws: ReminderError.self) { try QuietHours("22:00-24:00") }
    }

    /// Each number on both sides of both ends of its range.
    @Test func rulesHaveRanges() throws {
        let times = try ReminderTimes("07:00")
        func rule(
            _ condition: ReminderCondition = .always, text: String = "Sit",
            via: [ReminderChannel] = [.desktop], grace: Int = 120, snooze: Int = 10
        ) throws -> ReminderRule {
            try ReminderRule(
                id: "r", times: times, condition: condition, text: text, channels: via,
                graceMinutes: grace, snoozeMinutes: snooze, sinceMs: 0)
        }
        func refused(_ setting: String, _ found: Int, _ allowed: ClosedRange<Int>) -> ReminderError
        {
            .outOfRange(setting: setting, found: found, allowed: allowed)
        }
        for grace in [-1, 1441] {
            #expect(throws: refused("grace", grace, 0...1440)) { try rule(grace: grace) }
        }
        for snooze in [4, 121] {
            #expect(throws: refused("snooze", snooze, 5...120)) { try rule(snooze: snooze) }
        }
        for hours in [0, 73] {
            #expect(throws: refused("hours", hours, 1...72)) {
                try rule(.unlessDone([.mindful], within: .hours(hours)))
            }
        }
        #expect(throws: refused("streak", 0, 1...100_000)) {
            try rule(.whileStreakOpen([.workout], atLeast: 0))
        }
        #expect(throws: refused("text", 0, 1...200)) { try rule(text: "") }
        #expect(throws: refused("text", 201, 1...200)) {
            try rule(text: String(repeating: "a", count: 201))
        }
        #expect(throws: refused("via", 0, 1...4)) { try rule(via: []) }
        #expect(throws: ReminderError.noMeasure) { try rule(.unlessDone([], within: .day)) }
        #expect(throws: ReminderError.noMeasure) { try rule(.whileStreakOpen([], atLeast: 1)) }
        for channel in [
            ReminderChannel.command([]), .command([""]), .webhook("file:///x"),
            .webhook("https://"),
        ] {
            #expect(throws: ReminderError.unusableChannel(channel)) { try rule(via: [channel]) }
        }
        #expect(throws: ReminderError.unusableChannel(.page)) {
            try rule(via: [.page, .desktop, .page])
        }
        _ = try rule(grace: 0, snooze: 5)
        _ = try rule(grace: 1440, snooze: 120)
        _ = try rule(.unlessDone([.mindful, .workout], within: .hours(72)))
        _ = try rule(via: [
            .webhook("https://example.org/a"), .command(["say", "x"]), .desktop, .page,
        ])
    }
}
