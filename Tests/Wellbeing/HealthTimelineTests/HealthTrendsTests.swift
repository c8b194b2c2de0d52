import PhysioTypes
import TestSupport
import Testing

@testable import HealthTimeline

@Suite struct HealthTrendsTests {
    private let last = CivilDate(named: "2025-12-28")

    /// A night of a date that starts at 23:00 UTC of the evening before.
    private func recovery(_ date: CivilDate, hours: Double, restingBpm: Double) -> RecoveryEntry {
        let start = Int64(date.dayNumber) * 86_400_000 - 3_600_000
        let sleep = SleepEntry(
            start: CivilInstant(unixMs: start, offsetMinutes: 0),
            end: CivilInstant(unixMs: start + Int64(hours * 3_600_000), offsetMinutes: 0),
            totalSeconds: hours * 3600, awakeSeconds: 0, remSeconds: 0, coreSeconds: hours * 3600,
            deepSeconds: 0, unspecifiedSeconds: 0, inBedSeconds: 0, segments: [], sourceIndex: 0)
        return RecoveryEntry(
            date: date, sleep: sleep,
            vitals: VitalsEntry(
                restingHeartRateBpm: VitalValue(value: restingBpm, origin: .day, count: 1)))
    }

    private func session(_ date: CivilDate, hoursBefore: Double) -> BreathingEntry {
        let time = Int64(date.dayNumber) * 86_400_000 - 3_600_000 - Int64(hoursBefore * 3_600_000)
        let moment = CivilInstant(unixMs: time, offsetMinutes: 0)
        return BreathingEntry(id: date.text, start: moment, end: moment, durationSeconds: 600)
    }

    @Test func theNightsOfTheDaysAreComparedByTheBreathingBeforeThem() throws {
        // Every other night has breathing, a resting rate 3 lower, and 0.5 h more sleep.
        let dates = (0..<40).map { last.adding(days: -$0) }
        let recoveries = dates.enumerated().map { index, date in
            recovery(
                date, hours: index % 2 == 0 ? 7.5 : 7,
                restingBpm: (index % 2 == 0 ? 50 : 53) + 0.1 * Double(index % 5))
        }
        let sessions = dates.enumerated().compactMap { index, date in
            index % 2 == 0 ? session(date, hoursBefore: 4) : session(date, hoursBefore: 4.1)
        }
        let month = HealthTrends(recoveries, breathing: sessions, through: last, days: 30)
        #expect(month.first.text == "2025-11-29")
        let resting = try #require(month.trends.first { $0.metric == .restingHeartRate })
        #expect(resting.points.count == 30)
        #expect(resting.points.first?.date == month.first)
        #expect(resting.breathing.countWithBreathing == 15)
        #expect(resting.breathing.countWithoutBreathing == 15)
        #expect(abs((resting.breathing.difference ?? 0) + 3) < 1e-9)
        let interval = try #require(resting.breathing.interval)
        #expect(interval.contains(-3))
        #expect(interval.upperBound - interval.lowerBound < 0.5)
        let sleep = try #require(month.trends.first { $0.metric == .sleep })
        #expect(sleep.breathing.medianWithBreathing == 7.5 * 3600)
        #expect(sleep.breathing.medianWithoutBreathing == 25_200)
        #expect(sleep.breathing.interval == 1800...1800)
        #expect(sleep.median == 7.25 * 3600)
        let rmssd = try #require(month.trends.first { $0.metric == .rmssd })
        #expect(rmssd.points.isEmpty && rmssd.median == nil)

        let week = HealthTrends(recoveries, breathing: sessions, through: last, days: 7)
        #expect(week.trends[1].breathing.countWithBreathing == 4)
        #expect(week.trends[1].breathing.difference == nil)
        #expect(week.trends[1].breathing.medianWithBreathing != nil)
    }

    @Test func aDifferenceIsGivenFromTenNightsOfEach() {
        let nine = [Double](repeating: 1, count: 9)
        let ten = (0..<10).map(Double.init)
        #expect(MedianDifference(with: nine, without: ten, seed: 1).difference == nil)
        #expect(MedianDifference(with: ten, without: ten, seed: 1).difference == 0)
        #expect(MedianDifference(with: [], without: [], seed: 1).medianWithBreathing == nil)
    }

    @Test func theSameSeedGivesTheSameDifference() {
        let values = (0..<20).map { Double($0 * $0 % 17) }
        let a = MedianDifference(with: values, without: values.reversed(), seed: 4)
        #expect(a == MedianDifference(with: values, without: values.reversed(), seed: 4))
        #expect(a != MedianDifference(with: values, without: values.reversed(), seed: 5))
    }

    /// The share of intervals that hold the true difference is near 95 %: of 400, three binomial
    /// deviations are 3.3 %, and medians of 15 have a coarse bootstrap that is a little too wide.
    @Test func intervalsHoldTheTruthAsOftenAsTheySay() throws {
        var random = SplitMix64(seed: 21)
        var hits = 0
        for seed in 0..<400 {
            let with = (0..<15).map { _ in 45 + 5 * random.gaussian() }
            let without = (0..<25).map { _ in 40 + 5 * random.gaussian() }
            let difference = MedianDifference(with: with, without: without, seed: UInt64(seed))
            if try #require(difference.interval).contains(5) { hits += 1 }
        }
        #expect((0.91...0.99).contains(Double(hits) / 400), "\(hits) of 400")
    }
}
