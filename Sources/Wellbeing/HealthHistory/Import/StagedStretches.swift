import HealthRecords

/// Stretches of beats on their way into the store: what they are known by in memory, their beats in a temporary file
/// where they are many.
struct StagedStretches {
    struct Entry {
        var startMs: Int64
        var lengthMs: Int64
        /// Key in `source`.
        var source: Int64
        var sdnnMs: Double
        var firstBeatMs: Int64
        var clockShiftMinutes: Int
        /// Place of the clock in the file's list of clocks.
        var clock: UInt16
        fileprivate var place: Int
        fileprivate var byteCount: Int

        var key: StretchKey { StretchKey(startMs: startMs, source: source, lengthMs: lengthMs) }
    }

    private(set) var entries: [Entry] = []
    private var buffer: [UInt8] = []
    private var file: SpillFile?
    /// Bytes that are kept in memory before they are written.
    private let capacity: Int

    init(capacity: Int = 1 << 22) { self.capacity = capacity }

    mutating func add(_ stretch: BeatStretch, source: Int64, clock: UInt16) throws {
        if buffer.count >= capacity {
            let file = try self.file ?? SpillFile()
            self.file = file
            try buffer.withUnsafeBytes { try file.append($0) }
            buffer.removeAll(keepingCapacity: true)
        }
        let bytes = StretchBeats.bytes(of: stretch)
        entries.append(
            Entry(
                startMs: stretch.start.unixMs,
                lengthMs: stretch.end.unixMs - stretch.start.unixMs,
                source: source, sdnnMs: stretch.sdnnMs, firstBeatMs: stretch.firstBeatMs,
                clockShiftMinutes: stretch.clockShiftMinutes, clock: clock,
                place: (file?.byteCount ?? 0) + buffer.count, byteCount: bytes.count))
        buffer.append(contentsOf: bytes)
    }

    /// Sorts by the key of the table; of those with one key the first of the file comes first.
    mutating func sort() {
        entries.sort { $0.key == $1.key ? $0.place < $1.place : $0.key < $1.key }
    }

    func beats(of entry: Entry) throws -> [UInt8] {
        let written = file?.byteCount ?? 0
        guard entry.place < written, let file else {
            return Array(
                buffer[(entry.place - written)..<(entry.place - written + entry.byteCount)])
        }
        return try [UInt8](unsafeUninitializedCapacity: entry.byteCount) { bytes, filled in
            try file.read(into: UnsafeMutableRawBufferPointer(bytes), at: entry.place)
            filled = entry.byteCount
        }
    }
}

/// The key of a row of `stretch`, in its order.
struct StretchKey: Hashable, Comparable {
    var startMs: Int64
    /// Key in `source`.
    var source: Int64
    var lengthMs: Int64

    static func < (left: StretchKey, right: StretchKey) -> Bool {
        (left.startMs, left.source, left.lengthMs) < (right.startMs, right.source, right.lengthMs)
    }
}
