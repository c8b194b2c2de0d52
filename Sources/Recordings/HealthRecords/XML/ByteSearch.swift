/// Searches of bytes, eight at a time.
enum ByteSearch {
    private static let lowBits: UInt64 = 0x0101_0101_0101_0101
    private static let highBits: UInt64 = 0x8080_8080_8080_8080

    /// The first index of a byte, from `start` on.
    ///
    /// - Returns: `end` where there is none before it.
    @inline(__always)
    static func first(
        _ byte: UInt8, in base: UnsafePointer<UInt8>, from start: Int, end: Int
    ) -> Int {
        first(byte, or: byte, in: base, from: start, end: end)
    }

    /// The first index of one of two bytes, from `start` on.
    ///
    /// - Returns: `end` where there is none before it.
    @inline(__always)
    static func first(
        _ byte: UInt8, or other: UInt8, in base: UnsafePointer<UInt8>, from start: Int, end: Int
    ) -> Int {
        let pattern = lowBits &* UInt64(byte)
        let otherPattern = lowBits &* UInt64(other)
        var index = start
        while index + 8 <= end {
            let word = word(base, index)
            let matchMask = zeroByteMask(word ^ pattern) | zeroByteMask(word ^ otherPattern)
            if matchMask != 0 { return index + matchMask.trailingZeroBitCount >> 3 }
            index += 8
        }
        while index < end, base[index] != byte, base[index] != other { index += 1 }
        return index
    }

    /// The first index of a control byte (below 0x20) or a byte that is not ASCII, from `start` on.
    ///
    /// - Returns: `end` where there is none before it.
    @inline(__always)
    static func firstSpecialByte(in base: UnsafePointer<UInt8>, from start: Int, end: Int) -> Int {
        var index = start
        while index + 8 <= end {
            let word = word(base, index)
            // The lowest marked byte is right; borrows may mark more above it.
            let hits = (word | (word &- lowBits &* 0x20) & ~word) & highBits
            if hits != 0 { return index + hits.trailingZeroBitCount >> 3 }
            index += 8
        }
        while index < end, base[index] >= 0x20, base[index] < 0x80 { index += 1 }
        return index
    }

    /// The high bit of each byte that is 0; the lowest one is right, those above it may be too many.
    @inline(__always)
    private static func zeroByteMask(_ word: UInt64) -> UInt64 {
        (word &- lowBits) & ~word & highBits
    }

    @inline(__always)
    private static func word(_ base: UnsafePointer<UInt8>, _ index: Int) -> UInt64 {
        UInt64(
            littleEndian: UnsafeRawPointer(base).loadUnaligned(
                fromByteOffset: index, as: UInt64.self))
    }
}
