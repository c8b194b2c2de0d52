import GRDB
import HealthRecords

/// The records of an export held against all that is kept of exports.
struct ExportDifference {
    private let db: Database
    private var rows: RowDifference
    private var beatSegments: BeatSegmentDifference
    private var workouts: WorkoutDifference
    private var keys = ReferencedKeys()
    private let activitySources: Set<Int64>

    /// - Parameter keepsOffsets: whether records keep the offsets in which they are written.
    init(
        _ db: Database, mode: ImportMode, stage: ImportStagingArea, keepsOffsets: Bool,
        nightOffsetMs: Int64
    ) throws {
        self.db = db
        var table = try ClockTable(db)
        let clockKeys = try stage.clocks.map { clock in
            try table.key(of: keepsOffsets ? clock : clock.withoutOffsets, db) ?? 0
        }
        activitySources = Set(
            stage.sourceTable.rows.filter { $0.source.origin == .fit }.map(\.key))
        rows = RowDifference(db, mode: mode, clockKeys: clockKeys, nightOffsetMs: nightOffsetMs)
        beatSegments = BeatSegmentDifference(db, mode: mode, clockKeys: clockKeys)
        workouts = WorkoutDifference(db, mode: mode, clockKeys: clockKeys)
    }

    /// Finds the difference; nothing is written.
    mutating func compareRecords(_ stage: inout ImportStagingArea) throws {
        stage.beatSegments.sort()
        try rows.compareRecords(&stage.rows, &keys)
        try beatSegments.compareRecords(stage.beatSegments, &keys)
        try workouts.compareRecords(stage.workouts, activitySources: activitySources, &keys)
    }

    /// The differences of the tables.
    var tableDifferences: [TableDifference] {
        [rows.difference, beatSegments.difference, workouts.difference]
    }

    /// The differences of the tables whose rows are records; a segment belongs to a sample.
    var recordDifferences: [TableDifference] { [rows.difference, workouts.difference] }

    /// Returns the refusal of an export that lacks over half of the workouts or nights that it
    /// should have; nil for others.
    func refusal(_ path: String) -> ImportFileError? {
        let nights = rows.nights
        let (missed, compared) = (workouts.missingCount, workouts.comparedCount)
        guard 2 * nights.removedCount > nights.storedCount || 2 * missed > compared else {
            return nil
        }
        return ImportFileError(
            code: ImportFileError.otherPersonCode,
            text: "\(missed) of \(compared) kept workouts and \(nights.removedCount) of "
                + "\(nights.storedCount) kept nights are not in this export, as if it were another "
                + "person's: --replace removes them, --keep-missing keeps them, --health names "
                + "another store")
    }

    /// Writes the difference, and takes out sources and clocks that nothing refers to any more.
    func apply(_ stage: ImportStagingArea) throws {
        try rows.apply()
        try beatSegments.apply(stage.beatSegments)
        try workouts.apply()
        for row in stage.sourceTable.rows
        where row.source.origin == .apple && row.rank == nil && !keys.sources.contains(row.key) {
            try db.execute(sql: "DELETE FROM source WHERE key = ?", arguments: [row.key])
        }
        let clocks = try Int64.fetchAll(db, sql: "SELECT key FROM clock")
        for key in clocks where !keys.clocks.contains(key) {
            try db.execute(sql: "DELETE FROM clock WHERE key = ?", arguments: [key])
        }
    }
}
