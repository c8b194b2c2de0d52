import PhysioDSP
import PhysioTypes

/// Fluctuation, fractal dimensions and complexity under conventions other than ours.
extension Conventions {
    func scalingValues(_ nn: NNSeries, comparesAllPairs: Bool) -> MetricValues {
        let fractal = FractalDimensions(nn)
        let shortBoxFigures = boxes.figures(nn, sizes: shortBoxes)
        let longBoxFigures = longBoxes.sizes(intervalCount: nn.count).map {
            boxes.figures(nn, sizes: $0)
        }
        var values = MetricValues(present: [
            (.dfaAlpha1, shortBoxFigures.exponent), (.dfaAlpha2, longBoxFigures?.exponent),
            (.mfdfaAlpha1Width, shortBoxFigures.width), (.mfdfaAlpha2Width, longBoxFigures?.width),
            (.correlationDimension, comparesAllPairs ? correlationDimension.d2(nn) : nil),
            (.higuchi, fractal.higuchi), (.katz, fractal.katz),
            (.lempelZiv, lempelZivThreshold.complexity(nn)),
        ])
        if comparesAllPairs {
            let figures = AllPairsResults(nn)
            let pairs = MetricValues(present: [
                (.correlationDimension, figures.correlation.d2),
                (.recurrence, figures.recurrence.recurrencePercent),
                (.determinism, figures.recurrence.determinismPercent),
                (.meanLineLength, figures.recurrence.meanLineLengthBeats),
                (.maxLineLength, figures.recurrence.maxLineLengthBeats.map(Double.init)),
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
        case .twelveToTenthOfCount:
            let largest = (intervalCount + 1) / 10
            return largest >= 13 ? 12...largest : nil
        }
    }
}

extension Conventions.BoxRule {
    /// The slope of log fluctuation against log box size, and the width of the multifractal spectrum over the orders -5 to 5.
    ///
    /// - Complexity: O(N sizes).
    fileprivate func figures(
        _ nn: NNSeries, sizes: ClosedRange<Int>
    ) -> (exponent: Double?, width: Double?) {
        if self == .adjacent {
            return (
                FluctuationCurve(nn, boxSizes: Array(sizes)).exponent(sizes),
                MultifractalFluctuation(nn, boxSizes: sizes).spectrumWidth
            )
        }
        guard nn.count > sizes.upperBound else { return (nil, nil) }
        let variances = sizes.map { self.variances(nn, size: $0) }
        return (
            exponent(sizes, variances),
            self == .halfOverlapping
                ? Self.multifractalWidth(sizes, variances)
                : MultifractalFluctuation(nn, boxSizes: sizes).spectrumWidth
        )
    }

    private func exponent(_ sizes: ClosedRange<Int>, _ variances: [[Double]]) -> Double? {
        var points: [(x: Double, y: Double)] = []
        for (size, variances) in zip(sizes, variances) {
            let fluctuation =
                self == .halfOverlapping
                ? Statistics.mean(variances).map { $0.squareRoot() }
                : Statistics.mean(variances.map { $0.squareRoot() })
            guard let fluctuation else { return nil }
            points.append((Double(size), fluctuation))
        }
        return scalingExponent(points)
    }

    /// Returns the multifractal width, by central differences of q h(q) - 1, one-sided at both
    /// ends.
    private static func multifractalWidth(
        _ sizes: ClosedRange<Int>, _ variances: [[Double]]
    ) -> Double? {
        let logs = variances.map { $0.map(PlatformMath.log) }
        let orders = MultifractalFluctuation.defaultOrders
        let massExponents = orders.map { order -> Double? in
            scalingExponent(
                zip(sizes, logs).map { size, logs in (Double(size), fluctuation(logs, order)) }
            ).map { order * $0 - 1 }
        }.compactMap(\.self)
        guard massExponents.count == orders.count else { return nil }
        let singularityStrengths = orders.indices.map { index in
            let low = max(0, index - 1)
            let high = min(orders.count - 1, index + 1)
            return (massExponents[high] - massExponents[low]) / (orders[high] - orders[low])
        }
        return singularityStrengths.max().flatMap { high in
            singularityStrengths.min().map { high - $0 }
        }
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

    /// Mean squares about the line of each box; where boxes overlap, those without any left out. None where a
    /// `Cancellation` is wanted.
    private func variances(_ nn: NNSeries, size: Int) -> [Double] {
        guard !Cancellation.isRequested else { return [] }
        let isHalfOverlapping = self == .halfOverlapping
        var variances: [Double] = []
        for run in nn.contiguousRanges {
            let intervals = nn.intervalsMs.span.extracting(run)
            let residuals =
                isHalfOverlapping
                ? Self.halfOverlappingResiduals(intervals, size: size)
                : DetrendedBoxes.residuals(of: intervals, size: size)
            for residual in residuals where !isHalfOverlapping || residual / Double(size) > 1e-8 {
                variances.append(residual / Double(size))
            }
        }
        return variances
    }

    /// The residuals of boxes that overlap by half, in any order. The box that would end with the series is not
    /// formed.
    private static func halfOverlappingResiduals(_ intervals: Span<Double>, size: Int) -> [Double] {
        let end = intervals.count - 1
        let step = size / 2
        guard end >= size else { return [] }
        // Every second box lies beside the one before the last.
        if size.isMultiple(of: 2) {
            return DetrendedBoxes.residuals(of: intervals.extracting(..<end), size: size)
                + DetrendedBoxes.residuals(of: intervals.extracting(step..<end), size: size)
        }
        var residuals: [Double] = []
        for start in stride(from: 0, through: end - size, by: step) {
            let box = intervals.extracting(start..<start + size)
            residuals += DetrendedBoxes.residuals(of: box, size: size)
        }
        return residuals
    }
}

extension Conventions.LempelZivThreshold {
    /// Lempel-Ziv complexity of the sequence above or not above the threshold: c log2(n) / n.
    fileprivate func complexity(_ nn: NNSeries) -> Double? {
        guard self == .mean else { return LempelZivComplexity(nn).normalised }
        let values = nn.contiguousRanges.maxByCount.map { Array(nn.intervalsMs[$0]) } ?? []
        guard values.count >= 2, let mean = Statistics.mean(values) else { return nil }
        let words = LempelZivComplexity.wordCount(values.map { $0 > mean })
        let count = Double(values.count)
        return Double(words) * PlatformMath.log(count) / PlatformMath.log(2) / count
    }
}

extension Conventions.CorrelationDimensionRule {
    /// - Complexity: O(N^2).
    fileprivate func d2(_ nn: NNSeries) -> Double? {
        switch self {
        // Among the metrics of all pairs.
        case .tenIntervals: nil
        case .twoIntervals: Self.slope(of: Self.points(nn))
        }
    }

    private static func points(_ nn: NNSeries) -> [(x: Double, y: Double)] {
        nn.contiguousRanges.flatMap { run in
            zip(nn.intervalsMs[run], nn.intervalsMs[run].dropFirst()).map { (x: $0, y: $1) }
        }
    }

    /// Slope of log C(r) on log r at 64 radii whose logarithms are evenly spaced between (1 + 2.5 %)
    /// and (1 + 50 %) of the largest distance, and halved: what the program's own spacing amounts
    /// to.
    private static func slope(of points: [(x: Double, y: Double)]) -> Double? {
        var maxSquaredDistance = 0.0
        forEachPair(points) { maxSquaredDistance = max(maxSquaredDistance, $0) }
        guard maxSquaredDistance > 0 else { return nil }
        let low = PlatformMath.log(1 + 0.025 * maxSquaredDistance.squareRoot())
        let high = PlatformMath.log(1 + 0.5 * maxSquaredDistance.squareRoot())
        let radii = (0..<64).map {
            PlatformMath.exp(low + (high - low) * Double($0) / 63) / 2
        }
        // How many pairs have how many of the radii at or below their distance.
        var counts = [Int](repeating: 0, count: radii.count + 1)
        let squares = radii.map { $0 * $0 }
        forEachPair(points) { square in
            counts[squares.firstIndex(notBelow: square.nextUp)] += 1
        }
        var cumulativeCount = 0
        let total = Double(counts.reduce(0, +))
        let curve = radii.indices.compactMap { index -> (x: Double, y: Double)? in
            cumulativeCount += counts[index]
            return cumulativeCount > 0 ? (radii[index], Double(cumulativeCount) / total) : nil
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
    /// Returns the number of ascending values below `limit`.
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
