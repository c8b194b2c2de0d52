import PracticePlans
import Testing

/// The parts of an activity as it went.
@Suite struct PartsTests {
    private static func sit() throws -> Timeline {
        var timeline = Timeline(
            .timer(try TimerPlan(prepareSeconds: 5, phase1Seconds: 60, phase2Seconds: 20)))
        timeline.apply(.start, at: 100)
        return timeline
    }

    /// A pause parts a phase, and moves what follows; an extension does neither.
    @Test func pausesPartAPhase() throws {
        var timeline = try Self.sit()
        timeline.apply(.pause, at: 125)
        timeline.apply(.resume, at: 135)
        timeline.apply(.extend(minutes: 1), at: 140)
        #expect(
            timeline.parts(through: 500) == [
                PracticePart(name: .prepare, segments: [100...105]),
                PracticePart(name: .phase1, segments: [105...125, 135...235]),
                PracticePart(name: .phase2, segments: [235...255]),
            ])
        #expect(
            timeline.parts(through: 130) == [
                PracticePart(name: .prepare, segments: [100...105]),
                PracticePart(name: .phase1, segments: [105...125]),
            ])
        #expect(timeline.parts(through: 100).isEmpty)
    }

    @Test func roundsHaveTheirNumbers() throws {
        var timeline = Timeline(
            .interval(
                try IntervalPlan(prepareSeconds: 0, workSeconds: 20, restSeconds: 10, rounds: 2)))
        timeline.apply(.start, at: 0)
        timeline.apply(.next, at: 15)
        let parts = timeline.parts(through: 30)
        #expect(parts.map(\.name) == [.work(1), .rest(1), .work(2)])
        #expect(parts.map(\.segments) == [[0...15], [15...25], [25...30]])
    }
}
