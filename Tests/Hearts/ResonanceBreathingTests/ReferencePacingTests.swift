import PhysioSimulation
import PhysioTypes
import ResonanceBreathing
import Testing

@Suite struct ReferencePacingTests {
    /// The strap falls silent: the last score is not reported again and again.
    @Test func oldBeatsAreNoScore() throws {
        let people = PersonPopulation(seed: 5, scenario: .clean)
        var session = PersonSession(LiveReferencePacer(try ReferencePacer()), people.person(0))
        try session.run(toSeconds: 400)
        try session.run(toSeconds: 520) { _ in false }
        // Without a score the rate is held, where it would go on stepping up and down.
        let held = session.rates.filter { $0.endSeconds > 430 }.map(\.breathsPerMinute)
        #expect(held.count > 5 && Set(held).count == 1, "\(held)")
        #expect(session.pacer.explanation == "Staying at this rate.")
    }

    /// The rules by hand on the scores that the stream has: the adapter adds nothing.
    @Test func itIsTheRulesOnTheReferenceScore() throws {
        let people = PersonPopulation(seed: 5, scenario: .clean)
        var session = PersonSession(LiveReferencePacer(try ReferencePacer()), people.person(0))
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
        #expect(session.pacer.finding.breathsPerMinute == expected.bestBreathsPerMinute)
        #expect(expected.bestBreathsPerMinute != nil)
    }

    /// The clock of the strap begins anew: hundreds of beats before those that came.
    @Test func beatsThatGoBackArePassedOver() throws {
        let people = PersonPopulation(seed: 5, scenario: .clean)
        var sound = PersonSession(LiveReferencePacer(try ReferencePacer()), people.person(1))
        try sound.run(toSeconds: 400)
        var spoilt = LiveReferencePacer(try ReferencePacer())
        for step in sound.steps {
            spoilt.begin(step.breath)
            for revision in step.revisions { spoilt.revise(revision) }
            for index in 0..<20 where step.breath.startSeconds > 300 {
                spoilt.revise(
                    NNRevision(beats: [
                        NNBeat(
                            intervalMs: 800, endSeconds: 0.8 * Double(index),
                            isAdjacentToPrevious: true, isCorrected: false, rawIndex: 0)
                    ]))
            }
            // They count for what the stream takes back.
            if step.breath.startSeconds > 300 { spoilt.revise(NNRevision(withdrawnCount: 20)) }
            spoilt.breathEnded(atSeconds: step.breath.endSeconds)
        }
        #expect(spoilt.command == sound.pacer.command)
        #expect(spoilt.finding == sound.pacer.finding)
        #expect(spoilt.finding.breathsPerMinute != nil)
    }

    @Test func aClockThatBeginsAnewStopsNothing() throws {
        var pacing = LiveReferencePacer(try ReferencePacer())
        for start in [0.0, 0] {
            for index in 0..<600 {
                pacing.revise(
                    NNRevision(beats: [
                        NNBeat(
                            intervalMs: 800, endSeconds: start + 0.8 * Double(index),
                            isAdjacentToPrevious: true, isCorrected: false, rawIndex: 0)
                    ]))
            }
        }
        pacing.breathEnded(atSeconds: 500)
        #expect(pacing.phase == .resonanceLock)
        #expect(pacing.finding.breathsPerMinute == nil)
    }
}
