import PhysioDSP

extension HealthSimulation {
    /// The records of one kind that belong to a day: to the night before it and to its waking hours.
    ///
    /// - Returns: by source and start; those that end after the export are left out.
    package func records(_ kind: HealthKind, day: Int) -> [SimulatedRecord] {
        guard kind.exists(in: era) else { return [] }
        let times = self.times(day)
        let all: [SimulatedRecord] =
            switch kind {
            case .heartRate: heartRates(times)
            case .restingHeartRate: restingHeartRates(times)
            case .respiratoryRate: respiratoryRates(times)
            case .distanceWalkingRunning: walkedDistances(times) + workoutDistances(times, kind)
            case .distanceCycling, .distanceSwimming: workoutDistances(times, kind)
            case .sleepAnalysis: sleepRecords(times)
            case .heartRateVariabilitySDNN: sdnnRecords(times) + otherHRV(times)
            case .heartRateVariabilityRMSSD: rmssdRecords(times)
            default: everydayRecords(times, kind)
            }
        let limit = exportMs
        return all.filter { $0.endMs <= limit }
    }

    // MARK: Heart rates

    private func heartRates(_ times: HealthDayTimes) -> [SimulatedRecord] {
        let workouts = allWorkoutSpans(times)
        var draws = generator(.heartRate, day: times.day)
        let isWorn = times.isWornAtNight
        let start = isWorn ? max(times.bedMs, bedOfDay(times)) : times.wakeMs
        var records: [SimulatedRecord] = []
        for ms in stride(from: start, to: times.nextBedMs - 300_000, by: 300_000) {
            let at = ms + 1000 * Int64(draws.whole(0...200))
            let isAsleep = at < times.wakeMs
            let bpm =
                traits.restingBpm + (isAsleep ? 2 : 20) + (isAsleep ? 2.5 : 9) * draws.normal()
            let isInWorkout = workouts.contains {
                at > $0.startMs - 60_000 && at < $0.endMs + 60_000
            }
            guard !isInWorkout else { continue }
            records.append(
                SimulatedRecord(
                    .heartRate, .watch, day: times.day, startMs: at, endMs: at,
                    value: min(max(bpm, 40), 160).rounded()))
        }
        if losesRecords(day: times.day), records.count > 80 { records.removeSubrange(70..<73) }
        for workout in self.workouts(times) {
            records += workout.heartRates.map {
                SimulatedRecord(
                    .heartRate, .watch, day: times.day, startMs: $0.ms, endMs: $0.ms,
                    value: Double($0.bpm))
            }
        }
        return records
    }

    /// End of the day before: a night that is left out belongs to no day.
    private func bedOfDay(_ times: HealthDayTimes) -> Int64 {
        times.hasNight ? times.bedMs : times.wakeMs
    }

    /// The times of the workouts, those that are deleted later among them.
    private func allWorkoutSpans(_ times: HealthDayTimes) -> [SimulatedSpan] {
        var earlier = self
        earlier.isNext = false
        earlier.lastDay = exportDay
        return earlier.workouts(times).map {
            SimulatedSpan(startMs: $0.startMs, endMs: $0.endMs)
        }
    }

    private func restingHeartRates(_ times: HealthDayTimes) -> [SimulatedRecord] {
        guard !times.isTravel, !times.isArrival else { return [] }
        var draws = generator(.resting, day: times.day)
        let start = moment(day: times.day, minute: 0) + 1000 * Int64(draws.whole(60...900))
        let value = (traits.restingBpm + 2 * draws.normal()).rounded()
        let end = moment(day: times.day, minute: 20 * 60 + draws.whole(0...75))
        var records = [
            SimulatedRecord(
                .restingHeartRate, .watch, day: times.day, startMs: start, endMs: end, value: value)
        ]
        // A first estimate of the forenoon, whose start may lie behind that of the last one.
        if draws.chance(0.3) {
            records.append(
                SimulatedRecord(
                    .restingHeartRate, .watch, day: times.day, startMs: start + 120_000,
                    endMs: moment(day: times.day, minute: 10 * 60 + draws.whole(0...59)),
                    value: value + 3))
        }
        return records
    }

    private func respiratoryRates(_ times: HealthDayTimes) -> [SimulatedRecord] {
        guard times.isWornAtNight, times.hasNight else { return [] }
        var draws = generator(.respiration, day: times.day)
        let rate = traits.breathsPerMinute + 0.5 * draws.normal()
        var records: [SimulatedRecord] = []
        var at = times.onsetMs + 60_000 * Int64(draws.whole(10...30))
        while at < times.wakeMs - 600_000 {
            records.append(
                SimulatedRecord(
                    .respiratoryRate, .watch, day: times.day, startMs: at, endMs: at,
                    value: HealthNumber.rounded(rate + 0.8 * draws.normal(), 1)))
            at += 60_000 * Int64(draws.whole(15...50))
        }
        return records
    }

