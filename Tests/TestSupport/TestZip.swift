/// Writes zip archives for tests, of stored entries, with whatever lies in their fields: the readers under test unpack
/// them, and another program's archives are checked beside them.
public struct TestZip {
    /// An entry; fields that are nil are what they should be.
    public struct Entry {
        public var name: String
        public var bytes: [UInt8]
        /// The packing of the bytes that the directory states: 0 stored, 8 deflate.
        public var method: UInt16
        public var flags: UInt16
        public var byteCount: UInt32?
        public var packedCount: UInt32?
        public var crc32: UInt32?

        public init(
            _ name: String, _ bytes: [UInt8], method: UInt16 = 0, flags: UInt16 = 0x800,
            byteCount: UInt32? = nil, packedCount: UInt32? = nil, crc32: UInt32? = nil
        ) {
            self.name = name
            self.bytes = bytes
            self.method = method
            self.flags = flags
            self.byteCount = byteCount
            self.packedCount = packedCount
            self.crc32 = crc32
        }
    }

    /// The bytes of an archive.
    ///
    /// - Parameter prefix: bytes that stand before it.
    /// - Parameter comment: bytes that stand after its end record.
    public static func archive(
        _ entries: [Entry], prefix: [UInt8] = [], comment: [UInt8] = []
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        var directory: [UInt8] = []
        for entry in entries {
            let fields = fields(of: entry)
            let offset = UInt32(bytes.count)
            bytes += little(0x0403_4B50, 4) + fields + Array(entry.name.utf8) + entry.bytes
            directory += little(0x0201_4B50, 4) + little(20, 2) + fields
            directory += little(0, 10) + little(UInt64(offset), 4) + Array(entry.name.utf8)
        }
        let count = UInt64(entries.count)
        let end =
            little(0x0605_4B50, 4) + little(0, 4) + little(count, 2) + little(count, 2)
            + little(UInt64(directory.count), 4) + little(UInt64(bytes.count), 4)
            + little(UInt64(comment.count), 2)
        return prefix + bytes + directory + end + comment
    }

    /// Returns the fields from the version that is needed to the length of the extra field.
    private static func fields(of entry: Entry) -> [UInt8] {
        let size = UInt32(entry.bytes.count)
        let start = little(20, 2) + little(UInt64(entry.flags), 2)
        let packing = little(UInt64(entry.method), 2) + little(0, 4)
        let checksum = little(UInt64(entry.crc32 ?? Self.crc32(entry.bytes)), 4)
        let sizes =
            little(UInt64(entry.packedCount ?? size), 4)
            + little(UInt64(entry.byteCount ?? size), 4)
        return start + packing + checksum + sizes + little(UInt64(entry.name.utf8.count), 2)
            + little(0, 2)
    }

    private static func little(_ value: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> (8 * $0)) : 0 }
    }

    /// The checksum of zip and gzip, bit by bit.
    public static func crc32(_ bytes: [UInt8]) -> UInt32 {
        var remainder = ~UInt32(0)
        for byte in bytes {
            remainder ^= UInt32(byte)
            for _ in 0..<8 {
                remainder = remainder & 1 != 0 ? remainder >> 1 ^ 0xEDB8_8320 : remainder >> 1
            }
        }
        return ~remainder
    }
}
