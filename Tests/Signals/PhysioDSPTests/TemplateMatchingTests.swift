import CSignalKernels
@testable import PhysioDSP
import Synchronization
import TestSupport
import Testing

@Suite struct TemplateMatchingTests {
    private static let levels = InstructionSet.allCases.filter { $0 <= .available }

    /// Series of every kind the methods treat differently; a length above 1,000 is ranked.
    private static func series(_ kind: String, _ count: Int) -> [Double] {
        var generator = SplitMix64(seed: UInt64(count))
        var slow = 0.0
        return (0..<count).map { index in
            slow = 0.98 * slow + 0.2 * generator.gaussian()
            switch kind {
            case "noise": return generator.gaussian()
            case "heart": return 850 + 60 * slow + 10 * generator.gaussian()
            case "whole": return (850 + 60 * slow + 10 * generator.gaussian()).rounded()
            case "two": return Bool.random(using: &generator) ? 0.0 : -0.0 + 1
            case "ramp": return -Double(index)
            case "constant": return 800
            default: return index.isMultiple(of: 2) ? 800 : 900
            }
        }
    }

    private static let kinds = [
        "noise", "heart", "whole", "two", "ramp", "constant", "alternating",
    ]

    /// Returns the indices at which templates of `length` values begin.
    private static func starts(_ runEnds: [Int], _ length: Int) -> [Int] {
        var begin = 0
        var starts: [Int] = []
        for end in runEnds {
            if end - begin >= length { starts += begin...(end - length) }
            begin = end
        }
        return starts
    }

    private static func isMatch(
        _ x: [Double], _ s: Int, _ t: Int, _ length: Int, _ r: Double
    ) -> Bool {
        (0..<length).allSatisfy { abs(x[s + $0] - x[t + $0]) <= r }
    }

    /// The definition.
    private static func matches(
        _ x: [Double], _ runEnds: [Int], length: Int, tolerance: Double
    ) -> [UInt32] {
        let starts = starts(runEnds, length)
        return starts.map { s in
            UInt32(starts.count { isMatch(x, s, $0, length, tolerance) })
        }
    }

    /// The definition; for long series by the plain kernel, which is tested against it.
    private static func pairs(
        _ x: [Double], _ runEnds: [Int], length m: Int, tolerance: Double
    ) -> TemplateMatching.Pairs {
        if x.count > 130 {
            let plain = ck_sample_entropy_plain(x, x.count, runEnds, runEnds.count, m, tolerance)
            return TemplateMatching.Pairs(
                shorterCount: Int(plain.shorter), longerCount: Int(plain.longer))
        }
        return definedPairs(x, runEnds, length: m, tolerance: tolerance)
    }

    private static func definedPairs(
        _ x: [Double], _ runEnds: [Int], length m: Int, tolerance: Double
    ) -> TemplateMatching.Pairs {
        let starts = starts(runEnds, m + 1)
        var pairs = TemplateMatching.Pairs(shorterCount: 0, longerCount: 0)
        for (index, s) in starts.enumerated() {
            for t in starts[(index + 1)...] where isMatch(x, s, t, m, tolerance) {
                pairs.shorterCount += 1
                if abs(x[s + m] - x[t + m]) <= tolerance { pairs.longerCount += 1 }
            }
        }
        return pairs
    }

    private static func tolerance(_ x: [Double]) -> Double {
        0.2 * (Statistics.standardDeviation(x) ?? 0)
    }

    @Test(arguments: levels, kinds)
    func countsAreThoseOfTheDefinition(set: InstructionSet, kind: String) {
        var workspace = TemplateWorkspace()
        for n in [0, 1, 2, 3, 4, 20, 63, 64, 65, 66, 67, 129, 300, 1002] {
            let x = Self.series(kind, n)
            let r = Self.tolerance(x)
            let found = TemplateMatching(tolerance: r, instructionSet: set).pairs(
                in: x, length: 2, using: &workspace)
            #expect(found == Self.pairs(x, [n], length: 2, tolerance: r), "n \(n)")
        }
    }

    @Test(arguments: levels, [1, 2, 3, 5, 10, 16])
    func everyLengthOfTemplateIsCounted(set: InstructionSet, m: Int) {
        var workspace = TemplateWorkspace()
        for n in [m, m + 1, m + 2, 130, 1010] {
            let x = Self.series("heart", n)
            for r in [0.05, 0.5, 2].map({ 5 * $0 * Self.tolerance(x) }) {
                let found = TemplateMatching(tolerance: r, instructionSet: set).pairs(
                    in: x, length: m, using: &workspace)
                #expect(found == Self.pairs(x, [n], length: m, tolerance: r), "n \(n), r \(r)")
            }
        }
    }

    private static func runEnds(_ n: Int) -> [Int] { [0, 1, 3, 6, 6, 70, 71, n / 2, n - 2, n] }

    @Test(arguments: levels, [1, 2, 4])
    func templatesDoNotCrossFromRunToRun(set: InstructionSet, m: Int) {
        var workspace = TemplateWorkspace()
        for n in [200, 900, 1300] {
            let x = Self.series("whole", n)
            let r = 2 * Self.tolerance(x)
            let found = TemplateMatching(tolerance: r, instructionSet: set).pairs(
                in: x, runEnds: Self.runEnds(n), length: m, using: &workspace)
            #expect(found == Self.pairs(x, Self.runEnds(n), length: m, tolerance: r), "n \(n)")
        }
    }

