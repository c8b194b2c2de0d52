import Foundation
import HRVFeatures
import PhysioTypes
import TestSupport
import Testing

@Suite struct ShannonEntropyTests {
    private static func bits(_ intervals: [Double]) -> Double? {
        ShannonEntropy(NNSeries(intervalsMs: intervals)).bits
    }

    @Test func evenSpreadsHaveTheLogarithmOfTheirBins() throws {
        for power in 0...6 {
            let bins = 1 << power
            // Three intervals in each bin: at its lower edge, inside, just below its upper edge.
            let intervals = (0..<bins).flatMap { bin in
                let edge = 7.8125 * Double(100 + bin)
                return [edge, edge + 3, (edge + 7.8125).nextDown]
            }
            let found = try #require(Self.bits(intervals))
            #expect(abs(found - Double(power)) < 1e-14 * Double(max(1, power)), "\(bins) bins")
        }
    }

    @Test func unevenSpreadsFollowTheDefinition() throws {
        // 1/2, 1/4, 1/8, 1/8: 7/4 bits.
        let intervals: [Double] = [800, 801, 802, 803, 900, 901, 1000, 1100]
        #expect(abs(try #require(Self.bits(intervals)) - 1.75) < 1e-14)
        var generator = SplitMix64(seed: 4)
        let many = (0..<5000).map { _ in 850 + 60 * generator.gaussian() }
        let counts = Dictionary(grouping: many) { floor($0 / 7.8125) }.values.map(\.count)
        let shares = counts.map { Double($0) / 5000 }
        let expected = shares.reduce(0) { $0 - $1 * log2($1) }
        #expect(abs(try #require(Self.bits(many)) - expected) < 1e-12)
        #expect(Self.bits(many) == Self.bits(many.shuffled(using: &generator)))
    }

    @Test func oneBinHasNoneAndNoIntervalsNoValue() {
        #expect(Self.bits([]) == nil)
        #expect(Self.bits([800]) == 0)
        #expect(Self.bits([Double](repeating: 800, count: 50)) == 0)
        // An absurd interval is one more bin, whatever its length.
        #expect(Self.bits([800, 1e300]) == 1)
    }
}
