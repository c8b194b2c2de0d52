import Foundation
import PhysioDSP
@testable import PhysioSimulation
import TestSupport
import Testing

@Suite struct PersonPopulationTests {
    private static let people = (0..<600).map { PersonPopulation(seed: 11).truth($0) }

    private static func normal(_ x: Double) -> Double { erfc(-x / 2.0.squareRoot()) / 2 }

    /// The share of a normal distribution, cut to 4.5 ... 7.0, that lies below a rate.
    private static func share(below rate: Double, mean: Double) -> Double {
        func z(_ x: Double) -> Double { normal((x - mean) / 0.6) }
        return (z(rate) - z(4.5)) / (z(7) - z(4.5))
    }

    /// Kolmogorov's distance: 1.63 / sqrt(n) is passed by one sample in a hundred. The grid of rates
    /// adds 0.01 at most.
    private static func distance(_ rates: [Double], mean: Double) -> Double {
        let sorted = rates.sorted()
        return sorted.enumerated().reduce(0.0) { worst, item in
            let expected = share(below: item.element, mean: mean)
            let n = Double(sorted.count)
            return max(
                worst, abs(expected - Double(item.offset) / n),
                abs(expected - Double(item.offset + 1) / n))
        }
    }

    @Test func bestRatesAreTheCutNormal() {
        let rates = Self.people.map(\.breathsPerMinute)
        #expect(rates.allSatisfy { $0 >= 4.48 && $0 <= 7.02 })
        #expect(Self.distance(rates, mean: 5.6) < 1.63 / 600.0.squareRoot() + 0.01)
    }

    @Test(arguments: [(PersonScenario.low, 5.2), (.high, 6.2), (.flat, 5.6), (.noisy, 5.6)])
    func scenariosMoveTheMean(scenario: PersonScenario, mean: Double) {
        let people = PersonPopulation(seed: 12, scenario: scenario)
        let rates = (0..<200).map { people.truth($0).breathsPerMinute }
        #expect(Self.distance(rates, mean: mean) < 1.63 / 200.0.squareRoot() + 0.01)
    }

