import GRDB

/// The kept samples and then the kept sleep, in the order of their keys; their clocks are keys in `clock`.
final class StoredRows {
    private let samples: RowCursor
    private let sleep: RowCursor
    private var isReadingSleep = false

    init(_ db: Database) throws {
        samples = try Row.fetchCursor(
            db,
            sql: """
                SELECT kind, start_ms, source, length_ms, value, clock FROM sample
                ORDER BY kind, start_ms, source, length_ms, value
                """)
        sleep = try Row.fetchCursor(
            db,
            sql: """
                SELECT \(StagedRow.sleepKind), start_ms, source, length_ms, stage, clock FROM sleep
                ORDER BY start_ms, source, length_ms, stage
                """)
    }

    func next() throws -> StagedRow? {
        if !isReadingSleep {
            if let row = try samples.next() { return stagedRow(row) }
            isReadingSleep = true
        }
        return try sleep.next().map(stagedRow)
    }

    private func stagedRow(_ row: Row) -> StagedRow {
        StagedRow(
            kind: UInt8(truncatingIfNeeded: row[0] as Int64),
            clock: UInt16(truncatingIfNeeded: row[5] as Int64? ?? 0),
            source: Int32(truncatingIfNeeded: row[2] as Int64), startMs: row[1], lengthMs: row[3],
            value: row[4])
    }
}
