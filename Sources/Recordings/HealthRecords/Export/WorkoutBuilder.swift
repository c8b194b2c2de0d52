/// A workout that has begun: what its attributes say, and what the elements in it add.
struct WorkoutBuilder {
    private var base: HealthWorkout
    /// Name of the zone that the workout, or an activity in it, states.
    var timeZone: String?
    /// `totalEnergyBurned` and `totalDistance` of older exports.
    private var totalEnergyKcal: Double?
    private var totalDistanceMetres: Double?
    private var statistics = WorkoutStatistics()
    private var events = WorkoutEvents()
    private var activities: [Activity] = []
    /// The activity that is open; nil between activities.
    private var activity: Activity?
    private var numbers = WorkoutNumberParser()
    private var eventCount = 0
    /// Length of the pool that the workout states; m.
    private var poolLengthMetres: Double?

    /// One of several activities of a workout.
    private struct Activity {
        var part: WorkoutPart
        var statistics = WorkoutStatistics()
        var events = WorkoutEvents()
    }

    /// Most activities of a workout that are read.
    private static let maxActivityCount = 1000
    /// Most events of a workout and its activities that are read. A watch writes one for each kilometre, mile, lap and
    /// pause: so many are a run of 6000 km.
    static let maxEventCount = 10_000

    /// - Parameter workout: type, times and source.
    init(_ workout: HealthWorkout, _ attributes: XMLAttributes) {
        base = workout
        base.durationSeconds = numbers.durationSeconds(attributes)
        let energy = numbers.kilocalories(
            attributes.value("totalEnergyBurned"), attributes.value("totalEnergyBurnedUnit"))
        totalEnergyKcal = energy.flatMap { $0 > 0 ? $0 : nil }
        totalDistanceMetres = numbers.metres(
            attributes.value("totalDistance"), attributes.value("totalDistanceUnit"))
    }

    // MARK: Elements

    /// Takes an element in the workout.
    ///
    /// - Returns: whether the element is one that workouts have.
    mutating func start(
        _ name: XMLText, _ attributes: XMLAttributes, _ writtenOffsets: inout Set<Int>
    ) -> Bool {
        if name == "WorkoutEvent" {
            eventCount += 1
            guard eventCount <= Self.maxEventCount else { return true }
            if activity != nil {
                activity?.events.add(attributes, &numbers, &writtenOffsets)
            } else {
                events.add(attributes, &numbers, &writtenOffsets)
            }
        } else if name == "WorkoutStatistics" {
            if activity != nil {
                activity?.statistics.add(attributes, &numbers)
            } else {
                statistics.add(attributes, &numbers)
            }
        } else if name == "WorkoutActivity" {
            guard let start = attributes.value("startDate").flatMap(HealthDate.instant) else {
                return true
            }
            let end = attributes.value("endDate").flatMap(HealthDate.instant)
            for instant in [start, end].compactMap(\.self) {
                writtenOffsets.insert(instant.writtenOffsetMinutes)
            }
            activity = Activity(
                part: WorkoutPart(
                    .activity, startMs: start.unixMs,
                    endMs: end.flatMap { $0 >= start ? $0.unixMs : nil },
                    durationSeconds: numbers.durationSeconds(attributes)))
        } else {
            return false
        }
        return true
    }

    /// Takes the length of the pool: `25 m`.
    mutating func setLapLength(_ text: XMLText) {
        poolLengthMetres = numbers.poolLengthMetres(text)
    }

    mutating func endActivity() {
        if let activity, activities.count < Self.maxActivityCount { activities.append(activity) }
        activity = nil
    }

    /// The reasons for the parts that were left out of the workout, one for each.
    var errors: [HealthRecordError] {
        [HealthRecordError](repeating: .badValue, count: numbers.rejectedCount)
            + (eventCount > Self.maxEventCount ? [.badRecord] : [])
    }

    // MARK: The workout

