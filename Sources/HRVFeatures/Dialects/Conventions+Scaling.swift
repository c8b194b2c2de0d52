import PhysioDSP
import PhysioTypes

/// Fluctuation, fractal dimensions and complexity under conventions other than ours.
extension Conventions {
    func scaling(_ nn: NNSeries) -> MetricValues {
        let fractal = FractalDimensions(nn)
        let long = longBoxes.sizes(intervalCount: nn.count)
        return MetricValues(present: [
            (.dfaAlpha1, boxes.exponent(nn, sizes: shortBoxes)),
            (.dfaAlpha2, long.flatMap { boxes.exponent(nn, sizes: $0) }),
            (.higuchi, fractal.higuchi), (.katz, fractal.katz),
            (.lempelZiv, lempelZivThreshold.complexity(nn)),
        ])
    }
}

extension Conventions.LongBoxes {
    /// - Returns: nil where fewer than two sizes fit.
    fileprivate func sizes(intervalCount: Int) -> ClosedRange<Int>? {
        switch self {
        case .range(let sizes): return sizes
        case .twelveToTenth:
            let largest = (intervalCount + 1) / 10
            return largest >= 13 ? 12...largest : nil
        }
    }
}

extension Conventions.BoxRule {
    /// The slope of log fluctuation against log box size.
    ///
    /// - Complexity: O(N sizes).
    fileprivate func exponent(_ nn: NNSeries, sizes: ClosedRange<Int>) -> Double? {
        if self == .adjacent {
            return FluctuationCurve(nn, boxSizes: Array(sizes)).exponent(sizes)
        }
        guard let mean = Statistics.mean(nn.intervalsMs), nn.count > sizes.upperBound else {
            return nil
        }
        var points: [(x: Double, y: Double)] = []
        let runs = nn.adjacentRuns.map { profile(nn.intervalsMs[$0], mean: mean) }
        for size in sizes {
            guard let fluctuation = fluctuation(runs, size: size) else { return nil }
            points.append((Double(size), fluctuation))
        }
        return scalingExponent(points)
    }

    private func profile(_ intervals: ArraySlice<Double>, mean: Double) -> [Double] {
        var sum = 0.0
        return intervals.map { interval in
            sum += interval - mean
            return sum
        }
    }

    /// Root of the mean of the boxes' variances, boxes without any left out; or the mean of their
    /// roots.
    private func fluctuation(_ profiles: [[Double]], size: Int) -> Double? {
        var sum = 0.0
        var count = 0.0
        for profile in profiles {
            let isHalf = self == .halfOverlapping
            // The last box that would end with the series is not formed where boxes overlap.
            let end = isHalf ? profile.count - size : profile.count - size + 1
            for begin in stride(from: 0, to: max(0, end), by: isHalf ? size / 2 : size) {
                let variance = Self.residual(profile[begin..<begin + size]) / Double(size)
                guard !isHalf || variance > 1e-8 else { continue }
                sum += isHalf ? variance : variance.squareRoot()
                count += 1
            }
        }
        guard count > 0 else { return nil }
        return self == .halfOverlapping ? (sum / count).squareRoot() : sum / count
    }

    /// Sum of squares about the straight line of least squares.
    private static func residual(_ box: ArraySlice<Double>) -> Double {
        let count = Double(box.count)
        let middle = (count - 1) / 2
        let mean = box.reduce(0, +) / count
        var product = 0.0
        var squares = 0.0
        for (index, value) in box.enumerated() {
            product += (Double(index) - middle) * (value - mean)
            squares += (Double(index) - middle) * (Double(index) - middle)
        }
        let slope = product / squares
        var residual = 0.0
        for (index, value) in box.enumerated() {
            let distance = value - mean - slope * (Double(index) - middle)
            residual += distance * distance
        }
        return residual
    }
}

extension Conventions.Threshold {
    /// Lempel-Ziv complexity of the sequence above or not above the threshold: c log2(n) / n.
    fileprivate func complexity(_ nn: NNSeries) -> Double? {
        guard self == .mean else { return LempelZivComplexity(nn).normalised }
        let values = nn.adjacentRuns.longest.map { Array(nn.intervalsMs[$0]) } ?? []
        guard values.count >= 2, let mean = Statistics.mean(values) else { return nil }
        let words = LempelZivComplexity.wordCount(values.map { $0 > mean })
        let count = Double(values.count)
        return Double(words) * PlatformMath.log(count) / PlatformMath.log(2) / count
    }
}