    // MARK: Beats

    private func sdnnRecords(_ times: HealthDayTimes) -> [SimulatedRecord] {
        beatSegments(times).map { beatSegment in
            var record = SimulatedRecord(
                .heartRateVariabilitySDNN, .watch, day: times.day, startMs: beatSegment.startMs,
                endMs: beatSegment.endMs, value: beatSegment.sdnnMs)
            record.beatSegment = beatSegment
            return record
        }
    }

    private func rmssdRecords(_ times: HealthDayTimes) -> [SimulatedRecord] {
        beatSegments(times).map { beatSegment in
            SimulatedRecord(
                .heartRateVariabilityRMSSD, .watch, day: times.day, startMs: beatSegment.startMs,
                endMs: beatSegment.endMs, value: beatSegment.rmssdMs)
        }
    }

    /// An application's morning value, which is an RMSSD in truth.
    private func otherHRV(_ times: HealthDayTimes) -> [SimulatedRecord] {
        var draws = generator(.otherHRV, day: times.day)
        guard draws.chance(0.3), !times.isTravel else { return [] }
        let start = times.wakeMs + 60_000 * Int64(draws.whole(90...150))
        return [
            SimulatedRecord(
                .heartRateVariabilitySDNN, .hrvApp, day: times.day, startMs: start,
                endMs: start + 60_000, value: HealthNumber.rounded(draws.uniform(in: 20...90), 2))
        ]
    }

    // MARK: Sleep

    private func sleepRecords(_ times: HealthDayTimes) -> [SimulatedRecord] {
        let plans = [night(times), nap(times)].compactMap { $0 }
        return plans.flatMap { plan in
            plan.samples.map { sample in
                var record = SimulatedRecord(
                    .sleepAnalysis, sample.device, day: times.day, startMs: sample.startMs,
                    endMs: sample.endMs)
                record.stage = sample.stage
                if sample.device == .watch { record.zoneName = times.zone.name }
                return record
            }
        }
    }

    // MARK: Distances and the rest

    private func walkedDistances(_ times: HealthDayTimes) -> [SimulatedRecord] {
        let workouts = allWorkoutSpans(times)
        var draws = generator(.background, day: times.day)
        let device = era.hasWatch ? HealthDevice.watch : .phone
        var records: [SimulatedRecord] = []
        for ms in stride(from: times.wakeMs, to: times.nextBedMs - 900_000, by: 900_000) {
            let start = ms + 1000 * Int64(draws.whole(0...200))
            let end = start + 1000 * Int64(draws.whole(60...600))
            let value = HealthNumber.rounded(draws.uniform(in: 0.02...0.4), 5)
            guard !workouts.contains(where: { start < $0.endMs && end > $0.startMs }) else {
                continue
            }
            records.append(
                SimulatedRecord(
                    .distanceWalkingRunning, device, day: times.day, startMs: start, endMs: end,
                    value: value))
        }
        return records
    }

    private func workoutDistances(
        _ times: HealthDayTimes, _ kind: HealthKind
    ) -> [SimulatedRecord] {
        guard era.hasWatch else { return [] }
        return workouts(times).filter { $0.activity.distanceKind == kind }.flatMap { workout in
            workout.distances.map { distance in
                SimulatedRecord(
                    kind, .watch, day: times.day, startMs: distance.span.startMs,
                    endMs: distance.span.endMs,
                    value: Double(distance.centimetres) / (100 * kind.unitMetres))
            }
        }
    }

    private func everydayRecords(
        _ times: HealthDayTimes, _ kind: HealthKind
    ) -> [SimulatedRecord] {
        guard hasOtherKinds, let everyday = kind.everyday else { return [] }
        let index = HealthKind.allCases.firstIndex(of: kind) ?? 0
        var draws = generator(.background, day: times.day, item: 1 + index)
        let device = era.hasWatch ? everyday.device : .phone
        let start = everyday.isNightToo ? bedOfDay(times) : times.wakeMs
        let step = Int64(everyday.step) * 1000
        return stride(from: start, to: times.nextBedMs - step, by: Int(step)).map { ms in
            let at = ms + 1000 * Int64(draws.whole(0...(everyday.step / 10)))
            let value = draws.uniform(in: everyday.values)
            return SimulatedRecord(
                kind, device, day: times.day, startMs: at,
                endMs: at + 1000 * Int64(everyday.length),
                value: HealthNumber.rounded(value, everyday.decimals))
        }
    }
}
