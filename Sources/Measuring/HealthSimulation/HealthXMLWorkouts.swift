/// Writes the workouts of one day.
struct HealthXMLWorkouts {
    private let simulation: HealthSimulation
    private let dayTimes: HealthDayTimes
    private let records: HealthXMLRecords

    init(_ simulation: HealthSimulation, _ dayTimes: HealthDayTimes) {
        self.simulation = simulation
        self.dayTimes = dayTimes
        records = HealthXMLRecords(simulation, day: dayTimes.day)
    }

    private var era: HealthSimulation.Era { simulation.era }

    func add(_ workout: SimulatedWorkout, to text: inout HealthXMLText) {
        addStartTag(of: workout, to: &text)
        guard era != .ios8 else { return text.add("/>\n") }
        text.add(">\n  <MetadataEntry key=\"HKIndoorWorkout\" value=\"0\"/>\n")
        text.add("  <MetadataEntry key=\"HKTimeZone\"")
        text.add("value", dayTimes.zone.name)
        text.add("/>\n")
        addEvents(of: workout, to: &text)
        if era.hasStages {
            addActivities(of: workout, to: &text)
            addStatistics(of: workout, to: &text)
        }
        text.add(" </Workout>\n")
    }

    /// An application's copy: totals alone, 3 s later to 5 s earlier.
    func addCopy(of workout: SimulatedWorkout, to text: inout HealthXMLText) {
        let (start, end) = (workout.startMs + 3000, workout.endMs - 5000)
        text.add(" <Workout")
        text.add("workoutActivityType", workout.activity.type)
        text.add("duration", Double(end - start) / 60_000)
        text.add("durationUnit", "min")
        if let metres = workout.distanceMetres {
            text.add("totalDistance", metres / 1609.344)
            text.add("totalDistanceUnit", "mi")
        }
        if let energy = workout.energyKcal {
            text.add("totalEnergyBurned", energy)
            text.add("totalEnergyBurnedUnit", "kcal")
        }
        addSourceAndDates(.runningApp, start, end, to: &text)
        text.add("/>\n")
    }

    private func addSourceAndDates(
        _ device: HealthDevice, _ startMs: Int64, _ endMs: Int64, to text: inout HealthXMLText
    ) {
        records.addSource(device, to: &text)
        if era != .ios8 { records.addDate("creationDate", endMs, to: &text) }
        records.addDate("startDate", startMs, to: &text)
        records.addDate("endDate", endMs, to: &text)
    }

    private func addStartTag(of workout: SimulatedWorkout, to text: inout HealthXMLText) {
        text.add(" <Workout")
        text.add("workoutActivityType", workout.activity.type)
        let seconds = workout.durationSeconds
        switch workout.activity {
        case .hiit where era != .ios8: break
        case .hike:
            text.add("duration", seconds / 3600)
            text.add("durationUnit", "hr")
        case .functionalStrength:
            text.add("duration", seconds)
            text.add("durationUnit", "s")
        default:
            text.add("duration", seconds / 60)
            text.add("durationUnit", "min")
        }
        let unit = workout.activity.distanceUnit
        if let metres = workout.distanceMetres, !era.hasStages || workout.activity == .walk {
            text.add("totalDistance", metres / unit.metres)
            text.add("totalDistanceUnit", unit.name)
        }
        if let energy = workout.energyKcal {
            if !era.hasStages || workout.activity == .traditionalStrength {
                text.add("totalEnergyBurned", energy)
                text.add("totalEnergyBurnedUnit", "kcal")
            }
        } else {
            text.add("totalEnergyBurned", 0)
            text.add("totalEnergyBurnedUnit", "kcal")
        }
        addSourceAndDates(workout.device, workout.startMs, workout.endMs, to: &text)
    }

    // MARK: Events

    private func addEvents(of workout: SimulatedWorkout, to text: inout HealthXMLText) {
        for pause in workout.pauses {
            addEvent("Pause", pause.startMs, seconds: nil, to: &text)
            addEvent("Resume", pause.endMs, seconds: nil, to: &text)
        }
        for split in workout.chains.filter({ $0.kind == "laps" }).flatMap(\.splits) {
            if workout.activity == .ride {
                addEvent("Lap", split.endMs, seconds: nil, to: &text)
            } else {
                addEvent("Lap", split.startMs, seconds: split.durationSeconds, to: &text)
            }
        }
        for split in Self.segments(of: workout) {
            addEvent("Segment", split.startMs, seconds: split.durationSeconds, to: &text)
        }
    }

    /// The segments of both chains by their start; at one start the kilometre comes first.
    private static func segments(of workout: SimulatedWorkout) -> [SimulatedSplit] {
        let chains = workout.chains.filter { $0.kind == "kilometres" || $0.kind == "miles" }
        let all = chains.enumerated().flatMap { index, chain in
            chain.splits.map { (index: index, split: $0) }
        }
        return all.sorted { ($0.split.startMs, $0.index) < ($1.split.startMs, $1.index) }
            .map(\.split)
    }

