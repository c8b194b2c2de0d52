import Foundation
import PhysioTypes
import TestSupport
import Testing

@testable import MusicSession

/// Calendars whose answers follow from the dates that a person reads in them.
@Suite struct BusyCalendarTests {
    private static let berlin = TimeZone(identifier: "Europe/Berlin") ?? .gmt

    private static func calendar(_ events: String...) throws -> BusyCalendar {
        let bodies = events.map { "BEGIN:VEVENT\n\($0)\nEND:VEVENT\n" }.joined()
        let text = "BEGIN:VCALENDAR\nVERSION:2.0\n\(bodies)END:VCALENDAR\n"
        return try #require(
            BusyCalendar(
                Array(text.replacing("\n", with: "\r\n").utf8), homeZone: berlin))
    }

    /// s since 1970 of a moment of UTC, such as `2026-11-24 18:00`.
    private static func utc(_ text: String) throws -> Double {
        let date = try #require(CivilDate(text.prefix(10)))
        let clock = text.suffix(5).split(separator: ":").compactMap { Double($0) }
        try #require(clock.count == 2)
        return Double(date.dayNumber) * 86_400 + 3600 * clock[0] + 60 * clock[1]
    }

    private static func expect(
        _ calendar: BusyCalendar, busy: [String] = [], free: [String] = [],
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        for moment in busy {
            #expect(
                try calendar.isBusy(atSeconds: utc(moment)), "\(moment)", sourceLocation: location)
        }
        for moment in free {
            #expect(
                try !calendar.isBusy(atSeconds: utc(moment)), "\(moment)",
                sourceLocation: location)
        }
    }

    // MARK: One event

    @Test func anEventLastsFromItsStartToBeforeItsEnd() throws {
        let calendar = try Self.calendar("DTSTART:20261124T180000Z\nDTEND:20261124T190000Z")
        try Self.expect(
            calendar, busy: ["2026-11-24 18:00", "2026-11-24 18:59"],
            free: ["2026-11-24 17:59", "2026-11-24 19:00", "2026-11-25 18:30"])
        #expect(calendar.omissionNotice == nil && calendar.eventCount == 1)
    }

    /// Mondays to Fridays at 9:00 in Berlin, but not on Wednesday 25 November 2026; and once at 18:00 UTC on the Tuesday.
    @Test(
        arguments: [
            ("2026-11-24 07:00", "2026-11-24 08:00"), ("2026-11-24 08:00", "2026-11-24 18:00"),
            ("2026-11-24 18:00", nil), ("2026-11-25 08:30", "2026-11-26 08:00"),
            ("2026-11-27 08:30", nil), ("2026-11-29 08:30", "2026-11-30 08:00"),
            // Berlin is two hours ahead of UTC in summer.
            ("2026-06-30 23:50", "2026-07-01 07:00"), ("2025-12-31 23:50", nil),
        ] as [(String, String?)]) func theNextEventIsTheFirstStartWithinADay(
            now: String, next: String?
        ) throws
    {
        let calendar = try Self.calendar(
            "DTSTART;TZID=Europe/Berlin:20260105T090000\nDURATION:PT1H\n"
                + "RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR\n"
                + "EXDATE;TZID=Europe/Berlin:20261125T090000",
            "DTSTART:20261124T180000Z\nDTEND:20261124T190000Z")
        #expect(
            try calendar.nextStartSeconds(after: Self.utc(now)) == next.map { try Self.utc($0) })
    }

    @Test(arguments: [-Double.infinity, -1e18, 1e18, .infinity, .nan])
    func noEventIsOngoingAtAnInvalidTime(seconds: Double) throws {
        let daily = try Self.calendar("DTSTART;VALUE=DATE:20260105\nRRULE:FREQ=DAILY")
        #expect(!daily.isBusy(atSeconds: seconds))
        #expect(daily.nextStartSeconds(after: seconds) == nil)
    }

    @Test func timesAreOfTheirZone() throws {
        // 18:00 in Berlin is 17:00 UTC in winter and 16:00 in summer; without a zone it is the person's own.
        let calendar = try Self.calendar(
            "DTSTART;TZID=Europe/Berlin:20261124T180000\nDURATION:PT30M",
            "DTSTART;TZID=\"/example.org/America/New_York\":20260701T090000\nDURATION:PT1H",
            "DTSTART:20260701T180000\nDURATION:P0DT0H15M")
        try Self.expect(
            calendar,
            busy: ["2026-11-24 17:29", "2026-07-01 13:00", "2026-07-01 16:14"],
            free: ["2026-11-24 18:10", "2026-07-01 14:00", "2026-07-01 16:15"])
    }

    @Test(arguments: [
        "DTSTART;VALUE=DATE:20261124\nDTEND;VALUE=DATE:20261125",
        "DTSTART:20261124T180000Z\nDTEND:20261124T190000Z\nTRANSP:TRANSPARENT",
        "DTSTART:20261124T180000Z\nDTEND:20261124T190000Z\nSTATUS:CANCELLED",
        "DTSTART:20261124T180000Z", "DTSTART:20261124T180000Z\nDTEND:20261124T170000Z",
    ]) func noBusyTime(_ event: String) throws {
        let calendar = try Self.calendar(event)
        try Self.expect(calendar, free: ["2026-11-24 18:30"])
        #expect(calendar.eventCount == 0 && calendar.omissionNotice == nil)
    }

    @Test func anAlarmHasTimesOfItsOwn() throws {
        let calendar = try Self.calendar(
            """
            DTSTART:20261124T180000Z
            DTEND:20261124T190000Z
            BEGIN:VALARM
            DURATION:PT5M
            DTSTART:20200101T000000Z
            END:VALARM
            """)
        try Self.expect(calendar, busy: ["2026-11-24 18:45"], free: ["2020-01-01 00:01"])
    }

    @Test func foldedLinesAreOne() throws {
        let calendar = try Self.calendar("DTSTART:2026112\n 4T1800\n\t00Z\nDURATION:PT1H")
        try Self.expect(calendar, busy: ["2026-11-24 18:30"])
    }

    // MARK: Repetitions

    @Test func dailyWithIntervalAndCount() throws {
        // 1, 3, 5 June.
        let calendar = try Self.calendar(
            "DTSTART:20260601T080000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;INTERVAL=2;COUNT=3")
        try Self.expect(
            calendar, busy: ["2026-06-01 08:30", "2026-06-03 08:30", "2026-06-05 08:30"],
            free: ["2026-05-30 08:30", "2026-06-02 08:30", "2026-06-07 08:30"])
    }

    @Test func weeklyOnSomeDays() throws {
        // From Wednesday, 3 June 2026, on: Mondays and Wednesdays of every second week, six times: 3, 15, 17, 29 June,
        // 1 and 13 July.
        let calendar = try Self.calendar(
            """
            DTSTART;TZID=Europe/Berlin:20260603T100000
            DTEND;TZID=Europe/Berlin:20260603T110000
            RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;COUNT=6
            """)
        try Self.expect(
            calendar,
            busy: [
                "2026-06-03 08:00", "2026-06-15 08:00", "2026-06-17 08:00", "2026-06-29 08:00",
                "2026-07-01 08:00", "2026-07-13 08:00",
            ],
            free: [
                "2026-06-01 08:00", "2026-06-08 08:00", "2026-06-10 08:00", "2026-06-22 08:00",
                "2026-07-15 08:00", "2026-07-27 08:00",
            ])
    }

    /// RFC 5545, 3.3.10: the same rule with weeks from Monday and from Sunday on gives other days.
    @Test func theFirstDayOfAWeekCounts() throws {
        let event = "DTSTART:19970805T090000Z\nDURATION:PT1H\n"
        let rule = "RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST="
        let monday = try Self.calendar(event + rule + "MO")
        let sunday = try Self.calendar(event + rule + "SU")
        try Self.expect(
            monday,
            busy: ["1997-08-05 09:00", "1997-08-10 09:00", "1997-08-19 09:00", "1997-08-24 09:00"],
            free: ["1997-08-17 09:00", "1997-08-31 09:00", "1997-09-02 09:00"])
        try Self.expect(
            sunday,
            busy: ["1997-08-05 09:00", "1997-08-17 09:00", "1997-08-19 09:00", "1997-08-31 09:00"],
            free: ["1997-08-10 09:00", "1997-08-24 09:00", "1997-09-02 09:00"])
    }

    @Test func theClockOnTheWallStays() throws {
        // Clocks go back on 25 October 2026: 9:00 in Berlin is 7:00 UTC before, and 8:00 after.
        let calendar = try Self.calendar(
            "DTSTART;TZID=Europe/Berlin:20261020T090000\nDURATION:PT30M\nRRULE:FREQ=DAILY")
        try Self.expect(
            calendar, busy: ["2026-10-24 07:10", "2026-10-25 08:10", "2026-10-26 08:10"],
            free: ["2026-10-25 07:10", "2026-10-26 07:10"])
    }

    @Test func aTimeThatClocksLeaveOutIsLater() throws {
        // 2:30 of 29 March 2026 is not in Berlin: it is 3:30, 1:30 UTC.
        let calendar = try Self.calendar(
            "DTSTART;TZID=Europe/Berlin:20260328T023000\nDURATION:PT10M\nRRULE:FREQ=DAILY")
        try Self.expect(
            calendar, busy: ["2026-03-28 01:35", "2026-03-29 01:35", "2026-03-30 00:35"],
            free: ["2026-03-29 00:35", "2026-03-30 01:35"])
    }

    @Test func anEndIsADayOrAMoment() throws {
        let event = "DTSTART:20260601T080000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;UNTIL="
        let day = try Self.calendar(event + "20260603")
        try Self.expect(day, busy: ["2026-06-03 08:30"], free: ["2026-06-04 08:30"])
        let before = try Self.calendar(event + "20260603T075959Z")
        try Self.expect(before, busy: ["2026-06-02 08:30"], free: ["2026-06-03 08:30"])
        let at = try Self.calendar(event + "20260603T080000Z")
        try Self.expect(at, busy: ["2026-06-03 08:59"], free: ["2026-06-04 08:30"])
    }

    @Test func overMidnight() throws {
        let calendar = try Self.calendar(
            "DTSTART:20260601T230000Z\nDURATION:PT3H\nRRULE:FREQ=WEEKLY")
        try Self.expect(
            calendar, busy: ["2026-06-08 23:10", "2026-06-09 01:50"],
            free: ["2026-06-08 22:59", "2026-06-09 02:00", "2026-06-10 01:00"])
    }

    @Test func exceptionsAndReplacements() throws {
        let calendar = try Self.calendar(
            """
            UID:a
            DTSTART;TZID=Europe/Berlin:20260601T100000
            DURATION:PT1H
            RRULE:FREQ=DAILY;COUNT=10
            EXDATE;TZID=Europe/Berlin:20260602T100000,20260603T100000
            EXDATE;VALUE=DATE:20260604
            """,
            """
            UID:a
            RECURRENCE-ID;TZID=Europe/Berlin:20260605T100000
            DTSTART;TZID=Europe/Berlin:20260605T150000
            DURATION:PT1H
            """)
        try Self.expect(
            calendar, busy: ["2026-06-01 08:10", "2026-06-05 13:10", "2026-06-06 08:10"],
            free: [
                "2026-06-02 08:10", "2026-06-03 08:10", "2026-06-04 08:10", "2026-06-05 08:10",
            ])
    }

    // MARK: What is not followed

    @Test func whatIsLeftOutIsCountedAndSaid() throws {
        let start = "DTSTART:20260601T080000Z\nDURATION:PT1H\n"
        let calendar = try Self.calendar(
            start + "RRULE:FREQ=MONTHLY;BYDAY=1MO", start + "RRULE:FREQ=WEEKLY;BYDAY=1MO",
            start + "RRULE:FREQ=DAILY;COUNT=99999999999", start + "RDATE:20260701T080000Z",
            "DTSTART;TZID=Nowhere/Atlantis:20260601T080000\nDURATION:PT1H", "DTSTART:soon",
            "SUMMARY:nothing")
        #expect(calendar.errors == [.notExpanded: 4, .unknownZone: 1, .unreadable: 2])
        let words = try #require(calendar.omissionNotice)
        #expect(words.contains("4 repeat") && words.contains("1 are in a zone"))
        // The first day counts all the same.
        try Self.expect(calendar, busy: ["2026-06-01 08:30"], free: ["2026-07-06 08:30"])
    }

    @Test func noCalendar() {
        for text in ["", "hello", "BEGIN:VEVENT\nEND:VEVENT", "{\"a\": 1}"] {
            #expect(BusyCalendar(Array(text.utf8), homeZone: .gmt) == nil)
        }
    }

    @Test func hostileCalendarsAreBounded() throws {
        let event = "BEGIN:VEVENT\nDTSTART:20260601T080000Z\nDURATION:PT1H\nEND:VEVENT\n"
        let many =
            "BEGIN:VCALENDAR\n"
            + String(repeating: event, count: BusyCalendar.maxEvents + 3)
        let calendar = try #require(BusyCalendar(Array(many.utf8), homeZone: .gmt))
        #expect(calendar.errors == [.tooMany: 3] && calendar.eventCount == BusyCalendar.maxEvents)
        // Counting stops where all rules together count too much.
        var rules = "BEGIN:VCALENDAR\n"
        for _ in 0..<300 {
            rules += """
                BEGIN:VEVENT
                DTSTART:20260601T080000Z
                DURATION:PT1H
                RRULE:FREQ=WEEKLY;INTERVAL=1000;COUNT=9999
                END:VEVENT

                """
        }
        let counted = try #require(BusyCalendar(Array(rules.utf8), homeZone: .gmt))
        #expect(counted.errors[.notExpanded] == 300)
        let deep = String(repeating: "BEGIN:VEVENT\n", count: 500) + "DTSTART:20260601T080000Z\n"
        #expect(BusyCalendar(Array(("BEGIN:VCALENDAR\n" + deep).utf8), homeZone: .gmt) != nil)
        let long = "BEGIN:VCALENDAR\nX:" + String(repeating: "a", count: 100_000) + "\n" + event
        #expect(BusyCalendar(Array(long.utf8), homeZone: .gmt)?.eventCount == 1)
    }

    @Test func randomBytesAreRead() {
        var random = SplitMix64(seed: 41)
        let whole = Array(
            """
            BEGIN:VCALENDAR
            BEGIN:VEVENT
            UID:a
            DTSTART;TZID=Europe/Berlin:20260601T100000
            DURATION:P1DT1H
            RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;COUNT=6;WKST=SU
            EXDATE:20260603T100000Z
            END:VEVENT
            END:VCALENDAR
            """.utf8)
        var readCount = 0
        for _ in 0..<2000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
                    in: 0...255, using: &random)
            }
            bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
            guard let calendar = BusyCalendar(bytes, homeZone: Self.berlin) else { continue }
            readCount += 1
            _ = calendar.isBusy(atSeconds: Double.random(in: -1e11...1e11, using: &random))
        }
        #expect(readCount > 100)
    }

    // MARK: The file

    @Test func theFileIsReadAgainWhereItChanges() throws {
        let folder = try TemporaryFolder()
        func text(_ hour: String) -> String {
            """
            BEGIN:VCALENDAR
            BEGIN:VEVENT
            DTSTART:20261124T\(hour)0000Z
            DURATION:PT1H
            END:VEVENT
            END:VCALENDAR
            """
        }
        let path = try folder.write("a.ics", text("18"))
        var file = try CalendarFile(path: path, homeZone: .gmt)
        let evening = try Self.utc("2026-11-24 18:30")
        let morning = try Self.utc("2026-11-24 07:30")
        func look() -> (evening: Bool, morning: Bool, noticeCount: Int) {
            (
                file.isBusy(atSeconds: evening), file.isBusy(atSeconds: morning),
                file.drainNotices().count
            )
        }
        #expect(look() == (true, false, 0))
        try FileManager.default.removeItem(atPath: path)
        // It is gone: that is said once.
        #expect(look() == (true, false, 1))
        #expect(look() == (true, false, 0))
        try folder.write("a.ics", "no calendar")
        #expect(look() == (true, false, 0))
        try folder.write("a.ics", text("07"))
        #expect(look() == (false, true, 0))
    }

    @Test func filesThatAreNone() throws {
        let folder = try TemporaryFolder()
        #expect(throws: CalendarFile.Failure.unreadable) {
            _ = try CalendarFile(path: folder.path + "/none.ics")
        }
        #expect(throws: CalendarFile.Failure.unreadable) {
            _ = try CalendarFile(path: folder.path)
        }
        let path = try folder.write("text.ics", "hello")
        #expect(throws: CalendarFile.Failure.notACalendar) { _ = try CalendarFile(path: path) }
    }
}
