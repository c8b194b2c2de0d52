import Foundation
import PhysioDSP
@testable import PhysioSimulation
import PhysioTypes
import Testing

@Suite struct LungMotionTests {
    private static let step = VirtualPerson.stepSeconds

    /// The volume while breaths of 4, 1 and 5 s are commanded one after the other.
    private static func volumes(
        _ traits: PersonTraits, breathing: VirtualPerson.Breathing = .paced, breaths: Int,
        seed: UInt64 = 1
    ) -> [Double] {
        var lungs = LungMotion(
            traits, breathing: breathing, generator: SeededGenerator(seed: seed))
        return (0..<breaths).flatMap { index -> [Double] in
            let start = Double(10 * index)
            lungs.command(
                BreathCycle(
                    startSeconds: start, inhaleSeconds: 4, holdSeconds: 1, exhaleSeconds: 5),
                now: start)
            return (1...200).map { lungs.volume(atSeconds: start + Double($0) * step) }
        }
    }

    /// Largest volumes of the breaths from one on, and when they are reached; s.
    private static func peaks(_ volumes: [Double], from: Int) -> [(height: Double, time: Double)] {
        (from..<volumes.count / 200).map { breath in
            let range = breath * 200..<(breath + 1) * 200
            let top = range.max { volumes[$0] < volumes[$1] } ?? 0
            return (volumes[top], Double(top + 1) * step)
        }
    }

    /// 0.55 of such a breath's height is its mean: 2 s + 1 s + 2.5 s of 10 s.
    @Test func breathsAreHalfCosinesAfterTheLag() {
        var traits = PersonTraits().withoutNoise
        traits.lagSeconds = 0.3
        let volumes = Self.volumes(traits, breaths: 4)
        for index in 400..<600 {
            let time = Double(index + 1) * Self.step - 20.3
            let shape =
                switch time {
                case ..<0: 0.5 - 0.5 * cos(.pi * (10 + time - 5) / 5 + .pi)
                case ..<4: 0.5 - 0.5 * cos(.pi * time / 4)
                case ..<5: 1.0
                default: 0.5 + 0.5 * cos(.pi * (time - 5) / 5)
                }
            #expect(abs(volumes[index] - 2 * (shape - 0.55)) < 1e-9, "at \(time)")
        }
    }

    @Test(arguments: [0.0, 0.5])
    func slowBreathsAreDeeperByTheExponent(exponent: Double) {
        var traits = PersonTraits().withoutNoise
        traits.depthExponent = exponent
        let height = [4.0, 1].map { share -> Double in
            var lungs = LungMotion(
                traits, breathing: .paced, generator: SeededGenerator(seed: 1))
            let length = 5 * share
            let volumes = (0..<40).flatMap { index -> [Double] in
                let start = length * Double(index)
                lungs.command(
                    BreathCycle(
                        startSeconds: start, inhaleSeconds: length / 2, exhaleSeconds: length / 2),
                    now: start)
                return (1...Int(20 * length)).map {
                    lungs.volume(atSeconds: start + Double($0) * Self.step)
                }
            }
            return (volumes.suffix(400).max() ?? 0) - (volumes.suffix(400).min() ?? 0)
        }
        // 3 and 12 breaths a minute: (6/3)^k and (6/12)^k. The lag is no whole number of steps.
        #expect(abs(height[0] - 2 * pow(2, exponent)) < 1e-3)
        #expect(abs(height[1] - 2 * pow(0.5, exponent)) < 1e-3)
    }

    /// The steepest a half cosine rises is pi / 2 of its height over its time; the deepest sigh
    /// here reaches 1.6 (1 + 4 sd) of 2.
    @Test func theVolumeNeverJumps() {
        var traits = PersonTraits()
        traits.missedInstructionShare = 0.3
        traits.depthJitter = 0.2
        let volumes = Self.volumes(traits, breaths: 300)
        let steepest = zip(volumes, volumes.dropFirst()).reduce(0.0) { max($0, abs($1.0 - $1.1)) }
        #expect(steepest < .pi / 2 * 2 * 1.6 * 1.8 / 2 * Self.step, "\(steepest)")
        #expect(steepest > 0)
    }

    @Test func depthsVaryAndRememberTheLast() throws {
        var traits = PersonTraits().withoutNoise
        traits.depthJitter = 0.15
        let heights = Self.peaks(Self.volumes(traits, breaths: 2_001), from: 1)
            .map { $0.height / 0.9 - 1 }
        let deviation = try #require(Statistics.standardDeviation(heights))
        // 2,000 heights of memory 0.6: some 500 independent ones, known to 3 %.
        #expect(abs(deviation / 0.15 - 1) < 0.1, "\(deviation)")
        let products = zip(heights, heights.dropFirst()).map { $0 * $1 }
        let memory = products.reduce(0, +) / Double(products.count) / (deviation * deviation)
        #expect(abs(memory - 0.6) < 0.08, "\(memory)")
    }

