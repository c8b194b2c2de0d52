/// Reads the directory at the end of a zip archive.
enum ZipDirectory {
    /// Largest directory that is read; bytes.
    static let sizeLimit = 16 << 20

    private static let endRecordSize = 22
    private static let entrySize = 46
    private static let locatorSize = 20
    private static let zip64EndRecordSize = 56
    /// Longest comment after the end record.
    private static let commentLimit = 65_535

    /// The location of the directory.
    private struct Extent {
        var offset: Int
        var size: Int
        /// Offset of the record after the directory, by which bytes before the archive are noticed.
        var endOffset: Int
    }

    /// The entries of an archive, in the order of its directory.
    static func entries(of bytes: RandomAccessBytes) throws(RecordingError) -> [ZipEntry] {
        let extent = try extent(of: bytes)
        guard extent.size <= sizeLimit else {
            throw .badArchive(
                "the archive lists more files than are read (\(extent.size >> 20) MiB of names)",
                .limit)
        }
        // Where something stands before the archive, all offsets are shifted by its length.
        let start = extent.endOffset - extent.size
        let shift = start - extent.offset
        guard start >= 0, shift >= 0 else { throw damagedError("its directory lies outside of it") }
        let directory = try bytes.read(at: start, count: extent.size)
        guard directory.count == extent.size else { throw damagedError("its directory is cut") }
        return try entries(in: directory, shift: shift)
    }

    private static func damagedError(_ problem: String) -> RecordingError {
        .badArchive(
            "the zip archive is damaged or not complete: \(problem); copy or export it again",
            .damaged
        )
    }

    // MARK: Where it is

    private static func extent(of bytes: RandomAccessBytes) throws(RecordingError) -> Extent {
        let tailSize = min(bytes.byteCount, endRecordSize + commentLimit)
        let tailOffset = bytes.byteCount - tailSize
        let tail = try bytes.read(at: tailOffset, count: tailSize)
        guard let end = lastEndOffset(in: tail) else { throw damagedError("it has no end") }
        let record = LittleEndianRecord(tail, from: end)
        let extent = Extent(
            offset: Int(record.u32(16)), size: Int(record.u32(12)), endOffset: tailOffset + end)
        let needsZip64 =
            record.u32(16) == .max || record.u32(12) == .max || record.u16(10) == .max
        // The records of zip64 may stand there although nothing needs them.
        if let zip64Extent = try findZip64Extent(of: bytes, before: extent.endOffset) {
            return zip64Extent
        }
        guard !needsZip64 else { throw damagedError("its directory cannot be found") }
        return extent
    }

    /// Offset of the last end record whose comment fits into what follows.
    private static func lastEndOffset(in tail: [UInt8]) -> Int? {
        var offset = tail.count - endRecordSize
        while offset >= 0 {
            let record = LittleEndianRecord(tail, from: offset)
            if record.u32(0) == 0x0605_4B50,
                offset + endRecordSize + Int(record.u16(20)) <= tail.count
            {
                return offset
            }
            offset -= 1
        }
        return nil
    }

    /// The directory by the records of zip64; nil where the archive has none.
    private static func findZip64Extent(
        of bytes: RandomAccessBytes, before end: Int
    ) throws(RecordingError) -> Extent? {
        let locator = try bytes.read(at: end - locatorSize, count: locatorSize)
        guard locator.count == locatorSize else { return nil }
        guard LittleEndianRecord(locator).u32(0) == 0x0706_4B50 else { return nil }
        // The record lies right before the locator; where something stands before the archive, the stated offset
        // is too small.
        let stated = LittleEndianRecord(locator).fileOffset(8) ?? -1
        for offset in [stated, end - locatorSize - zip64EndRecordSize] {
            let record = try bytes.read(at: offset, count: zip64EndRecordSize)
            guard record.count == zip64EndRecordSize,
                LittleEndianRecord(record).u32(0) == 0x0606_4B50
            else {
                continue
            }
            guard let size = LittleEndianRecord(record).fileOffset(40),
                let start = LittleEndianRecord(record).fileOffset(48)
            else { break }
            return Extent(offset: start, size: size, endOffset: offset)
        }
        return nil
    }

    // MARK: What is in it

