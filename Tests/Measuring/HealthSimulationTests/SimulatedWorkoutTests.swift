import HealthSimulation
import Testing

@Suite struct SimulatedWorkoutTests {
    private static let truth = HealthFixture.simulation(seed: 1, days: 60).truth()
    private static let scan = HealthFixture.scan(HealthFixture.simulation(seed: 1, days: 60))

    @Test func everyKindOfWorkoutComes() {
        let kinds = Set(Self.truth.workouts.map(\.workout.activity))
        #expect(kinds == Set(SimulatedActivity.allCases))
    }

    /// Samples of a type that lie in a time; (start, end, value), s.
    private static func samples(
        _ type: String, from start: Int, to end: Int
    ) -> [(start: Int, end: Int, value: Double)] {
        scan.all(type).compactMap { element in
            guard let first = XMLScan.seconds(element.attributes["startDate"] ?? ""),
                let last = XMLScan.seconds(element.attributes["endDate"] ?? ""),
                let value = Double(element.attributes["value"] ?? ""), first >= start, last <= end
            else { return nil }
            return (first, last, value)
        }
    }

    @Test func kilometresAreWhereTheWrittenSamplesPassThem() throws {
        let runs = Self.truth.workouts.filter { !$0.computed.isEmpty }
        #expect(runs.count > 10)
        for run in runs.prefix(12) {
            let type =
                switch run.workout.activity {
                case .ride: "HKQuantityTypeIdentifierDistanceCycling"
                case .swim: "HKQuantityTypeIdentifierDistanceSwimming"
                default: "HKQuantityTypeIdentifierDistanceWalkingRunning"
                }
            let unit = run.workout.activity == .swim ? 0.9144 : 1000.0
            let samples = Self.samples(
                type, from: Int(run.workout.startMs / 1000), to: Int(run.workout.endMs / 1000))
            var passed = 0.0
            var ends: [Double] = []
            for sample in samples {
                let metres = sample.value * unit
                while passed + metres >= 1000 * Double(ends.count + 1) - 1e-6 {
                    let share = (1000 * Double(ends.count + 1) - passed) / metres
                    ends.append(Double(sample.start) + share * Double(sample.end - sample.start))
                }
                passed += metres
            }
            let planned = run.computed.filter { !$0.isPartial }.map { Double($0.endMs) / 1000 }
            #expect(planned.count == ends.count)
            for (a, b) in zip(planned, ends) { #expect(abs(a - b) <= 0.002) }
            #expect(abs(passed - (run.workout.distanceMetres ?? 0)) < 1e-6)
            let total = run.computed.reduce(0) { $0 + $1.durationSeconds }
            #expect(abs(total - run.workout.durationSeconds) < 1e-6)
        }
    }

    @Test func segmentsOfTwoChainsAreInterleaved() throws {
        let workouts = Self.scan.records.filter { $0.name == "Workout" }
        var count = 0
        for run in Self.truth.workouts where run.workout.activity == .run {
            let chains = run.workout.chains
            #expect(chains.map(\.kind) == ["kilometres", "miles"])
            let own = workouts.first {
                XMLScan.seconds($0.attributes["startDate"] ?? "") == Int(run.workout.startMs / 1000)
            }
            let events = try #require(own).inside.filter {
                $0.name == "WorkoutEvent" && $0.depth == 2
            }
            #expect(events.count == chains.reduce(0) { $0 + $1.splits.count })
            // Each chain is found again: the next event begins within 1 s of the end of the last.
            for chain in chains {
                var end = Double(run.workout.startMs) / 1000
                for split in chain.splits {
                    let next = events.contains {
                        let start = Double(XMLScan.seconds($0.attributes["date"] ?? "") ?? 0)
                        let minutes = Double($0.attributes["duration"] ?? "") ?? 0
                        return abs(start - end) <= 1
                            && abs(minutes * 60 - split.durationSeconds) < 1e-9
                    }
                    #expect(next)
                    end = Double(split.startMs) / 1000 + split.durationSeconds
                    count += 1
                }
                let full = chain.splits.filter { !$0.isPartial }
                let length = chain.kind == "miles" ? 1609.344 : 1000
                #expect(full.count == Int((run.workout.distanceMetres ?? 0) / length))
            }
        }
        #expect(count > 15)
    }

    @Test func ratesWithoutStatisticsAreMeansOfSamples() throws {
        let walks = Self.truth.workouts.filter { !$0.workout.hasHeartRateStatistics }
        #expect(walks.count > 8)
        for walk in walks.prefix(8) {
            let values = Self.samples(
                "HKQuantityTypeIdentifierHeartRate", from: Int(walk.workout.startMs / 1000),
                to: Int(walk.workout.endMs / 1000)
            ).map(\.value)
            let average = try #require(walk.workout.averageBpm)
            #expect(abs(values.reduce(0, +) / Double(values.count) - average) < 1e-9)
            #expect(values.max() == walk.workout.maximumBpm)
        }
    }

    @Test func pausesAreNoPartOfTheDuration() {
        let paused = Self.truth.workouts.map(\.workout).filter { !$0.pauses.isEmpty }
        #expect(paused.count > 3)
        for workout in paused {
            let out = workout.pauses.reduce(0) { $0 + $1.endMs - $1.startMs }
            let whole = workout.endMs - workout.startMs - out
            #expect(workout.durationSeconds == Double(whole) / 1000)
        }
    }
}