    @Test func theTimeFromBreathToBreathVaries() throws {
        var traits = PersonTraits().withoutNoise
        traits.periodJitter = 0.03
        traits.lagSeconds = 2
        let times = Self.peaks(Self.volumes(traits, breaths: 1_001), from: 1).map(\.time)
        let periods = zip(times.dropFirst(), times).map { $0 - $1 }
        let deviation = try #require(Statistics.standardDeviation(periods))
        // 0.3 s; 1,000 periods on a grid of 0.05 s: known to 3 %.
        #expect(abs(deviation / 0.3 - 1) < 0.1, "\(deviation)")
        let mean = try #require(Statistics.mean(times.enumerated().map { $1 - Double(10 * $0) }))
        // Where the top of a breath begins: at 10 s + 2 s + 4 s.
        #expect(abs(mean - 16) < 0.06, "\(mean)")
    }

    @Test func noBreathComesBeforeItsCommand() {
        var traits = PersonTraits().withoutNoise
        traits.periodJitter = 0.1
        traits.lagSeconds = 0
        let times = Self.peaks(Self.volumes(traits, breaths: 500), from: 1).map(\.time)
        let offsets = times.enumerated().map { $1 - Double(10 * $0) - 14 }
        #expect(offsets.allSatisfy { $0 >= -1e-9 })
        // Half of them would have come too early, and begin at the command.
        #expect((200...300).contains(offsets.count { $0 < 0.051 }))
    }

    @Test func someInstructionsAreMissed() {
        var traits = PersonTraits().withoutNoise
        traits.missedInstructionShare = 0.2
        traits.depthExponent = 0.5
        let volumes = Self.volumes(traits, breaths: 1_001)
        var counts = (sighs: 0, twice: 0)
        for (breath, peak) in Self.peaks(volumes, from: 1).enumerated() {
            if peak.height > 1.3 {
                #expect(abs(peak.height - 1.6 * 0.9) < 1e-3)
                counts.sighs += 1
            } else if peak.height < 0.7 {
                // Two breaths at twice the rate, less deep by 2^-0.5.
                #expect(abs(peak.height - 0.9 / 2.0.squareRoot()) < 1e-3)
                let start = (breath + 1) * 200 + 6
                let inside = volumes[start..<start + 190]
                let middle = inside[start + 100]
                #expect(middle < -0.6 && inside.first ?? 0 < -0.7)
                counts.twice += 1
            }
        }
        // A hundred each, to 5 standard deviations.
        #expect(abs(counts.sighs - 100) < 48 && abs(counts.twice - 100) < 48, "\(counts)")
    }

    @Test(arguments: [6.0, 15])
    func ignoringThePacerLeavesTheRateUnchanged(rate: Double) {
        let traits = PersonTraits().withoutNoise
        let volumes = Self.volumes(
            traits, breathing: .free(breathsPerMinute: rate), breaths: 60)
        let rises = zip(volumes, volumes.dropFirst()).count { $0 < 0 && $1 >= 0 }
        #expect(abs(Double(rises) - 10 * rate) <= 1)
        var alone = LungMotion(
            traits, breathing: .free(breathsPerMinute: rate), generator: SeededGenerator(seed: 1))
        let expected = (0..<60).flatMap { breath in
            (1...200).map { alone.volume(atSeconds: Double(10 * breath) + Double($0) * Self.step) }
        }
        #expect(volumes == expected)
    }

    @Test func withoutCommandsBreathingIsFreeAfterAWhile() {
        let traits = PersonTraits().withoutNoise
        var lungs = LungMotion(traits, breathing: .paced, generator: SeededGenerator(seed: 1))
        lungs.command(BreathCycle(startSeconds: 0, inhaleSeconds: 4, exhaleSeconds: 6), now: 0)
        let volumes = (1...1_400).map { lungs.volume(atSeconds: Double($0) * Self.step) }
        // The breath ends at 10.3 s; the lungs stay empty for 2 s; then 15 breaths a minute.
        let waiting = volumes[207..<245]
        #expect(Set(waiting).count == 1)
        let free = volumes[246...]
        let rises = zip(free, free.dropFirst()).count { $0 < 0 && $1 >= 0 }
        #expect((14...15).contains(rises), "\(rises)")
    }

    @Test func aCommandFarAheadDoesNotSuspendBreathing() {
        let traits = PersonTraits().withoutNoise
        var lungs = LungMotion(traits, breathing: .paced, generator: SeededGenerator(seed: 1))
        lungs.command(BreathCycle(startSeconds: 0, inhaleSeconds: 4, exhaleSeconds: 6), now: 0)
        _ = lungs.volume(atSeconds: 5)
        lungs.command(
            BreathCycle(startSeconds: 1e9, inhaleSeconds: 4, exhaleSeconds: 6), now: 5)
        let volumes = (1...1_500).map { lungs.volume(atSeconds: 5 + Double($0) * Self.step) }
        let rises = zip(volumes, volumes.dropFirst()).count { $0 < 0 && $1 >= 0 }
        // From 12.3 s to 80 s, 15 a minute.
        #expect((16...17).contains(rises), "\(rises)")
    }
}
