import GRDB

/// Workouts of FIT files on their way into the store: they are added, and stay until everything is deleted.
final class ActivityImport {
    private(set) var difference = TableDifference()
    private let db: Database
    private let table: WorkoutTable

    init(_ db: Database) {
        self.db = db
        table = WorkoutTable(db)
    }

    /// Adds a workout that is not kept yet; one that is kept stays as it is.
    func add(_ workout: StagedWorkout, _ clock: RecordClock) throws {
        let key = workout.key
        let isStored = try Bool.fetchOne(
            db,
            sql: """
                SELECT EXISTS (SELECT 1 FROM workout
                WHERE start_ms = ? AND end_ms = ? AND source = ? AND type = ?)
                """, arguments: [key.startMs, key.endMs, key.source, key.type])
        if isStored == true {
            difference.knownCount += 1
            return
        }
        var clocks = try ClockTable(db)
        try table.insert(workout, clock: try clocks.key(of: clock, db))
        difference.newCount += 1
    }
}
