import HealthRecords
import PhysioTypes
import TestSupport
import Testing

@testable import HealthTimeline

@Suite struct WorkoutTests {
    private let start = ms("2025-12-28T18:00:00+01:00")

    private func moment(_ seconds: Double) -> HealthInstant {
        HealthInstant(unixMs: start + Int64((seconds * 1000).rounded()))
    }

    private func workout(
        _ from: Double = 0, _ to: Double = 1800, source: Int = watch,
        _ change: (inout HealthWorkout) -> Void = { _ in }
    ) -> HealthWorkout {
        var workout = HealthWorkout(
            sourceIndex: source, type: "HKWorkoutActivityTypeRunning", start: moment(from),
            end: moment(to))
        change(&workout)
        return workout
    }

    private func entries(
        _ workouts: [HealthWorkout], samples: [HealthSample] = [],
        sources: [HealthSource] = threeSources, showsAll: Bool = false
    ) -> [WorkoutEntry] {
        var options = options()
        options.showsAllCopies = showsAll
        let day = CivilDate(named: "2025-12-28")
        let sections = TimelineBuilder.sections(
            of: HealthData(sources: sources, samples: samples, workouts: workouts), from: day,
            through: day, options: options)
        return sections.flatMap(\.entries).compactMap { entry in
            if case .workout(let workout) = entry { workout } else { nil }
        }
    }

    private func rate(_ seconds: Double, _ bpm: Double, source: Int = watch) -> HealthSample {
        HealthSample(
            .heartRate, sourceIndex: source, start: moment(seconds), end: moment(seconds),
            value: bpm)
    }

    @Test func aStatedDurationCountsElsePausesAreSubtracted() {
        let pauses = [
            WorkoutPause(startMs: start + 60_000, endMs: start + 120_000),
            WorkoutPause(startMs: start + 1_790_000, endMs: start + 1_900_000),
        ]
        let paused = workout { $0.pauses = pauses }
        #expect(entries([paused]).first?.durationSeconds == 1730)
        let stated = workout {
            $0.pauses = pauses
            $0.durationSeconds = 1700.5
            $0.distanceMetres = 5101.5
            $0.energyKcal = 350
        }
        let entry = entries([stated]).first
        #expect(entry?.durationSeconds == 1700.5)
        #expect(entry?.speedMetresPerSecond == 3)
        #expect(entry?.energyKcal == 350)
    }

    @Test func zeroIsMissing() {
        let entry = entries([
            workout {
                $0.energyKcal = 0
                $0.distanceMetres = 0
            }
        ]).first
        #expect(entry?.energyKcal == nil)
        #expect(entry?.distanceMetres == nil)
        #expect(entry?.speedMetresPerSecond == nil)
        #expect(entry?.averageHeartRateBpm == nil)
        #expect(entry?.heartRateOrigin == nil)
        #expect(entry?.chains.isEmpty == true)
    }

    @Test func statedHeartRatesComeFirst() {
        let stated = workout {
            $0.averageHeartRateBpm = 142
            $0.maximumHeartRateBpm = 171
        }
        let entry = entries([stated], samples: [rate(5, 100)]).first
        #expect(entry?.averageHeartRateBpm == 142)
        #expect(entry?.maximumHeartRateBpm == 171)
        #expect(entry?.heartRateOrigin == .statistics)
    }

    /// 600 s at 120 and 1200 s at 150 are 140 on average; readings of the whole workout come first.
    @Test func heartRatesOfActivitiesCountWhereNothingElseDoes() {
        let triathlon = workout {
            $0.parts = [
                WorkoutPart(
                    .activity, startMs: start, endMs: start + 600_000, averageHeartRateBpm: 120),
                WorkoutPart(.activity, startMs: start + 600_000, averageHeartRateBpm: 150),
            ]
        }
        let entry = entries([triathlon]).first
        #expect(entry?.averageHeartRateBpm == 140 && entry?.heartRateOrigin == .statistics)
        let sampled = entries([triathlon], samples: [rate(5, 100)]).first
        #expect(sampled?.averageHeartRateBpm == 100 && sampled?.heartRateOrigin == .samples)
    }

    @Test func aReadingHoldsForUpToTenSeconds() throws {
        // 100 holds for 4 s, 120 for 10 s, 160 for the 5 s until the end; the others do not count.
        let samples = [
            rate(-1, 50), rate(0, 100), rate(4, 120), rate(2, 200, source: phone), rate(1795, 160),
            rate(1800, 190),
        ]
        let entry = try #require(entries([workout()], samples: samples).first)
        let mean = (400.0 + 1200 + 800) / 19
        let average = try #require(entry.averageHeartRateBpm)
        #expect(abs(average - mean) < 1e-9)
        #expect(entry.maximumHeartRateBpm == 160)
        #expect(entry.heartRateOrigin == .samples)
    }

