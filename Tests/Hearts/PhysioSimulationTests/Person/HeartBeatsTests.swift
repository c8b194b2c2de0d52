import Foundation
import PhysioDSP
@testable import PhysioSimulation
import TestSupport
import Testing

@Suite struct HeartBeatsTests {
    private static let step = VirtualPerson.stepSeconds

    /// Traits without noise or artefacts.
    private static var quiet: PersonTraits { PersonTraits().withoutNoise }

    private static func beats(
        _ traits: PersonTraits, clock: VirtualPerson.SensorClock = .millisecond,
        seconds: Double, rateBpm: (Double) -> Double
    ) -> [VirtualPerson.Beat] {
        var heart = HeartBeats(traits, clock: clock, generator: SeededGenerator(seed: 3))
        var beats: [VirtualPerson.Beat] = []
        for index in 0..<Int((seconds / step).rounded()) {
            let time = Double(index) * step
            heart.advance(
                fromSeconds: time, bySeconds: step, rateBpm: (rateBpm(time), rateBpm(time + step)),
                into: &beats)
        }
        return beats
    }

    /// The rate 70 + 10 sin(0.6 t) has the integral 70 t + 10 (1 - cos(0.6 t)) / 0.6, which is a
    /// whole number of minutes further at each beat. The rate rises by 0.1 Hz/s at most: the straight
    /// line within a step dt is off by 0.1 dt^2 / 8 = 3.1e-5 at either beat compared, and the
    /// trapezia by dt^2 / 12 times what the slope changes, 4.2e-5.
    @Test func beatsFallWhereTheIntegralOfTheRateIsWhole() throws {
        let beats = Self.beats(Self.quiet, seconds: 200) { 70 + 10 * sin(0.6 * $0) }
        let integrals = beats.map {
            (70 * $0.timeSeconds + 10 * (1 - cos(0.6 * $0.timeSeconds)) / 0.6) / 60
        }
        let first = try #require(integrals.first)
        #expect(beats.count > 225)
        for (index, value) in integrals.enumerated() {
            #expect(abs(value - first - Double(index)) < 1.1e-4, "beat \(index)")
        }
    }

    @Test(arguments: VirtualPerson.SensorClock.allCases)
    func timesAreRoundedAndIntervalsAddUp(clock: VirtualPerson.SensorClock) throws {
        let beats = Self.beats(Self.quiet, clock: clock, seconds: 300) { 70 + 10 * sin(0.6 * $0) }
        let tickMs = clock == .millisecond ? 1 : 0.9765625
        #expect(clock.tickMs == tickMs)
        let first = try #require(beats.first)
        var ticks = Int((first.timeSeconds * 1000 / tickMs).rounded())
        for beat in beats.dropFirst() {
            ticks += beat.intervalTicks
            #expect(abs(Double(ticks) * tickMs - 1000 * beat.timeSeconds) <= tickMs / 2 + 1e-6)
            #expect(beat.intervalMs == Double(beat.intervalTicks) * tickMs)
        }
    }

    @Test func anEarlyBeatIsAQuarterEarlyAndTheNextKeepsItsTime() {
        var traits = Self.quiet
        traits.ectopicShare = 0.1
        let beats = Self.beats(traits, seconds: 20_000) { _ in 60 }
        for (beat, next) in zip(beats, beats.dropFirst()) {
            switch (beat.kind, next.kind) {
            case (.ectopic, .normal): #expect(next.intervalTicks == 1_250)
            case (.normal, .ectopic): #expect(next.intervalTicks == 750)
            case (.normal, .normal): #expect(next.intervalTicks == 1_000)
            default: Issue.record("two early beats")
            }
        }
        // Each of the other beats is followed by an early one in a tenth of cases: 1/11 of all, to
        // 5 standard deviations.
        let share = Double(beats.count { $0.kind == .ectopic }) / Double(beats.count)
        #expect(abs(share - 1 / 11.0) < 0.01, "\(share)")
        #expect(abs(beats.count - 20_000) <= 1)
    }

    @Test func halfOfTheSensorsErrorsAreMissedBeatsAndHalfExtraOnes() {
        var traits = Self.quiet
        traits.sensorErrorShare = 0.1
        let beats = Self.beats(traits, seconds: 20_000) { _ in 60 }
        // 5 standard deviations of 20,000 throws are 0.008.
        let missed = Double(beats.reduce(0) { $0 + $1.missedCount }) / 20_000
        let extra = Double(beats.count { $0.kind == .extra }) / 20_000
        #expect(abs(missed - 0.05) < 0.008 && abs(extra - 0.05) < 0.008, "\(missed) \(extra)")
        // All true beats fall on one second after the other.
        for (beat, next) in zip(beats, beats.dropFirst()) {
            let seconds = next.missedCount + 1
            if beat.kind == .normal, next.kind == .normal {
                #expect(next.intervalTicks == 1_000 * seconds)
            } else if next.kind == .extra {
                #expect((300...700).contains(next.intervalTicks))
            } else {
                #expect(
                    (300 + 1_000 * (seconds - 1)...700 + 1_000 * (seconds - 1))
                        .contains(next.intervalTicks))
            }
        }
    }

    @Test func beatTimesAreOffByTheJitter() throws {
        var traits = Self.quiet
        traits.beatJitterMs = 7
        let beats = Self.beats(traits, seconds: 5_000) { _ in 60 }
        let first = try #require(beats.first).timeSeconds.rounded(.down)
        let offsets = beats.enumerated().map { $1.timeSeconds - Double($0) - first }
        let deviation = try #require(Statistics.standardDeviation(offsets))
        // 5,000 values: known to 1 %.
        #expect(abs(deviation - 0.007) < 0.0003)
        #expect(zip(beats, beats.dropFirst()).allSatisfy { $0.timeSeconds < $1.timeSeconds })
    }

    @Test func beatsComeWhenTheirTimeHasCome() {
        var traits = Self.quiet
        traits.beatJitterMs = 20
        traits.sensorErrorShare = 0.3
        traits.ectopicShare = 0.1
        var heart = HeartBeats(traits, clock: .millisecond, generator: SeededGenerator(seed: 1))
        var beats: [VirtualPerson.Beat] = []
        for index in 0..<40_000 {
            let start = Double(index) * Self.step
            let known = beats.count
            heart.advance(
                fromSeconds: start, bySeconds: Self.step, rateBpm: (80, 80), into: &beats)
            for beat in beats[known...] {
                // A beat that comes before its time by the jitter is known late by as much.
                #expect(beat.timeSeconds <= start + Self.step)
                #expect(beat.timeSeconds > start - 0.075)
            }
        }
        #expect(beats.allSatisfy { $0.intervalTicks > 0 })
        #expect(beats.count > 2_500)
    }
}
