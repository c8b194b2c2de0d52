import GRDB
import HealthRecords

/// Workouts with what belongs to them: splits, pauses, track and beats.
final class WorkoutTable {
    private let db: Database

    init(_ db: Database) { self.db = db }

    /// The workouts that a condition chooses, by start, each with its keys.
    func workouts(
        where condition: String = "1", _ arguments: StatementArguments = []
    ) throws -> [StoredWorkout] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT key, source, type, start_ms, end_ms, clock, civil_offset_min, duration_s,
                    energy_kcal, distance_m, hr_avg_bpm, hr_max_bpm, speed_mps, beats_start_ms
                FROM workout WHERE \(condition) ORDER BY start_ms, end_ms, source, type
                """, arguments: arguments)
        return try rows.map(storedWorkout)
    }

    /// Sources of workouts with the clocks that their workouts have; tracks and beats are not read.
    func clocks(ofSources condition: String) throws -> [(source: Int64, clock: Int64?)] {
        try Row.fetchAll(
            db, sql: "SELECT DISTINCT source, clock FROM workout WHERE source \(condition)"
        ).map { ($0[0], $0[1]) }
    }

    private func storedWorkout(_ row: Row) throws -> StoredWorkout {
        let key: Int64 = row[0]
        var workout = HealthWorkout(
            sourceIndex: 0, type: row[2], start: HealthInstant(unixMs: row[3]),
            end: HealthInstant(unixMs: row[4]), utcOffsetMinutes: row[6],
            durationSeconds: row[7], energyKcal: row[8], distanceMetres: row[9],
            averageHeartRateBpm: row[10], maximumHeartRateBpm: row[11],
            speedMetresPerSecond: row[12])
        workout.parts = try parts(key)
        workout.pauses = try pauses(key)
        workout.track = try track(key)
        if let start: Int64 = row[13] { workout.beats = try beats(key, startMs: start) }
        return StoredWorkout(key: key, source: row[1], clock: row[5], workout: workout)
    }

    private func parts(_ key: Int64) throws -> [WorkoutPart] {
        let rows = try childRows(
            "SELECT kind, start_ms, end_ms, duration_s, distance_m, hr_avg_bpm, speed_mps "
                + "FROM split WHERE workout = ? ORDER BY number", key)
        return try rows.map { row in
            guard let kind = WorkoutPart.Kind(rawValue: row[0]) else {
                throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a split has no kind")
            }
            return WorkoutPart(
                kind, startMs: row[1], endMs: row[2], durationSeconds: row[3],
                distanceMetres: row[4], averageHeartRateBpm: row[5], speedMetresPerSecond: row[6])
        }
    }

    private func pauses(_ key: Int64) throws -> [WorkoutPause] {
        try childRows("SELECT start_ms, end_ms FROM pause WHERE workout = ? ORDER BY number", key)
            .map { WorkoutPause(startMs: $0[0], endMs: $0[1]) }
    }

    private func track(_ key: Int64) throws -> [TrackPoint] {
        try childRows(
            "SELECT at_ms, hr_bpm, distance_m, speed_mps FROM track WHERE workout = ? "
                + "ORDER BY number", key
        ).map {
            TrackPoint(
                unixMs: $0[0], heartRateBpm: $0[1], distanceMetres: $0[2],
                speedMetresPerSecond: $0[3])
        }
    }

    private func beats(_ key: Int64, startMs: Int64) throws -> WorkoutBeats {
        let rows = try childRows(
            "SELECT interval_ms, is_gap FROM beat WHERE workout = ? ORDER BY number", key)
        return WorkoutBeats(
            startMs: startMs, intervalsMs: rows.map { $0[0] },
            gapIndices: rows.indices.filter { rows[$0][1] })
    }

    private func childRows(_ sql: String, _ key: Int64) throws -> [Row] {
        let statement = try db.cachedStatement(sql: sql)
        return try Row.fetchAll(statement, arguments: [key])
    }

    // MARK: Writing

    /// - Parameter clock: key in `clock`.
    func insert(_ staged: StagedWorkout, clock: Int64?) throws {
        let workout = staged.workout
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO workout (source, type, start_ms, end_ms, clock, civil_offset_min,
                    duration_s, energy_kcal, distance_m, hr_avg_bpm, hr_max_bpm, speed_mps,
                    beats_start_ms)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        try statement.execute(arguments: [
            staged.source, workout.type, workout.start.unixMs, workout.end.unixMs, clock,
            workout.utcOffsetMinutes, workout.durationSeconds, workout.energyKcal,
            workout.distanceMetres, workout.averageHeartRateBpm, workout.maximumHeartRateBpm,
            workout.speedMetresPerSecond, workout.beats?.startMs,
        ])
        let key = db.lastInsertedRowID
        try insertParts(workout.parts, key)
        try insertPauses(workout.pauses, key)
        try insertTrack(workout.track, key)
        if let beats = workout.beats { try insertBeats(beats, key) }
    }

    /// Together with all that belongs to it.
    func remove(_ key: Int64) throws {
        try db.cachedStatement(sql: "DELETE FROM workout WHERE key = ?").execute(arguments: [key])
    }

    private func insertParts(_ parts: [WorkoutPart], _ key: Int64) throws {
        guard !parts.isEmpty else { return }
        let rows = try BulkInsert(
            db, table: "split",
            columns: [
                "workout", "number", "kind", "start_ms", "end_ms", "duration_s", "distance_m",
                "hr_avg_bpm", "speed_mps",
            ])
        for (number, part) in parts.enumerated() {
            try rows.add(
                .integer(key), .integer(number), .integer(part.kind.rawValue),
                .integer(part.startMs), .integer(part.endMs), .number(part.durationSeconds),
                .number(part.distanceMetres), .number(part.averageHeartRateBpm),
                .number(part.speedMetresPerSecond))
        }
        try rows.finish()
    }

    private func insertPauses(_ pauses: [WorkoutPause], _ key: Int64) throws {
        guard !pauses.isEmpty else { return }
        let rows = try BulkInsert(
            db, table: "pause", columns: ["workout", "number", "start_ms", "end_ms"])
        for (number, pause) in pauses.enumerated() {
            try rows.add(
                .integer(key), .integer(number), .integer(pause.startMs), .integer(pause.endMs))
        }
        try rows.finish()
    }

    private func insertTrack(_ track: [TrackPoint], _ key: Int64) throws {
        guard !track.isEmpty else { return }
        let rows = try BulkInsert(
            db, table: "track",
            columns: ["workout", "number", "at_ms", "hr_bpm", "distance_m", "speed_mps"])
        for (number, point) in track.enumerated() {
            try rows.add(
                .integer(key), .integer(number), .integer(point.unixMs),
                .number(point.heartRateBpm), .number(point.distanceMetres),
                .number(point.speedMetresPerSecond))
        }
        try rows.finish()
    }

    private func insertBeats(_ beats: WorkoutBeats, _ key: Int64) throws {
        let gaps = Set(beats.gapIndices)
        let rows = try BulkInsert(
            db, table: "beat", columns: ["workout", "number", "interval_ms", "is_gap"])
        for (number, interval) in beats.intervalsMs.enumerated() {
            try rows.add(
                .integer(key), .integer(number), .number(interval),
                .integer(gaps.contains(number) ? 1 : 0))
        }
        try rows.finish()
    }
}

/// A workout as it is kept.
struct StoredWorkout {
    var key: Int64
    /// Key in `source`.
    var source: Int64
    /// Key in `clock`.
    var clock: Int64?
    /// The workout without source, offsets and zone, as in a `StagedWorkout`.
    var workout: HealthWorkout
}