    /// Counts tenths of a second; every time in it is a whole number of them.
    @Test func heartRatesOfRandomWorkoutsAreThoseOfASweep() throws {
        var random = SplitMix64(seed: 5)
        for seed in 0..<40 {
            var pauses: [Range<Int>] = []
            var time = Int.random(in: 0...600, using: &random)
            while time < 3000 {
                let end = time + Int.random(in: 1...400, using: &random)
                pauses.append(time..<end)
                time = end + Int.random(in: 0...900, using: &random)
            }
            var readings: [(Int, Double)] = []
            time = Int.random(in: -50...50, using: &random)
            while time < 3100 {
                readings.append((time, random.uniform(in: 60...180)))
                time += Int.random(in: 1...200, using: &random)
            }
            var sum = 0.0
            var count = 0.0
            var highest = 0.0
            func isPaused(_ time: Int) -> Bool { pauses.contains { $0.contains(time) } }
            for time in 0..<3000 where !isPaused(time) {
                guard let last = readings.last(where: { $0.0 <= time }), last.0 >= 0,
                    time - last.0 < 100, !isPaused(last.0)
                else { continue }
                sum += last.1
                count += 1
                highest = max(highest, last.1)
            }
            let paused = workout(0, 300) {
                $0.pauses = pauses.map {
                    WorkoutPause(
                        startMs: start + 100 * Int64($0.lowerBound),
                        endMs: start + 100 * Int64($0.upperBound))
                }
            }
            let entry = try #require(
                entries([paused], samples: readings.map { rate(Double($0.0) / 10, $0.1) }).first)
            guard count > 0 else {
                #expect(entry.averageHeartRateBpm == nil)
                continue
            }
            let average = try #require(entry.averageHeartRateBpm, "seed \(seed)")
            #expect(abs(average - sum / count) < 1e-9, "seed \(seed)")
            #expect(entry.maximumHeartRateBpm == highest, "seed \(seed)")
        }
    }

    // MARK: Copies

    @Test(arguments: [(360.0, true), (361, false), (0, true), (1800, false)])
    func copiesOverlapByFourFifthsOfTheShorter(shift: Double, isCopy: Bool) {
        let found = entries([workout(), workout(shift, shift + 1800, source: phone)])
        #expect(found.count == (isCopy ? 1 : 2))
        #expect(found.first { $0.sourceIndex == watch }?.copies.count == (isCopy ? 1 : 0))
    }

    @Test func aFITFileIsPreferredThenAWatchThenTheRicherCopy() {
        let sources =
            threeSources + [HealthSource(origin: .fit, name: "activity"), HealthSource(name: "B")]
        let rich = workout(source: app) {
            $0.energyKcal = 1
            $0.distanceMetres = 1
        }
        let all = [
            workout(source: 4), rich, workout(), workout(source: 3), workout(source: phone),
        ]
        func leader(_ workouts: [HealthWorkout]) -> [Int] {
            entries(workouts, sources: sources).map(\.sourceIndex)
        }
        #expect(leader(all) == [3])
        #expect(leader(all.filter { $0.sourceIndex != 3 }) == [watch])
        #expect(leader([all[0], rich, all[4]]) == [app])
        #expect(entries(all, sources: sources, showsAll: true).count == 5)
        let copies = entries(all, sources: sources)[0].copies.map(\.sourceIndex)
        #expect(Set(copies) == [watch, app, phone, 4])
    }

    @Test func aCopyOfACopyIsNotOneOfTheLeader() {
        // B overlaps A and C by 80 %, but A and C do not overlap by as much.
        let found = entries([
            workout(0, 1000), workout(200, 1200, source: app), workout(400, 1400, source: phone),
        ])
        #expect(found.map(\.sourceIndex) == [phone, watch])
        #expect(found.map { $0.copies.map(\.sourceIndex) } == [[], [app]])
    }

    @Test func aCopyMayStartLongBeforeItsLeader() {
        let found = entries([
            workout(0, 7200, source: app), workout(6000, 7000, source: phone),
            workout(100, 200), workout(7300, 7400, source: phone),
        ])
        #expect(found.count == 3)
    }

    @Test func thePageOfAWorkoutHasItsReadingsAndPauses() throws {
        let paused = workout {
            $0.pauses = [WorkoutPause(startMs: start + 1000, endMs: start + 2000)]
        }
        let data = HealthData(
            sources: threeSources, samples: [rate(0, 100), rate(1.5, 110), rate(9999, 90)],
            workouts: [paused, workout(source: phone)])
        let id = paused.id(source: threeSources[watch])
        let page = try #require(TimelineBuilder.workout(id, in: data, options: options()))
        #expect(page.heartRates.map(\.bpm) == [100, 110])
        #expect(page.pauses == paused.pauses)
        #expect(page.entry.copies.map(\.sourceIndex) == [phone])
        #expect(TimelineBuilder.workout("none", in: data, options: options()) == nil)
    }

    @Test func anUnknownSourceIsPassedOver() {
        #expect(entries([workout(source: 9)]).isEmpty)
    }
}
