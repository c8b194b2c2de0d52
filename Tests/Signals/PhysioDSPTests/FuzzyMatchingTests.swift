import CSignalKernels
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
    /// more is right to 800 / 10 ulps of 1, and its square's exponential to less.
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
                    FuzzyMatching(tolerance: r, instructionSet: set).meanSimilarityDegree(
                        in: x, runEnds: [n], length: length, requiredLength: length,
                        using: &workspace))
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
            let degree = FuzzyMatching(tolerance: 1, instructionSet: set).meanSimilarityDegree(
                in: [0, 0, -d, d], runEnds: [2, 4], length: 2, requiredLength: 2, using: &workspace)
            // The square is off by half an ulp, and the exponential as much as
            // that, with an ulp or two of its own.
            let allowed = (d * d + 4) * Double.ulpOfOne
            #expect(relativeError(degree ?? -1, exp(-d * d)) < allowed, "d \(d)")
        }
    }

    @Test(arguments: levels) func distancesBeyondTheRangeAreNearlyNothing(set: InstructionSet) {
        var workspace = TemplateWorkspace()
        for d in [26.1, 30, 1e3, 1e10, 1e150, 1e300] {
            let degree = FuzzyMatching(tolerance: 1, instructionSet: set).meanSimilarityDegree(
                in: [0, 0, -d, d], runEnds: [2, 4], length: 2, requiredLength: 2, using: &workspace)
            #expect(degree.map { $0 >= 0 && $0 < 1e-293 } == true, "d \(d)")
        }
    }

    @Test func fewerThanTwoTemplatesHaveNoMean() {
        var workspace = TemplateWorkspace()
        let matching = FuzzyMatching(tolerance: 1)
        for ends in [[], [0, 0], [1], [2], [3], [1, 2, 3, 5]] {
            let x = Self.noise(ends.last ?? 0)
            let degree = matching.meanSimilarityDegree(
                in: x, runEnds: ends, length: 2, requiredLength: 3, using: &workspace)
            #expect(degree == nil, "\(ends)")
        }
    }

    // MARK: Boxes against all pairs

    private static func series(_ kind: String, _ count: Int) -> [Double] {
        var generator = SplitMix64(seed: UInt64(count) + UInt64(kind.utf8.count))
        var slow = 0.0
        return (0..<count).map { index in
            slow = 0.98 * slow + 8 * generator.gaussian()
            let noise = generator.gaussian()
            switch kind {
            case "continuous": return 850 + slow + 10 * noise
            case "whole ms": return (850 + slow + 30 * sin(1.5 * Double(index)) + noise).rounded()
            case "1/128 s": return ((850 + slow + 10 * noise) * 0.128).rounded() * 7.8125
            case "two values": return noise < 0 ? 800 : 850
            case "mostly one value": return index % 50 == 0 ? 800 + noise : 800
            case "alternating": return (index.isMultiple(of: 2) ? 800 : 900) + noise
            case "ramp": return 600 + 3 * Double(index)
            default: return index % 97 == 7 ? 2000 * abs(noise) : 800 + 30 * noise
            }
        }
    }

    private static let kinds = [
        "continuous", "whole ms", "1/128 s", "two values", "mostly one value", "alternating",
        "ramp",
        "outliers",
    ]

    /// The last two runs hold no template.
    private static func runEnds(_ count: Int, hasGaps: Bool) -> [Int] {
        hasGaps
            ? Array(stride(from: 61, to: count, by: 61)) + [count - 2, count - 1, count] : [count]
    }

    /// All pairs, by the kernel that the tests above compare with the definition.
    private static func plainMean(_ x: [Double], _ starts: [Int], _ length: Int, _ r: Double)
        -> Double
    {
        let scratchCount = ck_fuzzy_entropy_scratch_count(starts.count, length)
        var scratch = [Double](repeating: 0, count: scratchCount)
        let sum = ck_fuzzy_entropy_plain(
            InstructionSet.inUse.level, x, starts, starts.count, length, r, &scratch)
        return sum / (0.5 * Double(starts.count) * Double(starts.count - 1))
    }

    /// 3e-16 a pair over a mean degree of at least 1e-4, and roundings of differences, each up to
    /// 2^-48 of the largest and in either direction.
    private static let boxesTolerance = 1e-12

    @Test(arguments: kinds, [false, true]) func boxesAddUpWhatAllPairsDo(
        kind: String, hasGaps: Bool
    ) throws {
        var workspace = TemplateWorkspace()
        for count in [1199, 1202, 1203, 1330, 2047, 4500] {
            let x = Self.series(kind, count)
            let ends = Self.runEnds(count, hasGaps: hasGaps)
            let deviation = try #require(Statistics.standardDeviation(x))
            let runs = zip([0] + ends, ends)
            let starts = runs.flatMap { begin, end in
                end - begin < 3 ? [] : Array(begin...(end - 3))
            }
            for r in [0.06 * deviation, 0.2 * deviation, 2 * deviation] {
                for length in [2, 3] {
                    let expected = Self.plainMean(x, starts, length, r)
                    for set in Self.levels {
                        let mean = try #require(
                            FuzzyMatching(tolerance: r, instructionSet: set).meanSimilarityDegree(
                                in: x, runEnds: ends, length: length, requiredLength: 3,
                                using: &workspace))
                        #expect(
                            relativeError(mean, expected) < Self.boxesTolerance,
                            "n \(count), r \(r), m \(length), \(set)")
                    }
                }
            }
        }
    }

    /// All pairs are looked at where boxes would leave out nearly all there is.
    @Test func tinyAndHugeTolerancesStayExact() throws {
        var workspace = TemplateWorkspace()
        let x = Self.series("continuous", 2500)
        let starts = Array(0..<2498)
        for r in [1e-6, 1e-3, 0.1, 1e6, 1e300] {
            for length in [2, 3] {
                let mean = try #require(
                    FuzzyMatching(tolerance: r).meanSimilarityDegree(
                        in: x, runEnds: [2500], length: length, requiredLength: 3, using: &workspace
                    ))
                let expected = Self.plainMean(x, starts, length, r)
                #expect(relativeError(mean, expected) < Self.boxesTolerance, "r \(r)")
            }
        }
    }

    @Test func constantSeriesMatchInFull() {
        var workspace = TemplateWorkspace()
        for value in [0.0, 800.1] {
            let x = [Double](repeating: value, count: 3000)
            for length in [2, 3] {
                let mean = FuzzyMatching(tolerance: 1).meanSimilarityDegree(
                    in: x, runEnds: [3000], length: length, requiredLength: 3, using: &workspace)
                // Box centres lie beside the value: not every term is 1.
                #expect(relativeError(mean ?? -1, 1) < Self.boxesTolerance)
            }
        }
    }

    /// The whole range of numbers: nothing traps, and nothing is left undefined.
    @Test func absurdValuesHaveADegree() throws {
        var workspace = TemplateWorkspace()
        for size in [1000 * Double.leastNonzeroMagnitude, 1e-300, 1e150, 1e307] {
            let x = Self.noise(2000).map { ($0 - 800) / 200 * size }
            for length in [2, 3] {
                let mean = try #require(
                    FuzzyMatching(tolerance: size / 10).meanSimilarityDegree(
                        in: x, runEnds: [2000], length: length, requiredLength: 3, using: &workspace
                    ))
                #expect((0...(1 + 1e-12)).contains(mean), "\(size)")
            }
        }
    }
}