    private func addEvent(
        _ kind: String, _ unixMs: Int64, seconds: Double?, to text: inout HealthXMLText
    ) {
        text.add("  <WorkoutEvent type=\"HKWorkoutEventType\(kind)\"")
        records.addDate("date", unixMs, to: &text)
        if let seconds {
            text.add("duration", seconds / 60)
            text.add("durationUnit", "min")
        }
        text.add("/>\n")
    }

    // MARK: Activities and statistics

    private func addActivities(of workout: SimulatedWorkout, to text: inout HealthXMLText) {
        if workout.activity == .run { addSingleActivity(of: workout, to: &text) }
        guard let chain = workout.chains.first(where: { $0.kind == "activities" }) else { return }
        for (index, split) in chain.splits.enumerated() {
            text.add("  <WorkoutActivity")
            text.add("uuid", Self.identifier(workout, index))
            records.addDate("startDate", split.startMs, to: &text)
            // The last one has no end.
            if index < chain.splits.count - 1 { records.addDate("endDate", split.endMs, to: &text) }
            text.add("duration", split.durationSeconds / 60)
            text.add("durationUnit", "min")
            text.add(">\n ")
            let distance = workout.activityDistances[index]
            addDistance(
                distance.kind, distance.centimetres, ("km", 1000), split.startMs, split.endMs,
                to: &text)
            text.add(" ")
            addHeartRates(
                average: split.averageBpm ?? 0, minimum: 90, maximum: workout.maximumBpm ?? 0,
                split.startMs, split.endMs, to: &text)
            text.add("  </WorkoutActivity>\n")
        }
    }

    /// A workout of one activity states it too, with a copy of its first event and a statistic.
    private func addSingleActivity(of workout: SimulatedWorkout, to text: inout HealthXMLText) {
        text.add("  <WorkoutActivity")
        text.add("uuid", Self.identifier(workout, 0))
        records.addDate("startDate", workout.startMs, to: &text)
        records.addDate("endDate", workout.endMs, to: &text)
        text.add("duration", workout.durationSeconds / 60)
        text.add("durationUnit", "min")
        text.add(">\n")
        if let first = Self.segments(of: workout).first {
            text.add(" ")
            addEvent("Segment", first.startMs, seconds: first.durationSeconds, to: &text)
        }
        text.add("   <WorkoutStatistics type=\"HKQuantityTypeIdentifierStepCount\"")
        records.addDate("startDate", workout.startMs, to: &text)
        records.addDate("endDate", workout.endMs, to: &text)
        text.add("sum", 4000)
        text.add("unit", "count")
        text.add("/>\n  </WorkoutActivity>\n")
    }

    private static func identifier(_ workout: SimulatedWorkout, _ index: Int) -> String {
        let number = String(workout.startMs / 1000 + Int64(index), radix: 16, uppercase: true)
        return "\(number)-0000-4000-8000-000000000000"
    }

    private func addStatistics(of workout: SimulatedWorkout, to text: inout HealthXMLText) {
        let (start, end) = (workout.startMs, workout.endMs)
        if let energy = workout.energyKcal, workout.activity != .traditionalStrength {
            let unit = workout.activity == .ride ? "kJ" : workout.activity == .hike ? "Cal" : "kcal"
            addStatistic(
                "ActiveEnergyBurned", [("sum", energy * (unit == "kJ" ? 4.184 : 1))], unit, start,
                end, to: &text)
        }
        if let kind = workout.activity.distanceKind, workout.activity != .walk {
            addDistance(
                kind, workout.centimetres, workout.activity.distanceUnit, start, end, to: &text)
        }
        for distance in workout.activityDistances {
            addDistance(distance.kind, distance.centimetres, ("km", 1000), start, end, to: &text)
        }
        if workout.hasHeartRateStatistics, let average = workout.averageBpm {
            addHeartRates(
                average: average, minimum: Double(workout.heartRates.map(\.bpm).min() ?? 0),
                maximum: workout.maximumBpm ?? 0, start, end, to: &text)
        }
    }

    private func addDistance(
        _ kind: HealthKind, _ centimetres: Int, _ unit: (name: String, metres: Double),
        _ startMs: Int64, _ endMs: Int64, to text: inout HealthXMLText
    ) {
        addStatistic(
            kind.rawValue, [("sum", Double(centimetres) / 100 / unit.metres)], unit.name, startMs,
            endMs, to: &text)
    }

    private func addHeartRates(
        average: Double, minimum: Double, maximum: Double, _ startMs: Int64, _ endMs: Int64,
        to text: inout HealthXMLText
    ) {
        addStatistic(
            "HeartRate", [("average", average), ("minimum", minimum), ("maximum", maximum)],
            "count/min", startMs, endMs, to: &text)
    }

    private func addStatistic(
        _ kind: String, _ values: [(name: String, value: Double)], _ unit: String,
        _ startMs: Int64, _ endMs: Int64, to text: inout HealthXMLText
    ) {
        text.add("  <WorkoutStatistics")
        text.add("type", "HKQuantityTypeIdentifier" + kind)
        records.addDate("startDate", startMs, to: &text)
        records.addDate("endDate", endMs, to: &text)
        for (name, value) in values { text.add(name, value) }
        text.add("unit", unit)
        text.add("/>\n")
    }
}
