import Foundation
import PhysioDSP
@testable import PhysioSimulation
import PhysioTypes
import TestSupport
import Testing

@Suite struct VirtualPersonTests {
    private static func cycle(_ index: Int, seconds: Double) -> BreathCycle {
        BreathCycle(
            startSeconds: seconds * Double(index), inhaleSeconds: 0.38 * seconds,
            holdSeconds: 0.05 * seconds, exhaleSeconds: 0.57 * seconds)
    }

    /// Amplitude of the first harmonic of the lungs' shape, by a sum over one breath.
    private static var lungHarmonic: ComplexNumber {
        let n = 10_000
        return (0..<n).reduce(ComplexNumber(0)) { sum, index in
            let x = (Double(index) + 0.5) / Double(n)
            let volume =
                x < 0.38
                ? 1 - cos(.pi * x / 0.38) : x < 0.43 ? 2 : 1 + cos(.pi * (x - 0.43) / 0.57)
            let angle = 2 * .pi * x
            return sum + ComplexNumber(cos(angle), -sin(angle)) * (2 * volume / Double(n))
        }
    }

    /// Breathing to a pacer without noise, the beats crowd as the closed form says: beats at the
    /// integral of a rate have, far below their own frequency, the Fourier transform of that rate.
    /// A Hann taper over 60 breaths keeps the ends out. The rest is what the steps leave, as in
    /// ``HeartResponseTests``.
    @Test(arguments: TestPeople.all, [4.5, 5.5, 6.5])
    func pacedBeatsOscillateByTheClosedForm(traits: PersonTraits, rate: Double) {
        var person = VirtualPerson(traits.withoutNoise, seed: 1)
        let period = 60 / rate
        let beats = (0..<120).flatMap { person.breathe(Self.cycle($0, seconds: period)) }
        let w = 2 * Double.pi / period
        let span = 60 * period
        var sum = ComplexNumber(0)
        for time in beats.map(\.timeSeconds) where time > span {
            let taper = 0.5 - 0.5 * cos(2 * .pi * (time - span) / span)
            sum = sum + ComplexNumber(cos(w * time), -sin(w * time)) * (taper * 60)
        }
        let lungs = Self.lungHarmonic
        let late = ComplexNumber(cos(w * traits.lagSeconds), -sin(w * traits.lagSeconds))
        let expected = person.truth.response(atBreathsPerMinute: rate) * lungs * late
        let off = sum * (4 / span) / expected
        #expect(abs(off.real - 1) < 0.005 && abs(off.imaginary) < 0.005, "\(off)")
    }

    @Test func stepsOfTheClockDoNotMatter() {
        let people = PersonPopulation(seed: 8, scenario: .noisy)
        for index in 0..<3 {
            var whole = people.person(index)
            var ticked = people.person(index)
            let expected = (0..<30).flatMap { whole.breathe(Self.cycle($0, seconds: 10.8)) }
            var beats: [VirtualPerson.Beat] = []
            var next = 0
            for tick in 1...Int(30 * 10.8 * 4) {
                let now = Double(tick - 1) / 4
                // A pacer announces a breath at least 250 ms ahead.
                if Double(next) * 10.8 < now + 0.5, next < 30 {
                    ticked.follow(Self.cycle(next, seconds: 10.8))
                    next += 1
                }
                ticked.advance(toSeconds: Double(tick) / 4, into: &beats)
            }
            #expect(beats == expected)
            #expect(beats.count > 250)
        }
    }

    @Test func equalSeedsGiveEqualBitsAndOthersDoNot() {
        func life(_ seed: UInt64) -> [VirtualPerson.Beat] {
            var person = VirtualPerson(PersonTraits(), seed: seed)
            return person.breathe(Self.cycle(0, seconds: 11)) + person.breatheFreely(seconds: 60)
        }
        #expect(life(1) == life(1))
        #expect(life(1) != life(2))
    }

    /// Two pacers meet the same noise: with no answer to breathing all beats are the same.
    @Test func noiseDoesNotDependOnThePacer() {
        var traits = PersonTraits()
        traits.rsaAmplitudeBpm = 0
        func life(_ seconds: Double) -> [VirtualPerson.Beat] {
            var person = VirtualPerson(traits, seed: 4)
            var beats: [VirtualPerson.Beat] = []
            for index in 0..<Int(120 / seconds) {
                beats += person.breathe(Self.cycle(index, seconds: seconds))
            }
            return beats
        }
        #expect(life(10) == life(12))
    }

    @Test func volumesComeOnceAStep() {
        var person = VirtualPerson(PersonTraits(), seed: 1)
        var beats: [VirtualPerson.Beat] = []
        var volumes: [Double] = []
        person.follow(Self.cycle(0, seconds: 12))
        person.advance(toSeconds: 12, into: &beats, volumes: &volumes)
        #expect(volumes.count == 240 && person.timeSeconds == 12)
        var other = VirtualPerson(PersonTraits(), seed: 1)
        #expect(other.breathe(Self.cycle(0, seconds: 12)) == beats)
    }

    /// Every trait at an end of its range, in random combinations.
    @Test func extremePeopleHaveFiniteBeats() {
        var random = SplitMix64(seed: 20)
        for index in 0..<60 {
            var traits = PersonTraits()
            traits.plant = Bool.random(using: &random) ? .delayedLoop : .resonator
            for (_, path, range) in PersonTraits.numericTraits {
                traits[keyPath: path] =
                    Bool.random(using: &random) ? range.lowerBound : range.upperBound
            }
            #expect(traits.outOfRangeTraits.isEmpty)
            let breathing: VirtualPerson.Breathing =
                index % 3 == 0 ? .free(breathsPerMinute: 30) : .paced
            var person = VirtualPerson(traits, seed: UInt64(index), breathing: breathing)
            var beats: [VirtualPerson.Beat] = []
            var volumes: [Double] = []
            for breath in 0..<12 {
                let cycle = BreathCycle(
                    startSeconds: person.timeSeconds + 0.2,
                    inhaleSeconds: [0.1, 4, 20][breath % 3],
                    exhaleSeconds: [0.1, 6, 20][breath % 3], secondHoldSeconds: 0.5)
                person.follow(cycle)
                person.advance(toSeconds: cycle.endSeconds, into: &beats, volumes: &volumes)
            }
            #expect(volumes.allSatisfy { $0.isFinite })
            #expect(beats.allSatisfy { $0.timeSeconds.isFinite && $0.intervalTicks > 0 })
            // 210 and 30 beats a minute, a quarter early or late, five missed in a row.
            #expect(beats.allSatisfy { $0.intervalMs < 15_000 })
            let end = person.timeSeconds
            #expect(Double(beats.count) > end / 2.1 * 0.5 && Double(beats.count) < end * 4.5)
        }
    }

    @Test func timeAdvancesInWholeSteps() {
        var person = VirtualPerson(PersonTraits(), seed: 1)
        var beats: [VirtualPerson.Beat] = []
        person.advance(toSeconds: 0.3, into: &beats)
        // 0.3 is less than six times 0.05 in binary, by the last bit.
        #expect(abs(person.timeSeconds - 0.3) < 1e-12)
        person.advance(toSeconds: 0.34, into: &beats)
        #expect(abs(person.timeSeconds - 0.3) < 1e-12)
        person.advance(toSeconds: -1, into: &beats)
        #expect(abs(person.timeSeconds - 0.3) < 1e-12)
    }
}
