public import PhysioTypes

/// Metrics of the histogram of NN intervals: triangular index and TINN.
///
/// Of the bins of ``HistogramBins``: 7.8125 ms (1/128 s) from 0 on, but for coarse clocks.
///
/// - SeeAlso: Task Force 1996, Circulation 93:1043, "Geometrical methods".
public struct GeometricMetrics: Sendable, Equatable {
    /// Width of a bin without a coarse clock; ms; the sampling interval of a recorder at 128 Hz
    /// (Task Force 1996).
    public static let binWidthMs = 7.8125

    /// HRV triangular index: N over the count of the fullest bin; nil without intervals.
    public let triangularIndex: Double?
    /// Base of the triangle that fits the histogram best; ms; nil without intervals.
    public let tinnMs: Double?

    /// - Complexity: O(N + b^2) for b bins between the lowest and the highest value.
    public init(_ nn: NNSeries) { self.init(nn, bins: HistogramBins()) }

    /// The same of other bins.
    package init(_ nn: NNSeries, bins: HistogramBins) {
        guard let histogram = Histogram(nn.intervalsMs, bins) else {
            triangularIndex = nil
            tinnMs = nil
            return
        }
        triangularIndex = Double(nn.count) / Double(histogram.maximum)
        tinnMs = histogram.triangleBase()
    }

    /// The metrics by key.
    public var values: MetricValues { MetricValues(of: self) }
}

extension GeometricMetrics: MetricFamily {
    package func value(of metric: Metric) -> Double? {
        switch metric {
        case .hti: triangularIndex
        case .tinn: tinnMs
        }
    }
}

/// Counts over the bins in use.
private struct Histogram {
    private let counts: [Double]
    private let peak: Int
    let maximum: Int
    private let widthMs: Double

    init?(_ intervals: [Double], _ bins: HistogramBins) {
        guard let minMs = intervals.min(), let maxMs = intervals.max() else { return nil }
        let firstBin = bins.bin(of: minMs)
        var counts = [Int](repeating: 0, count: bins.bin(of: maxMs) - firstBin + 1)
        for interval in intervals { counts[bins.bin(of: interval) - firstBin] += 1 }
        guard let maximum = counts.max(), let peak = counts.firstIndex(of: maximum) else {
            return nil
        }
        widthMs = bins.widthMs
        self.maximum = maximum
        self.peak = peak
        self.counts = counts.map(Double.init)
    }

    /// M - N of the triangle (N, 0), (X, maximum), (M, 0), X the first of the fullest bins, with
    /// the least squared distance to the counts; N and M run over the bins, one beyond the
    /// outermost included, and the narrower of two equal fits counts (0 for a single bin). The two
    /// sides do not depend on each other.
    func triangleBase() -> Double {
        let left = footDistance(of: Array(counts[...peak].reversed()))
        let right = footDistance(of: Array(counts[peak...]))
        return Double(left + right) * widthMs
    }

    /// Distance, in bins, from the peak (element 0) to the foot of the best slope.
    private func footDistance(of side: [Double]) -> Int {
        var best = 0
        // A foot on the peak itself leaves every other bin unexplained.
        var bestError = side.dropFirst().reduce(0) { $0 + $1 * $1 }
        for length in 1...side.count {
            var error = 0.0
            for (distance, count) in side.enumerated() {
                let height = max(0, 1 - Double(distance) / Double(length)) * side[0]
                error += (count - height) * (count - height)
            }
            if error < bestError {
                bestError = error
                best = length
            }
        }
        return best
    }
}
