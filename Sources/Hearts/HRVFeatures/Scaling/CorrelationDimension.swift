import PhysioDSP
public import PhysioTypes

/// The correlation dimension D2: how many numbers it takes to say where the heart's rhythm is.
///
/// C(r) is the share of pairs of different vectors of m successive NN intervals, none across a gap,
/// whose Euclidean distance is below r; D2 is the slope of log C against log r. The slope is taken
/// by least squares over the radii at which C lies in `scalingShares`: there it is straight, as
/// larger radii see the edge of the data and smaller ones its rounding. Radii are fixed: r^2 = 2^e
/// (1 + i/8), i = 0 ... 7, about 16 to a doubling of r.
///
/// A cycle has 1, white noise m in the limit and less in short series.
///
/// - SeeAlso: Grassberger and Procaccia 1983, Physica D 9:189, doi 10.1016/0167-2789(83)90298-1.
public struct CorrelationDimension: Sendable, Equatable {
    /// Intervals a vector, m, one after another.
    public static let defaultDimension = 10
    /// The values of C(r) between which D2 is the slope. At the lower one 300 beats have 40 pairs
    /// left, enough to count; up to the upper one a sine wave has 1.03 and a sum of two has 2.2.
    public static let scalingRegion = 0.001...0.1

    /// The slope; nil where fewer than two radii lie in the range: for a few beats, and for series
    /// whose distances take few values, as constant and alternating ones.
    public let d2: Double?

    /// - Parameter dimension: m >= 1 intervals.
    /// - Complexity: O(N^2 m) time, O(N) memory.
    public init(_ nn: NNSeries, dimension: Int = defaultDimension) {
        self.init(VectorDistances(nn, dimension: dimension))
    }

    init(_ distances: VectorDistances) {
        let points = Self.points(
            distances.distanceCounts.counts, between: Self.scalingRegion)
        d2 = scalingExponent(points)
    }

    /// r and C(r) for all radii at which C lies in `shares`.
    private static func points(
        _ counts: ArraySlice<Int>, between shares: ClosedRange<Double>
    ) -> [(x: Double, y: Double)] {
        let total = Double(counts.reduce(0, +))
        var points: [(x: Double, y: Double)] = []
        var cumulativeCount = 0
        for (bin, count) in counts.enumerated() {
            cumulativeCount += count
            let share = Double(cumulativeCount) / total
            guard share <= shares.upperBound else { break }
            if share >= shares.lowerBound {
                points.append((DistanceHistogram.radius(endingBin: bin), share))
            }
        }
        return points
    }
}
