import HealthRecords
import PhysioTypes
import Testing

@testable import HealthTimeline

@Suite struct SectionsTests {
    private func workout(_ start: String, minutes: Int64, source: Int = watch) -> HealthWorkout {
        let start = instant(start)
        return HealthWorkout(
            sourceIndex: source, type: "HKWorkoutActivityTypeRunning", start: start,
            end: HealthInstant(unixMs: start.unixMs + minutes * 60_000))
    }

    private func breathing(_ id: String, _ start: String, offset: Int = 60) -> BreathingEntry {
        let time = ms(start)
        return BreathingEntry(
            id: id, start: CivilInstant(unixMs: time, offsetMinutes: offset),
            end: CivilInstant(unixMs: time + 600_000, offsetMinutes: offset), durationSeconds: 600)
    }

    private var data: HealthData {
        HealthData(
            sources: threeSources, sleep: NightTests.example,
            workouts: [
                workout("2025-12-27T23:00:00+01:00", minutes: 30),
                workout("2025-12-28T00:00:00+01:00", minutes: 1, source: app),
                workout("2025-12-28T18:44:41+01:00", minutes: 30),
            ],
            breathing: [
                breathing("b", "2025-12-28T21:00:00+01:00"),
                breathing("a", "2025-12-28T21:00:00+01:00"),
                breathing("tokyo", "2025-12-27T16:00:00Z", offset: 540),
            ])
    }

    private func lines(_ from: String, _ through: String) -> [String] {
        TimelineBuilder.sections(
            of: data, from: CivilDate(named: from), through: CivilDate(named: through),
            options: options()
        ).map { section in
            "\(section.date.text): "
                + section.entries.map { entry in
                    if case .workout(let workout) = entry {
                        "workout \(workout.start.clockText)"
                    } else {
                        entry.id
                    }
                }.joined(separator: ", ")
        }
    }

    @Test func daysComeNewestFirstAndTheRecoveryLast() {
        #expect(
            lines("2025-12-01", "2026-01-31") == [
                "2025-12-28: breathing-a, breathing-b, workout 18:44, workout 00:00, "
                    + "breathing-tokyo, recovery-2025-12-28",
                "2025-12-27: workout 23:00",
            ])
    }

    @Test func onlyTheDaysAskedForAreThere() {
        #expect(lines("2025-12-27", "2025-12-27") == ["2025-12-27: workout 23:00"])
        #expect(lines("2025-12-29", "2026-01-31").isEmpty)
        #expect(lines("2025-12-28", "2025-12-27").isEmpty)
    }

    @Test func theReferenceShowsSevenTimesADayBeforeNow() throws {
        let homeZone = try #require(zoneRules("Europe/Berlin"))
        let all = TimelineBuilder.sections(
            of: data, from: CivilDate(named: "2025-12-01"), through: CivilDate(named: "2026-01-31"),
            options: options())
        func ids(_ now: String) -> Int {
            TimelineBuilder.referenceWeek(all, nowMs: ms(now), homeZone: homeZone).flatMap(
                \.entries
            ).count
        }
        #expect(ids("2026-01-03T23:00:00+01:00") == 6)
        // The recovery of the 28th starts with the workout of 00:00.
        #expect(ids("2026-01-04T00:00:00+01:00") == 5)
        #expect(ids("2026-01-04T00:00:01+01:00") == 3)
        #expect(ids("2026-01-04T21:00:01+01:00") == 0)
        #expect(
            TimelineBuilder.firstDay(today: CivilDate(named: "2026-01-04")).text == "2025-12-28")
    }

    @Test(arguments: [
        ("Europe/Berlin", "2025-03-30", "2025-03-30T00:00:00+01:00"),
        ("Europe/Berlin", "2025-03-31", "2025-03-31T00:00:00+02:00"),
        ("Asia/Kathmandu", "2025-06-02", "2025-06-02T00:00:00+05:45"),
        ("Pacific/Kiritimati", "2025-06-02", "2025-06-02T00:00:00+14:00"),
        ("America/New_York", "2025-11-02", "2025-11-02T00:00:00-04:00"),
        // Clocks went forward at midnight.
        ("America/Santiago", "2025-09-07", "2025-09-07T01:00:00-03:00"),
    ])
    func aDayBeginsAtMidnightAtHome(zone: String, date: String, start: String) throws {
        let homeZone = try #require(zoneRules(zone))
        let midnight = CivilDate(named: date).startMs(in: homeZone)
        #expect(midnight == ms(start))
        let civil = CivilInstant(unixMs: midnight, offsetMinutes: homeZone.offsetMinutes(midnight))
        #expect(civil.date.text == date)
    }

    @Test func theOrderOfTheRecordsDoesNotMatter() {
        var reversed = data
        reversed.sleep.reverse()
        reversed.workouts.reverse()
        reversed.breathing.reverse()
        func sections(_ data: HealthData) -> [TimelineSection] {
            TimelineBuilder.sections(
                of: data, from: CivilDate(named: "2025-12-01"),
                through: CivilDate(named: "2026-01-31"), options: options())
        }
        #expect(sections(reversed) == sections(data))
    }

    @Test func theIDOfAWorkoutIsThatOfItsRecord() throws {
        // echo -n 'apple|HKWorkoutActivityTypeRunning|Watch|1766943881000|1766945681000' | sha256sum
        let run = workout("2025-12-28T18:44:41+01:00", minutes: 30)
        #expect(run.start.unixMs == 1_766_943_881_000)
        let entry = TimelineBuilder.sections(
            of: HealthData(sources: threeSources, workouts: [run]),
            from: CivilDate(named: "2025-12-28"), through: CivilDate(named: "2025-12-28"),
            options: options()
        ).first?.entries.first
        #expect(entry?.id == "workout-62dc67a8c2c6abb3")
    }

    @Test func thePageOfANightHasWhatEachSourceSaidAndTheBreathingBefore() throws {
        var data = data
        data.breathing += [
            breathing("edge", "2025-12-27T19:40:00+01:00"),
            breathing("early", "2025-12-27T19:39:59+01:00"),
            breathing("asleep", "2025-12-27T23:40:00+01:00"),
        ]
        let day = CivilDate(named: "2025-12-28")
        let page = try #require(TimelineBuilder.night(of: day, in: data, options: options()))
        #expect(page.recovery == recovery(data, "2025-12-28", options()))
        #expect(page.nightsBySource.map(\.sourceIndex) == [watch, app, phone])
        #expect(page.nightsBySource.map(\.totalSeconds) == [24_600, 26_700, nil])
        #expect(page.nightsBySource[2].inBedSeconds == 8 * 3600)
        #expect(page.sessionsBeforeNight.map(\.id) == ["edge"])
        let other = CivilDate(named: "2025-12-29")
        #expect(TimelineBuilder.night(of: other, in: data, options: options()) == nil)
    }
}
