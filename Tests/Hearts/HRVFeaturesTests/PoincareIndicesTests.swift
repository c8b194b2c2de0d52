import HRVFeatures
import PhysioTypes
import TestSupport
import Testing

/// The indices made of SD1 and SD2: CSI, CVI, modified CSI and the ellipse's area.
@Suite struct PoincareIndicesTests {
    /// Differences 30, -30, 40, -40: their squares, 5000, over 3. Sums 1630, 1630, 1640, 1640: 100
    /// over 3.
    @Test func indicesFollowFromTheAxes() {
        let plot = Poincare(NNSeries(intervalsMs: [800, 830, 800, 840, 800]))
        let sd1 = (5000.0 / 3 / 2).squareRoot()
        let sd2 = (100.0 / 3 / 2).squareRoot()
        #expect(TestSeries.agree(plot.csi, sd2 / sd1))
        #expect(TestSeries.agree(plot.csiModifiedMs, 4 * sd2 * sd2 / sd1))
        #expect(TestSeries.agree(plot.areaMsSquared, .pi * sd1 * sd2))
        // math.log10(16 * math.sqrt(5000 / 6 * 100 / 6)) in Python.
        #expect(TestSeries.agree(plot.cvi, 3.2754537344402905))
    }

    /// NeuroKit2 0.2.13, `_hrv_nonlinear_poincare(x)` with x of ``TestSeries/formula``.
    @Test func everyIndexAgreesWithNeuroKit() {
        let plot = Poincare(NNSeries(intervalsMs: TestSeries.formula))
        #expect(TestSeries.agree(plot.sd1Ms, 33.655495103208615))
        #expect(TestSeries.agree(plot.sd2Ms, 27.568312005105103))
        #expect(TestSeries.agree(plot.areaMsSquared, 2914.848799750505))
        #expect(TestSeries.agree(plot.csi, 0.8191325642532836))
        #expect(TestSeries.agree(plot.cvi, 4.171586141737063))
        #expect(TestSeries.agree(plot.csiModifiedMs, 90.32840841950531))
    }
}
