import PhysioTypes
import TestSupport
import Testing

@Suite struct BreathPhaseTests {
    private let breath = BreathCycle(
        startSeconds: 10, inhaleSeconds: 4, holdSeconds: 1, exhaleSeconds: 5, secondHoldSeconds: 2)

    @Test func everyPhaseHoldsItsBeginning() throws {
        for (time, phase, progress, left) in [
            (10.0, BreathPhase.inhale, 0.0, 4.0), (13, .inhale, 0.75, 1), (14, .hold, 0, 1),
            (15, .exhale, 0, 5), (17.5, .exhale, 0.5, 2.5), (20, .secondHold, 0, 2),
            (21.5, .secondHold, 0.75, 0.5),
        ] {
            let position = try #require(breath.position(atSeconds: time))
            #expect(position.phase == phase)
            #expect(abs(position.progress - progress) < 1e-12)
            #expect(abs(position.secondsLeft - left) < 1e-12)
        }
        for outside in [9.999, 22, 1e9, -.infinity, .nan] {
            #expect(breath.position(atSeconds: outside) == nil)
        }
    }

    @Test func aPhaseOfNoLengthIsNeverThere() throws {
        let plain = BreathCycle(startSeconds: 0, inhaleSeconds: 4.4, exhaleSeconds: 6.6)
        #expect(try #require(plain.position(atSeconds: 4.4)).phase == .exhale)
        for step in 0..<1100 {
            let position = try #require(plain.position(atSeconds: 0.01 * Double(step)))
            #expect(position.phase == .inhale || position.phase == .exhale)
            #expect(position.secondsLeft > 0 && position.progress < 1)
        }
    }

    @Test func theLastMomentOfAnyBreathHasAPhase() throws {
        var generator = SplitMix64(seed: 1)
        for _ in 0..<1000 {
            let breath = BreathCycle(
                startSeconds: generator.uniform(in: 0...1e5),
                inhaleSeconds: generator.uniform(in: 1...9),
                exhaleSeconds: generator.uniform(in: 1...9))
            let last = try #require(breath.position(atSeconds: breath.endSeconds.nextDown))
            #expect(last.phase == .exhale && last.secondsLeft > 0 && last.progress < 1)
        }
    }

    @Test func screensSayPhaseAndSecondsLeft() throws {
        for (time, text) in [
            (11.57, "INHALE 2.4"), (14.0, "HOLD 1.0"), (15.0, "EXHALE 5.0"), (19.96, "EXHALE 0.0"),
            (20.5, "HOLD 1.5"),
        ] {
            #expect(try #require(breath.position(atSeconds: time)).text == text)
        }
    }

    @Test func phasesFillTheBreath() {
        #expect(BreathPhase.allCases.map(breath.durationSeconds(of:)) == [4, 1, 5, 2])
        #expect(BreathPhase.allCases.map(breath.startSeconds(of:)) == [10, 14, 15, 20])
    }
}
