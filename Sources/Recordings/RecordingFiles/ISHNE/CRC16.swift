/// The cyclic redundancy check CRC-16/CCITT as ISHNE uses it: polynomial 0x1021, start 0xFFFF, the
/// highest bit first, nothing added at the end.
///
/// `123456789` gives 0x29B1.
///
/// - Complexity: eight steps a byte; it is used on headers.
enum CRC16 {
    static func checksum(_ bytes: some Sequence<UInt8>) -> UInt16 {
        var remainder: UInt16 = 0xFFFF
        for byte in bytes {
            remainder ^= UInt16(byte) << 8
            for _ in 0..<8 {
                remainder = remainder & 0x8000 != 0 ? remainder << 1 ^ 0x1021 : remainder << 1
            }
        }
        return remainder
    }
}
