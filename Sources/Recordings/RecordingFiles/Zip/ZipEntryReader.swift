import PhysioTypes

/// Unpacks one entry of an archive, a block at a time, and checks what comes against what is declared.
final class ZipEntryReader {
    private let entry: ZipEntry
    private let bytes: RandomAccessBytes
    private let limits: ZipLimits
    /// Nil for stored data.
    private let inflater: Inflater?
    /// Offset in the archive of the next packed byte.
    private var offset: Int
    private var packedBytesLeft: Int
    private var input: [UInt8] = []
    private var position = 0
    private var unpackedCount = 0
    private var checksum = CRC32()
    private var isAtEnd = false
    private(set) var notices: [Notice] = []

    private static let headerSize = 30

    init(
        _ entry: ZipEntry, in bytes: RandomAccessBytes, limits: ZipLimits
    ) throws(RecordingError) {
        guard entry.isReadable else {
            throw .badArchive(
                entry.isEncrypted
                    ? "\(entry.name) in the archive is encrypted: export without a password"
                    : "\(entry.name) in the archive is packed by method \(entry.method), which is "
                        + "not read: pack it with deflate", .method)
        }
        guard entry.byteCount <= limits.byteCount else { throw Self.tooLargeError(entry, limits) }
        let header = try bytes.read(at: entry.headerOffset, count: Self.headerSize)
        let record = LittleEndianRecord(header)
        guard header.count == Self.headerSize, record.u32(0) == 0x0403_4B50 else {
            throw .badArchive(
                "\(entry.name) is not where the directory of the archive says: copy or export "
                    + "it again", .damaged)
        }
        self.entry = entry
        self.bytes = bytes
        self.limits = limits
        inflater = entry.method == ZipEntry.deflateMethod ? Inflater(.none) : nil
        offset = entry.headerOffset + Self.headerSize + Int(record.u16(26)) + Int(record.u16(28))
        packedBytesLeft = entry.packedCount
    }

    /// The next unpacked bytes; none at the end.
    func next() throws(RecordingError) -> [UInt8] {
        while !isAtEnd {
            if position == input.count { try readPacked() }
            let output = unpack()
            if !output.isEmpty {
                try checkLimits(output)
                return output
            }
            if inflater?.status == .damaged {
                endWithNotice("is damaged")
            } else if inflater?.status == .ended {
                finish()
            } else if position == input.count, packedBytesLeft == 0 {
                inflater == nil ? finish() : endWithNotice("ends early")
            }
        }
        return []
    }

    private func readPacked() throws(RecordingError) {
        input = try bytes.read(at: offset, count: min(RecordingFile.blockSize, packedBytesLeft))
        position = 0
        offset += input.count
        packedBytesLeft = input.isEmpty ? 0 : packedBytesLeft - input.count
    }

    private func unpack() -> [UInt8] {
        guard let inflater else {
            defer { position = input.count }
            return position == 0 ? input : []
        }
        return inflater.status == .inProgress ? inflater.unpack(input, from: &position) : []
    }

    /// - Throws: `limit`, before anything beyond the limit is handed over.
    private func checkLimits(_ output: [UInt8]) throws(RecordingError) {
        unpackedCount += output.count
        checksum.add(output)
        let packedCount = entry.packedCount - packedBytesLeft - (input.count - position)
        if unpackedCount > entry.byteCount {
            isAtEnd = true
            throw .badArchive(
                "\(entry.name) unpacks to more than the \(entry.byteCount) bytes that the archive "
                    + "declares: it is not a file to be trusted", .limit)
        }
        if unpackedCount > limits.ratioExemptByteCount,
            unpackedCount / limits.maxUnpackingRatio > packedCount
        {
            isAtEnd = true
            throw .badArchive(
                "\(entry.name) unpacks to more than \(limits.maxUnpackingRatio) times its size: it is not a "
                    + "file to be trusted", .limit)
        }
    }

    private func finish() {
        if unpackedCount < entry.byteCount {
            endWithNotice("ends early")
        } else if checksum.value != entry.crc32 {
            endWithNotice("does not have the checksum that the archive declares")
        }
        isAtEnd = true
    }

    private func endWithNotice(_ problem: String) {
        isAtEnd = true
        notices.append(
            Notice(
                .warning, code: "cut",
                "\(entry.name) in the archive \(problem): \(unpackedCount) of \(entry.byteCount) "
                    + "bytes are used"))
    }

    private static func tooLargeError(_ entry: ZipEntry, _ limits: ZipLimits) -> RecordingError {
        .badArchive(
            "\(entry.name) unpacks to \(entry.byteCount >> 20) MiB, more than the limit of "
                + "\(limits.byteCount >> 20) MiB: raise it with --max-size", .limit)
    }
}
