/// Polar's compression: a first sample in full, then blocks of differences.
///
/// A block says how many bits a difference has and how many samples follow; differences of all
/// channels are packed from the lowest bit up, and the block ends with a whole byte.
enum PolarDeltaDecoder {
    private static let widths = 1...32

    /// - Parameters:
    ///   - bytes: the payload of a frame.
    ///   - bits: of the first sample, in as few bytes as hold them; 1...32.
    /// - Returns: the samples, channel by channel within each; sums that leave 32 bits wrap.
    /// - Throws: `pmdDelta`, with the byte where it happened, for a cut first sample and for a block
    ///   without width, wider than 32 bits, or longer than what is left.
    static func samples(
        _ bytes: inout PacketBytes, channelCount: Int, bits: Int
    ) throws(PacketError) -> [Int32] {
        var values: [Int32] = []
        for _ in 0..<channelCount {
            guard let value = bytes.signed(width: (bits + 7) / 8, bits: bits) else {
                throw .pmdInvalidDelta(byteOffset: bytes.offset)
            }
            values.append(value)
        }
        while bytes.remaining > 0 {
            let offset = bytes.offset
            guard let width = bytes.u8().map(Int.init), let count = bytes.u8().map(Int.init),
                widths.contains(width),
                let block = bytes.read((count * channelCount * width + 7) / 8)
            else { throw .pmdInvalidDelta(byteOffset: offset) }
            append(block, width: width, count: count * channelCount, channelCount, to: &values)
        }
        return values
    }

    private static func append(
        _ block: [UInt8], width: Int, count: Int, _ channelCount: Int, to values: inout [Int32]
    ) {
        values.reserveCapacity(values.count + count)
        // Never more than 39 bits wait here.
        var pendingBits: UInt64 = 0
        var pendingBitCount = 0
        var next = 0
        for _ in 0..<count {
            while pendingBitCount < width {
                pendingBits |= UInt64(block[next]) << UInt64(pendingBitCount)
                pendingBitCount += 8
                next += 1
            }
            let delta = PacketBytes.signed(pendingBits, bits: width)
            values.append(values[values.count - channelCount] &+ delta)
            pendingBits >>= UInt64(width)
            pendingBitCount -= width
        }
    }
}
