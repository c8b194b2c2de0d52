import Foundation
import HRVFeatures
import PhysioDSP
import PhysioTypes
import TestSupport
import Testing

@Suite struct FuzzyEntropyTests {
    @Test(
        arguments: [
            EntropySeries.heart(20, seed: 3), EntropySeries.heart(150, seed: 2),
            EntropySeries.heart(150, seed: 4, gaps: [1, 2, 50, 51, 53, 100, 149]),
        ], [1, 2, 4])
    func followsTheDefinition(nn: NNSeries, m: Int) throws {
        let value = try #require(FuzzyEntropy(nn, length: m).value)
        // At m 1 every template less its mean is 0 and all degrees are 1.
        #expect(abs(value - ReferenceEntropy(nn).fuzzyEntropy(m)) < 1e-12)
    }

    /// Templates of 2 values less their mean are (a, -a), of 3 values (-h/3, 2h/3, -h/3) times 1 or
    /// -1, h 100 ms: half of the pairs have distance 0, the others 100 and 4 h / 3.
    @Test func alternatingSeriesHaveAClosedForm() throws {
        let count = 50
        let nn = NNSeries(intervalsMs: (0..<count).map { $0.isMultiple(of: 2) ? 800 : 900 })
        let r = 3 * 50 * (50.0 / 49).squareRoot()
        let templates = Double(count - 2)
        let same = 2 * (templates / 2) * (templates / 2 - 1) / 2
        let other = templates * templates / 4
        let shorter = same + other * exp(-pow(100 / r, 2))
        let longer = same + other * exp(-pow(400 / 3 / r, 2))
        let value = try #require(FuzzyEntropy(nn, relativeTolerance: 3).value)
        #expect(abs(value - log(shorter / longer)) < 1e-13)
    }

    @Test func rampsHaveNone() {
        // Less its mean every template of a ramp is the same.
        let ramp = NNSeries(intervalsMs: (0..<60).map { 600 + 3 * Double($0) })
        #expect(FuzzyEntropy(ramp).value == 0)
    }

    @Test func shortSeriesAndTinyTolerancesSayWhatTheyLack() {
        for count in 0...3 {
            let nn = NNSeries(intervalsMs: (0..<count).map { 800 + Double($0) })
            let fuzzy = FuzzyEntropy(nn)
            #expect(fuzzy.value == nil)
            #expect(
                fuzzy.missingReason == .tooFew(needed: 4, found: Double(count), .beats))
        }
        let beats = NNSeries(intervalsMs: [800, 817, 790, 842, 811, 870])
        let tiny = FuzzyEntropy(beats, relativeTolerance: 1e-4)
        #expect(tiny.value == nil && tiny.missingReason == .zeroDenominator)
    }

    @Test func shiftDoesNotMatter() throws {
        let nn = EntropySeries.heart(200, seed: 6)
        let shifted = NNSeries(intervalsMs: nn.intervalsMs.map { $0 + 512 })
        let (a, b) = (FuzzyEntropy(nn).value, FuzzyEntropy(shifted).value)
        #expect(abs(try #require(a) - (try #require(b))) < 1e-12)
    }
}
