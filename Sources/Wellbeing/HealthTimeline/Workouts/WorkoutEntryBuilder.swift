import HealthRecords
import PhysioTypes

/// Makes the entry of a workout: what its file states, and what is computed where it does not.
struct WorkoutEntryBuilder: Sendable {
    let ranking: SourceRanking
    let index: SampleIndex
    let clock: WallClock
    let options: TimelineOptions

    /// - Precondition: the workout's source is in the list of sources.
    func entry(_ workout: HealthWorkout) -> WorkoutEntry {
        let timerTime = TimerTime(workout)
        let seconds = workout.durationSeconds ?? timerTime.seconds
        let distance = workout.distanceMetres.flatMap { $0 > 0 ? $0 : nil }
        let speed =
            workout.speedMetresPerSecond
            ?? distance.flatMap { seconds > 0 ? $0 / seconds : nil }
        let heartRate = heartRate(of: workout, timerTime)
        let rates = rates(workout, heartRate, timerTime)
        let splits = SplitBuilder(
            workout: workout, timerTime: timerTime, heartRate: heartRate,
            distanceCurve: distanceCurve(of: workout, timerTime), distanceMetres: distance,
            speed: speed,
            isFIT: ranking.isFIT(workout.sourceIndex))
        return WorkoutEntry(
            id: id(workout), activity: WorkoutActivity(type: workout.type), type: workout.type,
            start: civilInstant(workout.start, workout), end: civilInstant(workout.end, workout),
            durationSeconds: seconds, energyKcal: workout.energyKcal.flatMap { $0 > 0 ? $0 : nil },
            distanceMetres: distance, averageHeartRateBpm: rates.average,
            maximumHeartRateBpm: rates.maximum, heartRateOrigin: rates.origin,
            speedMetresPerSecond: speed, chains: splits.chains(options.units),
            sourceIndex: workout.sourceIndex)
    }

    func id(_ workout: HealthWorkout) -> String {
        workout.id(source: ranking.sources[workout.sourceIndex])
    }

    func civilInstant(_ instant: HealthInstant, _ workout: HealthWorkout) -> CivilInstant {
        ranking.isFIT(workout.sourceIndex)
            ? clock.civilInstantOfFIT(
                instant, zone: workout.timeZone, statedOffsetMinutes: workout.utcOffsetMinutes)
            : clock.civilInstant(instant, zone: workout.timeZone, source: workout.sourceIndex)
    }

    /// Readings of the FIT file's own track, else samples of the workout's source.
    func heartRate(of workout: HealthWorkout, _ running: TimerTime) -> WorkoutHeartRate {
        let track = workout.track.compactMap { point in
            point.heartRateBpm.map { WorkoutHeartRate.Reading(timeMs: point.unixMs, bpm: $0) }
        }
        if !track.isEmpty { return WorkoutHeartRate(track, timerTime: running) }
        let samples = index.samplesStarting(in: running.range, .heartRate).filter {
            ranking.isSame($0.sourceIndex, workout.sourceIndex)
        }
        return WorkoutHeartRate(
            samples.map { WorkoutHeartRate.Reading(timeMs: $0.start.unixMs, bpm: $0.value) },
            timerTime: running)
    }

    /// An average that the file states counts, with its maximum; else readings; else a maximum alone.
    private func rates(
        _ workout: HealthWorkout, _ heartRate: WorkoutHeartRate, _ running: TimerTime
    ) -> (average: Double?, maximum: Double?, origin: HeartRateOrigin?) {
        if let average = workout.averageHeartRateBpm {
            return (average, workout.maximumHeartRateBpm, .statistics)
        }
        if let statistics = heartRate.statistics(in: running.range) {
            return (statistics.averageBpm, statistics.maximumBpm, .samples)
        }
        let maximum = workout.maximumHeartRateBpm
        if let average = averageHeartRateOfActivities(of: workout) {
            return (average, maximum, .statistics)
        }
        return (nil, maximum, maximum.map { _ in .statistics })
    }

    /// Mean of what the activities state, each for as long as it lasts: an import by an older version kept only that.
    private func averageHeartRateOfActivities(of workout: HealthWorkout) -> Double? {
        var (weight, sum) = (0.0, 0.0)
        for part in workout.parts where part.kind == .activity {
            let end = max(part.startMs, part.endMs ?? workout.end.unixMs)
            guard let bpm = part.averageHeartRateBpm else { continue }
            let seconds = part.durationSeconds ?? Double(end - part.startMs) / 1000
            weight += seconds
            sum += seconds * bpm
        }
        return weight > 0 ? sum / weight : nil
    }

    /// Differences of the FIT file's own track, from its first point on; else the samples of the
    /// workout's source, of the kind of distance with the largest sum.
    private func distanceCurve(of workout: HealthWorkout, _ running: TimerTime) -> DistanceCurve {
        let points = workout.track.compactMap { point in
            point.distanceMetres.map { (timeMs: point.unixMs, metres: $0) }
        }
        if points.count > 1 {
            return DistanceCurve(
                zip(points, points.dropFirst()).map {
                    .init(startMs: $0.timeMs, endMs: $1.timeMs, metres: $1.metres - $0.metres)
                }, timerTime: running)
        }
        let curves = HealthQuantity.allCases.filter(\.isDistance).map { quantity in
            DistanceCurve(distanceSamples(quantity, of: workout, running), timerTime: running)
        }
        return curves.max { $0.totalMetres < $1.totalMetres }
            ?? DistanceCurve([], timerTime: running)
    }

    /// Samples that reach into the workout; none is longer than a day.
    private func distanceSamples(
        _ quantity: HealthQuantity, of workout: HealthWorkout, _ running: TimerTime
    ) -> [DistanceCurve.DistanceSample] {
        let range = running.range
        let searchRange = (range.lowerBound - CivilInstant.dayMs)..<range.upperBound
        return index.samplesStarting(in: searchRange, quantity).filter {
            ranking.isSame($0.sourceIndex, workout.sourceIndex)
                && $0.end.unixMs >= range.lowerBound
        }.map {
            DistanceCurve.DistanceSample(
                startMs: $0.start.unixMs, endMs: $0.end.unixMs, metres: $0.value)
        }
    }
}
