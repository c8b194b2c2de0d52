package import HealthRecords

/// The contents of the page of a workout, with the entry itself.
package struct WorkoutDetail: Sendable, Hashable {
    /// A heart rate at a moment.
    package struct HeartRate: Sendable, Hashable {
        /// ms since 1970.
        package let timeMs: Int64
        package let bpm: Double
    }

    package let entry: WorkoutEntry
    /// Readings during the workout, ascending; also those in pauses.
    package let heartRates: [HeartRate]
    package let pauses: [WorkoutPause]
}

extension TimelineBuilder {
    /// The page of a workout.
    ///
    /// - Parameter id: that of ``WorkoutEntry/id``, also that of a copy.
    /// - Parameter data: the records around the workout.
    /// - Returns: nil where no workout has the id.
    package static func workout(
        _ id: String, in data: HealthData, options: TimelineOptions
    ) -> WorkoutDetail? {
        let days = TimelineDays(data, options: options)
        let builder = WorkoutEntryBuilder(
            ranking: days.ranking, index: days.index, clock: days.clock, options: options)
        let known = data.workouts.filter { data.sources.indices.contains($0.sourceIndex) }
        guard let workout = known.first(where: { builder.id($0) == id }) else { return nil }
        var entry = builder.entry(workout)
        let group = WorkoutCopies.groups(known, days.ranking).first { group in
            group.contains { builder.id($0) == id }
        }
        entry.copies = (group ?? []).filter { $0 != workout }.map {
            WorkoutCopy(id: builder.id($0), sourceIndex: $0.sourceIndex)
        }
        let rates = builder.heartRate(of: workout, TimerTime(workout)).readings
        return WorkoutDetail(
            entry: entry,
            heartRates: rates.map { HeartRate(timeMs: $0.timeMs, bpm: $0.bpm) },
            pauses: workout.pauses)
    }

    private typealias HeartRate = WorkoutDetail.HeartRate
}
