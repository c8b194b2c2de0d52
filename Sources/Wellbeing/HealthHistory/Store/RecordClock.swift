import GRDB
import HealthRecords

/// The clock of a record as given in a file, beside its instants: the offsets in which they are
/// written, and the name of the zone.
struct RecordClock: Hashable {
    /// UTC offset; min; nil where all dates of the file are written in one offset, which says nothing of the record.
    var startOffsetMinutes: Int?
    var endOffsetMinutes: Int?
    var zone: String?

    init(startOffsetMinutes: Int? = nil, endOffsetMinutes: Int? = nil, zone: String? = nil) {
        self.startOffsetMinutes = startOffsetMinutes
        self.endOffsetMinutes = endOffsetMinutes
        self.zone = zone
    }

    init(_ start: HealthInstant, _ end: HealthInstant, zone: String?) {
        self.init(
            startOffsetMinutes: start.writtenOffsetMinutes,
            endOffsetMinutes: end.writtenOffsetMinutes, zone: zone)
    }

    var isEmpty: Bool { self == RecordClock() }

    var withoutOffsets: RecordClock { RecordClock(zone: zone) }
}

/// The rows of `clock`, each with a key; few, for a file has few offsets and zones.
struct ClockTable {
    private var keys: [RecordClock: Int64] = [:]
    private var clocks: [Int64: RecordClock] = [:]

    /// More clocks than any person meets; the keys fit into 16 bits.
    private static let limit = 60_000

    init(_ db: Database) throws {
        let rows = try Row.fetchCursor(
            db, sql: "SELECT key, start_offset_min, end_offset_min, zone FROM clock")
        while let row = try rows.next() {
            let clock = RecordClock(
                startOffsetMinutes: row[1], endOffsetMinutes: row[2], zone: row[3])
            keys[clock] = row[0]
            clocks[row[0]] = clock
        }
    }

    /// The clock of a key; silent for none.
    subscript(key: Int64?) -> RecordClock { key.flatMap { clocks[$0] } ?? RecordClock() }

    var allClocks: [RecordClock] { Array(keys.keys) }

    /// The key of a clock, which is added where it is not there yet; nil for a silent one.
    mutating func key(of clock: RecordClock, _ db: Database) throws -> Int64? {
        if clock.isEmpty { return nil }
        if let key = keys[clock] { return key }
        guard keys.count < Self.limit else { return nil }
        try db.execute(
            sql: "INSERT INTO clock (start_offset_min, end_offset_min, zone) VALUES (?, ?, ?)",
            arguments: [clock.startOffsetMinutes, clock.endOffsetMinutes, clock.zone])
        let key = db.lastInsertedRowID
        keys[clock] = key
        clocks[key] = clock
        return key
    }
}
