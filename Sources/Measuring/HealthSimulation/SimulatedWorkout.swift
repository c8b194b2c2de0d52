/// A kind of workout, each with its own way of being written.
package enum SimulatedActivity: String, Sendable, CaseIterable {
    /// Segments of kilometres and miles, interleaved.
    case run
    /// Pauses, and a duration without them; no chain but the computed one.
    case pausedRun = "paused_run"
    /// Lap events that mark boundaries.
    case ride
    /// Lap events with durations; yards.
    case swim
    /// Heart rates as samples alone.
    case walk
    /// Miles, hours and large calories.
    case hike
    case yoga
    case functionalStrength = "functional_strength"
    case traditionalStrength = "traditional_strength"
    /// No duration; pauses.
    case hiit
    /// Three activities, the last without an end.
    case triathlon
    /// No energy (0) and no distance.
    case rowing

    /// The type in the file.
    package var type: String { "HKWorkoutActivityType" + typeSuffix }

    private var typeSuffix: String {
        switch self {
        case .run, .pausedRun: "Running"
        case .ride: "Cycling"
        case .swim: "Swimming"
        case .walk: "Walking"
        case .hike: "Hiking"
        case .yoga: "Yoga"
        case .functionalStrength: "FunctionalStrengthTraining"
        case .traditionalStrength: "TraditionalStrengthTraining"
        case .hiit: "HighIntensityIntervalTraining"
        case .triathlon: "SwimBikeRun"
        case .rowing: "Rowing"
        }
    }

    /// The kind of the distance samples; nil without a distance.
    var distanceKind: HealthKind? {
        switch self {
        case .run, .pausedRun, .walk, .hike: .distanceWalkingRunning
        case .ride: .distanceCycling
        case .swim: .distanceSwimming
        default: nil
        }
    }

    /// The unit of distances, and its length; m.
    var distanceUnit: (name: String, metres: Double) {
        switch self {
        case .hike: ("mi", 1609.344)
        case .swim: ("yd", 0.9144)
        case .ride: ("m", 1)
        default: ("km", 1000)
        }
    }

    /// Usual speed; m/s; 0 without a distance.
    var metresPerSecond: Double {
        switch self {
        case .run, .pausedRun: 2.8
        case .ride: 6.5
        case .swim: 0.9
        case .walk: 1.4
        case .hike: 1.2
        default: 0
        }
    }
}

/// A time from one moment to another; ms since 1970.
package struct SimulatedSpan: Sendable, Equatable {
    package var startMs: Int64
    package var endMs: Int64

    package init(startMs: Int64, endMs: Int64) {
        self.startMs = startMs
        self.endMs = endMs
    }

    var lengthMs: Int64 { endMs - startMs }
}

/// A distance covered in a time; hundredths of a metre, so that sums are exact.
struct SimulatedDistance: Sendable, Equatable {
    var span: SimulatedSpan
    var centimetres: Int
}

/// A part of a workout that splits it, as its file states it.
package struct SimulatedSplit: Sendable, Equatable {
    package var startMs: Int64
    package var endMs: Int64
    /// The duration without pauses; s.
    package var durationSeconds: Double
    package var distanceMetres: Double?
    package var averageBpm: Double?
    /// True if it is the remaining part that is shorter than the unit.
    package var isPartial: Bool

    package init(
        startMs: Int64, endMs: Int64, durationSeconds: Double, distanceMetres: Double? = nil,
        averageBpm: Double? = nil, isPartial: Bool = false
    ) {
        self.startMs = startMs
        self.endMs = endMs
        self.durationSeconds = durationSeconds
        self.distanceMetres = distanceMetres
        self.averageBpm = averageBpm
        self.isPartial = isPartial
    }
}

