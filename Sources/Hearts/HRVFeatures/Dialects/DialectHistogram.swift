import PhysioDSP

/// A histogram as other programs make it: even edges, the last bin closed on both sides.
struct DialectHistogram {
    /// Lower edges; ms.
    let edgesMs: [Double]
    let counts: [Double]

    /// Bins of 8 ms from 300 to 1996 ms; intervals outside do not count.
    init(eightMs intervals: [Double]) {
        self.init(intervals, firstMs: 300, widthMs: 8, count: 212)
    }

    /// Bins of 7.8125 ms from 0 to the first edge that is not below the longest interval.
    init(fromZero intervals: [Double]) {
        let maximum = intervals.max() ?? 0
        let count = Int((maximum / GeometricMetrics.binWidthMs).rounded(.up))
        self.init(intervals, firstMs: 0, widthMs: GeometricMetrics.binWidthMs, count: max(1, count))
    }

    private init(_ intervals: [Double], firstMs: Double, widthMs: Double, count: Int) {
        edgesMs = (0..<count).map { firstMs + Double($0) * widthMs }
        var counts = [Double](repeating: 0, count: count)
        let endMs = firstMs + Double(count) * widthMs
        for interval in intervals where interval >= firstMs && interval <= endMs {
            counts[min(count - 1, Int((interval - firstMs) / widthMs))] += 1
        }
        self.counts = counts
    }

    func triangularIndex(_ intervalCount: Int) -> Double? {
        ratio(Double(intervalCount), counts.max())
    }
}

extension Conventions.TriangleRule {
    /// The base of the triangle; ms; nil without intervals.
    func baseMs(_ intervals: [Double], toolkitResult: Double?) -> Double? {
        guard !intervals.isEmpty else { return nil }
        let histogram = DialectHistogram(fromZero: intervals)
        return switch self {
        case .leastSquares: toolkitResult
        case .insideTriangle: histogram.innerTriangleMs(intervals, isLeftFixed: false)
        case .leftFootFixed: histogram.innerTriangleMs(intervals, isLeftFixed: true)
        case .smoothed: histogram.smoothedTriangleMs()
        }
    }
}

extension DialectHistogram {
    private var peakBin: Int { counts.firstIndex(of: counts.max() ?? 0) ?? 0 }

    /// The feet, on bin edges, with the least squared error over the bins between them. A program
    /// that never moves the left foot also gives up above an error of 2^14, with a base of 0.
    func innerTriangleMs(_ intervals: [Double], isLeftFixed: Bool) -> Double {
        guard let minimum = intervals.min(), let maximum = intervals.max() else { return 0 }
        let peakBin = peakBin
        let leftFootBins = edgesMs.indices.filter { edgesMs[$0] > minimum && $0 < peakBin }
        let rightFootBins = edgesMs.indices.filter { $0 > peakBin && edgesMs[$0] < maximum }
        var best = (base: 0, error: isLeftFixed ? 16_384 : Double.infinity)
        for left in isLeftFixed ? Array(leftFootBins.prefix(1)) : leftFootBins {
            for right in rightFootBins {
                var error = 0.0
                for bin in left...right {
                    let relativeHeight =
                        bin <= peakBin
                        ? Double(bin - left) / Double(peakBin - left)
                        : Double(right - bin) / Double(right - peakBin)
                    error +=
                        (counts[bin] - relativeHeight * counts[peakBin])
                        * (counts[bin] - relativeHeight * counts[peakBin])
                }
                if error < best.error { best = (right - left, error) }
            }
        }
        return Double(best.base) * GeometricMetrics.binWidthMs
    }

    /// The feet among the occupied bins with the least squared error, over all bins, to the
    /// histogram smoothed by a Gaussian of a standard deviation of two bins.
    func smoothedTriangleMs() -> Double {
        let smoothedCounts = smoothed()
        guard let highest = smoothedCounts.max(),
            let peakBin = smoothedCounts.firstIndex(of: highest),
            let first = counts.firstIndex(where: { $0 > 0 }),
            let last = counts.lastIndex(where: { $0 > 0 }), first < peakBin, peakBin < last
        else { return 0 }
        var best = (base: 0, error: Double.infinity)
        for left in first..<peakBin {
            for right in (peakBin + 1)...last {
                var error = 0.0
                for bin in smoothedCounts.indices {
                    let height: Double
                    if bin >= left, bin <= peakBin {
                        height = Double(bin - left) / Double(peakBin - left)
                    } else if bin > peakBin, bin <= right {
                        height = Double(right - bin) / Double(right - peakBin)
                    } else {
                        height = 0
                    }
                    error +=
                        (smoothedCounts[bin] - height * highest)
                        * (smoothedCounts[bin] - height * highest)
                }
                if error < best.error { best = (right - left, error) }
            }
        }
        return Double(best.base) * GeometricMetrics.binWidthMs
    }

    /// Weights exp(-k^2 / 8), k up to 8, normed; mirrored at both ends.
    private func smoothed() -> [Double] {
        let weights = (-8...8).map { PlatformMath.exp(-Double($0 * $0) / 8) }
        let sum = weights.reduce(0, +)
        let count = counts.count
        return counts.indices.map { centre in
            zip(-8...8, weights).reduce(0) { total, term in
                var bin = (centre + term.0) % (2 * count)
                if bin < 0 { bin += 2 * count }
                return total + term.1 / sum * counts[min(bin, 2 * count - 1 - bin)]
            }
        }
    }
}
