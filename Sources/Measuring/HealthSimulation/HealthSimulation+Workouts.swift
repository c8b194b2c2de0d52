import PhysioDSP

extension HealthSimulation {
    /// The workouts of a day, by time; none on days of travel.
    func workouts(_ times: HealthDayTimes) -> [SimulatedWorkout] {
        var draws = generator(.workouts, day: times.day)
        guard draws.chance(0.65), !times.isArrival, !times.isDeparture else { return [] }
        var starts = [moment(day: times.day, minute: 17 * 60 + draws.whole(0...60))]
        if draws.chance(0.2) {
            starts.insert(moment(day: times.day, minute: 11 * 60 + draws.whole(20...40)), at: 0)
        }
        var all = starts.enumerated().map { index, start in
            workout(times, index: index, startMs: start + 1000 * Int64(draws.whole(0...59)))
        }
        let limit = min(exportMs, times.nextBedMs - 3_600_000)
        all.removeAll { $0.endMs > limit }
        if losesRecords(day: times.day), let index = all.firstIndex(where: { !$0.hasFITCopy }) {
            all.remove(at: index)
        }
        return all
    }

    private func workout(
        _ times: HealthDayTimes, index: Int, startMs: Int64
    ) -> SimulatedWorkout {
        var draws = generator(.workout, day: times.day, item: index)
        // Every kind comes in turn, whatever the seed.
        let kinds = SimulatedActivity.allCases.filter { era.hasStages || $0 != .triathlon }
        let position = times.day * 5 + index * 3 + Int(seed % 12)
        let activity = kinds[position % kinds.count]
        var workout = SimulatedWorkout(
            activity: activity, day: times.day, device: era.hasWatch ? .watch : .phone,
            startMs: startMs, endMs: startMs + 10_000 * Int64(Self.tens(activity, &draws)))
        if era.hasWatch, activity == .pausedRun || activity == .hiit {
            Self.pause(&workout, &draws)
        }
        if era.hasWatch { Self.addHeartRates(to: &workout, &draws) }
        Self.addDistances(to: &workout, hasSamples: era.hasWatch, &draws)
        if activity != .rowing {
            workout.energyKcal = HealthNumber.rounded(
                workout.durationSeconds / 60 * draws.uniform(in: 5...11), 2)
        }
        let states: Set<SimulatedActivity> = [
            .run, .pausedRun, .ride, .hike, .hiit, .triathlon, .functionalStrength,
        ]
        workout.hasHeartRateStatistics = era.hasStages && states.contains(activity)
        addChains(to: &workout, &draws)
        workout.hasAppCopy = activity == .run && times.day % 2 == 0
        let isRecorded =
            activity == .pausedRun || activity == .ride || activity == .run && times.day % 3 != 0
        workout.hasFITCopy = isRecorded && era.hasWatch
        return workout
    }

    /// Length without pauses, in units of 10 s.
    private static func tens(_ activity: SimulatedActivity, _ draws: inout SeededGenerator) -> Int {
        switch activity {
        case .run:
            // Now and then so short that its chains could be of kilometres as well as of miles.
            draws.chance(0.15) ? draws.whole(60...75) : draws.whole(150...330)
        case .hike: draws.whole(300...540)
        case .swim, .hiit: draws.whole(90...180)
        case .triathlon: draws.whole(450...600)
        default: draws.whole(120...300)
        }
    }

    /// Two pauses, on whole units of 10 s of the timer.
    private static func pause(_ workout: inout SimulatedWorkout, _ draws: inout SeededGenerator) {
        let units = Int(workout.endMs - workout.startMs) / 10_000
        let first = draws.whole((units / 5)...(units / 3))
        let second = draws.whole((units / 2)...(4 * units / 5))
        var shift: Int64 = 0
        for index in [first, second] {
            let start = workout.startMs + 10_000 * Int64(index) + shift
            let length = 1000 * Int64(draws.whole(20...240))
            workout.pauses.append(SimulatedSpan(startMs: start, endMs: start + length))
            shift += length
        }
        workout.endMs += shift
    }

    private static func addHeartRates(
        to workout: inout SimulatedWorkout, _ draws: inout SeededGenerator
    ) {
        let goal = draws.uniform(in: 118...158)
        var bpm = 90.0
        for span in workout.running {
            for ms in stride(from: span.startMs, to: span.endMs, by: 5000) {
                bpm += 0.05 * (goal - bpm) + 1.5 * draws.normal()
                workout.heartRates.append((ms, Int(min(max(bpm, 60), 195).rounded())))
            }
        }
    }

    private static func addDistances(
        to workout: inout SimulatedWorkout, hasSamples: Bool, _ draws: inout SeededGenerator
    ) {
        let speed = workout.activity.metresPerSecond * draws.uniform(in: 0.85...1.2)
        guard speed > 0 else { return }
        for span in workout.running {
            for start in stride(from: span.startMs, to: span.endMs, by: 10_000) {
                let change = min(max(0.08 * draws.normal(), -0.25), 0.25)
                workout.distances.append(
                    SimulatedDistance(
                        span: SimulatedSpan(startMs: start, endMs: start + 10_000),
                        centimetres: Int((speed * (1 + change) * 1000).rounded())))
            }
        }
    }

    // MARK: Chains

    private func addChains(to workout: inout SimulatedWorkout, _ draws: inout SeededGenerator) {
        guard era.hasWatch else { return }
        switch workout.activity {
        case .run:
            let writesRest = draws.chance(0.5)
            for (kind, length) in [("kilometres", 1000.0), ("miles", 1609.344)] {
                let splits = Self.segments(workout, length, writesRest: writesRest)
                workout.chains.append((kind, splits))
            }
        case .ride, .swim:
            workout.chains.append(("laps", Self.laps(workout, &draws)))
        case .triathlon:
            Self.addActivities(to: &workout, &draws)
        default: break
        }
    }

    /// Segments of a length: each begins on the whole second next to the end of the one before, and
    /// its duration is exact.
    private static func segments(
        _ workout: SimulatedWorkout, _ length: Double, writesRest: Bool
    ) -> [SimulatedSplit] {
        var splits: [SimulatedSplit] = []
        for var split in workout.computedSplits(ofMetres: length) {
            // Of a chain of one unit or less the rest is always written, or it would be empty.
            guard !split.isPartial || writesRest || splits.count < 2 else { break }
            split.startMs = Int64((Double(split.startMs) / 1000).rounded()) * 1000
            split.endMs = split.startMs + Int64((split.durationSeconds * 1000).rounded())
            splits.append(split)
        }
        return splits
    }

    /// Laps of some minutes each, the last one up to the end.
    private static func laps(
        _ workout: SimulatedWorkout, _ draws: inout SeededGenerator
    ) -> [SimulatedSplit] {
        let count = workout.activity == .swim ? draws.whole(6...14) : draws.whole(2...5)
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
        to workout: inout SimulatedWorkout, _ draws: inout SeededGenerator
    ) {
        let length = (workout.endMs - workout.startMs) / 1000
        let ends = [length / 5, 3 * length / 5, length].map { workout.startMs + $0 * 1000 }
        let parts: [(kind: HealthKind, speed: Double)] = [
            (.distanceSwimming, 0.8), (.distanceCycling, 7), (.distanceWalkingRunning, 2.6),
        ]
        var start = workout.startMs
        var splits: [SimulatedSplit] = []
        for (end, part) in zip(ends, parts) {
            let metres = Double(end - start) / 1000 * part.speed * draws.uniform(in: 0.9...1.1)
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
