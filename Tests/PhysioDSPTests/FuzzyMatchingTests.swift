import CPhysioKernels
import Foundation
@testable import PhysioDSP
import TestSupport
import Testing

@Suite struct FuzzyMatchingTests {
    private static let levels = InstructionSet.allCases.filter { $0 <= .available }

    private static func noise(_ count: Int) -> [Double] {
        var generator = SplitMix64(seed: UInt64(count))
        return (0..<count).map { _ in 800 + 50 * generator.gaussian() }
    }

    /// Degrees add up within a few roundings of each: d / r up to 5 of values near 800 and r 10 or
    /// more is right to 800 / 10 units in the last place of 1, and its square's exponential to less.
    private static let tolerance = 100 * Double.ulpOfOne

    private static func degree(_ a: ArraySlice<Double>, _ b: ArraySlice<Double>, _ r: Double)
        -> Double
    {
        let meanA = a.reduce(0, +) / Double(a.count)
        let meanB = b.reduce(0, +) / Double(b.count)
        let distance = zip(a, b).map { abs(($0 - meanA) - ($1 - meanB)) }.max() ?? 0
        return exp(-pow(distance / r, 2))
    }

    @Test(arguments: levels, [1, 2, 3, 4, 17])
    func degreesFollowTheDefinition(set: InstructionSet, length: Int) throws {
        var workspace = TemplateWorkspace()
        for n in [length + 1, length + 8, length + 9, 40, 63, 100] {
            let x = Self.noise(n)
            for r in [10.0, 60, 1e4] {
                var sum = 0.0
                for s in 0..<(n - length) {
                    for t in (s + 1)..<(n - length + 1) {
                        sum += Self.degree(x[s..<(s + length)], x[t..<(t + length)], r)
                    }
                }
                let pairs = Double((n - length + 1) * (n - length)) / 2
                let mean = try #require(
                    FuzzyMatching(tolerance: r, instructions: set).meanDegree(
                        in: x, runEnds: [n], length: length, room: length, using: &workspace))
                #expect(abs(mean - sum / pairs) < Self.tolerance, "n \(n), r \(r)")
            }
        }
    }

    /// One pair, so that the degree is the result: over the whole range of distances.
    @Test(arguments: levels) func oneDegreeIsTheExponential(set: InstructionSet) {
        var workspace = TemplateWorkspace()
        for step in 0...2600 {
            // Less their means, (0, 0) and (-d, d).
            let d = Double(step) / 100
            let degree = FuzzyMatching(tolerance: 1, instructions: set).meanDegree(
                in: [0, 0, -d, d], runEnds: [2, 4], length: 2, room: 2, using: &workspace)
            // The square is off by half a unit in its last place, and the exponential as much as
            // that, with a unit or two of its own.
            let allowed = (d * d + 4) * Double.ulpOfOne
            #expect(relativeError(degree ?? -1, exp(-d * d)) < allowed, "d \(d)")
        }
    }

    @Test(arguments: levels) func distancesBeyondTheRangeAreNearlyNothing(set: InstructionSet) {
        var workspace = TemplateWorkspace()
        for d in [26.1, 30, 1e3, 1e10, 1e150, 1e300] {
            let degree = FuzzyMatching(tolerance: 1, instructions: set).meanDegree(
                in: [0, 0, -d, d], runEnds: [2, 4], length: 2, room: 2, using: &workspace)
            #expect(degree.map { $0 >= 0 && $0 < 1e-293 } == true, "d \(d)")
        }
    }

    @Test func fewerThanTwoTemplatesHaveNoMean() {
        var workspace = TemplateWorkspace()
        let matching = FuzzyMatching(tolerance: 1)
        for ends in [[], [0, 0], [1], [2], [3], [1, 2, 3, 5]] {
            let x = Self.noise(ends.last ?? 0)
            let degree = matching.meanDegree(
                in: x, runEnds: ends, length: 2, room: 3, using: &workspace)
            #expect(degree == nil, "\(ends)")
        }
    }
}