    @Test(arguments: levels, [1, 2, 3, 6])
    func matchesOfEachTemplateAreThoseOfTheDefinition(set: InstructionSet, length: Int) {
        var workspace = TemplateWorkspace()
        var counts: [UInt32] = []
        for kind in Self.kinds {
            for (n, ends) in [(5, [5]), (160, Self.runEnds(160)), (240, [240])] {
                let x = Self.series(kind, n)
                let r = Self.tolerance(x)
                TemplateMatching(tolerance: r, instructionSet: set).countMatches(
                    in: x, runEnds: ends, length: length, into: &counts, using: &workspace)
                let expected = Self.matches(x, ends, length: length, tolerance: r)
                #expect(counts == expected, "\(kind), n \(n)")
            }
        }
    }

    @Test(arguments: levels) func manyBinsAgreeWithThePlainKernel(set: InstructionSet) {
        var workspace = TemplateWorkspace()
        for kind in ["heart", "whole"] {
            let x = Self.series(kind, 4000)
            let r = Self.tolerance(x)
            let ends = [2500, 2501, 4000]
            let found = TemplateMatching(tolerance: r, instructionSet: set).pairs(
                in: x, runEnds: ends, length: 2, using: &workspace)
            #expect(found.longerCount > 1000)
            #expect(found == Self.pairs(x, ends, length: 2, tolerance: r))
        }
    }

    @Test func thePlainKernelIsTheDefinition() {
        for n in [5, 40, 200] {
            let x = Self.series("whole", n)
            let ends = n == 200 ? Self.runEnds(n) : [n]
            let r = 2 * Self.tolerance(x)
            for m in 1...4 {
                let plain = ck_sample_entropy_plain(x, n, ends, ends.count, m, r)
                let expected = Self.definedPairs(x, ends, length: m, tolerance: r)
                #expect(Int(plain.shorter) == expected.shorterCount, "n \(n), m \(m)")
                #expect(Int(plain.longer) == expected.longerCount, "n \(n), m \(m)")
            }
        }
    }

    /// Every match is one of two templates: twice the pairs, and each template with itself.
    @Test(arguments: levels) func matchesOfManyBinsAddUpToThePairs(set: InstructionSet) {
        var workspace = TemplateWorkspace()
        var counts: [UInt32] = []
        let x = Self.series("heart", 3000)
        let matching = TemplateMatching(tolerance: Self.tolerance(x), instructionSet: set)
        matching.countMatches(
            in: x, runEnds: [1000, 3000], length: 3, into: &counts, using: &workspace)
        let pairs = matching.pairs(in: x, runEnds: [1000, 3000], length: 2, using: &workspace)
        #expect(counts.count == 2996)
        #expect(counts.reduce(0) { $0 + Int($1) } == 2 * pairs.longerCount + 2996)
    }

    @Test func aNegativeToleranceMatchesNothing() {
        var workspace = TemplateWorkspace()
        var counts: [UInt32] = [7]
        for n in [100, 1100] {
            let x = [Double](repeating: 1, count: n)
            let matching = TemplateMatching(tolerance: -1)
            #expect(
                matching.pairs(in: x, length: 2, using: &workspace)
                    == TemplateMatching.Pairs(shorterCount: 0, longerCount: 0))
            matching.countMatches(in: x, length: 2, into: &counts, using: &workspace)
            #expect(counts.allSatisfy { $0 == 0 })
        }
    }

    /// A distance equal to the tolerance matches, one ulp more does not.
    @Test(arguments: levels) func theToleranceItselfMatches(set: InstructionSet) {
        var workspace = TemplateWorkspace()
        for n in [40, 1200] {
            let x = (0..<n).map { $0.isMultiple(of: 2) ? 0.1 : 0.4 }
            let r = 0.4 - 0.1
            let all = (n - 2) * (n - 3) / 2
            let at = TemplateMatching(tolerance: r, instructionSet: set)
            #expect(at.pairs(in: x, length: 2, using: &workspace).longerCount == all)
            let below = TemplateMatching(tolerance: r.nextDown, instructionSet: set)
            let half = (n - 2) / 2
            #expect(
                below.pairs(in: x, length: 2, using: &workspace).longerCount == half * (half - 1))
        }
    }

    /// Work that is asked to end counts no further, at every level, and asks again within a small part of it.
    @Test(arguments: levels) func countingEndsWhenCancelled(set: InstructionSet) {
        let x = Self.series("heart", 30_000)
        let matching = TemplateMatching(tolerance: 12, instructionSet: set)
        let asked = Mutex(0)
        func pairs(endingAt limit: Int) -> TemplateMatching.Pairs {
            var workspace = TemplateWorkspace()
            asked.withLock { $0 = 0 }
            return Cancellation.withCancelCheck({
                asked.withLock { count in
                    count += 1
                    return count > limit
                }
            }) { matching.pairs(in: x, length: 2, using: &workspace) }
        }
        let whole = pairs(endingAt: .max)
        let questions = asked.withLock(\.self)
        #expect(questions > 100)
        let half = pairs(endingAt: questions / 2)
        #expect(half.shorterCount > 0 && half.shorterCount < whole.shorterCount)
        // Once it is asked to end, it asks no more than it has bins.
        #expect(asked.withLock { $0 < questions / 2 + 200 })
    }
}
