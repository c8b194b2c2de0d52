package import PhysioTypes

/// A workout of the timeline.
package struct WorkoutEntry: Sendable, Hashable {
    /// First 16 hexadecimal digits of the SHA-256 of `origin|type|source|start_ms|end_ms`.
    package var id: String
    package var activity: WorkoutActivity
    /// The type as the file has it.
    package var type: String
    package var start: CivilInstant
    package var end: CivilInstant
    /// Time without pauses; s.
    package var durationSeconds: Double
    package var energyKcal: Double?
    package var distanceMetres: Double?
    package var averageHeartRateBpm: Double?
    package var maximumHeartRateBpm: Double?
    /// The origin of the heart rates; nil without a heart rate.
    package var heartRateOrigin: HeartRateOrigin?
    package var speedMetresPerSecond: Double?
    /// Every chain of splits, the first of them the one that the cell counts.
    package var chains: [SplitChain]
    package var sourceIndex: Int
    /// Other copies of the same workout.
    package var copies: [WorkoutCopy]

    package init(
        id: String, activity: WorkoutActivity, type: String, start: CivilInstant, end: CivilInstant,
        durationSeconds: Double, energyKcal: Double? = nil, distanceMetres: Double? = nil,
        averageHeartRateBpm: Double? = nil, maximumHeartRateBpm: Double? = nil,
        heartRateOrigin: HeartRateOrigin? = nil, speedMetresPerSecond: Double? = nil,
        chains: [SplitChain] = [],
        sourceIndex: Int, copies: [WorkoutCopy] = []
    ) {
        self.id = id
        self.activity = activity
        self.type = type
        self.start = start
        self.end = end
        self.durationSeconds = durationSeconds
        self.energyKcal = energyKcal
        self.distanceMetres = distanceMetres
        self.averageHeartRateBpm = averageHeartRateBpm
        self.maximumHeartRateBpm = maximumHeartRateBpm
        self.heartRateOrigin = heartRateOrigin
        self.speedMetresPerSecond = speedMetresPerSecond
        self.chains = chains
        self.sourceIndex = sourceIndex
        self.copies = copies
    }
}

/// The origin of the heart rates of a workout; the raw values are what programs read.
package enum HeartRateOrigin: String, Sendable {
    /// The file states average and maximum.
    case statistics
    /// Samples of the workout's source within it.
    case samples
}

/// Another copy of a workout, by another source.
package struct WorkoutCopy: Sendable, Hashable {
    package var id: String
    package var sourceIndex: Int

    package init(id: String, sourceIndex: Int) {
        self.id = id
        self.sourceIndex = sourceIndex
    }
}

/// The name under which a workout is shown; the raw values are what programs read.
package enum WorkoutActivity: String, Sendable, CaseIterable {
    case run
    case cycling
    case swimming
    case walk
    case hike
    case yoga
    case strengthFunctional = "strength_functional"
    case strengthTraditional = "strength_traditional"
    case hiit
    /// Anything else; its type stands in words beneath.
    case workout
}

/// Splits of a workout that follow one another.
package struct SplitChain: Sendable, Hashable {
    /// The kind of the splits; the raw values are what programs read.
    package enum Kind: String, Sendable, CaseIterable {
        case activities
        case laps
        case kilometres
        case miles
        case segments
        /// Kilometres, or miles, computed from samples of distance.
        case computed
    }

    package var kind: Kind
    package var splits: [Split]
    /// Length of a full split of kilometres, miles and computed chains; m; nil for the others.
    package var unitMetres: Double?

    package init(_ kind: Kind, _ splits: [Split], unitMetres: Double? = nil) {
        self.kind = kind
        self.splits = splits
        self.unitMetres = unitMetres
    }

    /// Splits without the rest at the end, which is listed and not counted.
    package var count: Int { splits.count { !$0.isPartial } }
}

/// One split.
package struct Split: Sendable, Hashable {
    /// The number of the split, counted from 1.
    package var index: Int
    package var startMs: Int64
    package var endMs: Int64
    /// s.
    package var durationSeconds: Double
    package var distanceMetres: Double?
    package var averageHeartRateBpm: Double?
    package var speedMetresPerSecond: Double?
    /// True if the split is the rest that is shorter than the unit.
    package var isPartial: Bool

    package init(
        index: Int, startMs: Int64, endMs: Int64, durationSeconds: Double,
        distanceMetres: Double? = nil,
        averageHeartRateBpm: Double? = nil, speedMetresPerSecond: Double? = nil,
        isPartial: Bool = false
    ) {
        self.index = index
        self.startMs = startMs
        self.endMs = endMs
        self.durationSeconds = durationSeconds
        self.distanceMetres = distanceMetres
        self.averageHeartRateBpm = averageHeartRateBpm
        self.speedMetresPerSecond = speedMetresPerSecond
        self.isPartial = isPartial
    }
}
