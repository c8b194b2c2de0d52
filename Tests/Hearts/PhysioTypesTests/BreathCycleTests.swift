import PhysioTypes
import Testing

@Suite struct BreathCycleTests {
    private let breath = BreathCycle(
        startSeconds: 10, inhaleSeconds: 4, holdSeconds: 1, exhaleSeconds: 5)

    @Test func phasesAddUpToTheBreath() {
        #expect(breath.durationSeconds == 10)
        #expect(breath.endSeconds == 20)
        #expect(breath.breathsPerMinute == 6)
    }

    @Test func shareRunsFromZeroToOne() {
        #expect(breath.share(atSeconds: 10) == 0)
        #expect(breath.share(atSeconds: 12.5) == 0.25)
        #expect(breath.share(atSeconds: 20) == 1)
        #expect(breath.share(atSeconds: 5) == -0.5)
    }
}
