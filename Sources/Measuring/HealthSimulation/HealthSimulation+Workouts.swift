import PhysioDSP

extension HealthSimulation {
    /// The workouts of a day, by time; none on days of travel.
    func workouts(_ dayTimes: HealthDayTimes) -> [SimulatedWorkout] {
        var random = generator(.workouts, day: dayTimes.day)
        guard random.chance(0.65), !dayTimes.isArrival, !dayTimes.isDeparture else { return [] }
        var starts = [instantMs(day: dayTimes.day, minute: 17 * 60 + random.integer(0...60))]
        if random.chance(0.2) {
            starts.insert(
                instantMs(day: dayTimes.day, minute: 11 * 60 + random.integer(20...40)), at: 0)
        }
        var dayWorkouts = starts.enumerated().map { index, start in
            workout(dayTimes, index: index, startMs: start + 1000 * Int64(random.integer(0...59)))
        }
        let limit = min(exportMs, dayTimes.nextBedtimeMs - 3_600_000)
        dayWorkouts.removeAll { $0.endMs > limit }
        if losesRecords(day: dayTimes.day),
            let index = dayWorkouts.firstIndex(where: { !$0.hasFITCopy })
        {
            dayWorkouts.remove(at: index)
        }
        return dayWorkouts
    }

    private func workout(
        _ dayTimes: HealthDayTimes, index: Int, startMs: Int64
    ) -> SimulatedWorkout {
        var random = generator(.workout, day: dayTimes.day, item: index)
        // Every kind comes in turn, whatever the seed.
        let kinds = SimulatedActivity.allCases.filter { era.hasStages || $0 != .triathlon }
        let position = dayTimes.day * 5 + index * 3 + Int(seed % 12)
        let activity = kinds[position % kinds.count]
        var workout = SimulatedWorkout(
            activity: activity, day: dayTimes.day, device: era.hasWatch ? .watch : .phone,
            startMs: startMs,
            endMs: startMs + 10_000 * Int64(Self.tenSecondUnitCount(activity, &random)))
        if era.hasWatch, activity == .pausedRun || activity == .hiit {
            Self.addPauses(&workout, &random)
        }
        if era.hasWatch { Self.addHeartRates(to: &workout, &random) }
        Self.addDistances(to: &workout, hasSamples: era.hasWatch, &random)
        if activity != .rowing {
            workout.energyKcal = HealthNumber.rounded(
                workout.durationSeconds / 60 * random.uniform(in: 5...11), 2)
        }
        let states: Set<SimulatedActivity> = [
            .run, .pausedRun, .ride, .hike, .hiit, .triathlon, .functionalStrength,
        ]
        workout.hasHeartRateStatistics = era.hasStages && states.contains(activity)
        addChains(to: &workout, &random)
        workout.hasAppCopy = activity == .run && dayTimes.day % 2 == 0
        let isRecorded =
            activity == .pausedRun || activity == .ride || activity == .run && dayTimes.day % 3 != 0
        workout.hasFITCopy = isRecorded && era.hasWatch
        return workout
    }

    /// Length without pauses, in units of 10 s.
    private static func tenSecondUnitCount(
        _ activity: SimulatedActivity, _ random: inout SeededGenerator
    ) -> Int {
        switch activity {
        case .run:
            // Now and then so short that its chains could be of kilometres as well as of miles.
            random.chance(0.15) ? random.integer(60...75) : random.integer(150...330)
        case .hike: random.integer(300...540)
        case .swim, .hiit: random.integer(90...180)
        case .triathlon: random.integer(450...600)
        default: random.integer(120...300)
        }
    }

    /// Two pauses, on whole units of 10 s of the timer.
    private static func addPauses(
        _ workout: inout SimulatedWorkout, _ random: inout SeededGenerator
    ) {
        let units = Int(workout.endMs - workout.startMs) / 10_000
        let first = random.integer((units / 5)...(units / 3))
        let second = random.integer((units / 2)...(4 * units / 5))
        var shift: Int64 = 0
        for index in [first, second] {
            let start = workout.startMs + 10_000 * Int64(index) + shift
            let length = 1000 * Int64(random.integer(20...240))
            workout.pauses.append(SimulatedSpan(startMs: start, endMs: start + length))
            shift += length
        }
        workout.endMs += shift
    }

