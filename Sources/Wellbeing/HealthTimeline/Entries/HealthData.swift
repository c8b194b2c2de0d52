package import HealthRecords
package import PhysioTypes

/// The kept records of a range of time, as the timeline is made of.
package struct HealthData: Sendable {
    /// What the records' `sourceIndex` counts in.
    package var sources: [HealthSource]
    /// Indices in `sources` in the person's order, best first; those that are not named follow by the rules.
    package var preferredSources: [Int]
    /// By start.
    package var samples: [HealthSample]
    /// By start.
    package var sleep: [SleepSample]
    /// By start.
    package var beatSegments: [BeatSegment]
    /// By start.
    package var workouts: [HealthWorkout]
    /// By start.
    package var breathing: [BreathingEntry]
    /// Every offset in which the files write their dates; min.
    package var writtenOffsetsMinutes: Set<Int>

    package init(
        sources: [HealthSource] = [], preferredSources: [Int] = [], samples: [HealthSample] = [],
        sleep: [SleepSample] = [], beatSegments: [BeatSegment] = [], workouts: [HealthWorkout] = [],
        breathing: [BreathingEntry] = [], writtenOffsetsMinutes: Set<Int> = []
    ) {
        self.sources = sources
        self.preferredSources = preferredSources
        self.samples = samples
        self.sleep = sleep
        self.beatSegments = beatSegments
        self.workouts = workouts
        self.breathing = breathing
        self.writtenOffsetsMinutes = writtenOffsetsMinutes
    }
}

/// How a timeline is made.
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
    /// Whether every copy of a workout is an entry of its own.
    package var showsAllSources = false
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
