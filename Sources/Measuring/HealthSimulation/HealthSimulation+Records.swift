import PhysioDSP

extension HealthSimulation {
    /// The records of one kind that belong to a day: to the night before it and to its waking hours.
    ///
    /// - Returns: by source and start; those that end after the export are left out.
    package func records(_ kind: HealthKind, day: Int) -> [SimulatedRecord] {
        guard kind.exists(in: era) else { return [] }
        let dayTimes = self.dayTimes(day)
        let all: [SimulatedRecord] =
            switch kind {
            case .heartRate: heartRates(dayTimes)
            case .restingHeartRate: restingHeartRates(dayTimes)
            case .respiratoryRate: respiratoryRates(dayTimes)
            case .distanceWalkingRunning:
                walkedDistances(dayTimes) + workoutDistances(dayTimes, kind)
            case .distanceCycling, .distanceSwimming: workoutDistances(dayTimes, kind)
            case .sleepAnalysis: sleepRecords(dayTimes)
            case .heartRateVariabilitySDNN: sdnnRecords(dayTimes) + appHRVRecords(dayTimes)
            case .heartRateVariabilityRMSSD: rmssdRecords(dayTimes)
            default: backgroundRecords(dayTimes, kind)
            }
        let limit = exportMs
        return all.filter { $0.endMs <= limit }
    }

    // MARK: Heart rates

    private func heartRates(_ dayTimes: HealthDayTimes) -> [SimulatedRecord] {
        let workouts = allWorkoutSpans(dayTimes)
        var random = generator(.heartRate, day: dayTimes.day)
        let isWatchWorn = dayTimes.isWatchWornAtNight
        let start = isWatchWorn ? max(dayTimes.bedtimeMs, dayStartMs(dayTimes)) : dayTimes.wakeMs
        var records: [SimulatedRecord] = []
        for ms in stride(from: start, to: dayTimes.nextBedtimeMs - 300_000, by: 300_000) {
            let timeMs = ms + 1000 * Int64(random.integer(0...200))
            let isAsleep = timeMs < dayTimes.wakeMs
            let bpm =
                traits.restingBpm + (isAsleep ? 2 : 20) + (isAsleep ? 2.5 : 9) * random.normal()
            let isInWorkout = workouts.contains {
                timeMs > $0.startMs - 60_000 && timeMs < $0.endMs + 60_000
            }
            guard !isInWorkout else { continue }
            records.append(
                SimulatedRecord(
                    .heartRate, .watch, day: dayTimes.day, startMs: timeMs, endMs: timeMs,
                    value: min(max(bpm, 40), 160).rounded()))
        }
        if losesRecords(day: dayTimes.day), records.count > 80 { records.removeSubrange(70..<73) }
        for workout in self.workouts(dayTimes) {
            records += workout.heartRates.map {
                SimulatedRecord(
                    .heartRate, .watch, day: dayTimes.day, startMs: $0.ms, endMs: $0.ms,
                    value: Double($0.bpm))
            }
        }
        return records
    }

    /// End of the day before: a night that is left out belongs to no day.
    private func dayStartMs(_ dayTimes: HealthDayTimes) -> Int64 {
        dayTimes.hasNight ? dayTimes.bedtimeMs : dayTimes.wakeMs
    }

    /// The times of the workouts, those that are deleted later among them.
    private func allWorkoutSpans(_ dayTimes: HealthDayTimes) -> [SimulatedSpan] {
        var earlierExport = self
        earlierExport.isFollowUp = false
        earlierExport.lastDay = exportDay
        return earlierExport.workouts(dayTimes).map {
            SimulatedSpan(startMs: $0.startMs, endMs: $0.endMs)
        }
    }

    private func restingHeartRates(_ dayTimes: HealthDayTimes) -> [SimulatedRecord] {
        guard !dayTimes.skipsWatchRecords, !dayTimes.isArrival else { return [] }
        var random = generator(.resting, day: dayTimes.day)
        let start = instantMs(day: dayTimes.day, minute: 0) + 1000 * Int64(random.integer(60...900))
        let value = (traits.restingBpm + 2 * random.normal()).rounded()
        let end = instantMs(day: dayTimes.day, minute: 20 * 60 + random.integer(0...75))
        var records = [
            SimulatedRecord(
                .restingHeartRate, .watch, day: dayTimes.day, startMs: start, endMs: end,
                value: value)
        ]
        // A first estimate of the forenoon, whose start may lie behind that of the last one.
        if random.chance(0.3) {
            records.append(
                SimulatedRecord(
                    .restingHeartRate, .watch, day: dayTimes.day, startMs: start + 120_000,
                    endMs: instantMs(day: dayTimes.day, minute: 10 * 60 + random.integer(0...59)),
                    value: value + 3))
        }
        return records
    }

    private func respiratoryRates(_ dayTimes: HealthDayTimes) -> [SimulatedRecord] {
        guard dayTimes.isWatchWornAtNight, dayTimes.hasNight else { return [] }
        var random = generator(.respiration, day: dayTimes.day)
        let rate = traits.breathsPerMinute + 0.5 * random.normal()
        var records: [SimulatedRecord] = []
        var timeMs = dayTimes.sleepOnsetMs + 60_000 * Int64(random.integer(10...30))
        while timeMs < dayTimes.wakeMs - 600_000 {
            records.append(
                SimulatedRecord(
                    .respiratoryRate, .watch, day: dayTimes.day, startMs: timeMs, endMs: timeMs,
                    value: HealthNumber.rounded(rate + 0.8 * random.normal(), 1)))
            timeMs += 60_000 * Int64(random.integer(15...50))
        }
        return records
    }

