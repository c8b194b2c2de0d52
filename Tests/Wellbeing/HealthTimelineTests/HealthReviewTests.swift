import HealthRecords
import PhysioTypes
import Testing

@testable import HealthTimeline

@Suite struct HealthReviewTests {
    private static let today = CivilDate(named: "2026-11-22")
    private static let hour = 3600.0

    private static func recovery(
        _ date: CivilDate, sleepHours: Double?, restingBpm: Double?
    ) -> RecoveryEntry {
        let end = CivilInstant(unixMs: Int64(date.dayNumber) * 86_400_000, offsetMinutes: 0)
        let sleep = SleepEntry(
            start: end, end: end, totalSeconds: sleepHours.map { $0 * hour }, awakeSeconds: 0,
            remSeconds: 0, coreSeconds: 0, deepSeconds: 0, unspecifiedSeconds: 0,
            inBedSeconds: 3600, segments: [], sourceIndex: 0)
        return RecoveryEntry(
            date: date, sleep: sleep,
            vitals: restingBpm.map {
                VitalsEntry(
                    restingHeartRateBpm: VitalValue(value: $0, origin: .day, count: 1))
            })
    }

    /// Monday 16 to Sunday 22 November, with 15 days of 41 to 55 beats/min and 1 to 15 h before them, and one day that lies
    /// too far back.
    private static func figures(exportDate: CivilDate?) -> DailyFigures {
        let monday = today.adding(days: -6)
        var recoveries = (1...15).map { number in
            recovery(
                monday.adding(days: number == 1 ? -84 : -number), sleepHours: Double(number),
                restingBpm: 40 + Double(number))
        }
        recoveries.append(
            recovery(monday.adding(days: -85), sleepHours: 20, restingBpm: 200))
        recoveries += [
            recovery(monday, sleepHours: 7, restingBpm: 44),
            recovery(monday.adding(days: 1), sleepHours: 9, restingBpm: 44.5),
            recovery(monday.adding(days: 2), sleepHours: nil, restingBpm: 60),
        ]
        return DailyFigures(
            today: today, recoveries: recoveries,
            practiceSeconds: [
                monday: 600, monday.adding(days: 3): 1200, monday.adding(days: 4): 900,
                today: 0,
            ], breathingSeconds: [:], exportDate: exportDate)
    }

    private func figure(
        _ metric: HealthReview.Metric, _ review: HealthReview
    ) throws -> HealthReview.Figure {
        try #require(review.figures.first { $0.metric == metric })
    }

    private func codes(_ figure: HealthReview.Figure) -> [String] {
        figure.missingDays.map { "\($0.date.day) \($0.reason.rawValue)" }
    }

