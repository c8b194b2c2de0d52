/// The true content of the health records of a simulated person: what a reader of its files is to
/// find.
package struct SimulatedHealth: Sendable {
    /// A night or a nap.
    package struct Sleep: Sendable {
        /// Civil date of the end; days since 1970-01-01.
        package var date: Int
        /// First and last instant of what counts; ms since 1970.
        package var startMs: Int64
        package var endMs: Int64
        /// UTC offset of the clock on the wall, as far as the file states it; min.
        package var startOffsetMinutes: Int
        package var endOffsetMinutes: Int
        package var leader: HealthDevice
        /// Time in each stage; s.
        package var seconds: [SimulatedStage: Int]
        package var inBedSeconds: Int
        /// Asleep in any stage; s; nil where there are in-bed samples alone.
        package var asleepSeconds: Int?
        /// The pieces that count, ascending.
        package var pieces: [SimulatedSleepPiece]
    }

    /// A vital sign: the median of the night, or the newest value of the date.
    package struct Vital: Sendable, Equatable {
        package var value: Double
        package var isNightMedian: Bool
        package var count: Int
    }

    /// The vitals of a date.
    package struct Vitals: Sendable {
        package var date: Int
        package var restingBpm: Double?
        package var sdnnMs: Vital?
        package var breathsPerMinute: Vital?
        /// The RMSSD of the exact beats of the night; ms.
        package var rmssdMs: Double?
        /// The RMSSD of the same beats on the grid of 10 ms; ms.
        package var rawRMSSDMs: Double?
        package var beatSegmentCount = 0
        package var differenceCount = 0

        var isEmpty: Bool { restingBpm == nil && sdnnMs == nil && breathsPerMinute == nil }
    }

    /// A workout with the offset that the file states.
    package struct Workout: Sendable {
        package var workout: SimulatedWorkout
        package var startOffsetMinutes: Int
        package var endOffsetMinutes: Int
        /// Splits by the samples of distance, of a kilometre each.
        package var computed: [SimulatedSplit]
    }

    /// A record that only one of two exports of a person has.
    package struct Change: Sendable, Hashable {
        /// Identifier of the record's type, or `Workout`.
        package var type: String
        package var device: HealthDevice
        package var startMs: Int64
        package var endMs: Int64
    }

    package var nights: [Sleep] = []
    package var naps: [Sleep] = []
    package var vitals: [Vitals] = []
    package var workouts: [Workout] = []
    package var beatSegments: [SimulatedBeatSegment] = []
    /// The records that this export has and the one a week earlier has not, only of the kinds that
    /// a timeline stores.
    package var addedChanges: [Change] = []
    /// The records that the export a week earlier has and this one has not.
    package var removedChanges: [Change] = []
}
