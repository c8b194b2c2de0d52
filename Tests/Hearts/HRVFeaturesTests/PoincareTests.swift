import Foundation
import HRVFeatures
import PhysioTypes
import TestSupport
import Testing

@Suite struct PoincareTests {
    @Test func sd1IsSDSDOverRootTwo() throws {
        var generator = SplitMix64(seed: 6)
        let nn = NNSeries(intervalsMs: (0..<300).map { _ in 850 + 30 * generator.gaussian() })
        let sd1 = try #require(Poincare(nn).sd1Ms)
        let sdsd = try #require(TimeDomain(nn).sdsdMs)
        #expect(relativeError(sd1, sdsd / 2.0.squareRoot()) < 1e-15)
    }

    @Test func alternatingSeriesHaveWidthAndNoLength() throws {
        let nn = NNSeries(intervalsMs: (0..<100).map { $0.isMultiple(of: 2) ? 800 : 900 })
        let plot = Poincare(nn)
        // 99 differences of +-100: their sum of squares about the mean, over 98.
        let mean = 100.0 / 99
        let squares = 50 * (100 - mean) * (100 - mean) + 49 * (100 + mean) * (100 + mean)
        #expect(relativeError(try #require(plot.sd1Ms), (squares / 98 / 2).squareRoot()) < 1e-14)
        #expect(plot.sd2Ms == 0)
        #expect(plot.sd1sd2 == nil && plot.csi == 0 && plot.cvi == nil)
    }

    @Test func constantSeriesAreAPoint() {
        let plot = Poincare(NNSeries(intervalsMs: [Double](repeating: 800, count: 60)))
        #expect(plot.sd1Ms == 0 && plot.sd2Ms == 0 && plot.areaMsSquared == 0)
        #expect(plot.csi == nil && plot.sd1sd2 == nil && plot.cvi == nil)
    }
}
