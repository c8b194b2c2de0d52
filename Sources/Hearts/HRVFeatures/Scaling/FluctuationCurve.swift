import PhysioDSP
public import PhysioTypes

/// The deviations of summed NN intervals from straight lines, for boxes of several sizes.
///
/// F(s) is the root of the mean squared distance of the summed intervals from the least-squares
/// line of their own box, over all values in all boxes of s intervals. Boxes do not overlap and
/// none crosses a gap: each segment without a gap is cut from its beginning on, and what does not
/// fill a last box is left over.
///
/// Constant series: F is exactly 0. Not finite intervals in a box: F is nil.
///
/// - SeeAlso: Peng 1995, Chaos 5:82, doi 10.1063/1.166141, with order 1 and boxes that do not
///   overlap, as in PhysioNet's `dfa`.
public struct FluctuationCurve: Sendable, Equatable {
    /// One size of box.
    public struct Point: Sendable, Equatable {
        /// s; intervals.
        public let boxSize: Int
        /// The number of boxes.
        public let boxCount: Int
        /// F(s); ms; nil where there is no box.
        public let fluctuationMs: Double?
    }

    /// The points in the order of the sizes asked for.
    public let points: [Point]

    /// - Parameter boxSizes: each at least 3 intervals.
    /// - Complexity: O(N) a size.
    public init(_ nn: NNSeries, boxSizes: [Int]) {
        let boxes = DetrendedBoxes(sizes: boxSizes)
        let runs = nn.contiguousRanges
        var sums = [Double](repeating: 0, count: boxSizes.count)
        for run in runs {
            var span = sums.mutableSpan
            boxes.addResiduals(of: nn.intervalsMs.span.extracting(run), to: &span)
        }
        points = boxSizes.indices.map { index in
            let size = boxSizes[index]
            let boxCount = runs.reduce(0) { $0 + $1.count / size }
            let meanSquare = sums[index] / Double(size * boxCount)
            return Point(
                boxSize: size, boxCount: boxCount,
                fluctuationMs: meanSquare.isFinite ? meanSquare.squareRoot() : nil)
        }
    }

    /// Least-squares slope of log F against log s over the points whose size lies in `sizes`.
    ///
    /// - Returns: nil where fewer than two sizes lie in the range, where one of them has no box (no
    ///   segment without a gap is that long), and where one F is 0 or not finite (a constant
    ///   series).
    public func exponent(_ sizes: ClosedRange<Int>) -> Double? {
        var count = 0.0
        var sum = 0.0
        var (minSize, maxSize) = (Int.max, Int.min)
        for point in points where sizes.contains(point.boxSize) {
            guard let fluctuation = point.fluctuationMs, fluctuation > 0 else { return nil }
            count += 1
            sum += Self.logSize(point.boxSize)
            minSize = min(minSize, point.boxSize)
            maxSize = max(maxSize, point.boxSize)
        }
        return minSize < maxSize ? slope(sizes, meanLogSize: sum / count) : nil
    }

    /// The distances of log s from its mean add up to 0: the mean of log F has no part in the sum.
    private func slope(_ sizes: ClosedRange<Int>, meanLogSize: Double) -> Double {
        var product = 0.0
        var square = 0.0
        for point in points where sizes.contains(point.boxSize) {
            let distance = Self.logSize(point.boxSize) - meanLogSize
            product += distance * PlatformMath.log(point.fluctuationMs ?? .nan)
            square += distance * distance
        }
        return product / square
    }

    /// The logarithms of the sizes that alpha1 and alpha2 have.
    private static let logSizes = (0...64).map { PlatformMath.log(Double($0)) }

    private static func logSize(_ size: Int) -> Double {
        size < logSizes.count ? logSizes[size] : PlatformMath.log(Double(size))
    }
}
