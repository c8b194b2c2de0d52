package import HealthRecords
package import PhysioTypes

/// The kept records of a range of time, as the timeline is made of.
package struct HealthData: Sendable {
    /// The sources that the records' `sourceIndex` refers to.
    package var sources: [HealthSource]
    /// Indices in `sources` in the person's order, best first; those that are not named follow by the rules.
    package var preferredSourceIndices: [Int]
    /// The samples, ordered by start.
    package var samples: [HealthSample]
    /// The sleep samples, ordered by start.
    package var sleep: [SleepSample]
    /// The segments of beats, ordered by start.
    package var beatSegments: [BeatSegment]
    /// The workouts, ordered by start.
    package var workouts: [HealthWorkout]
    /// The breathing sessions, ordered by start.
    package var breathing: [BreathingEntry]
    /// Every offset in which the files write their dates; min.
    package var utcOffsetsMinutes: Set<Int>

    package init(
        sources: [HealthSource] = [], preferredSourceIndices: [Int] = [],
        samples: [HealthSample] = [],
        sleep: [SleepSample] = [], beatSegments: [BeatSegment] = [], workouts: [HealthWorkout] = [],
        breathing: [BreathingEntry] = [], utcOffsetsMinutes: Set<Int> = []
    ) {
        self.sources = sources
        self.preferredSourceIndices = preferredSourceIndices
        self.samples = samples
        self.sleep = sleep
        self.beatSegments = beatSegments
        self.workouts = workouts
        self.breathing = breathing
        self.utcOffsetsMinutes = utcOffsetsMinutes
    }
}

/// The options by which a timeline is made.
package struct TimelineOptions: Sendable {
    /// The raw values are what `--like` takes.
    package enum Rules: String, Sendable, CaseIterable {
        case standard
        /// The first design's rules, for comparison.
        case reference
    }

    /// The raw values are what `--units` takes.
    package enum Units: String, Sendable, CaseIterable {
        case metric
        case imperial
    }

    package var rules = Rules.standard
    package var units = Units.metric
    /// True if every copy of a workout is an entry of its own.
    package var showsAllCopies = false
    /// The zone of the person's home.
    package var homeZone: ZoneRules
    /// Rules of a zone by its name; nil for a name that is not known.
    package var zoneRules: @Sendable (_ name: String) -> ZoneRules?

    package init(
        homeZone: ZoneRules,
        zoneRules: @escaping @Sendable (_ name: String) -> ZoneRules? = { _ in nil }
    ) {
        self.homeZone = homeZone
        self.zoneRules = zoneRules
    }
}
