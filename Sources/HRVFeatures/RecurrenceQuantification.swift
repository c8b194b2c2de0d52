import PhysioDSP
public import PhysioTypes

/// Recurrence quantification: how often, and for how long, the heart's rhythm returns to where it
/// has been.
///
/// M vectors of m successive NN intervals, none across a gap; two of them recur where their
/// Euclidean distance is at most r = sqrt(m) SD, SD over N - 1 intervals. A line is a row of pairs
/// (j, k), (j+1, k+1) ... that all recur, as long as it goes; gaps end lines. Each pair is looked at
/// once, j < k, as the plot is symmetric; a vector recurs with itself, which only the recurrence
/// rate counts.
///
/// Everything is nil below two vectors and for a constant series, whose r is 0; what speaks of
/// lines is nil without any, the determinism without recurrence.
///
/// - SeeAlso: Webber and Zbilut 1994, J. Appl. Physiol. 76:965; threshold, dimension and shortest
///   line as in Kubios HRV. The line of identity is no line here.
public struct RecurrenceQuantification: Sendable, Equatable {
    /// Intervals a vector, m, one after another (Kubios HRV).
    public static let defaultDimension = 10
    /// Shortest line; pairs (Kubios HRV).
    public static let shortestLine = 2

    /// Share of all M^2 pairs that recur, each vector with itself included; %.
    public let recurrencePercent: Double?
    /// Share of the recurrent pairs that lie on lines; %.
    public let determinismPercent: Double?
    /// Mean length of lines; beats.
    public let meanLineBeats: Double?
    /// Length of the longest line; beats.
    public let longestLineBeats: Int?
    /// Shannon entropy of the lengths of lines, -sum p ln p; nats.
    public let lineEntropy: Double?

    /// - Parameter dimension: m >= 1 intervals.
    /// - Complexity: O(N^2 m) time, O(N) memory.
    public init(_ nn: NNSeries, dimension: Int = defaultDimension) {
        let vectors = DelayVectors(
            series: nn.stretchesApart, dimension: dimension, delay: 1)
        let count = nn.vectorCount(dimension: dimension)
        guard count >= 2, let deviation = Statistics.standardDeviation(nn.intervalsMs),
            deviation > 0, deviation.isFinite
        else {
            self.init(lines: Lines(), vectorCount: 0)
            return
        }
        var lines = Lines()
        let threshold = Double(dimension) * deviation * deviation
        vectors.forEachDiagonal { _, distances in
            lines.add(distances, threshold: threshold)
        }
        self.init(lines: lines, vectorCount: count)
    }

    private init(lines: Lines, vectorCount: Int) {
        let pairs = Double(lines.recurrentCount)
        let square = Double(vectorCount) * Double(vectorCount)
        recurrencePercent =
            vectorCount > 0 ? 100 * (2 * pairs + Double(vectorCount)) / square : nil
        determinismPercent = ratio(100 * Double(lines.pairsOnLines), pairs)
        meanLineBeats = ratio(Double(lines.pairsOnLines), Double(lines.count))
        longestLineBeats = lines.lengths.isEmpty ? nil : lines.lengths.count - 1
        lineEntropy = lines.entropy
    }
}

/// The lines of a recurrence plot's upper half.
private struct Lines {
    /// Pairs that recur, on a line or not.
    private(set) var recurrentCount = 0
    /// How many lines have each length; up to the longest.
    private(set) var lengths: [Int] = []

    /// Takes one diagonal. NaN does not recur.
    mutating func add(_ squaredDistances: UnsafeBufferPointer<Double>, threshold: Double) {
        var length = 0
        for distance in squaredDistances {
            if distance <= threshold {
                length += 1
            } else if length > 0 {
                end(length)
                length = 0
            }
        }
        if length > 0 { end(length) }
    }

    private mutating func end(_ length: Int) {
        recurrentCount += length
        guard length >= RecurrenceQuantification.shortestLine else { return }
        while lengths.count <= length { lengths.append(0) }
        lengths[length] += 1
    }

    var count: Int { lengths.reduce(0, +) }
    var pairsOnLines: Int { lengths.enumerated().reduce(0) { $0 + $1.offset * $1.element } }

    var entropy: Double? {
        let total = Double(count)
        guard total > 0 else { return nil }
        return lengths.reduce(0) { sum, count in
            let share = Double(count) / total
            return share > 0 ? sum - share * PlatformMath.log(share) : sum
        }
    }
}

extension NNSeries {
    /// The intervals with a NaN at every gap, so that no delay vector crosses one.
    var stretchesApart: [Double] {
        var values: [Double] = []
        values.reserveCapacity(count)
        for run in adjacentRuns {
            if !values.isEmpty { values.append(.nan) }
            values += intervalsMs[run]
        }
        return values
    }

    /// How many vectors of successive intervals there are within stretches without a gap.
    func vectorCount(dimension: Int) -> Int {
        adjacentRuns.reduce(0) { $0 + max(0, $1.count - dimension + 1) }
    }
}
