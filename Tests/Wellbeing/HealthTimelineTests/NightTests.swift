import HealthRecords
import PhysioTypes
import Testing

@testable import HealthTimeline

@Suite struct NightTests {
    /// The example of the rules: a watch with stages, the phone in bed, an application asleep.
    static let example = [
        SleepSample(.core, watch, "23:40", "00:55"), SleepSample(.deep, watch, "00:55", "01:50"),
        SleepSample(.awake, watch, "01:50", "02:00"), SleepSample(.rem, watch, "02:00", "03:10"),
        SleepSample(.core, watch, "03:10", "06:40"), SleepSample(.inBed, phone, "23:05", "07:05"),
        SleepSample(.unspecified, app, "23:30", "06:55"),
    ]

    private func sleep(
        _ samples: [SleepSample], preferred: [Int] = [],
        like rules: TimelineOptions.Rules = .standard
    ) -> SleepEntry? {
        var options = options()
        options.rules = rules
        let data = HealthData(
            sources: threeSources, preferredSourceIndices: preferred, sleep: samples)
        return recovery(data, "2025-12-28", options)?.sleep
    }

    private func minutes(_ seconds: Double?) -> Double? { seconds.map { $0 / 60 } }

    @Test func theExampleComesToItsFigures() throws {
        let night = try #require(sleep(Self.example))
        #expect(minutes(night.coreSeconds) == 285)
        #expect(minutes(night.deepSeconds) == 55)
        #expect(minutes(night.remSeconds) == 70)
        #expect(minutes(night.awakeSeconds) == 10)
        #expect(minutes(night.totalSeconds) == 410)
        #expect(minutes(night.inBedSeconds) == 480)
        #expect(night.unspecifiedSeconds == 0)
        #expect(night.start.clockText == "23:40")
        #expect(night.end.clockText == "06:40")
        #expect(night.sourceIndex == watch)
        #expect(night.segments.map(\.stage) == [.core, .deep, .awake, .rem, .core])
    }

    @Test func theReferenceAddsUpAllSources() throws {
        let night = try #require(sleep(Self.example, like: .reference))
        #expect(minutes(night.totalSeconds) == 1335)
        // 4 h 45, 8 h in bed and 7 h 25 of the application.
        #expect(minutes(night.coreSeconds) == 1210)
        #expect(minutes(night.awakeSeconds) == 10)
        #expect(night.start.clockText == "23:05")
        #expect(night.end.clockText == "07:05")
    }

    @Test func theReferenceGivesASampleToTheDayOfItsOwnEnd() {
        let samples = [
            SleepSample(.core, watch, "22:00", "23:30"),
            SleepSample(.core, watch, "23:30", "06:00"),
        ]
        var reference = options()
        reference.rules = .reference
        let data = HealthData(sources: threeSources, sleep: samples)
        #expect(nightDates(data, reference) == ["2025-12-28", "2025-12-27"])
        #expect(nightDates(data, options()) == ["2025-12-28"])
    }

    @Test func awakeAloneIsNoNightOfTheReference() {
        #expect(sleep([SleepSample(.awake, watch, "01:00", "02:00")], like: .reference) == nil)
        #expect(sleep([SleepSample(.awake, watch, "01:00", "02:00")])?.totalSeconds == 0)
    }

    @Test func anotherSourceCountsInPiecesOfHalfAnHour() throws {
        let leader = SleepSample(.core, watch, "23:40", "03:00")
        let table: [(String, String, Double)] = [
            ("23:00", "03:29", 40), ("23:11", "03:29", 0), ("23:10", "03:30", 60),
            ("23:10", "03:29", 30), ("23:11", "03:30", 30),
        ]
        for (start, end, counted) in table {
            let night = try #require(sleep([leader, SleepSample(.unspecified, app, start, end)]))
            #expect(minutes(night.unspecifiedSeconds) == counted, "\(start) \(end)")
            #expect(minutes(night.totalSeconds) == 200 + counted)
        }
    }

