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

    /// One of several activities of a workout.
    private struct Activity {
        var part: WorkoutPart
        var statistics = WorkoutStatistics()
        var events = WorkoutEvents()
    }

    /// Most activities of a workout that are read.
    private static let activityLimit = 1000

    /// - Parameter workout: type, times and source.
    init(_ workout: HealthWorkout, _ attributes: XMLAttributes) {
        base = workout
        base.durationSeconds = Self.seconds(attributes)
        let energy = Self.kilocalories(
            attributes.value("totalEnergyBurned"), attributes.value("totalEnergyBurnedUnit"))
        totalEnergyKcal = energy.flatMap { $0 > 0 ? $0 : nil }
        totalDistanceMetres = Self.metres(
            attributes.value("totalDistance"), attributes.value("totalDistanceUnit"))
    }

    // MARK: Elements

    /// Takes an element in the workout.
    ///
    /// - Returns: whether the element is one that workouts have.
    mutating func start(
        _ name: XMLText, _ attributes: XMLAttributes, _ offsets: inout Set<Int>
    ) -> Bool {
        if name == "WorkoutEvent" {
            if activity != nil {
                activity?.events.add(attributes, &offsets)
            } else {
                events.add(attributes, &offsets)
            }
        } else if name == "WorkoutStatistics" {
            if activity != nil {
                activity?.statistics.add(attributes)
            } else {
                statistics.add(attributes)
            }
        } else if name == "WorkoutActivity" {
            guard let start = attributes.value("startDate").flatMap(HealthDate.instant) else {
                return true
            }
            let end = attributes.value("endDate").flatMap(HealthDate.instant)
            for instant in [start, end].compactMap(\.self) {
                offsets.insert(instant.writtenOffsetMinutes)
            }
            activity = Activity(
                part: WorkoutPart(
                    .activity, startMs: start.unixMs,
                    endMs: end.flatMap { $0 >= start ? $0.unixMs : nil },
                    durationSeconds: Self.seconds(attributes)))
        } else {
            return false
        }
        return true
    }

    mutating func endActivity() {
        if let activity, activities.count < Self.activityLimit { activities.append(activity) }
        activity = nil
    }

    // MARK: The workout

    /// The workout as far as the file states it.
    func workout() -> HealthWorkout {
        var workout = base
        workout.timeZone = timeZone
        workout.energyKcal = energyKcal ?? totalEnergyKcal
        workout.distanceMetres = distanceMetres ?? totalDistanceMetres
        // What a lone activity states is what the workout states.
        let lone = activities.count == 1 ? activities[0].statistics : WorkoutStatistics()
        workout.averageHeartRateBpm = statistics.averageHeartRateBpm ?? lone.averageHeartRateBpm
        workout.maximumHeartRateBpm = statistics.maximumHeartRateBpm ?? lone.maximumHeartRateBpm
        if let distance = workout.distanceMetres, let duration = workout.durationSeconds,
            duration > 0
        {
            workout.speedMetresPerSecond = distance / duration
        }
        var events = events
        // Exports repeat the events of activities in the workout; where they do not, those of the activities count.
        if events.isEmpty { for activity in activities { events.add(activity.events) } }
        workout.pauses = events.pauses(until: base.end.unixMs)
        workout.parts = (activities.count > 1 ? activities.map(part) : []) + events.parts
        return workout
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
        let stated = activities.map(\.statistics.largestDistanceMetres)
        if activities.count > 1 {
            return Self.sum(stated) ?? Self.sum(statistics.distancesMetres)
        }
        return statistics.largestDistanceMetres ?? Self.sum(stated)
    }

    private static func sum(_ values: [Double?]) -> Double? {
        let stated = values.compactMap(\.self)
        return stated.isEmpty ? nil : stated.reduce(0, +)
    }

    // MARK: Numbers with units

    /// The duration that attributes state; s; nil where it is missing, below 0 or no number.
    static func seconds(_ attributes: XMLAttributes) -> Double? {
        guard let number = HealthNumber.value(attributes.value("duration")), number >= 0,
            let unit = attributes.value("durationUnit"),
            let seconds = HealthNumber.seconds(unit)
        else { return nil }
        return number * seconds
    }

    static func kilocalories(_ text: XMLText?, _ unit: XMLText?) -> Double? {
        guard let unit, let number = HealthNumber.value(text), number >= 0 else { return nil }
        return HealthNumber.kilocalories(number, unit: unit)
    }

    static func metres(_ text: XMLText?, _ unit: XMLText?) -> Double? {
        guard let unit, let number = HealthNumber.value(text), number >= 0 else { return nil }
        return HealthNumber.metres(unit).map { $0 * number }
    }
}

/// What the statistics of a workout, or of an activity in it, state.
struct WorkoutStatistics {
    private(set) var energyKcal: Double?
    private(set) var averageHeartRateBpm: Double?
    private(set) var maximumHeartRateBpm: Double?
    /// Distances by their way, such as on foot; m.
    private(set) var distancesMetres: [Double] = []

    var largestDistanceMetres: Double? { distancesMetres.max() }

    /// Most distances that are read: exports have one for each way.
    private static let distanceLimit = 32

    mutating func add(_ attributes: XMLAttributes) {
        let prefix: StaticString = "HKQuantityTypeIdentifier"
        guard let type = attributes.value("type"), type.hasPrefix(prefix) else { return }
        let name = type.dropFirst(prefix.utf8CodeUnitCount)
        let unit = attributes.value("unit")
        if name == "ActiveEnergyBurned" {
            energyKcal = WorkoutBuilder.kilocalories(attributes.value("sum"), unit)
        } else if name == "HeartRate", let unit {
            averageHeartRateBpm = Self.rate(attributes.value("average"), unit)
            maximumHeartRateBpm = Self.rate(attributes.value("maximum"), unit)
        } else if HealthKind.distance(name) != nil, distancesMetres.count < Self.distanceLimit,
            let metres = WorkoutBuilder.metres(attributes.value("sum"), unit)
        {
            distancesMetres.append(metres)
        }
    }

    private static func rate(_ text: XMLText?, _ unit: XMLText) -> Double? {
        HealthNumber.value(text).flatMap {
            HealthNumber.value($0, unit: unit, of: .heartRate)
        }
    }
}
