import PhysioDSP
public import PhysioTypes

/// Multifractal detrended fluctuation analysis: the scaling of small and of large fluctuations.
///
/// With v the mean squared distance from its line in each of B boxes (``FluctuationCurve``),
///
///     F_q(s) = ((1/B) sum of v^(q/2))^(1/q),   F_0(s) = exp((1/2B) sum of ln v)
///
/// and h(q), the generalised Hurst exponent, is the slope of log F_q against log s. Negative q
/// weigh the quietest boxes, positive ones the wildest; h(2) is what ``DetrendedFluctuation`` gives
/// for the same boxes. A monofractal has one h for all q.
///
/// Boxes without any fluctuation, v below 1e-12 of the mean over all boxes, have no negative power
/// and no logarithm: q <= 0 leaves them out. Intervals rounded to coarse steps have such boxes.
///
/// An h is nil where a size has no box left, and where a number is not finite. Constant series have
/// none.
///
/// - SeeAlso: Kantelhardt 2002, Physica A 316:87, doi 10.1016/S0378-4371(02)01383-3. There each
///   series is cut twice, from both ends; here from the beginning, as for alpha1.
public struct MultifractalFluctuation: Sendable, Equatable {
    /// Orders, -5 ... 5.
    public static let defaultOrders = (-5...5).map(Double.init)

    /// The orders q, as asked for.
    public let orders: [Double]
    /// h(q), one an order.
    public let hurstExponents: [Double?]

    /// Spread of the singularity strengths alpha(q) = d(q h(q))/dq over the orders; 0 for a
    /// monofractal. The derivative is the slope between neighbouring orders.
    ///
    /// nil where an h is missing or there are fewer than three orders.
    public var spectrumWidth: Double? {
        let hurst = hurstExponents.compactMap { $0 }
        guard hurst.count == orders.count, orders.count > 2 else { return nil }
        let points = zip(orders, hurst).sorted { $0.0 < $1.0 }
        let strengths = zip(points, points.dropFirst()).map { low, high in
            (high.0 * high.1 - low.0 * low.1) / (high.0 - low.0)
        }
        guard let minimum = strengths.min(), let greatest = strengths.max() else { return nil }
        return greatest - minimum
    }

    /// - Parameter boxSizes: each at least 3 intervals.
    /// - Parameter orders: q; finite and all different.
    /// - Complexity: O(N) a size, and O(N / s) a size and order.
    public init(
        _ nn: NNSeries, boxSizes: ClosedRange<Int> = DetrendedFluctuation.defaultLongBoxes,
        orders: [Double] = defaultOrders
    ) {
        precondition(
            orders.allSatisfy(\.isFinite) && Set(orders).count == orders.count,
            "orders are finite and differ")
        self.orders = orders
        let runs = nn.contiguousRanges
        let boxes = boxSizes.map { size in
            (size: size, logs: Self.logMeanSquares(nn.intervalsMs, runs, size: size))
        }
        hurstExponents = orders.map { order in
            var points: [(x: Double, y: Double)] = []
            for (size, logs) in boxes {
                guard let fluctuation = Self.fluctuation(logs, order) else { return nil }
                points.append((Double(size), fluctuation))
            }
            return scalingExponent(points)
        }
    }

    /// A box's mean square over the mean of all at which it is but rounding.
    private static let minShare = 1e-12

    /// ln v of every box; -infinity for one without fluctuation.
    private static func logMeanSquares(
        _ values: [Double], _ runs: [Range<Int>], size: Int
    ) -> [Double] {
        let residuals = runs.flatMap { run in
            DetrendedBoxes.residuals(of: values.span.extracting(run), size: size)
        }
        let threshold = minShare * (Statistics.mean(residuals) ?? 0)
        return residuals.map { $0 > threshold ? PlatformMath.log($0 / Double(size)) : -.infinity }
    }

    /// F_q; sums are taken relative to the largest term, so that none overflows.
    private static func fluctuation(_ logs: [Double], _ order: Double) -> Double? {
        let logs = order > 0 ? logs : logs.filter { $0 > -.infinity }
        guard !logs.isEmpty else { return nil }
        if order == 0 {
            return Statistics.mean(logs).map { PlatformMath.exp($0 / 2) }
        }
        let terms = logs.map { $0 * order / 2 }
        guard let largest = terms.max(), largest.isFinite else { return nil }
        let sum = terms.reduce(0) { $0 + PlatformMath.exp($1 - largest) }
        let logMean = largest + PlatformMath.log(sum / Double(terms.count))
        return PlatformMath.exp(logMean / order)
    }
}
