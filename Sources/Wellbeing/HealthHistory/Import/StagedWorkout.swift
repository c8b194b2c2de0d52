import HealthRecords

/// A workout on its way into the store, and as it is kept: except for its clock.
struct StagedWorkout: Equatable {
    /// The workout without what the row states elsewhere: the index of the source, offsets and zone.
    var workout: HealthWorkout
    /// Key in `source`.
    var source: Int64
    /// Index of the clock in the file's list of clocks.
    var clock: UInt16

    init(_ workout: HealthWorkout, source: Int64, clock: UInt16) {
        self.workout = workout
        self.workout.sourceIndex = 0
        self.workout.start.writtenOffsetMinutes = 0
        self.workout.end.writtenOffsetMinutes = 0
        self.workout.timeZone = nil
        self.source = source
        self.clock = clock
    }

    var key: WorkoutKey {
        WorkoutKey(
            startMs: workout.start.unixMs, endMs: workout.end.unixMs, source: source,
            type: workout.type)
    }
}

/// The properties by which a workout is identified.
struct WorkoutKey: Hashable {
    var startMs: Int64
    var endMs: Int64
    /// Key in `source`.
    var source: Int64
    var type: String
}