/// A workout, with what its file states and what is true of it.
package struct SimulatedWorkout: Sendable {
    package var activity: SimulatedActivity
    package var day: Int
    package var device: HealthDevice
    package var startMs: Int64
    package var endMs: Int64
    package var pauses: [SimulatedSpan] = []
    /// Heart rates every 5 s while the timer runs; beats/min.
    var heartRates: [(ms: Int64, bpm: Int)] = []
    /// Distances every 10 s while the timer runs.
    var distances: [SimulatedDistance] = []
    package var energyKcal: Double?
    /// A flag that the file states average and maximum of the heart rates.
    package var hasHeartRateStatistics = false
    /// Chains of splits that the file states: activities, laps, kilometres or miles.
    package var chains: [(kind: String, splits: [SimulatedSplit])] = []
    /// The kinds and distances of the activities; cm.
    var activityDistances: [(kind: HealthKind, centimetres: Int)] = []
    /// A flag that an application stores a copy, from 3 s later to 5 s earlier.
    package var hasAppCopy = false
    /// A flag that a FIT file holds a copy.
    package var hasFITCopy = false

    /// Times in which the timer ran.
    var activeSpans: [SimulatedSpan] {
        var spans: [SimulatedSpan] = []
        var start = startMs
        for pause in pauses {
            spans.append(SimulatedSpan(startMs: start, endMs: pause.startMs))
            start = pause.endMs
        }
        spans.append(SimulatedSpan(startMs: start, endMs: endMs))
        return spans
    }

    /// Time without pauses; s.
    package var durationSeconds: Double {
        Double(activeSpans.reduce(0) { $0 + $1.lengthMs }) / 1000
    }

    var centimetres: Int {
        distances.reduce(0) { $0 + $1.centimetres }
            + activityDistances.reduce(0) { $0 + $1.centimetres }
    }

    package var distanceMetres: Double? {
        centimetres > 0 ? Double(centimetres) / 100 : nil
    }

    /// Mean of the heart rates, each of which holds for 5 s; beats/min.
    package var averageBpm: Double? {
        guard !heartRates.isEmpty else { return nil }
        let mean = Double(heartRates.reduce(0) { $0 + $1.bpm }) / Double(heartRates.count)
        return hasHeartRateStatistics ? HealthNumber.rounded(mean, 3) : mean
    }

    package var maximumBpm: Double? { heartRates.map { Double($0.bpm) }.max() }

    package var speedMetresPerSecond: Double? {
        distanceMetres.map { $0 / durationSeconds }
    }

    /// Returns the points at which the cumulated distance passes each multiple of a length, linear
    /// within a sample.
    ///
    /// - Returns: the moment (ms since 1970) and the time that the timer ran until then (s).
    func crossings(ofMetres length: Double) -> [(ms: Double, seconds: Double)] {
        var crossings: [(ms: Double, seconds: Double)] = []
        var coveredCentimetres = 0
        var activeMs: Int64 = 0
        for distance in distances {
            let after = coveredCentimetres + distance.centimetres
            while Double(after) >= length * 100 * Double(crossings.count + 1) {
                let wanted = length * 100 * Double(crossings.count + 1) - Double(coveredCentimetres)
                let share = wanted / Double(distance.centimetres)
                let inside = share * Double(distance.span.lengthMs)
                crossings.append(
                    (
                        Double(distance.span.startMs) + inside,
                        (Double(activeMs) + inside) / 1000
                    ))
            }
            coveredCentimetres = after
            activeMs += distance.span.lengthMs
        }
        return crossings
    }

    /// Splits of a length by the distance samples, a rest at the end; empty without samples.
    package func computedSplits(ofMetres length: Double) -> [SimulatedSplit] {
        guard !distances.isEmpty else { return [] }
        var splits: [SimulatedSplit] = []
        var last = (ms: Double(startMs), seconds: 0.0)
        for crossing in crossings(ofMetres: length) {
            splits.append(
                SimulatedSplit(
                    startMs: Int64(last.ms.rounded()), endMs: Int64(crossing.ms.rounded()),
                    durationSeconds: crossing.seconds - last.seconds, distanceMetres: length))
            last = crossing
        }
        let rest = Double(centimetres) / 100 - length * Double(splits.count)
        if rest > 0 {
            splits.append(
                SimulatedSplit(
                    startMs: Int64(last.ms.rounded()), endMs: endMs,
                    durationSeconds: durationSeconds - last.seconds, distanceMetres: rest,
                    isPartial: true))
        }
        return splits
    }
}
