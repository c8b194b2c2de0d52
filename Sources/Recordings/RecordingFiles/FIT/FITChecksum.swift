/// The cyclic redundancy check of FIT files, CRC-16/ARC: polynomial 0x8005 with the lowest bit first,
/// start 0, nothing added at the end.
///
/// `123456789` gives 0xBB3D. Over a file together with its own check the result is 0.
struct FITChecksum: Sendable {
    /// The check of what was taken so far.
    private(set) var value: UInt16 = 0

    /// The check of each byte alone.
    private static let table: [UInt16] = (0..<256).map { byte in
        (0..<8).reduce(UInt16(byte)) { remainder, _ in
            remainder & 1 == 1 ? remainder >> 1 ^ 0xA001 : remainder >> 1
        }
    }

    /// Takes the next bytes.
    mutating func update(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            value = value >> 8 ^ Self.table[Int(UInt8(truncatingIfNeeded: value) ^ byte)]
        }
    }

    /// The check of bytes as a whole.
    static func checksum(_ bytes: some Sequence<UInt8>) -> UInt16 {
        var checksum = FITChecksum()
        checksum.update(bytes)
        return checksum.value
    }
}