    private static func addHeartRates(
        to workout: inout SimulatedWorkout, _ random: inout SeededGenerator
    ) {
        let goalBpm = random.uniform(in: 118...158)
        var bpm = 90.0
        for span in workout.activeSpans {
            for ms in stride(from: span.startMs, to: span.endMs, by: 5000) {
                bpm += 0.05 * (goalBpm - bpm) + 1.5 * random.normal()
                workout.heartRates.append((ms, Int(min(max(bpm, 60), 195).rounded())))
            }
        }
    }

    private static func addDistances(
        to workout: inout SimulatedWorkout, hasSamples: Bool, _ random: inout SeededGenerator
    ) {
        let speed = workout.activity.metresPerSecond * random.uniform(in: 0.85...1.2)
        guard speed > 0 else { return }
        for span in workout.activeSpans {
            for start in stride(from: span.startMs, to: span.endMs, by: 10_000) {
                let change = min(max(0.08 * random.normal(), -0.25), 0.25)
                workout.distances.append(
                    SimulatedDistance(
                        span: SimulatedSpan(startMs: start, endMs: start + 10_000),
                        centimetres: Int((speed * (1 + change) * 1000).rounded())))
            }
        }
    }

    // MARK: Chains

    private func addChains(to workout: inout SimulatedWorkout, _ random: inout SeededGenerator) {
        guard era.hasWatch else { return }
        switch workout.activity {
        case .run:
            let writesPartialSplit = random.chance(0.5)
            for (kind, length) in [("kilometres", 1000.0), ("miles", 1609.344)] {
                let splits = Self.segments(workout, length, writesPartial: writesPartialSplit)
                workout.chains.append((kind, splits))
            }
        case .ride, .swim:
            workout.chains.append(("laps", Self.laps(workout, &random)))
        case .triathlon:
            Self.addActivities(to: &workout, &random)
        default: break
        }
    }

    /// Segments of a length: each begins on the whole second next to the end of the one before, and
    /// its duration is exact.
    private static func segments(
        _ workout: SimulatedWorkout, _ length: Double, writesPartial: Bool
    ) -> [SimulatedSplit] {
        var splits: [SimulatedSplit] = []
        for var split in workout.computedSplits(ofMetres: length) {
            // Of a chain of one unit or less the rest is always written, or it would be empty.
            guard !split.isPartial || writesPartial || splits.count < 2 else { break }
            split.startMs = Int64((Double(split.startMs) / 1000).rounded()) * 1000
            split.endMs = split.startMs + Int64((split.durationSeconds * 1000).rounded())
            splits.append(split)
        }
        return splits
    }

    /// Laps of some minutes each, the last one up to the end.
    private static func laps(
        _ workout: SimulatedWorkout, _ random: inout SeededGenerator
    ) -> [SimulatedSplit] {
        let count = workout.activity == .swim ? random.integer(6...14) : random.integer(2...5)
        let length = workout.endMs - workout.startMs
        var splits: [SimulatedSplit] = []
        var start = workout.startMs
        for index in 1...count {
            let end =
                index == count
                ? workout.endMs
                : workout.startMs + length * Int64(index) / Int64(count) / 1000 * 1000
            splits.append(
                SimulatedSplit(
                    startMs: start, endMs: end, durationSeconds: Double(end - start) / 1000))
            start = end
        }
        return splits
    }

    private static func addActivities(
        to workout: inout SimulatedWorkout, _ random: inout SeededGenerator
    ) {
        let length = (workout.endMs - workout.startMs) / 1000
        let endTimesMs = [length / 5, 3 * length / 5, length].map { workout.startMs + $0 * 1000 }
        let parts: [(kind: HealthKind, speed: Double)] = [
            (.distanceSwimming, 0.8), (.distanceCycling, 7), (.distanceWalkingRunning, 2.6),
        ]
        var start = workout.startMs
        var splits: [SimulatedSplit] = []
        for (end, part) in zip(endTimesMs, parts) {
            let metres = Double(end - start) / 1000 * part.speed * random.uniform(in: 0.9...1.1)
            let centimetres = Int(metres * 100)
            workout.activityDistances.append((part.kind, centimetres))
            let inside = workout.heartRates.filter { $0.ms >= start && $0.ms < end }
            let mean = Double(inside.reduce(0) { $0 + $1.bpm }) / Double(max(inside.count, 1))
            splits.append(
                SimulatedSplit(
                    startMs: start, endMs: end, durationSeconds: Double(end - start) / 1000,
                    distanceMetres: Double(centimetres) / 100,
                    averageBpm: HealthNumber.rounded(mean, 3)))
            start = end
        }
        workout.chains.append(("activities", splits))
    }
}
