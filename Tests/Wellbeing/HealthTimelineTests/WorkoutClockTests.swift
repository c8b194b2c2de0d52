import HealthRecords
import PhysioTypes
import Testing

@testable import HealthTimeline

@Suite struct WorkoutClockTests {
    private let fit = HealthSource(origin: .fit, name: "activity")

    struct Case: Sendable {
        let start: String
        let minutes: Int64
        var zone: String?
        var stated: Int?
        var isFIT = false
        let date: String
        let clock: String
        let endClock: String
    }

    @Test(arguments: [
        // At home, over the end of a day, a month and a year: the day is that of the start.
        Case(
            start: "2025-12-31T22:50:00Z", minutes: 30, date: "2025-12-31", clock: "23:50",
            endClock: "00:20"),
        Case(
            start: "2024-02-28T23:30:00Z", minutes: 30, date: "2024-02-29", clock: "00:30",
            endClock: "01:00"),
        // While the clocks change.
        Case(
            start: "2025-03-30T00:30:00Z", minutes: 60, date: "2025-03-30", clock: "01:30",
            endClock: "03:30"),
        Case(
            start: "2025-10-26T00:30:00Z", minutes: 60, date: "2025-10-26", clock: "02:30",
            endClock: "02:30"),
        // Elsewhere, by the record's own zone.
        Case(
            start: "2025-06-01T18:10:00Z", minutes: 10, zone: "Asia/Kathmandu",
            date: "2025-06-01", clock: "23:55", endClock: "00:05"),
        Case(
            start: "2025-06-01T18:20:00Z", minutes: 10, zone: "Asia/Kathmandu",
            date: "2025-06-02", clock: "00:05", endClock: "00:15"),
        // FIT files state an offset, or nothing.
        Case(
            start: "2025-06-01T18:20:00Z", minutes: 10, stated: 345, isFIT: true,
            date: "2025-06-02", clock: "00:05", endClock: "00:15"),
        Case(
            start: "2025-06-01T22:20:00Z", minutes: 10, isFIT: true, date: "2025-06-02",
            clock: "00:20", endClock: "00:30"),
    ])
    func aWorkoutIsOfTheCivilDayOfItsStart(item: Case) throws {
        let start = instant(item.start, written: -300)
        let workout = HealthWorkout(
            sourceIndex: 0, type: "HKWorkoutActivityTypeRunning", start: start,
            end: HealthInstant(
                unixMs: start.unixMs + item.minutes * 60_000, writtenOffsetMinutes: -300),
            timeZone: item.zone, utcOffsetMinutes: item.stated)
        let data = HealthData(
            sources: [item.isFIT ? fit : threeSources[watch]], workouts: [workout],
            utcOffsetsMinutes: item.isFIT ? [60, 120] : [-300])
        let sections = TimelineBuilder.sections(
            of: data, from: CivilDate(named: "2020-01-01"), through: CivilDate(named: "2030-01-01"),
            options: options())
        #expect(sections.map(\.date.text) == [item.date])
        guard case .workout(let entry) = sections.first?.entries.first else {
            Issue.record("there is no workout")
            return
        }
        #expect(entry.start.clockText == item.clock)
        #expect(entry.end.clockText == item.endClock)
        #expect(entry.durationSeconds == Double(item.minutes * 60))
    }

    @Test func whereEveryRecordNamesItsZoneHomeDoesNotMatter() {
        var data = HealthData(sources: threeSources)
        for day in 0..<60 {
            let zone = day < 30 ? "Europe/Berlin" : "America/New_York"
            let start = ms("2025-10-01T21:30:00Z") + Int64(day) * 86_400_000
            data.sleep.append(
                SleepSample(
                    .core, sourceIndex: watch, start: HealthInstant(unixMs: start),
                    end: HealthInstant(unixMs: start + 27_000_000), timeZone: zone))
            data.samples.append(
                HealthSample(
                    .restingHeartRate, sourceIndex: watch,
                    start: HealthInstant(unixMs: start - 3_600_000),
                    end: HealthInstant(unixMs: start), value: 50 + Double(day), timeZone: zone))
        }
        let made = ["UTC", "Europe/Berlin", "Asia/Kathmandu", "Pacific/Kiritimati"].map {
            homeZone in
            TimelineBuilder.sections(
                of: data, from: CivilDate(named: "2025-01-01"),
                through: CivilDate(named: "2026-12-31"), options: options(homeZone: homeZone))
        }
        #expect(made[0].count >= 60)
        #expect(made.allSatisfy { $0 == made[0] })
    }
}
