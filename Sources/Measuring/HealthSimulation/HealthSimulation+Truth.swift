extension HealthSimulation {
    /// Returns what is true of the export, by the generator's own plan.
    ///
    /// - Complexity: time and memory grow with the days; the beats take most of both.
    package func truth() -> SimulatedHealth {
        var truth = SimulatedHealth()
        for day in days {
            let dayTimes = self.dayTimes(day)
            if let plan = night(dayTimes) { truth.nights.append(sleep(plan, dayTimes)) }
            if let plan = nap(dayTimes), plan.samples.allSatisfy({ $0.endMs <= exportMs }) {
                truth.naps.append(sleep(plan, dayTimes))
            }
            truth.beatSegments += beatSegments(dayTimes)
            truth.workouts += workouts(dayTimes).map { workout in
                SimulatedHealth.Workout(
                    workout: workout,
                    startOffsetMinutes: statedOffsetMinutes(dayTimes, workout.startMs),
                    endOffsetMinutes: statedOffsetMinutes(dayTimes, workout.endMs),
                    computed: era.hasWatch ? workout.computedSplits(ofMetres: 1000) : [])
            }
        }
        Self.resolveDuplicateDates(&truth)
        addVitals(to: &truth)
        if isFollowUp { addChanges(to: &truth) }
        return truth
    }

    /// The offset of the clock on the wall, as far as the file states it: names of zones and beats
    /// give the true one, so do dates in several offsets; else there is only the zone of the home.
    private func statedOffsetMinutes(_ dayTimes: HealthDayTimes, _ unixMs: Int64) -> Int {
        era.hasWatch || offsetStyle == .local
            ? dayTimes.offsetMinutes(unixMs) : homeZone.offsetMinutes(unixMs)
    }

    private func sleep(_ plan: SleepPlan, _ dayTimes: HealthDayTimes) -> SimulatedHealth.Sleep {
        let start = plan.countedPieces.map(\.startMs).min() ?? 0
        let end = plan.countedPieces.map(\.endMs).max() ?? 0
        let endOffset = statedOffsetMinutes(dayTimes, end)
        var seconds: [SimulatedStage: Int] = [:]
        for piece in plan.countedPieces {
            seconds[piece.stage, default: 0] += Int(piece.endMs - piece.startMs) / 1000
        }
        let asleepStages: [SimulatedStage] = [.rem, .core, .deep, .unspecified]
        return SimulatedHealth.Sleep(
            date: HealthCalendar.day(unixMs: end, offsetMinutes: endOffset), startMs: start,
            endMs: end, startOffsetMinutes: statedOffsetMinutes(dayTimes, start),
            endOffsetMinutes: endOffset, leader: plan.leader, seconds: seconds,
            inBedSeconds: Int(plan.inBedMs) / 1000,
            asleepSeconds: plan.leader == .phone
                ? nil : asleepStages.reduce(0) { $0 + (seconds[$1] ?? 0) },
            pieces: plan.countedPieces)
    }

    /// Makes the longer of two nights that fall on one date its night, the later one of equals.
    private static func resolveDuplicateDates(_ truth: inout SimulatedHealth) {
        var best: [Int: SimulatedHealth.Sleep] = [:]
        for night in truth.nights {
            guard let other = best[night.date] else {
                best[night.date] = night
                continue
            }
            let isLonger = (night.asleepSeconds ?? 0) >= (other.asleepSeconds ?? 0)
            best[night.date] = isLonger ? night : other
            truth.naps.append(isLonger ? other : night)
        }
        truth.nights = best.values.sorted { $0.startMs < $1.startMs }
        truth.naps.sort { $0.startMs < $1.startMs }
    }

    // MARK: Vitals

    /// A value with the date that the clock on the wall shows at its start.
    private struct DatedRecord {
        var date: Int
        var record: SimulatedRecord
    }

    private func addVitals(to truth: inout SimulatedHealth) {
        guard era.hasWatch else { return }
        let nights = Dictionary(uniqueKeysWithValues: truth.nights.map { ($0.date, $0) })
        var window: [[HealthKind: [DatedRecord]]] = []
        // Samples of one date belong to the night before it, its day, and the evening after.
        for date in (days.lowerBound - 1)...(days.upperBound + 1) {
            if window.isEmpty {
                window = [date - 1, date, date + 1].map { datedRecords(day: $0) }
            } else {
                window.removeFirst()
                window.append(datedRecords(day: date + 1))
            }
            let vitals = vitals(date, nights[date], window, truth.beatSegments)
            if !vitals.isEmpty { truth.vitals.append(vitals) }
        }
    }

    private func datedRecords(day: Int) -> [HealthKind: [DatedRecord]] {
        guard days.contains(day) else { return [:] }
        let dayTimes = self.dayTimes(day)
        let kinds: [HealthKind] = [
            .restingHeartRate, .respiratoryRate, .heartRateVariabilitySDNN,
        ]
        return Dictionary(
            uniqueKeysWithValues: kinds.map { kind in
                let records = self.records(kind, day: day).map { record in
                    DatedRecord(
                        date: HealthCalendar.day(
                            unixMs: record.startMs,
                            offsetMinutes: statedOffsetMinutes(dayTimes, record.startMs)),
                        record: record)
                }
                return (kind, records)
            })
    }

    private func vitals(
        _ date: Int, _ night: SimulatedHealth.Sleep?, _ window: [[HealthKind: [DatedRecord]]],
        _ beatSegments: [SimulatedBeatSegment]
    ) -> SimulatedHealth.Vitals {
        func allRecords(_ kind: HealthKind) -> [DatedRecord] { window.flatMap { $0[kind] ?? [] } }
        var vitals = SimulatedHealth.Vitals(date: date)
        vitals.restingBpm =
            allRecords(.restingHeartRate).filter { $0.date == date }
            .max { $0.record.endMs < $1.record.endMs }?.record.value
        vitals.sdnnMs = Self.vitalValue(allRecords(.heartRateVariabilitySDNN), date, night)
        vitals.breathsPerMinute = Self.vitalValue(allRecords(.respiratoryRate), date, night)
        guard let night else { return vitals }
        let nightSegments = allRecords(.heartRateVariabilitySDNN).compactMap(\.record.beatSegment)
            .filter { $0.startMs >= night.startMs && $0.startMs < night.endMs }
        let exactDifferenceSquares = nightSegments.map(\.differenceSquares)
        let count = exactDifferenceSquares.reduce(0) { $0 + $1.count }
        vitals.beatSegmentCount = nightSegments.count
        vitals.differenceCount = count
        if count > 0 {
            let rawSum = nightSegments.map(\.writtenDifferenceSquares).reduce(0) { $0 + $1.sum }
            vitals.rmssdMs = (exactDifferenceSquares.reduce(0) { $0 + $1.sum } / Double(count))
                .squareRoot()
            vitals.rawRMSSDMs = (rawSum / Double(count)).squareRoot()
        }
        return vitals
    }

    /// The median of the samples that start in the night; without one the newest of the date. The
    /// watch's own samples go before those of applications.
    private static func vitalValue(
        _ samples: [DatedRecord], _ date: Int, _ night: SimulatedHealth.Sleep?
    ) -> SimulatedHealth.Vital? {
        let dateRecords = samples.filter { $0.date == date }
        for isApple in [true, false] {
            guard let night else { break }
            let values = samples.map(\.record).filter {
                $0.device.isApple == isApple && $0.startMs >= night.startMs
                    && $0.startMs < night.endMs
            }.map(\.value).sorted()
            guard !values.isEmpty else { continue }
            let middle = (values[(values.count - 1) / 2] + values[values.count / 2]) / 2
            return SimulatedHealth.Vital(value: middle, isNightMedian: true, count: values.count)
        }
        for isApple in [true, false] {
            let newest = dateRecords.map(\.record).filter { $0.device.isApple == isApple }
                .max { $0.startMs < $1.startMs }
            guard let newest else { continue }
            return SimulatedHealth.Vital(value: newest.value, isNightMedian: false, count: 1)
        }
        return nil
    }

    // MARK: The next export

    private func addChanges(to truth: inout SimulatedHealth) {
        var earlierExport = self
        earlierExport.isFollowUp = false
        for day in days {
            if day >= lastDay {
                truth.addedChanges += changes(day: day).filter { $0.endMs > earlierExportMs }
            } else if losesAnything(day: day) {
                let retained = Set(changes(day: day))
                truth.removedChanges += earlierExport.changes(day: day).filter {
                    !retained.contains($0)
                }
            }
        }
    }

    /// The records of a day that a timeline keeps.
    private func changes(day: Int) -> [SimulatedHealth.Change] {
        var changes: [SimulatedHealth.Change] = []
        for kind in HealthKind.allCases where kind.isImported {
            changes += records(kind, day: day).map {
                SimulatedHealth.Change(
                    type: kind.identifier, device: $0.device, startMs: $0.startMs, endMs: $0.endMs)
            }
        }
        for workout in workouts(dayTimes(day)) {
            changes.append(
                SimulatedHealth.Change(
                    type: "Workout", device: workout.device, startMs: workout.startMs,
                    endMs: workout.endMs))
            guard workout.hasAppCopy else { continue }
            changes.append(
                SimulatedHealth.Change(
                    type: "Workout", device: .runningApp, startMs: workout.startMs + 3000,
                    endMs: workout.endMs - 5000))
        }
        return changes
    }
}