    private static func entries(
        in directory: [UInt8], shift: Int
    ) throws(RecordingError) -> [ZipEntry] {
        var entries: [ZipEntry] = []
        var offset = 0
        while offset < directory.count {
            let record = LittleEndianRecord(directory, from: offset)
            guard directory.count - offset >= entrySize, record.u32(0) == 0x0201_4B50 else {
                throw damagedError("its directory breaks off at entry \(entries.count + 1)")
            }
            let nameEnd = offset + entrySize + Int(record.u16(28))
            let extraEnd = nameEnd + Int(record.u16(30))
            let next = extraEnd + Int(record.u16(32))
            guard next <= directory.count else {
                throw damagedError("its directory breaks off at entry \(entries.count + 1)")
            }
            let entry = entry(
                record, name: directory[(offset + entrySize)..<nameEnd],
                extra: directory[nameEnd..<extraEnd], shift: shift)
            guard let entry else {
                throw damagedError("entry \(entries.count + 1) has no true size")
            }
            entries.append(entry)
            offset = next
        }
        return entries
    }

    /// The entry of a record; nil where a size or an offset is larger than any file.
    private static func entry(
        _ record: LittleEndianRecord, name: ArraySlice<UInt8>, extra: ArraySlice<UInt8>, shift: Int
    ) -> ZipEntry? {
        var zip64Fields = Zip64Fields(extra)
        guard let byteCount = zip64Fields.value(record.u32(24)),
            let packedCount = zip64Fields.value(record.u32(20)),
            let offset = zip64Fields.value(record.u32(42)), offset <= Int.max - shift
        else { return nil }
        return ZipEntry(
            name: displayName(name), method: record.u16(10),
            isEncrypted: record.u16(8) & 0x2041 != 0,
            crc32: record.u32(16), packedCount: packedCount, byteCount: byteCount,
            headerOffset: offset + shift)
    }

    private static func displayName(_ bytes: ArraySlice<UInt8>) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        let isControl = { (scalar: Unicode.Scalar) in
            scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
        }
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        var cleanScalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            cleanScalars.append(isControl(scalar) ? "\u{FFFD}" : scalar)
        }
        return String(cleanScalars)
    }

    /// The sizes of zip64 in the extra field of an entry, in the order in which its record lacks them.
    private struct Zip64Fields {
        private var remaining: ArraySlice<UInt8> = []

        init(_ extra: ArraySlice<UInt8>) {
            var offset = extra.startIndex
            while offset + 4 <= extra.endIndex {
                let field = LittleEndianRecord(extra, from: offset)
                let end = offset + 4 + Int(field.u16(2))
                guard end <= extra.endIndex else { return }
                if field.u16(0) == 1 {
                    remaining = extra[(offset + 4)..<end]
                    return
                }
                offset = end
            }
        }

        mutating func value(_ value32: UInt32) -> Int? {
            guard value32 == .max else { return Int(value32) }
            guard remaining.count >= 8 else { return nil }
            defer { remaining = remaining.dropFirst(8) }
            return LittleEndianRecord(remaining, from: remaining.startIndex).fileOffset(0)
        }
    }
}

/// Numbers of a record of zip, whose last byte is the highest. Bytes after the end count as 0.
struct LittleEndianRecord {
    private let bytes: ArraySlice<UInt8>

    init(_ bytes: [UInt8], from start: Int = 0) { self.bytes = bytes[start...] }

    init(_ bytes: ArraySlice<UInt8>, from start: Int) { self.bytes = bytes[start...] }

    func u16(_ offset: Int) -> UInt16 { UInt16(truncatingIfNeeded: number(offset, 2)) }

    func u32(_ offset: Int) -> UInt32 { UInt32(truncatingIfNeeded: number(offset, 4)) }

    /// A size or offset of 8 bytes; nil for one that no file can have.
    func fileOffset(_ fileOffset: Int) -> Int? { Int(exactly: number(fileOffset, 8)) }

    private func number(_ offset: Int, _ count: Int) -> UInt64 {
        var value: UInt64 = 0
        for index in (0..<count).reversed() {
            let position = bytes.startIndex + offset + index
            value = value << 8 | (position < bytes.endIndex ? UInt64(bytes[position]) : 0)
        }
        return value
    }
}
