import PhysioDSP
import PhysioTypes

/// The distances between all vectors of m successive NN intervals, counted once for
/// ``RecurrenceQuantification`` and ``CorrelationDimension``.
struct VectorDistances {
    /// Vectors that do not reach across a gap.
    let vectorCount: Int
    /// The number of lines of recurrent pairs of each length, from 0 on; empty where there are
    /// fewer than two vectors or all intervals are equal.
    let lineCounts: [Int]
    /// The number of pairs between the radii.
    let distanceCounts: DistanceHistogram

    /// - Complexity: O(N^2 m) time, O(N) memory.
    init(_ nn: NNSeries, dimension: Int) {
        let vectors = DelayVectors(series: nn.nanSeparatedIntervals, dimension: dimension, delay: 1)
        vectorCount = nn.vectorCount(dimension: dimension)
        let deviation = Statistics.standardDeviation(nn.intervalsMs) ?? 0
        let threshold = Double(dimension) * deviation * deviation
        let hasLines = vectorCount >= 2 && threshold > 0 && threshold.isFinite
        // NaN cannot be compared, and below 0 nothing recurs.
        var lines = RecurrenceLines(
            maxSquaredDistance: hasLines ? threshold : -1, maxLength: vectors.count)
        var distances = DistanceHistogram()
        vectors.forEachDiagonal { _, squaredDistances in
            lines.add(squaredDistances)
            distances.add(squaredDistances)
        }
        lineCounts = hasLines ? lines.counts : []
        distanceCounts = distances
    }
}

extension NNSeries {
    /// The intervals with a NaN at every gap, so that no delay vector crosses one.
    var nanSeparatedIntervals: [Double] {
        var values: [Double] = []
        values.reserveCapacity(count)
        for run in contiguousRanges {
            if !values.isEmpty { values.append(.nan) }
            values += intervalsMs[run]
        }
        return values
    }

    /// Number of vectors of successive intervals within segments without a gap.
    func vectorCount(dimension: Int) -> Int {
        contiguousRanges.reduce(0) { $0 + max(0, $1.count - dimension + 1) }
    }
}
