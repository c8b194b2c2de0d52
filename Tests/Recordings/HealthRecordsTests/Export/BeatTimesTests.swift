import Testing

@testable import HealthRecords

@Suite struct BeatTimesTests {
    private static func ticks(_ text: String) -> Int? {
        Array(text.utf8).withUnsafeBufferPointer { bytes in
            bytes.baseAddress.flatMap { BeatTimes.ticks(XMLText($0, count: bytes.count)) }
        }
    }

    private static func instant(_ text: String) -> HealthInstant {
        HealthDateTests.instant(text) ?? HealthInstant(unixMs: 0)
    }

    private static func beats(_ times: [String], _ bpm: [Double?]) -> [BeatTimes.Beat] {
        zip(times, bpm).map { BeatTimes.Beat(ticks: ticks($0) ?? -1, bpm: $1) }
    }

    @Test(arguments: [
        ("20:14:07.68", 7_284_768), ("6:14:48.94 PM", 6_568_894), ("3:10:02,11 AM", 1_140_211),
        ("12:00:00.00 AM", 0), ("12:00:00.00 PM", 4_320_000), ("11:59:59.99\u{202F}PM", 8_639_999),
        ("6:14:48.94\u{A0}p.m.", 6_568_894), ("06:14:48", 2_248_800), ("0:00:00.5", 50),
        ("0:00:00.125", 13), ("0:00:00.1249", 12), ("23:59:59.999", 8_640_000),
    ])
    func clocksOfAllKindsAreRead(text: String, ticks: Int) {
        #expect(Self.ticks(text) == ticks)
    }

    @Test(arguments: [
        "24:00:00", "13:00:00 PM", "0:00:00 AM", "6:60:00", "6:00:60", "6:00", "6:00:00.", "",
        "6:0:00", "123:00:00", "6:00:00 XM", "6:00:00.1.2", "٦:00:00", "6:00:00.10 AM AM",
    ])
    func whatIsNoTimeOfDayIsNone(text: String) {
        #expect(Self.ticks(text) == nil)
    }

    /// Differences of times by hand: 0.90, 0.80 and 1.60 s; a beat is missing before the last one.
    @Test func intervalsAreDifferencesAndRatesRevealGaps() {
        let placed = BeatTimes.locate(
            Self.beats(
                ["08:00:01.10", "08:00:02.00", "08:00:02.80", "08:00:04.40"], [60, 66, 75, 75]),
            start: Self.instant("2026-11-20 08:00:00 +0100"),
            end: Self.instant("2026-11-20 08:01:00 +0100"))
        #expect(placed?.ticks == [0, 90, 170, 330])
        #expect(placed?.isAfterGap == [false, false, false, true])
        #expect(placed?.firstBeatMs == Self.instant("2026-11-20 08:00:01 +0100").unixMs + 100)
        #expect(placed?.clockShiftMinutes == 0)
    }

    @Test func theShareOfAGapIsAFifthOfTheStatedInterval() {
        // 60,000/60 = 1000 ms: 1200 is within, 1210 beyond; so are 800 and 790.
        for (time, isGap) in [("1.20", false), ("1.21", true), ("0.80", false), ("0.79", true)] {
            let placed = BeatTimes.locate(
                Self.beats(["08:00:00.00", "08:00:0\(time)"], [60, 60]),
                start: Self.instant("2026-11-20 08:00:00 +0100"),
                end: Self.instant("2026-11-20 08:01:00 +0100"))
            #expect(placed?.isAfterGap == [false, isGap])
        }
        let unstated = BeatTimes.locate(
            Self.beats(["08:00:00.00", "08:00:01.00"], [60, nil]),
            start: Self.instant("2026-11-20 08:00:00 +0100"),
            end: Self.instant("2026-11-20 08:01:00 +0100"))
        #expect(unstated?.isAfterGap == [false, true])
    }

    /// Kathmandu, Darwin, the Chathams, both sides of midnight: the clock of the beats by another one's offset.
    @Test(arguments: [
        ("2026-11-20 08:00:00 +0000", "13:45:01.00", 345),
        ("2026-11-20 08:00:00 +0100", "07:00:01.00", -60),
        ("2026-11-20 08:00:00 +0100", "16:30:01.00", 510),
        ("2026-11-20 23:50:00 -0700", "00:50:01.00", 60),
        ("2026-11-20 00:10:00 +0100", "23:10:01.00", -60),
        ("2026-11-20 08:00:00 +0000", "20:00:01.00", 720),
        ("2026-11-20 08:00:00 +0000", "20:15:01.00", -705),
    ])
    func clocksDifferByQuartersOfAnHour(start: String, beat: String, shift: Int) {
        let begin = Self.instant(start)
        let end = HealthInstant(
            unixMs: begin.unixMs + 60_000, writtenOffsetMinutes: begin.writtenOffsetMinutes)
        let placed = BeatTimes.locate(Self.beats([beat], [nil]), start: begin, end: end)
        #expect(placed?.firstBeatMs == begin.unixMs + 1000)
        #expect(placed?.clockShiftMinutes == shift)
    }

    @Test func theDayMayChangeAmongTheBeats() {
        let placed = BeatTimes.locate(
            Self.beats(["11:59:59.50 PM", "12:00:00.40 AM"], [66, 66]),
            start: Self.instant("2026-11-20 23:59:30 +0100"),
            end: Self.instant("2026-11-21 00:00:30 +0100"))
        #expect(placed?.ticks == [0, 90])
        #expect(placed?.isAfterGap == [false, false])
    }

    @Test func timesThatFitNoOffsetAreRefused() {
        let start = Self.instant("2026-11-20 08:00:00 +0100")
        let end = Self.instant("2026-11-20 08:01:00 +0100")
        for times in [
            ["08:05:00.00"], ["07:59:58.00"], ["08:00:59.00", "08:01:02.00"],
            ["08:00:02.00", "08:00:01.00"], [],
        ] {
            let beats = Self.beats(times, times.map { _ in 60 })
            #expect(BeatTimes.locate(beats, start: start, end: end) == nil)
        }
        // Records state whole seconds: a second more on each side fits.
        for times in [["07:59:59.00"], ["08:00:59.00", "08:01:01.00"]] {
            let beats = Self.beats(times, times.map { _ in 60 })
            #expect(BeatTimes.locate(beats, start: start, end: end) != nil)
        }
    }

    @Test func beatSegmentsOfMoreThan327SecondsAreRefused() {
        let start = Self.instant("2026-11-20 08:00:00 +0100")
        let end = Self.instant("2026-11-20 08:10:00 +0100")
        for (time, isRead) in [("08:05:27.67", true), ("08:05:27.68", false)] {
            let beats = Self.beats(["08:00:00.00", time], [60, 60])
            #expect((BeatTimes.locate(beats, start: start, end: end) != nil) == isRead)
        }
    }

    @Test func aTimeThatComesTwiceIsOneBeat() {
        let placed = BeatTimes.locate(
            Self.beats(["08:00:01.00", "08:00:01.00", "08:00:02.00"], [60, 60, 60]),
            start: Self.instant("2026-11-20 08:00:00 +0100"),
            end: Self.instant("2026-11-20 08:01:00 +0100"))
        #expect(placed?.ticks == [0, 100])
    }
}