    @Test func shortStagesOfAnotherSourceCountTogether() throws {
        let night = try #require(
            sleep(
                [
                    SleepSample(.core, watch, "23:00", "02:00"),
                    SleepSample(.core, app, "02:00", "02:20"),
                    SleepSample(.deep, app, "02:20", "02:30"),
                    SleepSample(.rem, app, "02:45", "03:14"),
                ]))
        #expect(minutes(night.deepSeconds) == 10)
        #expect(minutes(night.coreSeconds) == 200)
        #expect(night.remSeconds == 0)
    }

    @Test func inBedSamplesNeverCountAsSleepButCloseTheTimeOfTheirSource() throws {
        let night = try #require(
            sleep([
                SleepSample(.core, watch, "23:00", "02:00"),
                SleepSample(.inBed, watch, "02:00", "06:00"),
                SleepSample(.unspecified, app, "02:00", "07:00"),
                SleepSample(.inBed, phone, "22:00", "23:30"),
            ]))
        #expect(minutes(night.coreSeconds) == 180)
        #expect(minutes(night.unspecifiedSeconds) == 60)
        #expect(minutes(night.inBedSeconds) == 540)
    }

    @Test func withinASourceTheOrderOfStagesDecides() throws {
        let night = try #require(
            sleep([
                SleepSample(.unspecified, watch, "00:00", "06:00"),
                SleepSample(.core, watch, "01:00", "05:00"),
                SleepSample(.deep, watch, "02:00", "04:00"),
                SleepSample(.rem, watch, "02:30", "03:30"),
                SleepSample(.awake, watch, "02:45", "03:15"),
            ]))
        #expect(minutes(night.unspecifiedSeconds) == 120)
        #expect(minutes(night.coreSeconds) == 120)
        #expect(minutes(night.deepSeconds) == 60)
        #expect(minutes(night.remSeconds) == 30)
        #expect(minutes(night.awakeSeconds) == 30)
    }

    @Test func theLeadingSourceIsFoundByTheOrder() {
        func leader(_ samples: [SleepSample], preferred: [Int] = []) -> Int? {
            sleep(samples, preferred: preferred)?.sourceIndex
        }
        let staged = SleepSample(.core, phone, "00:00", "01:00")
        let watchAsleep = SleepSample(.unspecified, watch, "00:00", "05:00")
        let appAsleep = SleepSample(.unspecified, app, "00:00", "06:00")
        #expect(leader([staged, watchAsleep, appAsleep]) == phone)
        #expect(leader([watchAsleep, appAsleep]) == watch)
        #expect(leader([watchAsleep, appAsleep], preferred: [app]) == app)
        #expect(leader([staged, watchAsleep, appAsleep], preferred: [app, watch]) == app)
        // A source that only knows of the bed never leads.
        #expect(leader([SleepSample(.inBed, watch, "23:00", "07:00"), appAsleep]) == app)
        #expect(
            leader(
                [SleepSample(.inBed, watch, "23:00", "07:00"), appAsleep], preferred: [watch])
                == app)
    }

    @Test func amongEqualsTheLongerUnionLeadsThenTheName() {
        let sources = ["B", "A", "C"].map { HealthSource(name: $0) }
        func leader(_ samples: [SleepSample]) -> Int? {
            let data = HealthData(sources: sources, sleep: samples)
            return recovery(data, "2025-12-28", options())?.sleep?.sourceIndex
        }
        let a = SleepSample(.unspecified, 1, "00:00", "05:00")
        let b = SleepSample(.unspecified, 0, "00:00", "05:00")
        // Twice the same three hours are three hours.
        let c = [
            SleepSample(.unspecified, 2, "00:00", "03:00"),
            SleepSample(.unspecified, 2, "00:00", "03:00"),
        ]
        #expect(leader([b, a] + c) == 1)
        #expect(leader([b, a] + c + [SleepSample(.unspecified, 2, "03:00", "05:01")]) == 2)
    }

    @Test func moreThanThreeHoursBeginANewBlock() throws {
        func count(_ start: String) -> Int {
            SleepBlock.blocks(of: [
                SleepSample(.inBed, phone, "23:00", "02:00"),
                SleepSample(.core, watch, "23:30", "01:00"),
                SleepSample(.core, watch, start, "07:00"),
            ]).count
        }
        #expect(count("05:00") == 1)
        #expect(count("05:01") == 2)
    }

    @Test func onlyInBedHasNoTotal() throws {
        let night = try #require(
            sleep([
                SleepSample(.inBed, phone, "23:00", "03:00"),
                SleepSample(.inBed, phone, "02:00", "07:00"),
            ]))
        #expect(night.totalSeconds == nil)
        #expect(night.isInBedOnly)
        #expect(minutes(night.inBedSeconds) == 480)
        #expect(night.segments.map(\.stage) == [.inBed])
        #expect(night.start.clockText == "23:00")
        #expect(night.end.clockText == "07:00")
    }

    @Test func samplesWithoutLengthAreNoNight() {
        #expect(sleep([SleepSample(.core, watch, "03:00", "03:00")]) == nil)
    }
}
