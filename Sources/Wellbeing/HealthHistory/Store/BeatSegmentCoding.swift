import HealthRecords

/// The beats of a segment as the bytes that are kept: two bytes a beat, the least first. The lower 15 bits are the tick
/// of 10 ms, the highest bit says that a beat is missing before it.
enum BeatSegmentCoding {
    private static let gapBit: UInt16 = 0x8000

    static func bytes(of beatSegment: BeatSegment) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(2 * beatSegment.ticks.count)
        for (index, tick) in beatSegment.ticks.enumerated() {
            let isAfterGap = index < beatSegment.isAfterGap.count && beatSegment.isAfterGap[index]
            let word = (tick & ~gapBit) | (isAfterGap ? gapBit : 0)
            bytes.append(UInt8(truncatingIfNeeded: word))
            bytes.append(UInt8(truncatingIfNeeded: word >> 8))
        }
        return bytes
    }

    static func ticks(of bytes: [UInt8]) -> (ticks: [UInt16], isAfterGap: [Bool]) {
        var (ticks, gaps): ([UInt16], [Bool]) = ([], [])
        ticks.reserveCapacity(bytes.count / 2)
        gaps.reserveCapacity(bytes.count / 2)
        for index in stride(from: 0, to: bytes.count - 1, by: 2) {
            let word = UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8
            ticks.append(word & ~gapBit)
            gaps.append(word & gapBit != 0)
        }
        return (ticks, gaps)
    }
}
