import Testing

@testable import MusicSelection

@Suite struct ClampingTests {
    @Test func whatIsOutsideComesToTheEdge() {
        #expect([-1, 0, 0.3, 1, 2].map(clamped) == [0, 0, 0.3, 1, 1])
        #expect(blend(2, 4, 0.25) == 2.5)
    }
}
