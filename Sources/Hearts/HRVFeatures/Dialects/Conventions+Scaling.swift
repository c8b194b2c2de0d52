import PhysioDSP
import PhysioTypes

/// Fluctuation, fractal dimensions and complexity under conventions other than ours.
extension Conventions {
    func scaling(_ nn: NNSeries, comparesAllPairs: Bool) -> MetricValues {
        let fractal = FractalDimensions(nn)
        let long = longBoxes.sizes(intervalCount: nn.count)
        var values = MetricValues(present: [
            (.dfaAlpha1, boxes.exponent(nn, sizes: shortBoxes)),
            (.dfaAlpha2, long.flatMap { boxes.exponent(nn, sizes: $0) }),
            (.mfdfaAlpha1Width, boxes.multifractalWidth(nn, sizes: shortBoxes)),
            (.mfdfaAlpha2Width, long.flatMap { boxes.multifractalWidth(nn, sizes: $0) }),
            (.correlationDimension, comparesAllPairs ? correlationDimension.d2(nn) : nil),
            (.higuchi, fractal.higuchi), (.katz, fractal.katz),
            (.lempelZiv, lempelZivThreshold.complexity(nn)),
        ])
        if comparesAllPairs {
            let figures = AllPairsFigures(nn)
            let pairs = MetricValues(present: [
                (.correlationDimension, figures.correlation.d2),
                (.recurrence, figures.recurrence.recurrencePercent),
                (.determinism, figures.recurrence.determinismPercent),
                (.meanLine, figures.recurrence.meanLineBeats),
                (.longestLine, figures.recurrence.longestLineBeats.map(Double.init)),
                (.lineEntropy, figures.recurrence.lineEntropy),
            ])
            values.merge(pairs) { first, _ in first }
        }
        return values
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
        let profiles = nn.adjacentRuns.map { profile(nn.intervalsMs[$0], mean: mean) }
        var points: [(x: Double, y: Double)] = []
        for size in sizes {
            let variances = variances(profiles, size: size)
            let fluctuation =
                self == .halfOverlapping
                ? Statistics.mean(variances).map { $0.squareRoot() }
                : Statistics.mean(variances.map { $0.squareRoot() })
            guard let fluctuation else { return nil }
            points.append((Double(size), fluctuation))
        }
        return scalingExponent(points)
    }

    /// Width of the multifractal spectrum over the orders -5 to 5. Where boxes overlap, by central
    /// differences of q h(q) - 1, one-sided at both ends; otherwise ours.
    fileprivate func multifractalWidth(_ nn: NNSeries, sizes: ClosedRange<Int>) -> Double? {
        guard self == .halfOverlapping else {
            return MultifractalFluctuation(nn, boxSizes: sizes).spectrumWidth
        }
        guard let mean = Statistics.mean(nn.intervalsMs), nn.count > sizes.upperBound else {
            return nil
        }
        let profiles = nn.adjacentRuns.map { profile(nn.intervalsMs[$0], mean: mean) }
        let logs = sizes.map { variances(profiles, size: $0).map(PlatformMath.log) }
        let orders = MultifractalFluctuation.defaultOrders
        let masses = orders.map { order -> Double? in
            scalingExponent(
                zip(sizes, logs).map { size, logs in (Double(size), Self.fluctuation(logs, order)) }
            ).map { order * $0 - 1 }
        }.compactMap(\.self)
        guard masses.count == orders.count else { return nil }
        let strengths = orders.indices.map { index in
            let low = max(0, index - 1)
            let high = min(orders.count - 1, index + 1)
            return (masses[high] - masses[low]) / (orders[high] - orders[low])
        }
        return strengths.max().flatMap { high in strengths.min().map { high - $0 } }
    }

    /// The mean of order q of the boxes' roots, from the logarithms of their variances.
    private static func fluctuation(_ logs: [Double], _ order: Double) -> Double {
        let count = Double(logs.count)
        guard order != 0 else {
            return PlatformMath.exp(logs.reduce(0, +) / count / 2)
        }
        let mean = logs.reduce(0) { $0 + PlatformMath.exp($1 * order / 2) } / count
        return PlatformMath.exp(PlatformMath.log(mean) / order)
    }

    private func profile(_ intervals: ArraySlice<Double>, mean: Double) -> [Double] {
        var sum = 0.0
        return intervals.map { interval in
            sum += interval - mean
            return sum
        }
    }

    /// Mean squares about the line of each box; where boxes overlap, those without any left out. None where a
    /// `Cancellation` is wanted.
    private func variances(_ profiles: [[Double]], size: Int) -> [Double] {
        guard !Cancellation.isWanted else { return [] }
        let isHalf = self == .halfOverlapping
        return profiles.flatMap { profile in
            // The box that would end with the series is not formed where boxes overlap.
            let end = profile.count - size + (isHalf ? 0 : 1)
            return stride(from: 0, to: max(0, end), by: isHalf ? size / 2 : size).map {
                Self.residual(profile[$0..<$0 + size]) / Double(size)
            }.filter { !isHalf || $0 > 1e-8 }
        }
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

extension Conventions.CorrelationRule {
    /// - Complexity: O(N^2).
    fileprivate func d2(_ nn: NNSeries) -> Double? {
        switch self {
        // Among the metrics of all pairs.
        case .tenIntervals: nil
        case .twoIntervals: Self.slope(of: Self.points(nn))
        }
    }

    private static func points(_ nn: NNSeries) -> [(x: Double, y: Double)] {
        nn.adjacentRuns.flatMap { run in
            zip(nn.intervalsMs[run], nn.intervalsMs[run].dropFirst()).map { (x: $0, y: $1) }
        }
    }

    /// Slope of log C(r) on log r at 64 radii whose logarithms are evenly spaced between (1 + 2.5 %)
    /// and (1 + 50 %) of the largest distance, and halved: what the program's own spacing amounts
    /// to.
    private static func slope(of points: [(x: Double, y: Double)]) -> Double? {
        var farthest = 0.0
        forEachPair(points) { farthest = max(farthest, $0) }
        guard farthest > 0 else { return nil }
        let low = PlatformMath.log(1 + 0.025 * farthest.squareRoot())
        let high = PlatformMath.log(1 + 0.5 * farthest.squareRoot())
        let radii = (0..<64).map {
            PlatformMath.exp(low + (high - low) * Double($0) / 63) / 2
        }
        // How many pairs have how many of the radii at or below their distance.
        var counts = [Int](repeating: 0, count: radii.count + 1)
        let squares = radii.map { $0 * $0 }
        forEachPair(points) { square in
            counts[squares.firstIndex(notBelow: square.nextUp)] += 1
        }
        var below = 0
        let total = Double(counts.reduce(0, +))
        let curve = radii.indices.compactMap { index -> (x: Double, y: Double)? in
            below += counts[index]
            return below > 0 ? (radii[index], Double(below) / total) : nil
        }
        return scalingExponent(curve)
    }

    /// The squared distances of all pairs.
    private static func forEachPair(
        _ points: [(x: Double, y: Double)], _ body: (Double) -> Void
    ) {
        for (index, a) in points.enumerated() {
            for b in points[..<index] {
                body((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y))
            }
        }
    }
}

extension [Double] {
    /// How many of ascending values are below `limit`.
    func firstIndex(notBelow limit: Double) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < limit { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
