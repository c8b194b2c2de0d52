import HealthRecords
import PhysioTypes
import Testing

@testable import HealthTimeline

@Suite struct WallClockTests {
    /// A night by one source, in bed only, so that its date is all there is.
    private func night(
        _ start: String, _ end: String, zone: String? = nil, written: Int = 0
    ) -> SleepSample {
        SleepSample(
            .unspecified, sourceIndex: watch, start: instant(start, written: written),
            end: instant(end, written: written), timeZone: zone)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let start: String
        let end: String
        let zone: String
        let date: String
        let hours: Double

        init(
            _ what: String, _ start: String, _ end: String, _ zone: String, _ date: String,
            _ hours: Double
        ) {
            testDescription = what
            self.start = start
            self.end = end
            self.zone = zone
            self.date = date
            self.hours = hours
        }
    }

    static let nights = [
        Case(
            "end of a month", "2025-04-30T21:00:00Z", "2025-05-01T05:00:00Z", "Europe/Berlin",
            "2025-05-01", 8),
        Case(
            "end of a year", "2025-12-31T22:00:00Z", "2026-01-01T06:00:00Z", "Europe/Berlin",
            "2026-01-01", 8),
        Case(
            "29 February", "2024-02-28T22:00:00Z", "2024-02-29T06:00:00Z", "Europe/Berlin",
            "2024-02-29", 8),
        Case(
            "into March of a common year", "2025-02-28T22:00:00Z", "2025-03-01T06:00:00Z",
            "Europe/Berlin", "2025-03-01", 8),
        Case(
            "clocks forward, north", "2025-03-29T22:00:00Z", "2025-03-30T05:00:00Z",
            "Europe/Berlin", "2025-03-30", 7),
        Case(
            "clocks back, north", "2025-10-25T21:00:00Z", "2025-10-26T06:00:00Z", "Europe/Berlin",
            "2025-10-26", 9),
        Case(
            "clocks forward, south", "2025-10-04T13:00:00Z", "2025-10-04T20:00:00Z",
            "Australia/Sydney", "2025-10-05", 7),
        Case(
            "clocks back, south", "2025-04-05T12:00:00Z", "2025-04-05T21:00:00Z",
            "Australia/Sydney", "2025-04-06", 9),
        Case(
            "+05:45", "2025-06-01T14:15:00Z", "2025-06-01T18:15:00Z", "Asia/Kathmandu",
            "2025-06-02", 4),
        Case(
            "one second before midnight in +05:45", "2025-06-01T14:14:59Z",
            "2025-06-01T18:14:59Z", "Asia/Kathmandu", "2025-06-01", 4),
        Case(
            "midnight is the new day", "2025-12-27T19:00:00Z", "2025-12-27T23:00:00Z",
            "Europe/Berlin", "2025-12-28", 4),
    ]

    @Test(arguments: nights)
    func theDateOfANightIsThatOfItsEndAtHome(night item: Case) throws {
        // All written in the offset of a phone in New York in summer: it must not matter.
        let data = HealthData(
            sources: threeSources, sleep: [night(item.start, item.end, written: -240)],
            utcOffsetsMinutes: [-240])
        #expect(nightDates(data, options(homeZone: item.zone)) == [item.date])
        let sleep = try #require(recovery(data, item.date, options(homeZone: item.zone))?.sleep)
        #expect(sleep.totalSeconds == item.hours * 3600)
    }

    @Test(arguments: nights)
    func theZoneThatARecordNamesComesBeforeHome(night item: Case) {
        let data = HealthData(
            sources: threeSources, sleep: [night(item.start, item.end, zone: item.zone)])
        #expect(nightDates(data, options(homeZone: "Pacific/Honolulu")) == [item.date])
    }

    @Test func aZoneThatIsNotKnownIsPassedOver() {
        let data = HealthData(
            sources: threeSources,
            sleep: [night("2025-12-27T19:00:00Z", "2025-12-27T23:00:00Z", zone: "Mars/Olympus")])
        #expect(nightDates(data, options(homeZone: "Europe/Berlin")) == ["2025-12-28"])
    }

    @Test(arguments: [
        // 21:00 in Berlin to 06:00 in Tokyo, which Berlin's clocks call 22:00 of the day before.
        (
            "2025-06-01T19:00:00Z", "Europe/Berlin", "2025-06-02T21:00:00Z", "Asia/Tokyo",
            "2025-06-03", "21:00", "06:00"
        ),
        // 22:00 in Berlin to 23:30 in New York, which Berlin's clocks call the next day.
        (
            "2025-06-01T20:00:00Z", "Europe/Berlin", "2025-06-02T03:30:00Z", "America/New_York",
            "2025-06-01", "22:00", "23:30"
        ),
    ])
    func aFlightStartsOnOneClockAndEndsOnAnother(
        start: String, from: String, end: String, to: String, date: String, clock: String,
        endClock: String
    ) throws {
        let first = ms(start)
        let last = ms(end)
        let middle = HealthInstant(unixMs: (first + last) / 2)
        let data = HealthData(
            sources: threeSources,
            sleep: [
                SleepSample(
                    .core, sourceIndex: watch, start: HealthInstant(unixMs: first), end: middle,
                    timeZone: from),
                SleepSample(
                    .core, sourceIndex: watch, start: middle, end: HealthInstant(unixMs: last),
                    timeZone: to),
            ])
        #expect(nightDates(data, options()) == [date])
        let sleep = try #require(recovery(data, date, options())?.sleep)
        #expect(sleep.start.clockText == clock)
        #expect(sleep.end.clockText == endClock)
        #expect(sleep.totalSeconds == Double(last - first) / 1000)
    }

