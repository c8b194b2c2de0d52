import HealthRecords
import Testing

@testable import HealthHistory

@Suite struct BeatSegmentCodingTests {
    private func beatSegment(_ ticks: [UInt16], _ gaps: [Bool]) -> BeatSegment {
        let at = HealthInstant(unixMs: 0)
        return BeatSegment(
            sourceIndex: 0, start: at, end: at, sdnnMs: 40, firstBeatMs: 0, ticks: ticks,
            isAfterGap: gaps)
    }

    /// 300 = 0x012C; with the gap bit 0x812C.
    @Test func theBytesAreThoseOfTheTable() {
        let bytes = BeatSegmentCoding.bytes(
            of: beatSegment([0, 300, 32_767], [false, true, false]))
        #expect(bytes == [0, 0, 0x2C, 0x81, 0xFF, 0x7F])
    }

    @Test func everyTickComesBackWithAndWithoutGap() {
        let ticks = Array(UInt16(0)..<0x8000)
        for isGap in [false, true] {
            let gaps = [Bool](repeating: isGap, count: ticks.count)
            let back = BeatSegmentCoding.ticks(
                of: BeatSegmentCoding.bytes(of: beatSegment(ticks, gaps)))
            #expect(back.ticks == ticks && back.isAfterGap == gaps)
        }
    }

    @Test func oddBytesAreNoBeat() {
        #expect(BeatSegmentCoding.ticks(of: []).ticks.isEmpty)
        #expect(BeatSegmentCoding.ticks(of: [1]).ticks.isEmpty)
        #expect(BeatSegmentCoding.ticks(of: [1, 0, 9]).ticks == [1])
    }
}
