import PhysioTypes
import ResonanceBreathing
import TestSupport
import Testing

@Suite struct CommandedBreathingTests {
    /// Breaths of the given lengths, 40 % inhaled, one after the other.
    private static func breaths(_ lengths: [Double], from start: Double = 0) -> [BreathCycle] {
        var begin = start
        return lengths.map { length in
            defer { begin += length }
            return BreathCycle(
                startSeconds: begin, inhaleSeconds: 0.4 * length, exhaleSeconds: 0.6 * length)
        }
    }

    @Test func thePhaseIsTheBreathsNumberAndShare() {
        let breathing = CommandedBreathing(Self.breaths([10, 12, 8], from: 5))
        for (time, phase) in [
            (5.0, 0.0), (7.5, 0.25), (15, 1), (18, 1.25), (27, 2), (31, 2.5), (34.96, 2.995),
        ] {
            #expect(abs((breathing.phase(atSeconds: time) ?? -1) - phase) < 1e-12)
        }
        for time in [-1, 4.999, 35, 1e9, -.infinity, .nan] {
            #expect(breathing.phase(atSeconds: time) == nil)
        }
    }

    @Test func thePhaseNeverRunsBackwardsOrJumpsAtChangingRates() throws {
        var generator = SplitMix64(seed: 3)
        let lengths = (0..<60).map { _ in generator.uniform(in: 8...15) }
        let breathing = CommandedBreathing(Self.breaths(lengths))
        let end = try #require(breathing.breaths.last).endSeconds
        var before = 0.0
        for step in 1..<20_000 {
            let phase = try #require(breathing.phase(atSeconds: end * Double(step) / 20_000))
            #expect(phase >= before && phase - before < end / 20_000 / 8 + 1e-9)
            before = phase
        }
        // Where breaths meet, sums round: the phase is there all the same, and whole.
        for (number, breath) in breathing.breaths.enumerated().dropFirst() {
            #expect(breathing.phase(atSeconds: breath.startSeconds) == Double(number))
            #expect(breathing.phase(atSeconds: breath.startSeconds.nextDown) != nil)
        }
    }

    @Test func secondsAreTheInverseOfThePhase() throws {
        let breathing = CommandedBreathing(Self.breaths([10, 12, 8, 13.3], from: 100))
        for step in 0..<433 {
            let time = 100 + 0.1 * Double(step)
            let phase = try #require(breathing.phase(atSeconds: time))
            #expect(abs((breathing.seconds(atPhase: phase) ?? 0) - time) < 1e-10)
        }
        #expect(breathing.seconds(atPhase: -0.1) == nil && breathing.seconds(atPhase: 4) == nil)
        #expect(breathing.seconds(atPhase: .nan) == nil)
        #expect(breathing.seconds(atPhase: .infinity) == nil)
    }

    @Test func aPauseHasNoPhase() {
        let breathing = CommandedBreathing(
            Self.breaths([10, 10]) + Self.breaths([10], from: 25))
        #expect(breathing.phase(atSeconds: 19.9) != nil)
        #expect(breathing.phase(atSeconds: 20) == nil && breathing.phase(atSeconds: 24.9) == nil)
        #expect(breathing.phase(atSeconds: 25) == 2)
        #expect(breathing.breath(atSeconds: 22) == nil)
        #expect(breathing.breath(atSeconds: 26)?.startSeconds == 25)
    }

    @Test func aBreathCutShortEndsWhereTheNextBegins() {
        let breathing = CommandedBreathing(Self.breaths([10]) + Self.breaths([8], from: 6))
        #expect(breathing.phase(atSeconds: 5) == 0.5)
        #expect(breathing.phase(atSeconds: 6) == 1)
        #expect(breathing.phase(atSeconds: 10) == 1.5)
    }

    @Test func onlyTheNewestBreathsAreRemembered() {
        var breathing = CommandedBreathing(capacity: 4)
        for breath in Self.breaths([Double](repeating: 10, count: 1000)) { breathing.begin(breath) }
        #expect(breathing.breaths.count == 4 && breathing.breathCount == 1000)
        #expect(breathing.phase(atSeconds: 9959.9) == nil)
        #expect(breathing.phase(atSeconds: 9960) == 996)
        #expect(breathing.phase(atSeconds: 9995) == 999.5)
        breathing.reset()
        #expect(breathing == CommandedBreathing(capacity: 4))
        #expect(CommandedBreathing([]).phase(atSeconds: 0) == nil)
    }
}
