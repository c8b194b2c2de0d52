import GRDB

/// Samples and sleep of a file held against those that are kept: both in the order of their keys, so that one pass finds
/// what is new and what is gone, in memory that does not grow.
struct RowDifference {
    private(set) var difference = TableDifference()
    /// Nights with kept sleep, and those of them in which none would remain.
    private(set) var nights = NightCount()

    private let db: Database
    private let mode: ImportMode
    /// Key in `clock` of each index in the file's list of clocks; 0 for a silent one.
    private let clockKeys: [Int64]
    private let addedRows = RowBuffer()
    private let removedRows = RowBuffer()
    private let changedRows = RowBuffer()

    init(_ db: Database, mode: ImportMode, clockKeys: [Int64], nightOffsetMs: Int64) {
        self.db = db
        self.mode = mode
        self.clockKeys = clockKeys
        nights = NightCount(offsetMs: nightOffsetMs)
    }

    /// Finds the difference; nothing is written.
    mutating func compareRecords(_ staged: inout RowSorter, _ keys: inout ReferencedKeys) throws {
        let stored = try StoredRows(db)
        var old = try stored.next()
        var new = try staged.next()
        while old != nil || new != nil {
            if let row = new, try insert(row, before: old, &keys) {
                new = try next(after: row, &staged)
            } else if let row = old, let file = new, row.isSame(as: file) {
                try handleStored(row, as: file, &keys)
                old = try stored.next()
                new = try next(after: file, &staged)
            } else if let row = old {
                try handleMissing(row, &keys)
                old = try stored.next()
            }
        }
        nights.finish()
    }

    /// Adds a row that is not kept; false where a kept row comes first or is the same.
    private mutating func insert(
        _ row: StagedRow, before old: StagedRow?, _ keys: inout ReferencedKeys
    ) throws -> Bool {
        if let old {
            guard !row.isSame(as: old), StagedRow.isBefore(row, old) else { return false }
        }
        difference.newCount += 1
        difference.changes.insert(row.changeKind)
        nights.add(row, isStored: false, remains: true)
        keys.add(source: Int64(row.source), clock: clockKeys[Int(row.clock)])
        try addedRows.append(row)
        return true
    }

    private mutating func handleStored(
        _ row: StagedRow, as file: StagedRow, _ keys: inout ReferencedKeys
    ) throws {
        difference.knownCount += 1
        nights.add(row, isStored: true, remains: true)
        let clock = clockKeys[Int(file.clock)]
        guard mode.updatesStored, clock != Int64(row.clock) else {
            keys.add(source: Int64(row.source), clock: Int64(row.clock))
            return
        }
        keys.add(source: Int64(row.source), clock: clock)
        difference.changes.insert(row.changeKind)
        try changedRows.append(file)
    }

    private mutating func handleMissing(_ row: StagedRow, _ keys: inout ReferencedKeys) throws {
        if mode.countsAsMissing(startMs: row.startMs) {
            nights.add(row, isStored: true, remains: false)
        }
        guard mode.removesMissing else {
            keys.add(source: Int64(row.source), clock: Int64(row.clock))
            return
        }
        difference.removedCount += 1
        difference.changes.insert(row.changeKind)
        try removedRows.append(row)
    }

    /// The next row of the file that is not the same as this one.
    private mutating func next(
        after row: StagedRow, _ staged: inout RowSorter
    ) throws -> StagedRow? {
        var next = try staged.next()
        while let duplicate = next, duplicate.isSame(as: row) {
            difference.repeatedCount += 1
            next = try staged.next()
        }
        return next
    }

    /// Writes the difference.
    func apply() throws {
        try remove()
        try update()
        let samples = try BulkInsert(
            db, table: "sample",
            columns: ["kind", "start_ms", "source", "length_ms", "value", "clock"])
        let sleep = try BulkInsert(
            db, table: "sleep", columns: ["start_ms", "source", "length_ms", "stage", "clock"])
        try addedRows.forEach { row in
            let key = clockKeys[Int(row.clock)]
            let clock = key == 0 ? DatabaseValue.null : .integer(key)
            if row.kind == StagedRow.sleepKind {
                try sleep.add(
                    .integer(row.startMs), .integer(row.source), .integer(row.lengthMs),
                    .number(row.value), clock)
            } else {
                try samples.add(
                    .integer(row.kind), .integer(row.startMs), .integer(row.source),
                    .integer(row.lengthMs), .number(row.value), clock)
            }
        }
        try samples.finish()
        try sleep.finish()
    }

    private static let sampleKeyCondition =
        "kind = ? AND start_ms = ? AND source = ? AND length_ms = ? AND value = ?"
    /// The kind is compared too, so that both have the same arguments.
    private static let sleepKeyCondition =
        "\(StagedRow.sleepKind) = ? AND start_ms = ? AND source = ? AND length_ms = ? AND stage = ?"

    private func remove() throws {
        let samples = try db.makeStatement(
            sql: "DELETE FROM sample WHERE " + Self.sampleKeyCondition)
        let sleep = try db.makeStatement(sql: "DELETE FROM sleep WHERE " + Self.sleepKeyCondition)
        try removedRows.forEach { row in
            try (row.kind == StagedRow.sleepKind ? sleep : samples).execute(
                arguments: StatementArguments(Self.key(of: row)))
        }
    }

    private func update() throws {
        let samples = try db.makeStatement(
            sql: "UPDATE sample SET clock = ? WHERE " + Self.sampleKeyCondition)
        let sleep = try db.makeStatement(
            sql: "UPDATE sleep SET clock = ? WHERE " + Self.sleepKeyCondition)
        try changedRows.forEach { row in
            let clock = clockKeys[Int(row.clock)]
            try (row.kind == StagedRow.sleepKind ? sleep : samples).execute(
                arguments: StatementArguments(
                    [clock == 0 ? .null : .integer(clock)] + Self.key(of: row)))
        }
    }

    private static func key(of row: StagedRow) -> [DatabaseValue] {
        [
            .integer(row.kind), .integer(row.startMs), .integer(row.source),
            .integer(row.lengthMs), .number(row.value),
        ]
    }
}