    @Test func aSummerExportReadInWinterKeepsTheDatesOfWinter() {
        // Written in +02:00, the sample ends at 00:30 there; on the wall it was 23:30.
        let data = HealthData(
            sources: threeSources,
            sleep: [night("2025-01-10T18:30:00Z", "2025-01-10T22:30:00Z", written: 120)],
            utcOffsetsMinutes: [120])
        #expect(nightDates(data, options()) == ["2025-01-10"])
    }

    @Test func severalWrittenOffsetsAreBelieved() {
        var data = HealthData(
            sources: threeSources,
            sleep: [night("2025-01-10T18:30:00Z", "2025-01-10T22:30:00Z", written: 120)],
            utcOffsetsMinutes: [60, 120])
        #expect(nightDates(data, options()) == ["2025-01-11"])
        data.utcOffsetsMinutes = [120]
        #expect(nightDates(data, options()) == ["2025-01-10"])
    }

    /// A segment whose beats show `shift` minutes more than its record, which is written in +02:00.
    private func beatSegment(_ start: String, shift: Int) -> BeatSegment {
        BeatSegment(
            sourceIndex: watch, start: instant(start, written: 120),
            end: instant(start, written: 120), sdnnMs: 40, firstBeatMs: ms(start), ticks: [],
            isAfterGap: [], clockShiftMinutes: shift)
    }

    @Test func theClockOfBeatsReachesTwelveHours() {
        let homeZone = options(homeZone: "UTC")
        let clock = WallClock(
            HealthData(beatSegments: [
                beatSegment("2025-01-10T00:00:00Z", shift: 225),
                beatSegment("2025-01-11T00:00:00Z", shift: -60),
            ]), options: homeZone)
        let table = [
            ("2025-01-09T12:00:00Z", 345), ("2025-01-09T11:59:59Z", 0),
            ("2025-01-10T11:59:59Z", 345), ("2025-01-10T12:00:00Z", 345),
            ("2025-01-10T12:00:01Z", 60), ("2025-01-11T12:00:00Z", 60),
            ("2025-01-11T12:00:01Z", 0),
        ]
        for (time, offset) in table {
            #expect(clock.civilInstant(instant(time), zone: nil).offsetMinutes == offset, "\(time)")
        }
    }

    @Test func aRecordInANightUsesTheZoneOfItsNearestSample() throws {
        let sleep = [
            SleepSample(.core, watch, "23:00", "02:00", zone: "Asia/Tokyo"),
            SleepSample(.core, watch, "02:00", "04:00"),
            SleepSample(.core, watch, "04:00", "06:00", zone: "America/New_York"),
        ]
        let zones = try #require(NightZones(sleep))
        let clock = WallClock(HealthData(sleep: sleep), nights: [zones], options: options())
        let table = [
            ("2025-12-27T22:59:59+01:00", 60), ("2025-12-27T23:00:00+01:00", 540),
            ("2025-12-28T02:59:59+01:00", 540), ("2025-12-28T03:00:01+01:00", -300),
            ("2025-12-28T06:00:00+01:00", -300), ("2025-12-28T06:00:01+01:00", 60),
        ]
        for (time, offset) in table {
            #expect(clock.civilInstant(instant(time), zone: nil).offsetMinutes == offset, "\(time)")
        }
    }

    @Test func aFITFileStatesItsOwnClock() {
        let clock = WallClock(
            HealthData(
                beatSegments: [beatSegment("2025-01-10T00:00:00Z", shift: 225)],
                utcOffsetsMinutes: [60, 120]), options: options())
        let time = instant("2025-01-10T00:00:00Z", written: 0)
        #expect(
            clock.civilInstantOfFIT(time, zone: nil, statedOffsetMinutes: -210).offsetMinutes
                == -210)
        // Neither the beats of an export nor its written offsets say anything of it.
        #expect(
            clock.civilInstantOfFIT(time, zone: nil, statedOffsetMinutes: nil).offsetMinutes == 60)
    }

    @Test func anotherOffsetOnTheDayOfExportIsAWarning() throws {
        let homeZone = try #require(zoneRules("Europe/Berlin"))
        #expect(
            ZoneMismatch(
                exportDate: instant("2025-07-01T10:00:00Z", written: 120), homeZone: homeZone)
                == nil)
        #expect(ZoneMismatch(exportDate: nil, homeZone: homeZone) == nil)
        let mismatch = try #require(
            ZoneMismatch(
                exportDate: instant("2025-07-01T10:00:00Z", written: -240), homeZone: homeZone))
        #expect(mismatch.homeOffsetMinutes == 120)
        #expect(
            mismatch.text == "the file was exported at UTC-04:00, where Europe/Berlin was at "
                + "UTC+02:00: if home is elsewhere, name its zone with --time-zone")
    }
}
