import HRVFeatures
import PhysioTypes
import Testing

@Suite struct GeometricTests {
    /// A histogram with these counts from bin 100 on.
    private static func series(_ counts: [Int]) -> NNSeries {
        let width = GeometricMetrics.binWidthMs
        return NNSeries(
            intervalsMs: counts.enumerated().flatMap { bin, count in
                [Double](repeating: (Double(100 + bin) + 0.5) * width, count: count)
            })
    }

    @Test func aTriangleIsItsOwnBestFit() {
        // Feet at bins 99 and 107, peak at 103.
        let metrics = GeometricMetrics(Self.series([10, 20, 30, 40, 30, 20, 10]))
        #expect(metrics.tinnMs == 8 * 7.8125)
        #expect(metrics.triangularIndex == 160.0 / 40)
    }

    @Test func aLoneOutlierDoesNotWidenTheTriangle() {
        var counts = [10, 20, 30, 40, 30, 20, 10]
        counts += [Int](repeating: 0, count: 60) + [1]
        #expect(GeometricMetrics(Self.series(counts)).tinnMs == 8 * 7.8125)
    }

    @Test func oneBinHasNoWidth() {
        let metrics = GeometricMetrics(NNSeries(intervalsMs: [Double](repeating: 800, count: 30)))
        #expect(metrics.tinnMs == 0)
        #expect(metrics.triangularIndex == 1)
        #expect(GeometricMetrics(NNSeries(intervalsMs: [])).tinnMs == nil)
    }

    @Test func binsBeginAtZero() {
        // 7.8125 k belongs to bin k: two values on either side of an edge fall into different bins.
        let edge = 128 * GeometricMetrics.binWidthMs
        let metrics = GeometricMetrics(NNSeries(intervalsMs: [edge, edge.nextDown, edge]))
        #expect(metrics.triangularIndex == 1.5)
    }
}
