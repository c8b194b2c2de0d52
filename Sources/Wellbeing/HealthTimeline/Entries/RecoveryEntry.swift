package import HealthRecords
package import PhysioTypes

/// The data that belong to a morning: the sleep before it, the vitals of the night, and naps of the
/// day.
package struct RecoveryEntry: Sendable, Hashable {
    package var date: CivilDate
    package var sleep: SleepEntry?
    package var vitals: VitalsEntry?
    package var naps: [SleepEntry]

    package init(
        date: CivilDate, sleep: SleepEntry? = nil, vitals: VitalsEntry? = nil,
        naps: [SleepEntry] = []
    ) {
        self.date = date
        self.sleep = sleep
        self.vitals = vitals
        self.naps = naps
    }
}

/// A night, or a nap.
package struct SleepEntry: Sendable, Hashable {
    /// First and last instant of a counted sample.
    package var start: CivilInstant
    package var end: CivilInstant
    /// REM, core, deep and unspecified together; s; nil where there are in-bed samples alone.
    package var totalSeconds: Double?
    package var awakeSeconds: Double
    package var remSeconds: Double
    package var coreSeconds: Double
    package var deepSeconds: Double
    package var unspecifiedSeconds: Double
    package var inBedSeconds: Double
    /// Pieces of one stage, ascending, without overlap; in-bed pieces only where there is nothing else.
    package var segments: [SleepSegment]
    /// The source that leads.
    package var sourceIndex: Int

    package init(
        start: CivilInstant, end: CivilInstant, totalSeconds: Double?, awakeSeconds: Double,
        remSeconds: Double,
        coreSeconds: Double, deepSeconds: Double, unspecifiedSeconds: Double, inBedSeconds: Double,
        segments: [SleepSegment], sourceIndex: Int
    ) {
        self.start = start
        self.end = end
        self.totalSeconds = totalSeconds
        self.awakeSeconds = awakeSeconds
        self.remSeconds = remSeconds
        self.coreSeconds = coreSeconds
        self.deepSeconds = deepSeconds
        self.unspecifiedSeconds = unspecifiedSeconds
        self.inBedSeconds = inBedSeconds
        self.segments = segments
        self.sourceIndex = sourceIndex
    }
}

/// A piece of a night in one stage.
package struct SleepSegment: Sendable, Hashable {
    package var stage: SleepStage
    package var startMs: Int64
    package var endMs: Int64
    package var sourceIndex: Int

    package init(stage: SleepStage, startMs: Int64, endMs: Int64, sourceIndex: Int) {
        self.stage = stage
        self.startMs = startMs
        self.endMs = endMs
        self.sourceIndex = sourceIndex
    }
}

/// The vitals of a night or of a day.
package struct VitalsEntry: Sendable, Hashable {
    package var restingHeartRateBpm: VitalValue?
    package var hrvSDNNMs: VitalValue?
    package var respiratoryRatePerMinute: VitalValue?
    /// The variability from the beats of the night; nil where there are too few.
    package var beats: NightHRV?
    /// Segments of the night with a difference of NN intervals, and these differences, also where they are too few.
    package var beatSegmentCount = 0
    package var differenceCount = 0
    /// The reason that there are no values from the beats; nil where there are some.
    package var missingBeatsReason: MissingHealthValueReason?

    package init(
        restingHeartRateBpm: VitalValue? = nil, hrvSDNNMs: VitalValue? = nil,
        respiratoryRatePerMinute: VitalValue? = nil, beats: NightHRV? = nil
    ) {
        self.restingHeartRateBpm = restingHeartRateBpm
        self.hrvSDNNMs = hrvSDNNMs
        self.respiratoryRatePerMinute = respiratoryRatePerMinute
        self.beats = beats
        beatSegmentCount = beats?.beatSegmentCount ?? 0
        differenceCount = beats?.differenceCount ?? 0
    }
}

/// A vital sign and what it comes from.
package struct VitalValue: Sendable, Hashable {
    /// The raw values are what programs read.
    package enum Origin: String, Sendable {
        /// The median of the samples that start in the night.
        case night
        /// The newest sample of the date.
        case day
    }

    package var value: Double
    package var origin: Origin
    /// The number of samples that the value comes from.
    package var count: Int

    package init(value: Double, origin: Origin, count: Int) {
        self.value = value
        self.origin = origin
        self.count = count
    }
}

/// Heart-rate variability from the beats of a night.
package struct NightHRV: Sendable, Hashable {
    /// The RMSSD without the part that the grid of 10 ms adds; ms.
    package var rmssdMs: Double
    /// The RMSSD of the times as they are recorded; ms.
    package var rawRMSSDMs: Double
    package var pNN50Percent: Double
    package var meanHeartRateBpm: Double
    package var beatSegmentCount: Int
    package var differenceCount: Int

    package init(
        rmssdMs: Double, rawRMSSDMs: Double, pNN50Percent: Double, meanHeartRateBpm: Double,
        beatSegmentCount: Int,
        differenceCount: Int
    ) {
        self.rmssdMs = rmssdMs
        self.rawRMSSDMs = rawRMSSDMs
        self.pNN50Percent = pNN50Percent
        self.meanHeartRateBpm = meanHeartRateBpm
        self.beatSegmentCount = beatSegmentCount
        self.differenceCount = differenceCount
    }
}
