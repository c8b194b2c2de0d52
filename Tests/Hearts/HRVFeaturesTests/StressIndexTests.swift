import Foundation
import HRVFeatures
import PhysioTypes
import TestSupport
import Testing

@Suite struct StressIndexTests {
    @Test(arguments: TestSeries.kinds)
    func theIndexAgreesWithItsDefinition(kind: String) {
        for (seed, count) in [(1, 20), (2, 300), (3, 2000)] {
            let nn = TestSeries.ofKind(kind, seed: UInt64(seed), count: count)
            // Bin by bin through all that a heart can do.
            let counts = (0..<100).map { (k: Int) -> Int in
                let low = 50 * Double(k)
                return nn.intervalsMs.filter { $0 >= low && $0 < low + 50 }.count
            }
            let fullest = counts.max() ?? 0
            let mode = (Double(counts.firstIndex(of: fullest) ?? 0) * 50 + 25) / 1000
            let range = ((nn.intervalsMs.max() ?? 0) - (nn.intervalsMs.min() ?? 0)) / 1000
            let share = 100 * Double(fullest) / Double(nn.count)
            let index = StressIndex(nn)
            #expect(TestSeries.agree(index.modeSeconds, mode), "\(kind) \(count)")
            #expect(TestSeries.agree(index.modeAmplitudePercent, share), "\(kind) \(count)")
            #expect(TestSeries.agree(index.rangeSeconds, range), "\(kind) \(count)")
            #expect(TestSeries.agree(index.value, share / (2 * mode * range)), "\(kind) \(count)")
        }
    }

    @Test func binsHoldTheirLowerBorderAndTheLowestOfTwoCounts() {
        // 800 and 849.9 share a bin, 850 does not; two bins of two: the lower one is the mode.
        let index = StressIndex(NNSeries(intervalsMs: [850, 899, 800, 849.9]))
        #expect(index.modeSeconds == 0.825 && index.modeAmplitudePercent == 50)
        #expect(TestSeries.agree(index.value, 50 / (2 * 0.825 * 0.099)))
    }

    @Test func constantsHaveAModeAndNoIndex() {
        let index = StressIndex(TestSeries.constant(count: 20))
        #expect(index.modeSeconds == 0.825 && index.modeAmplitudePercent == 100)
        #expect(index.rangeSeconds == 0 && index.value == nil)
    }

    @Test func noIntervalsHaveNothing() {
        let index = StressIndex(NNSeries(intervalsMs: []))
        #expect(index.modeSeconds == nil && index.modeAmplitudePercent == nil)
        #expect(index.rangeSeconds == nil && index.value == nil)
    }

    @Test func gapsDoNotMatter() {
        let gapped = TestSeries.joined([[800, 810], [905, 820]])
        let whole = NNSeries(intervalsMs: [800, 810, 905, 820])
        #expect(StressIndex(gapped) == StressIndex(whole))
    }
}
