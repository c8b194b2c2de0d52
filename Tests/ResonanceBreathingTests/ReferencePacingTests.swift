import PhysioSimulation
import PhysioTypes
import ResonanceBreathing
import Testing

@Suite struct ReferencePacingTests {
    /// The rules by hand on the scores that the stream has: the adapter adds nothing.
    @Test func itIsTheRulesOnTheReferenceScore() throws {
        let people = PersonPopulation(seed: 5, scenario: .clean)
        var session = PersonSession(ReferencePacing(try ReferencePacer()), people.person(0))
        try session.run(toSeconds: 420)
        var expected = try ReferencePacer()
        var coherence = LiveCoherence()
        var rates: [Double] = []
        for step in session.steps {
            rates.append(expected.breathsPerMinute)
            coherence.begin(step.breath)
            for revision in step.revisions { coherence.revise(revision) }
            expected.update(
                elapsedSeconds: step.breath.endSeconds,
                coherence: coherence.value(.reference).value)
        }
        #expect(session.rates.map(\.breathsPerMinute) == rates)
        #expect(Set(rates).count > 6)
        #expect(session.pacer.isLocked)
        #expect(
            session.pacer.finding == .bestTried(breathsPerMinute: expected.breathsPerMinute))
    }

    @Test func beatsThatGoBackArePassedOver() throws {
        var pacing = ReferencePacing(try ReferencePacer())
        func beat(_ end: Double) -> NNBeat {
            NNBeat(
                intervalMs: 800, endSeconds: end, isAdjacentToPrevious: true, isCorrected: false,
                rawIndex: 0)
        }
        pacing.revise(NNRevision(beats: [beat(5), beat(3), beat(.nan), beat(5.8)]))
        pacing.breathEnded(atSeconds: 11)
        #expect(pacing.command == .breathe(breathsPerMinute: 5.5))
    }
}
