/// A quantity that health files hold and the timeline uses. The raw values are stored and never change.
package enum HealthQuantity: Int, Sendable, CaseIterable {
    /// Beats/min.
    case heartRate = 1
    /// Beats/min; one value a day.
    case restingHeartRate = 2
    /// Standard deviation of the intervals of about a minute; ms.
    case sdnn = 3
    /// Root mean square of successive differences; ms.
    case rmssd = 4
    /// Breaths/min.
    case respiratoryRate = 5
    /// Distance on foot; m.
    case distanceWalkingRunning = 6
    /// Distance on a bicycle; m.
    case distanceCycling = 7
    /// Distance swum; m.
    case distanceSwimming = 8
    /// Any other distance, such as in a wheelchair or on skis; m.
    case distanceOther = 9

    /// True if the quantity is a distance, in m.
    package var isDistance: Bool { rawValue >= Self.distanceWalkingRunning.rawValue }
}

/// One value of a quantity over a time.
package struct HealthSample: Sendable, Hashable {
    package var quantity: HealthQuantity
    /// Index of the source in the list that belongs to the samples.
    package var sourceIndex: Int
    package var start: HealthInstant
    /// The end; not before `start`.
    package var end: HealthInstant
    /// The value in the unit of the quantity; finite.
    package var value: Double
    /// Name of the zone in which the sample was made, such as `Europe/Berlin`, where the file says so.
    package var timeZone: String?

    package init(
        _ quantity: HealthQuantity, sourceIndex: Int, start: HealthInstant, end: HealthInstant,
        value: Double,
        timeZone: String? = nil
    ) {
        self.quantity = quantity
        self.sourceIndex = sourceIndex
        self.start = start
        self.end = end
        self.value = value
        self.timeZone = timeZone
    }
}

/// A stage of sleep. The raw values are stored and never change.
package enum SleepStage: Int, Sendable, CaseIterable {
    case inBed = 0
    case awake = 1
    case rem = 2
    case core = 3
    case deep = 4
    /// Asleep, without a statement of the stage.
    case unspecified = 5

    package var isAsleep: Bool { rawValue >= Self.rem.rawValue }
}

/// A period in one stage of sleep, by one source.
package struct SleepSample: Sendable, Hashable {
    package var stage: SleepStage
    package var sourceIndex: Int
    package var start: HealthInstant
    /// The end; not before `start`.
    package var end: HealthInstant
    /// Name of the zone in which the sample was made, where the file says so.
    package var timeZone: String?

    package init(
        _ stage: SleepStage, sourceIndex: Int, start: HealthInstant, end: HealthInstant,
        timeZone: String? = nil
    ) {
        self.stage = stage
        self.sourceIndex = sourceIndex
        self.start = start
        self.end = end
        self.timeZone = timeZone
    }
}
