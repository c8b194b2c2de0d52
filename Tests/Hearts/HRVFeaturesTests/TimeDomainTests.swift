import Foundation
import HRVFeatures
import PhysioTypes
import TestSupport
import Testing

@Suite struct TimeDomainTests {
    @Test func rmssdOfTheReferenceSeries() {
        let metrics = TimeDomain(NNSeries(intervalsMs: [800, 810, 795, 820, 805]))
        #expect(metrics.rmssdMs == 293.75.squareRoot())
    }

    /// x[i] = T0 + A sin(2 pi f T i) over whole periods of differences.
    @Test(arguments: [(50.0, 0.1, 0.9, 100), (20.0, 0.25, 0.8, 5), (100.0, 1.0 / 12, 1.0, 12)])
    func rmssdOfASineIsRootTwoTimesTheSineOfHalfAStep(
        amplitude: Double, frequency: Double, step: Double, differences: Int
    ) {
        // So many differences are whole periods: 9, 1 and 1 of them.
        let intervals = (0...differences).map {
            1000 * step + amplitude * sin(2 * .pi * frequency * step * Double($0))
        }
        let expected = 2.0.squareRoot() * amplitude * sin(.pi * frequency * step)
        let rmssd = TimeDomain(NNSeries(intervalsMs: intervals)).rmssdMs ?? .nan
        #expect(relativeError(rmssd, expected) < 1e-12)
    }

    @Test func thresholdsCountOnlyLargerDifferences() {
        // Differences: 50 (not above), 51, -20 (not above), -21.
        let metrics = TimeDomain(NNSeries(intervalsMs: [800, 850, 901, 881, 860]))
        #expect(metrics.nn50Count == 1)
        #expect(metrics.nn20Count == 3)
        #expect(metrics.pnn50Percent == 25)
        #expect(metrics.pnn20Percent == 75)
    }

    @Test func constantSeriesHaveNoDispersionAndNoRatioOverIt() {
        let metrics = TimeDomain(NNSeries(intervalsMs: [Double](repeating: 812.3, count: 50)))
        #expect(metrics.sdnnMs == 0 && metrics.rmssdMs == 0 && metrics.sdsdMs == 0)
        #expect(metrics.madNNMs == 0 && metrics.iqrNNMs == 0 && metrics.rangeNNMs == 0)
        #expect(metrics.pnn50Percent == 0)
        #expect(metrics.cvnn == 0 && metrics.sdRMSSD == nil)
        #expect(metrics.sdHeartRateBpm == 0)
    }

    @Test func shortSeriesHaveWhatTheirFormulasNeed() {
        let none = TimeDomain(NNSeries(intervalsMs: []))
        #expect(none.meanNNMs == nil && none.sdnnMs == nil && none.rmssdMs == nil)
        #expect(none.values.isEmpty)
        let one = TimeDomain(NNSeries(intervalsMs: [800]))
        #expect(one.meanNNMs == 800 && one.sdnnMs == nil && one.rmssdMs == nil)
        #expect(one.pnn50Percent == nil)
        let two = TimeDomain(NNSeries(intervalsMs: [800, 810]))
        #expect(two.sdnnMs == 50.0.squareRoot() && two.rmssdMs == 10 && two.sdsdMs == nil)
    }

    @Test func noDifferenceCrossesAGap() {
        var rr = RRSeries(intervalsMs: [800, 810])
        rr.append(intervalMs: 1200, endSeconds: 60, marks: .afterGap)
        rr.append(intervalMs: 1190, endSeconds: 61.19)
        let metrics = TimeDomain(NNSeries(rr))
        #expect(metrics.differenceCount == 2)
        #expect(metrics.rmssdMs == 10)
        #expect(metrics.meanNNMs == 1000)
    }

    @Test func scalingTheIntervalsScalesTheMetrics() {
        var generator = SplitMix64(seed: 4)
        let x = (0..<200).map { _ in 900 + 40 * generator.gaussian() }
        let a = TimeDomain(NNSeries(intervalsMs: x))
        let b = TimeDomain(NNSeries(intervalsMs: x.map { 0.5 * $0 }))
        #expect(relativeError((a.sdnnMs ?? 0) / 2, b.sdnnMs ?? 0) < 1e-13)
        #expect(relativeError((a.rmssdMs ?? 0) / 2, b.rmssdMs ?? 0) < 1e-13)
        #expect(relativeError(a.cvnn ?? 0, b.cvnn ?? 0) < 1e-13)
    }
}