    /// The workout as far as the file states it.
    func workout() -> HealthWorkout {
        var workout = base
        workout.timeZone = timeZone
        workout.energyKcal = energyKcal ?? totalEnergyKcal
        workout.distanceMetres = distanceMetres ?? totalDistanceMetres
        // What a lone activity states is what the workout states.
        let singleActivityStatistics =
            activities.count == 1 ? activities[0].statistics : WorkoutStatistics()
        workout.averageHeartRateBpm =
            statistics.averageHeartRateBpm ?? singleActivityStatistics.averageHeartRateBpm
            ?? averageHeartRateOfActivities
        workout.maximumHeartRateBpm =
            statistics.maximumHeartRateBpm
            ?? activities.compactMap(\.statistics.maximumHeartRateBpm).max()
        if let distance = workout.distanceMetres, let duration = workout.durationSeconds,
            duration > 0
        {
            workout.speedMetresPerSecond = distance / duration
        }
        var events = events
        // Exports repeat the events of activities in the workout; where they do not, those of the activities count.
        if events.isEmpty { for activity in activities { events.add(activity.events) } }
        workout.pauses = events.pauses(until: base.end.unixMs)
        let parts = events.parts.map { part in
            var part = part
            if part.kind == .lap, part.distanceMetres == nil {
                part.distanceMetres = poolLengthMetres
            }
            return part
        }
        workout.parts = (activities.count > 1 ? activities.map(part) : []) + parts
        return workout
    }

    /// Mean of the averages that the activities state, each for as long as it lasts; nil where none does.
    private var averageHeartRateOfActivities: Double? {
        var (weight, sum) = (0.0, 0.0)
        for activity in activities {
            guard let bpm = activity.statistics.averageHeartRateBpm else { continue }
            // One without an end ends with the workout.
            let endMs = activity.part.endMs ?? base.end.unixMs
            let seconds =
                activity.part.durationSeconds
                ?? max(0, Double(endMs - activity.part.startMs) / 1000)
            weight += seconds
            sum += seconds * bpm
        }
        return weight > 0 ? sum / weight : nil
    }

    private func part(_ activity: Activity) -> WorkoutPart {
        var part = activity.part
        part.distanceMetres = activity.statistics.largestDistanceMetres
        part.averageHeartRateBpm = activity.statistics.averageHeartRateBpm
        if let distance = part.distanceMetres, let duration = part.durationSeconds, duration > 0 {
            part.speedMetresPerSecond = distance / duration
        }
        return part
    }

    private var energyKcal: Double? {
        statistics.energyKcal ?? Self.sum(activities.map(\.statistics.energyKcal))
    }

    /// The largest of the distances that are stated; those of several activities are added up.
    private var distanceMetres: Double? {
        let statedValues = activities.map(\.statistics.largestDistanceMetres)
        if activities.count > 1 {
            return Self.sum(statedValues) ?? Self.sum(statistics.distancesMetres)
        }
        return statistics.largestDistanceMetres ?? Self.sum(statedValues)
    }

    private static func sum(_ values: [Double?]) -> Double? {
        let statedValues = values.compactMap(\.self)
        return statedValues.isEmpty ? nil : statedValues.reduce(0, +)
    }
}

/// The values that the statistics of a workout, or of an activity in it, state.
struct WorkoutStatistics {
    private(set) var energyKcal: Double?
    private(set) var averageHeartRateBpm: Double?
    private(set) var maximumHeartRateBpm: Double?
    /// Distances by their way, such as on foot; m.
    private(set) var distancesMetres: [Double] = []

    var largestDistanceMetres: Double? { distancesMetres.max() }

    /// Most distances that are read: exports have one for each way.
    private static let maxDistanceCount = 32

    mutating func add(_ attributes: XMLAttributes, _ numbers: inout WorkoutNumberParser) {
        let prefix: StaticString = "HKQuantityTypeIdentifier"
        guard let type = attributes.value("type"), type.hasPrefix(prefix) else { return }
        let name = type.dropFirst(prefix.utf8CodeUnitCount)
        let unit = attributes.value("unit")
        if name == "ActiveEnergyBurned" {
            energyKcal = numbers.kilocalories(attributes.value("sum"), unit)
        } else if name == "HeartRate" {
            averageHeartRateBpm = numbers.heartRate(attributes.value("average"), unit)
            maximumHeartRateBpm = numbers.heartRate(attributes.value("maximum"), unit)
        } else if HealthKind.distance(name) != nil, distancesMetres.count < Self.maxDistanceCount,
            let metres = numbers.metres(attributes.value("sum"), unit)
        {
            distancesMetres.append(metres)
        }
    }
}
