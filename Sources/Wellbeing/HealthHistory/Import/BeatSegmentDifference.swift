import GRDB

/// The segments of beats of a file held against those that are kept, in the order of their keys.
struct BeatSegmentDifference {
    private(set) var difference = TableDifference()

    private let db: Database
    private let mode: ImportMode
    /// Key in `clock` of each index in the file's list of clocks; 0 for a silent one.
    private let clockKeys: [Int64]
    private var addedIndices: [Int] = []
    private var changed: [Int] = []
    private var removed: [BeatSegmentKey] = []

    init(_ db: Database, mode: ImportMode, clockKeys: [Int64]) {
        self.db = db
        self.mode = mode
        self.clockKeys = clockKeys
    }

    /// Finds the difference; nothing is written.
    ///
    /// - Parameter staged: sorted.
    mutating func compareRecords(_ staged: StagedBeatSegments, _ keys: inout ReferencedKeys) throws
    {
        let stored = try Row.fetchCursor(
            db,
            sql: """
                SELECT start_ms, source, length_ms, sdnn_ms, first_beat_ms, clock_shift_min, beats,
                    clock
                FROM stretch ORDER BY start_ms, source, length_ms
                """)
        var old = try stored.next()
        var index = 0
        while true {
            let oldKey = old.map(Self.key)
            let newKey = index < staged.entries.count ? staged.entries[index].key : nil
            if let newKey, oldKey.map({ newKey < $0 }) ?? true {
                addedIndices.append(index)
                difference.newCount += 1
                addReference(to: staged.entries[index], &keys)
                skip(&index, staged)
            } else if let row = old, oldKey == newKey {
                try handleStored(row, as: index, staged, &keys)
                old = try stored.next()
                skip(&index, staged)
            } else if let row = old {
                handleMissing(row, &keys)
                old = try stored.next()
            } else {
                break
            }
        }
        if !(addedIndices.isEmpty && changed.isEmpty && removed.isEmpty) {
            difference.changes = [.vitals]
        }
    }

    private static func key(_ row: Row) -> BeatSegmentKey {
        BeatSegmentKey(startMs: row[0], source: row[1], lengthMs: row[2])
    }

    private func addReference(to entry: StagedBeatSegments.Entry, _ keys: inout ReferencedKeys) {
        keys.add(source: entry.source, clock: clockKeys[Int(entry.clock)])
    }

    /// Goes on behind the entry and all that have its key.
    private mutating func skip(_ index: inout Int, _ staged: StagedBeatSegments) {
        let key = staged.entries[index].key
        index += 1
        while index < staged.entries.count, staged.entries[index].key == key {
            difference.repeatedCount += 1
            index += 1
        }
    }

    private mutating func handleStored(
        _ row: Row, as index: Int, _ staged: StagedBeatSegments, _ keys: inout ReferencedKeys
    ) throws {
        let entry = staged.entries[index]
        let clock: Int64 = row[7] ?? 0
        let isSame =
            try entry.sdnnMs == row[3] && entry.firstBeatMs == row[4]
            && entry.clockShiftMinutes == row[5] && clockKeys[Int(entry.clock)] == clock
            && row.withUnsafeData(atIndex: 6) { data in
                try staged.beats(of: entry).elementsEqual(data ?? .init())
            }
        guard mode.updatesStored, !isSame else {
            keys.add(source: entry.source, clock: clock)
            return
        }
        changed.append(index)
        addReference(to: entry, &keys)
    }

    private mutating func handleMissing(_ row: Row, _ keys: inout ReferencedKeys) {
        guard mode.removesMissing else {
            keys.add(source: row[1], clock: row[7])
            return
        }
        difference.removedCount += 1
        removed.append(Self.key(row))
    }

    /// Writes the difference.
    func apply(_ staged: StagedBeatSegments) throws {
        let deleteStatement = try db.makeStatement(
            sql: "DELETE FROM stretch WHERE start_ms = ? AND source = ? AND length_ms = ?")
        for key in removed + changed.map({ staged.entries[$0].key }) {
            try deleteStatement.execute(arguments: [key.startMs, key.source, key.lengthMs])
        }
        let rows = try BulkInsert(
            db, table: "stretch",
            columns: [
                "start_ms", "source", "length_ms", "sdnn_ms", "first_beat_ms", "clock_shift_min",
                "beats", "clock",
            ])
        for index in addedIndices + changed {
            let entry = staged.entries[index]
            let clock = clockKeys[Int(entry.clock)]
            try rows.add(
                .integer(entry.startMs), .integer(entry.source), .integer(entry.lengthMs),
                .number(entry.sdnnMs), .integer(entry.firstBeatMs),
                .integer(entry.clockShiftMinutes), .bytes(try staged.beats(of: entry)),
                clock == 0 ? .null : .integer(clock))
        }
        try rows.finish()
    }
}
