/// A workout as its file states it; what is not stated is nil, and computed later.
package struct HealthWorkout: Sendable, Hashable {
    package var sourceIndex: Int
    /// The type as the file has it: `HKWorkoutActivityTypeRunning`, or of a FIT file `sport 1` or `sport 10 sub 20`.
    package var type: String
    package var start: HealthInstant
    package var end: HealthInstant
    /// Name of the zone in which the workout was done, where the file says so.
    package var timeZone: String?
    /// Offset of the wall's clock from UTC where the file itself states it (FIT, message 34); min.
    package var utcOffsetMinutes: Int?
    /// Time that the timer ran, without pauses; s.
    package var durationSeconds: Double?
    package var energyKcal: Double?
    package var distanceMetres: Double?
    package var averageHeartRateBpm: Double?
    package var maximumHeartRateBpm: Double?
    package var speedMetresPerSecond: Double?
    /// Times in which the timer stood still, ascending.
    package var pauses: [WorkoutPause]
    /// Parts that the file states, in its order.
    package var parts: [WorkoutPart]
    /// The values that a FIT file recorded during the workout, by time; empty for other files.
    package var track: [TrackPoint]
    /// R-R intervals of a FIT file; nil where there are none.
    package var beats: WorkoutBeats?

    package init(
        sourceIndex: Int, type: String, start: HealthInstant, end: HealthInstant,
        timeZone: String? = nil,
        utcOffsetMinutes: Int? = nil, durationSeconds: Double? = nil, energyKcal: Double? = nil,
        distanceMetres: Double? = nil, averageHeartRateBpm: Double? = nil,
        maximumHeartRateBpm: Double? = nil,
        speedMetresPerSecond: Double? = nil, pauses: [WorkoutPause] = [], parts: [WorkoutPart] = [],
        track: [TrackPoint] = [], beats: WorkoutBeats? = nil
    ) {
        self.sourceIndex = sourceIndex
        self.type = type
        self.start = start
        self.end = end
        self.timeZone = timeZone
        self.utcOffsetMinutes = utcOffsetMinutes
        self.durationSeconds = durationSeconds
        self.energyKcal = energyKcal
        self.distanceMetres = distanceMetres
        self.averageHeartRateBpm = averageHeartRateBpm
        self.maximumHeartRateBpm = maximumHeartRateBpm
        self.speedMetresPerSecond = speedMetresPerSecond
        self.pauses = pauses
        self.parts = parts
        self.track = track
        self.beats = beats
    }
}

/// A time in which the timer of a workout stood still.
package struct WorkoutPause: Sendable, Hashable {
    package var startMs: Int64
    package var endMs: Int64

    package init(startMs: Int64, endMs: Int64) {
        self.startMs = startMs
        self.endMs = endMs
    }
}

/// A part of a workout that the file states: one of several activities, a lap, or a segment event.
package struct WorkoutPart: Sendable, Hashable {
    /// The raw values are stored and never change.
    package enum Kind: Int, Sendable {
        /// A WorkoutActivity of the export.
        case activity = 1
        /// A lap event of the export, or a lap of a FIT file.
        case lap = 2
        /// A segment event of the export; segments of two chains are interleaved.
        case segment = 3
    }

    package var kind: Kind
    package var startMs: Int64
    /// End as stated; nil where only the beginning is stated, as of a lap event that marks a boundary.
    package var endMs: Int64?
    /// Length as stated; s.
    package var durationSeconds: Double?
    package var distanceMetres: Double?
    package var averageHeartRateBpm: Double?
    package var speedMetresPerSecond: Double?

    package init(
        _ kind: Kind, startMs: Int64, endMs: Int64? = nil, durationSeconds: Double? = nil,
        distanceMetres: Double? = nil, averageHeartRateBpm: Double? = nil,
        speedMetresPerSecond: Double? = nil
    ) {
        self.kind = kind
        self.startMs = startMs
        self.endMs = endMs
        self.durationSeconds = durationSeconds
        self.distanceMetres = distanceMetres
        self.averageHeartRateBpm = averageHeartRateBpm
        self.speedMetresPerSecond = speedMetresPerSecond
    }
}

/// The values that a FIT file recorded at one moment of a workout.
package struct TrackPoint: Sendable, Hashable {
    package var unixMs: Int64
    package var heartRateBpm: Double?
    /// Distance since the beginning of the file's activity; m.
    package var distanceMetres: Double?
    package var speedMetresPerSecond: Double?

    package init(
        unixMs: Int64, heartRateBpm: Double? = nil, distanceMetres: Double? = nil,
        speedMetresPerSecond: Double? = nil
    ) {
        self.unixMs = unixMs
        self.heartRateBpm = heartRateBpm
        self.distanceMetres = distanceMetres
        self.speedMetresPerSecond = speedMetresPerSecond
    }
}

/// The R-R intervals of a workout.
package struct WorkoutBeats: Sendable, Hashable {
    /// Time of the beat that begins the first interval.
    package var startMs: Int64
    /// Lengths; ms; above 0.
    package var intervalsMs: [Double]
    /// Indices of the intervals that do not follow the one before; ascending.
    package var gapIndices: [Int]

    package init(startMs: Int64, intervalsMs: [Double], gapIndices: [Int] = []) {
        self.startMs = startMs
        self.intervalsMs = intervalsMs
        self.gapIndices = gapIndices
    }
}