    // MARK: Beats

    private func sdnnRecords(_ dayTimes: HealthDayTimes) -> [SimulatedRecord] {
        beatSegments(dayTimes).map { beatSegment in
            var record = SimulatedRecord(
                .heartRateVariabilitySDNN, .watch, day: dayTimes.day, startMs: beatSegment.startMs,
                endMs: beatSegment.endMs, value: beatSegment.sdnnMs)
            record.beatSegment = beatSegment
            return record
        }
    }

    private func rmssdRecords(_ dayTimes: HealthDayTimes) -> [SimulatedRecord] {
        beatSegments(dayTimes).map { beatSegment in
            SimulatedRecord(
                .heartRateVariabilityRMSSD, .watch, day: dayTimes.day, startMs: beatSegment.startMs,
                endMs: beatSegment.endMs, value: beatSegment.rmssdMs)
        }
    }

    /// An application's morning value, which is an RMSSD in truth.
    private func appHRVRecords(_ dayTimes: HealthDayTimes) -> [SimulatedRecord] {
        var random = generator(.appHRV, day: dayTimes.day)
        guard random.chance(0.3), !dayTimes.skipsWatchRecords else { return [] }
        let start = dayTimes.wakeMs + 60_000 * Int64(random.integer(90...150))
        return [
            SimulatedRecord(
                .heartRateVariabilitySDNN, .hrvApp, day: dayTimes.day, startMs: start,
                endMs: start + 60_000, value: HealthNumber.rounded(random.uniform(in: 20...90), 2))
        ]
    }

    // MARK: Sleep

    private func sleepRecords(_ dayTimes: HealthDayTimes) -> [SimulatedRecord] {
        let plans = [night(dayTimes), nap(dayTimes)].compactMap { $0 }
        return plans.flatMap { plan in
            plan.samples.map { sample in
                var record = SimulatedRecord(
                    .sleepAnalysis, sample.device, day: dayTimes.day, startMs: sample.startMs,
                    endMs: sample.endMs)
                record.stage = sample.stage
                if sample.device == .watch { record.zoneName = dayTimes.zone.name }
                return record
            }
        }
    }

    // MARK: Distances and the rest

    private func walkedDistances(_ dayTimes: HealthDayTimes) -> [SimulatedRecord] {
        let workouts = allWorkoutSpans(dayTimes)
        var random = generator(.background, day: dayTimes.day)
        let device = era.hasWatch ? HealthDevice.watch : .phone
        var records: [SimulatedRecord] = []
        for ms in stride(from: dayTimes.wakeMs, to: dayTimes.nextBedtimeMs - 900_000, by: 900_000) {
            let start = ms + 1000 * Int64(random.integer(0...200))
            let end = start + 1000 * Int64(random.integer(60...600))
            let value = HealthNumber.rounded(random.uniform(in: 0.02...0.4), 5)
            guard !workouts.contains(where: { start < $0.endMs && end > $0.startMs }) else {
                continue
            }
            records.append(
                SimulatedRecord(
                    .distanceWalkingRunning, device, day: dayTimes.day, startMs: start, endMs: end,
                    value: value))
        }
        return records
    }

    private func workoutDistances(
        _ dayTimes: HealthDayTimes, _ kind: HealthKind
    ) -> [SimulatedRecord] {
        guard era.hasWatch else { return [] }
        return workouts(dayTimes).filter { $0.activity.distanceKind == kind }.flatMap { workout in
            workout.distances.map { distance in
                SimulatedRecord(
                    kind, .watch, day: dayTimes.day, startMs: distance.span.startMs,
                    endMs: distance.span.endMs,
                    value: Double(distance.centimetres) / (100 * kind.metresPerUnit))
            }
        }
    }

    private func backgroundRecords(
        _ dayTimes: HealthDayTimes, _ kind: HealthKind
    ) -> [SimulatedRecord] {
        guard hasBackgroundKinds, let backgroundSeries = kind.backgroundSeries else { return [] }
        let index = HealthKind.allCases.firstIndex(of: kind) ?? 0
        var random = generator(.background, day: dayTimes.day, item: 1 + index)
        let device = era.hasWatch ? backgroundSeries.device : .phone
        let start = backgroundSeries.includesNight ? dayStartMs(dayTimes) : dayTimes.wakeMs
        let step = Int64(backgroundSeries.step) * 1000
        return stride(from: start, to: dayTimes.nextBedtimeMs - step, by: Int(step)).map { ms in
            let timeMs = ms + 1000 * Int64(random.integer(0...(backgroundSeries.step / 10)))
            let value = random.uniform(in: backgroundSeries.values)
            return SimulatedRecord(
                kind, device, day: dayTimes.day, startMs: timeMs,
                endMs: timeMs + 1000 * Int64(backgroundSeries.length),
                value: HealthNumber.rounded(value, backgroundSeries.decimals))
        }
    }
}
