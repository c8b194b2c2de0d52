import GRDB
import HealthRecords

/// Receives the records of a file and lays them aside, until it is known what the file is.
///
/// Whether a file is newer than the kept records, whole, and written in one offset is known at its end only.
struct ImportStagingArea: HealthSink {
    private let db: Database
    private let sinceMs: Int64
    private let onProgress: (Int64, Int64?, Int) throws -> Void

    private(set) var sourceTable: SourceTable
    private var sources: [HealthSource] = []
    private var sourceKeys: [Int64?] = []

    /// The clocks of the file's records in the order of their appearance; the first one is silent.
    private(set) var clocks = [RecordClock()]
    private var clockIndices: [RecordClock: UInt16] = [RecordClock(): 0]
    private var lastClock = (clock: RecordClock(), index: UInt16(0))

    var rows: RowSorter
    var beatSegments: StagedBeatSegments
    private(set) var workouts: [StagedWorkout] = []
    /// Receives the workouts of FIT files at once: they hold long tracks, and no others depend on them.
    private let onActivity: (StagedWorkout, RecordClock) throws -> Void
    private(set) var errors: [HealthRecordError: Int] = [:]
    /// Samples, pieces of sleep and workouts, and what was left out; a segment comes with its sample.
    private(set) var readCount = 0

    init(
        _ db: Database, sinceMs: Int64?, rowCapacity: Int = RowSorter.defaultCapacity,
        onActivity: @escaping (StagedWorkout, RecordClock) throws -> Void,
        onProgress: @escaping (Int64, Int64?, Int) throws -> Void
    ) throws {
        self.db = db
        self.sinceMs = sinceMs ?? .min
        self.onActivity = onActivity
        self.onProgress = onProgress
        sourceTable = try SourceTable(db)
        rows = RowSorter(capacity: rowCapacity)
        beatSegments = StagedBeatSegments()
    }

    mutating func source(_ source: HealthSource) {
        sources.append(source)
        sourceKeys.append(nil)
    }

    mutating func sample(_ sample: HealthSample) throws {
        guard sample.start.unixMs >= sinceMs else { return }
        readCount += 1
        let clock = clockIndex(sample.start, sample.end, sample.timeZone)
        try rows.add(
            StagedRow(
                kind: UInt8(sample.quantity.rawValue), clock: clock,
                source: try sourceKey(sample.sourceIndex), startMs: sample.start.unixMs,
                lengthMs: sample.end.unixMs - sample.start.unixMs,
                // Minus zero is zero.
                value: sample.value + 0))
    }

    mutating func sleep(_ sample: SleepSample) throws {
        guard sample.start.unixMs >= sinceMs else { return }
        readCount += 1
        let clock = clockIndex(sample.start, sample.end, sample.timeZone)
        try rows.add(
            StagedRow(
                kind: StagedRow.sleepKind, clock: clock,
                source: try sourceKey(sample.sourceIndex), startMs: sample.start.unixMs,
                lengthMs: sample.end.unixMs - sample.start.unixMs,
                value: Double(sample.stage.rawValue)))
    }

    mutating func beatSegment(_ beatSegment: BeatSegment) throws {
        guard beatSegment.start.unixMs >= sinceMs else { return }
        let clock = clockIndex(beatSegment.start, beatSegment.end, beatSegment.timeZone)
        try beatSegments.add(
            beatSegment, source: Int64(try sourceKey(beatSegment.sourceIndex)), clock: clock)
    }

    mutating func workout(_ workout: HealthWorkout) throws {
        guard workout.start.unixMs >= sinceMs else { return }
        readCount += 1
        let source = Int64(try sourceKey(workout.sourceIndex))
        if sources[workout.sourceIndex].origin == .fit {
            return try onActivity(
                StagedWorkout(workout, source: source, clock: 0),
                RecordClock(zone: workout.timeZone))
        }
        let clock = clockIndex(workout.start, workout.end, workout.timeZone)
        workouts.append(StagedWorkout(workout, source: source, clock: clock))
    }

    mutating func error(_ error: HealthRecordError) {
        errors[error, default: 0] += 1
        readCount += 1
    }

    mutating func progress(bytesRead: Int64, byteCount: Int64?) throws {
        try onProgress(bytesRead, byteCount, readCount)
    }

    // MARK: Inside

    /// A source has a row only once a record of it is kept.
    private mutating func sourceKey(_ index: Int) throws -> Int32 {
        if let key = sourceKeys[index] { return Int32(truncatingIfNeeded: key) }
        let key = try sourceTable.key(of: sources[index], db)
        sourceKeys[index] = key
        return Int32(truncatingIfNeeded: key)
    }

    /// Records beyond what an index can count lose their clock: no file has as many.
    private mutating func clockIndex(
        _ start: HealthInstant, _ end: HealthInstant, _ zone: String?
    ) -> UInt16 {
        let clock = RecordClock(start, end, zone: zone)
        if clock == lastClock.clock { return lastClock.index }
        var index = clockIndices[clock] ?? 0
        if index == 0, clocks.count <= Int(UInt16.max), !clock.isEmpty {
            index = UInt16(clocks.count)
            clocks.append(clock)
            clockIndices[clock] = index
        }
        lastClock = (clock, index)
        return index
    }
}
