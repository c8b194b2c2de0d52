/// Little-endian numbers one after the other; reading past the end gives nil.
struct PacketBytes {
    private let bytes: [UInt8]
    /// The offset of the next byte.
    private(set) var offset: Int

    init(_ bytes: [UInt8], from offset: Int = 0) {
        self.bytes = bytes
        self.offset = min(offset, bytes.count)
    }

    var remaining: Int { bytes.count - offset }

    mutating func u8() -> UInt8? { number(1).map(UInt8.init) }
    mutating func u16() -> UInt16? { number(2).map(UInt16.init) }
    mutating func u32() -> UInt32? { number(4).map(UInt32.init) }
    mutating func u64() -> UInt64? { number(8) }

    /// - Parameter bits: how many of the lowest bits count, the highest of them as the sign;
    ///   1...8 `width`, at most 32.
    mutating func signed(width: Int, bits: Int) -> Int32? {
        number(width).map { Self.signed($0, bits: bits) }
    }

    mutating func read(_ count: Int) -> [UInt8]? {
        guard count >= 0, count <= remaining else { return nil }
        defer { offset += count }
        return Array(bytes[offset..<offset + count])
    }

    /// - Parameter width: bytes; 1...8.
    private mutating func number(_ width: Int) -> UInt64? {
        guard width <= remaining else { return nil }
        var value: UInt64 = 0
        for index in 0..<width { value |= UInt64(bytes[offset + index]) << UInt64(8 * index) }
        offset += width
        return value
    }

    /// The lowest `bits` (1...32) in two's complement.
    static func signed(_ value: UInt64, bits: Int) -> Int32 {
        let shift = UInt32(32 - bits)
        return Int32(bitPattern: UInt32(truncatingIfNeeded: value) << shift) >> Int32(shift)
    }
}
