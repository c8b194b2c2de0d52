import GRDB
import HealthRecords

/// Reads rows as the records that they were.
struct RecordReader {
    let sources: [HealthSource]
    let preferredSourceIndices: [Int]
    /// The offsets in which the newest complete export writes its dates; min.
    let utcOffsetsMinutes: Set<Int>

    private let db: Database
    private let clocks: ClockTable
    private var indices: [Int64: Int] = [:]
    /// Offset of the dates of records whose clock states none; min.
    private let defaultOffsetMinutes: Int

    init(_ db: Database) throws {
        self.db = db
        let table = try SourceTable(db)
        sources = table.rows.map(\.source)
        for (index, row) in table.rows.enumerated() { indices[row.key] = index }
        preferredSourceIndices = table.rows.indices
            .compactMap { index in table.rows[index].rank.map { (rank: $0, index: index) } }
            .sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }.map(\.index)
        clocks = try ClockTable(db)
        let latest = try ExportOffset.latest(db)
        defaultOffsetMinutes = latest?.minutes ?? 0
        // A file that did not replace the export says nothing of how the export writes its dates.
        let statedOffsets = clocks.allClocks.flatMap {
            [$0.startOffsetMinutes, $0.endOffsetMinutes]
        }
        utcOffsetsMinutes = Set(
            latest?.minutes.map { [$0] } ?? statedOffsets.compactMap(\.self))
    }

    func samples(fromMs: Int64, toMs: Int64) throws -> [HealthSample] {
        var samples: [HealthSample] = []
        let statement = try db.makeStatement(
            sql: """
                SELECT start_ms, source, length_ms, value, clock FROM sample
                WHERE kind = ? AND start_ms >= ? AND start_ms < ?
                """)
        for quantity in HealthQuantity.allCases {
            let rows = try Row.fetchCursor(
                statement, arguments: [quantity.rawValue, fromMs, toMs])
            while let row = try rows.next() {
                let (start, end, zone) = try times(row[0], row[2], source: row[1], clock: row[4])
                samples.append(
                    HealthSample(
                        quantity, sourceIndex: try index(row[1]), start: start, end: end,
                        value: row[3], timeZone: zone))
            }
        }
        return samples.sorted { $0.start < $1.start }
    }

    func sleep(fromMs: Int64, toMs: Int64) throws -> [SleepSample] {
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT start_ms, source, length_ms, stage, clock FROM sleep
                WHERE start_ms >= ? AND start_ms < ? ORDER BY start_ms, source, length_ms, stage
                """, arguments: [fromMs, toMs])
        var samples: [SleepSample] = []
        while let row = try rows.next() {
            guard let stage = SleepStage(rawValue: row[3]) else {
                throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "sleep has no stage")
            }
            let (start, end, zone) = try times(row[0], row[2], source: row[1], clock: row[4])
            samples.append(
                SleepSample(
                    stage, sourceIndex: try index(row[1]), start: start, end: end, timeZone: zone))
        }
        return samples
    }

    func beatSegments(fromMs: Int64, toMs: Int64) throws -> [BeatSegment] {
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT start_ms, source, length_ms, sdnn_ms, first_beat_ms, clock_shift_min, beats,
                    clock
                FROM stretch WHERE start_ms >= ? AND start_ms < ?
                ORDER BY start_ms, source, length_ms
                """, arguments: [fromMs, toMs])
        var beatSegments: [BeatSegment] = []
        while let row = try rows.next() {
            let (start, end, zone) = try times(row[0], row[2], source: row[1], clock: row[7])
            let (ticks, gaps) = try row.withUnsafeData(atIndex: 6) { data in
                BeatSegmentCoding.ticks(of: Array(data ?? .init()))
            }
            beatSegments.append(
                BeatSegment(
                    sourceIndex: try index(row[1]), start: start, end: end, sdnnMs: row[3],
                    firstBeatMs: row[4], ticks: ticks, isAfterGap: gaps,
                    clockShiftMinutes: row[5], timeZone: zone))
        }
        return beatSegments
    }

    func workouts(fromMs: Int64, toMs: Int64) throws -> [HealthWorkout] {
        let storedWorkouts = try WorkoutTable(db).workouts(
            where: "start_ms >= ? AND start_ms < ?", [fromMs, toMs])
        return try storedWorkouts.map { stored in
            var workout = stored.workout
            workout.sourceIndex = try index(stored.source)
            (workout.start, workout.end, workout.timeZone) = try times(
                workout.start.unixMs, workout.end.unixMs - workout.start.unixMs,
                source: stored.source, clock: stored.clock)
            return workout
        }
    }

    private func index(_ key: Int64) throws -> Int {
        guard let index = indices[key] else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a record has no source")
        }
        return index
    }

    private func times(
        _ startMs: Int64, _ lengthMs: Int64, source: Int64, clock key: Int64?
    ) throws -> (HealthInstant, HealthInstant, String?) {
        let clock = clocks[key]
        let defaultOffset = sources[try index(source)].origin == .fit ? 0 : defaultOffsetMinutes
        return (
            HealthInstant(
                unixMs: startMs, writtenOffsetMinutes: clock.startOffsetMinutes ?? defaultOffset),
            HealthInstant(
                unixMs: startMs + lengthMs,
                writtenOffsetMinutes: clock.endOffsetMinutes ?? defaultOffset),
            clock.zone
        )
    }
}