    /// The quartiles of 41 to 55 are at indices 3.5 and 10.5 from 0: 44.5 and 51.5.
    @Test func aWeekIsHeldAgainstTheQuartilesOfTheDaysBefore() throws {
        let values = Self.figures(exportDate: CivilDate(named: "2026-11-20"))
        let week = try #require(HealthReview(.week, with: CivilDate(named: "2026-11-18"), values))
        #expect(week.days.lowerBound.text == "2026-11-16" && week.lastCountedDay == Self.today)
        #expect(week.figures.map(\.metric) == HealthReview.Metric.allCases)
        let resting = try figure(.restingHeartRate, week)
        #expect(resting.dayCount == 3 && resting.median == 44.5)
        #expect(
            resting.baselineRange?.quartileRange == 44.5...51.5
                && resting.baselineRange?.median == 48)
        #expect(resting.baselineDayCount == 15 && resting.position == .within)
        #expect(
            codes(resting)
                == ["19 no_samples", "20 no_samples", "21 after_export", "22 after_export"])
    }

    @Test func tooFewDaysHaveNoMedianAndEachMissingDayItsReason() throws {
        let week = try #require(
            HealthReview(.week, with: Self.today, Self.figures(exportDate: nil)))
        let sleep = try figure(.sleep, week)
        #expect(sleep.dayCount == 2 && sleep.median == nil && sleep.position == nil)
        #expect(sleep.baselineRange?.quartileRange == (4.5 * Self.hour)...(11.5 * Self.hour))
        #expect(
            codes(sleep)
                == ["18 in_bed_only", "19 no_sleep", "20 no_sleep", "21 no_sleep", "22 no_sleep"])
        let practice = try figure(.practice, week)
        #expect(practice.dayCount == 3 && practice.median == 900 && practice.baselineRange == nil)
        #expect(
            codes(practice)
                == ["17 no_practice", "18 no_practice", "21 no_practice", "22 day_open"])
        let breathing = try figure(.breathing, week)
        #expect(breathing.dayCount == 0 && breathing.missingDays.count == 7)
    }

    /// Neither the 22nd nor the 23rd of practice is over at 0:10 of the 23rd, with days that begin
    /// at 3:00.
    @Test func aDayOfPracticeIsOpenUntilTheNextBegins() throws {
        let values = DailyFigures(
            today: CivilDate(named: "2026-11-23"), currentPracticeDay: Self.today, recoveries: [],
            practiceSeconds: [:], breathingSeconds: [:], exportDate: nil)
        let month = try #require(HealthReview(.month, with: Self.today, values))
        let practice = try figure(.practice, month)
        #expect(
            codes(practice).suffix(3) == ["21 no_practice", "22 day_open", "23 day_open"])
    }

    @Test(arguments: [
        (44.4, HealthReview.RangePosition.below), (44.5, .within), (51.5, .within), (51.6, .above),
    ]) func theQuartilesThemselvesAreWithin(bpm: Double, position: HealthReview.RangePosition)
        throws
    {
        let monday = CivilDate(named: "2026-11-16")
        let earlier = (1...15).map {
            Self.recovery(monday.adding(days: -$0), sleepHours: 7, restingBpm: 40 + Double($0))
        }
        let own = (0..<3).map {
            Self.recovery(monday.adding(days: $0), sleepHours: 7, restingBpm: bpm)
        }
        let values = DailyFigures(
            today: Self.today, recoveries: earlier + own, practiceSeconds: [:],
            breathingSeconds: [:], exportDate: nil)
        let week = try #require(HealthReview(.week, with: monday, values))
        #expect(try figure(.restingHeartRate, week).position == position)
    }

    /// 13 days are too few for a range, 14 are enough.
    @Test(arguments: [(13, false), (14, true)])
    func aRangeNeedsFourteenDays(count: Int, hasRange: Bool) throws {
        let monday = CivilDate(named: "2026-11-16")
        let values = DailyFigures(
            today: Self.today,
            recoveries: (1...count).map {
                Self.recovery(monday.adding(days: -$0), sleepHours: 7, restingBpm: 50)
            }, practiceSeconds: [:], breathingSeconds: [:], exportDate: nil)
        let sleep = try figure(.sleep, try #require(HealthReview(.week, with: monday, values)))
        #expect((sleep.baselineRange != nil) == hasRange && sleep.baselineDayCount == count)
    }

    @Test func aWeekThatIsNotOverCountsItsDaysSoFar() throws {
        let values = DailyFigures(
            today: CivilDate(named: "2026-11-18"), recoveries: [], practiceSeconds: [:],
            breathingSeconds: [:], exportDate: nil)
        let week = try #require(HealthReview(.week, with: CivilDate(named: "2026-11-22"), values))
        #expect(week.lastCountedDay.text == "2026-11-18" && week.countedDayCount == 3)
        #expect(week.days.upperBound.text == "2026-11-22")
        #expect(HealthReview(.week, with: CivilDate(named: "2026-11-23"), values) == nil)
    }

    @Test(arguments: [
        ("2028-02-29", HealthReview.Period.month, "2028-02-01", "2028-02-29"),
        ("2027-02-01", .month, "2027-02-01", "2027-02-28"),
        ("2026-12-31", .month, "2026-12-01", "2026-12-31"),
        ("2027-01-01", .week, "2026-12-28", "2027-01-03"),
        ("2026-11-22", .week, "2026-11-16", "2026-11-22"),
        ("2026-11-23", .week, "2026-11-23", "2026-11-29"),
    ]) func periodsAreThoseOfTheCalendar(
        date: String, period: HealthReview.Period, first: String, last: String
    ) {
        let days = period.days(with: CivilDate(named: date))
        #expect(days.lowerBound.text == first && days.upperBound.text == last)
    }

    /// Clocks in Berlin went back on Sunday 25 October 2026. From 23:00 to 07:00 are 9 h then,
    /// between 6 h and 10 h of the nights before; the night that ends at the midnight after that
    /// Sunday is of the next week.
    @Test func aNightOverTheChangeOfClocksHasItsLengthAndItsWeek() throws {
        func night(_ start: String, _ end: String) -> SleepSample {
            SleepSample(.core, sourceIndex: watch, start: instant(start), end: instant(end))
        }
        let data = HealthData(
            sources: threeSources,
            sleep: [
                night("2026-10-23T00:00:00+02:00", "2026-10-23T06:00:00+02:00"),
                night("2026-10-23T22:00:00+02:00", "2026-10-24T08:00:00+02:00"),
                night("2026-10-24T23:00:00+02:00", "2026-10-25T07:00:00+01:00"),
                night("2026-10-25T20:00:00+01:00", "2026-10-26T00:00:00+01:00"),
            ], utcOffsetsMinutes: [60])
        let range = CivilDate(named: "2026-10-01")...CivilDate(named: "2026-10-31")
        let recoveries = TimelineBuilder.sections(
            of: data, from: range.lowerBound, through: range.upperBound, options: options()
        ).flatMap(\.entries).compactMap { entry -> RecoveryEntry? in
            if case .recovery(let recovery) = entry { recovery } else { nil }
        }
        let values = DailyFigures(
            today: range.upperBound, recoveries: recoveries, practiceSeconds: [:],
            breathingSeconds: [:], exportDate: nil)
        let week = try #require(HealthReview(.week, with: CivilDate(named: "2026-10-25"), values))
        let sleep = try figure(.sleep, week)
        #expect(sleep.dayCount == 3 && sleep.median == 9 * Self.hour)
        let next = try #require(HealthReview(.week, with: CivilDate(named: "2026-10-26"), values))
        #expect(try figure(.sleep, next).dayCount == 1)
        let month = try #require(HealthReview(.month, with: CivilDate(named: "2026-10-25"), values))
        #expect(try figure(.sleep, month).dayCount == 4 && figure(.sleep, month).median == nil)
    }
}
