import PhysioDSP
public import PhysioTypes

/// Fractal dimensions of the line that NN intervals draw over their number: 1 for a smooth curve.
///
/// Higuchi's is 2 for noise. Katz's, taken along the intervals alone and not in the plane of the
/// line, has no upper bound and grows with the length.
///
/// - SeeAlso: Higuchi 1988, Physica D 31:277, doi 10.1016/0167-2789(88)90081-4; Katz 1988, Comput.
///   Biol. Med. 18:145, doi 10.1016/0010-4825(88)90041-8.
public struct FractalDimensions: Sendable, Equatable {
    /// Longest lag of Higuchi's dimension; intervals.
    public static let defaultMaxLag = 10

    /// Higuchi's dimension: the slope of ln L(k) against ln(1/k), k = 1 ... `maxLag`.
    ///
    /// L(k) is the length of the curve seen with steps of k intervals: with D(k) the mean of
    /// |x[i + k] - x[i]|, first over each of the k classes of i (i modulo k), then over the classes,
    /// L(k) = (N - 1) D(k) / k^2. With gaps D(k) is the mean over the segments without one, each
    /// counting by its n - k differences; a segment counts that has 2 `maxLag` intervals, so
    /// that every class has a difference.
    ///
    /// nil without such a segment, and where a D(k) is 0, as for constant and alternating series.
    public let higuchi: Double?

    /// Katz's dimension: log m / (log m + log(d / L)) for m steps of summed length L, the farthest
    /// value being d from the first; at least 1.
    ///
    /// Taken over the longest segment without a gap (the first of several). nil below two steps, and
    /// where d is no more than the mean step, as for constant and alternating segments.
    public let katz: Double?

    /// - Parameter maxLag: at least 2 intervals.
    /// - Complexity: O(N `maxLag`).
    public init(_ nn: NNSeries, maxLag: Int = defaultMaxLag) {
        precondition(maxLag >= 2, "a slope needs two lags")
        let runs = nn.contiguousRanges
        higuchi = Self.higuchi(nn, runs.filter { $0.count >= 2 * maxLag }, maxLag)
        katz = runs.maxByCount.flatMap { Self.katz(nn.intervalsMs[$0]) }
    }

    private static func higuchi(
        _ nn: NNSeries, _ runs: [Range<Int>], _ maxLag: Int
    ) -> Double? {
        guard !runs.isEmpty else { return nil }
        let lengths = (1...maxLag).map { lag in
            var sum = 0.0
            var weight = 0.0
            for run in runs {
                let differenceCount = Double(run.count - lag)
                sum += differenceCount * meanDifference(nn.intervalsMs, run, lag: lag)
                weight += differenceCount
            }
            return (x: 1 / Double(lag), y: sum / weight / Double(lag * lag))
        }
        return scalingExponent(lengths)
    }

    /// The mean over the `lag` classes of the mean of |x[i + lag] - x[i]| in each.
    private static func meanDifference(
        _ values: [Double], _ run: Range<Int>, lag: Int
    ) -> Double {
        var mean = 0.0
        values.withUnsafeBufferPointer { values in
            for first in 0..<lag {
                var sum = 0.0
                var index = run.lowerBound + first
                while index + lag < run.upperBound {
                    sum += abs(values[index + lag] - values[index])
                    index += lag
                }
                mean += sum / Double((run.count - 1 - first) / lag)
            }
        }
        return mean / Double(lag)
    }

    private static func katz(_ values: ArraySlice<Double>) -> Double? {
        guard let first = values.first, values.count > 2 else { return nil }
        var length = 0.0
        var distance = 0.0
        var previous = first
        for value in values {
            length += abs(value - previous)
            distance = max(distance, abs(value - first))
            previous = value
        }
        let steps = Double(values.count - 1)
        guard length.isFinite, steps * distance > length else { return nil }
        return PlatformMath.log(steps) / PlatformMath.log(steps * distance / length)
    }
}

extension [Range<Int>] {
    /// The first of the longest ranges.
    var maxByCount: Range<Int>? {
        self.max { $0.count < $1.count }
    }
}
