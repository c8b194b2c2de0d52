import HealthRecords

/// Segments of beats on their way into the store: what they are known by in memory, their beats in a temporary file
/// where they are many.
struct StagedBeatSegments {
    struct Entry {
        var startMs: Int64
        var lengthMs: Int64
        /// Key in `source`.
        var source: Int64
        var sdnnMs: Double
        var firstBeatMs: Int64
        var clockShiftMinutes: Int
        /// Index of the clock in the file's list of clocks.
        var clock: UInt16
        fileprivate var offset: Int
        fileprivate var byteCount: Int

        var key: BeatSegmentKey {
            BeatSegmentKey(startMs: startMs, source: source, lengthMs: lengthMs)
        }
    }

    private(set) var entries: [Entry] = []
    private var buffer: [UInt8] = []
    private var file: SpillFile?
    /// Bytes that are kept in memory before they are written.
    private let capacity: Int

    init(capacity: Int = 1 << 22) { self.capacity = capacity }

    mutating func add(_ beatSegment: BeatSegment, source: Int64, clock: UInt16) throws {
        if buffer.count >= capacity {
            let file = try self.file ?? SpillFile()
            self.file = file
            try buffer.withUnsafeBytes { try file.append($0) }
            buffer.removeAll(keepingCapacity: true)
        }
        let bytes = BeatSegmentCoding.bytes(of: beatSegment)
        entries.append(
            Entry(
                startMs: beatSegment.start.unixMs,
                lengthMs: beatSegment.end.unixMs - beatSegment.start.unixMs,
                source: source, sdnnMs: beatSegment.sdnnMs, firstBeatMs: beatSegment.firstBeatMs,
                clockShiftMinutes: beatSegment.clockShiftMinutes, clock: clock,
                offset: (file?.byteCount ?? 0) + buffer.count, byteCount: bytes.count))
        buffer.append(contentsOf: bytes)
    }

    /// Sorts by the key of the table; of those with one key the first of the file comes first.
    mutating func sort() {
        entries.sort { $0.key == $1.key ? $0.offset < $1.offset : $0.key < $1.key }
    }

    func beats(of entry: Entry) throws -> [UInt8] {
        let written = file?.byteCount ?? 0
        guard entry.offset < written, let file else {
            return Array(
                buffer[(entry.offset - written)..<(entry.offset - written + entry.byteCount)])
        }
        return try [UInt8](unsafeUninitializedCapacity: entry.byteCount) { bytes, filled in
            try file.read(into: UnsafeMutableRawBufferPointer(bytes), at: entry.offset)
            filled = entry.byteCount
        }
    }
}

/// The key of a row of `beatSegment`, in its order.
struct BeatSegmentKey: Hashable, Comparable {
    var startMs: Int64
    /// Key in `source`.
    var source: Int64
    var lengthMs: Int64

    static func < (left: BeatSegmentKey, right: BeatSegmentKey) -> Bool {
        (left.startMs, left.source, left.lengthMs) < (right.startMs, right.source, right.lengthMs)
    }
}
