import HealthTimeline
import Testing

@Suite struct SplitChainTests {
    @Test func theRestIsListedAndNotCounted() {
        let full = Split(
            index: 1, startMs: 0, endMs: 300_000, durationSeconds: 300, distanceMetres: 1000)
        let rest = Split(
            index: 2, startMs: 300_000, endMs: 360_000, durationSeconds: 60, distanceMetres: 200,
            isPartial: true)
        #expect(SplitChain(.computed, [full, rest]).count == 1)
    }
}