    /// The 10, 50 and 90 % points that the population's specification gives, from a population of
    /// another program: 0.74, 0.88, 0.97 one breath/min lower and 0.47, 0.73, 0.89 higher.
    @Test func theCurveIsAsFlatAsItShouldBe() throws {
        for (offset, expected) in [(-1.0, [0.74, 0.88, 0.97]), (1, [0.47, 0.73, 0.89])] {
            let left = Self.people.map {
                1 - $0.amplitudeLoss(atBreathsPerMinute: $0.breathsPerMinute + offset)
            }.sorted()
            let found = [0.1, 0.5, 0.9].map { left[Int($0 * 600)] }
            // Of 600 people a decile is known to about 0.015.
            for (a, b) in zip(found, expected) { #expect(abs(a - b) < 0.05, "\(found)") }
        }
    }

    @Test func flatPeopleLoseLittle() {
        let people = PersonPopulation(seed: 5, scenario: .flat)
        for truth in (0..<50).map({ people.truth($0) }) {
            let rate = truth.breathsPerMinute
            #expect(truth.amplitudeLoss(atBreathsPerMinute: rate - 1) <= 0.15)
            #expect(truth.amplitudeLoss(atBreathsPerMinute: rate + 1) <= 0.15)
        }
    }

    /// Mean and standard deviation of n values are off by sd / sqrt(n) and sd / sqrt(2 n); four of
    /// these, and a little for the few draws that no loop can bring to their rate.
    private static func agrees(
        _ values: [Double], mean: Double, deviation: Double
    ) throws -> Bool {
        let n = Double(values.count)
        let foundMean = try #require(Statistics.mean(values))
        let found = try #require(Statistics.standardDeviation(values))
        return abs(foundMean - mean) < deviation * (4 / n.squareRoot() + 0.03)
            && abs(found - deviation) < deviation * (4 / (2 * n).squareRoot() + 0.03)
    }

    @Test func uniformTraitsFillTheirRanges() throws {
        let ranges: [(KeyPath<PersonTraits, Double>, ClosedRange<Double>)] = [
            (\.loopGain, 0.45...0.75), (\.dampingRatio, 0.12...0.30),
            (\.vesselConstantSeconds, 1...2.5),
            (\.heartConstantSeconds, 0.3...1), (\.heartDelaySeconds, 0.3...0.9),
            (\.directResponseRatio, 0.05...0.5), (\.directDelaySeconds, 0...0.5),
            (\.depthExponent, 0...0.5), (\.gainNoise, 0.08...0.20), (\.mayerWaveRatio, 0.3...0.8),
            (\.lagSeconds, 0.1...0.5), (\.depthJitter, 0.08...0.20), (\.periodJitter, 0.02...0.05),
            (\.missedInstructionShare, 0...0.03), (\.freeBreathsPerMinute, 12...18),
        ]
        for (path, range) in ranges {
            let values = Self.people.map { $0.traits[keyPath: path] }
            #expect(values.allSatisfy(range.contains))
            let width = range.upperBound - range.lowerBound
            let middle = (range.upperBound + range.lowerBound) / 2
            let deviation = width / 12.0.squareRoot()
            #expect(try Self.agrees(values, mean: middle, deviation: deviation), "\(path)")
        }
    }

    @Test func normalTraitsHaveTheirMoments() throws {
        let traits = Self.people.map(\.traits)
        let moments: [([Double], Double, Double)] = [
            (traits.map { log($0.rsaAmplitudeBpm) }, log(13), 0.45),
            (traits.map { log($0.noiseBpm) }, log(2), 0.35),
            (traits.map { log($0.beatJitterMs) }, log(7), 0.4),
            (traits.map(\.heartRateBpm), 68, 8),
            (traits.map(\.driftPerMinute), 0, 0.0015),
        ]
        for (index, (values, mean, deviation)) in moments.enumerated() {
            #expect(try Self.agrees(values, mean: mean, deviation: deviation), "\(index)")
        }
    }

    /// Flatness chooses among people of a plant, not between plants. 600 throws: 0.6 is known to
    /// 0.02, and four of these are allowed.
    @Test(arguments: [PersonScenario.base, .flat])
    func sixInTenAreOfPlantA(scenario: PersonScenario) {
        let people = PersonPopulation(seed: 6, scenario: scenario)
        let count = (0..<600).count { people.traits($0).plant == .delayedLoop }
        #expect(abs(Double(count) / 600 - 0.6) < 0.08, "\(count)")
    }

    @Test func conditionsChangeNoiseArtefactsAndDriftOnly() {
        func traits(_ scenario: PersonScenario, _ index: Int) -> PersonTraits {
            PersonPopulation(seed: 3, scenario: scenario).traits(index)
        }
        for index in 0..<20 {
            let base = traits(.base, index)
            var expected = base
            expected.noiseBpm *= 0.4
            expected.ectopicShare = 0
            expected.sensorErrorShare = 0
            #expect(traits(.clean, index) == expected)
            expected = base
            expected.noiseBpm *= 1.8
            expected.gainNoise *= 1.5
            expected.ectopicShare = 0.01
            expected.sensorErrorShare = 0.01
            #expect(traits(.noisy, index) == expected)
            expected = base
            expected.driftPerMinute = traits(.strongDrift, index).driftPerMinute
            #expect(traits(.strongDrift, index) == expected)
            #expect(relativeError(expected.driftPerMinute, base.driftPerMinute / 0.3) < 1e-14)
            #expect(base.ectopicShare == 0.002 && base.sensorErrorShare == 0.002)
        }
    }

    @Test func aPlantCanBeAskedFor() {
        for plant in PersonTraits.Plant.allCases {
            let people = PersonPopulation(seed: 4, plant: plant)
            #expect((0..<20).allSatisfy { people.traits($0).plant == plant })
        }
    }

    @Test func aPersonDependsOnSeedScenarioAndIndexAlone() {
        let people = PersonPopulation(seed: 9)
        let forwards = (0..<30).map { people.traits($0) }
        #expect(
            (0..<30).reversed().map { PersonPopulation(seed: 9).traits($0) }.reversed() == forwards)
        var first = people.person(7)
        var second = PersonPopulation(seed: 9).person(7)
        #expect(first.breatheFreely(seconds: 60) == second.breatheFreely(seconds: 60))
    }

    /// No two people of four populations share a trait, so none is a person of another.
    @Test func peopleOfOtherSeedsAndIndicesDiffer() {
        let seeds: [UInt64] = [0, 1, 2, .max]
        let all = seeds.flatMap { seed in
            (0..<150).map { PersonPopulation(seed: seed).traits($0) }
        }
        #expect(Set(all.map(\.vesselConstantSeconds)).count == all.count)
        #expect(Set(all.map(\.heartRateBpm)).count >= all.count - 5)
    }
}
