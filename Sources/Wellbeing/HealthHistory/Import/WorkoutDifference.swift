import GRDB

/// The workouts of an export held against those that are kept.
struct WorkoutDifference {
    private(set) var difference = TableDifference()
    /// Kept workouts that the file has, or would have if it were of the same person.
    private(set) var comparedCount = 0
    /// The number of compared workouts that the file does not have.
    private(set) var missingCount = 0

    private let table: WorkoutTable
    private let mode: ImportMode
    /// Key in `clock` of each index in the file's list of clocks; 0 for a silent one.
    private let clockKeys: [Int64]
    private var addedWorkouts: [StagedWorkout] = []
    /// Keys of rows that go, also of those that come again with other values.
    private var removed: [Int64] = []

    init(_ db: Database, mode: ImportMode, clockKeys: [Int64]) {
        table = WorkoutTable(db)
        self.mode = mode
        self.clockKeys = clockKeys
    }

    /// Finds the difference; nothing is written.
    ///
    /// - Parameter activitySources: sources of FIT files, whose workouts stay.
    mutating func compareRecords(
        _ staged: [StagedWorkout], activitySources: Set<Int64>, _ keys: inout ReferencedKeys
    ) throws {
        var stored: [WorkoutKey: StoredWorkout] = [:]
        // Those of FIT files stay as they are, and may be long: of them only what they refer to is read.
        let activities = "(" + activitySources.map(String.init).joined(separator: ", ") + ")"
        for (source, clock) in try table.clocks(ofSources: "IN \(activities)") {
            keys.add(source: source, clock: clock)
        }
        for workout in try table.workouts(where: "source NOT IN \(activities)") {
            stored[workout.identity] = workout
        }
        let storedCount = stored.count
        var seen: Set<WorkoutKey> = []
        for workout in staged {
            guard seen.insert(workout.key).inserted else {
                difference.repeatedCount += 1
                continue
            }
            compare(workout, stored.removeValue(forKey: workout.key), &keys)
        }
        missingCount = stored.values.count { mode.countsAsMissing(startMs: $0.identity.startMs) }
        comparedCount = storedCount - stored.count + missingCount
        for workout in stored.values { handleMissing(workout, &keys) }
        if !(addedWorkouts.isEmpty && removed.isEmpty) { difference.changes = [.workouts] }
    }

    private mutating func compare(
        _ workout: StagedWorkout, _ old: StoredWorkout?, _ keys: inout ReferencedKeys
    ) {
        let clock = clockKeys[Int(workout.clock)]
        guard let old else {
            difference.newCount += 1
            addedWorkouts.append(workout)
            return keys.add(source: workout.source, clock: clock)
        }
        difference.knownCount += 1
        guard mode.updatesStored, old.workout != workout.workout || (old.clock ?? 0) != clock else {
            return keys.add(source: old.source, clock: old.clock)
        }
        removed.append(old.key)
        addedWorkouts.append(workout)
        keys.add(source: workout.source, clock: clock)
    }

    private mutating func handleMissing(_ workout: StoredWorkout, _ keys: inout ReferencedKeys) {
        guard mode.removesMissing else {
            return keys.add(source: workout.source, clock: workout.clock)
        }
        difference.removedCount += 1
        removed.append(workout.key)
    }

    /// Writes the difference.
    func apply() throws {
        for key in removed { try table.remove(key) }
        for workout in addedWorkouts {
            let clock = clockKeys[Int(workout.clock)]
            try table.insert(workout, clock: clock == 0 ? nil : clock)
        }
    }
}

extension StoredWorkout {
    var identity: WorkoutKey {
        WorkoutKey(
            startMs: workout.start.unixMs, endMs: workout.end.unixMs, source: source,
            type: workout.type)
    }
}
