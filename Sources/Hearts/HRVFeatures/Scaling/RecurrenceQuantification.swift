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
    public static let minLineLength = 2

    /// Share of all M^2 pairs that recur, each vector with itself included; %.
    public let recurrencePercent: Double?
    /// Share of the recurrent pairs that lie on lines; %.
    public let determinismPercent: Double?
    /// Mean length of lines; beats.
    public let meanLineLengthBeats: Double?
    /// Length of the longest line; beats.
    public let maxLineLengthBeats: Int?
    /// Shannon entropy of the lengths of lines, -sum p ln p; nats.
    public let lineEntropy: Double?

    /// - Parameter dimension: m >= 1 intervals.
    /// - Complexity: O(N^2 m) time, about 0.7 ns a pair for m 10 with AVX-512; O(N) memory.
    public init(_ nn: NNSeries, dimension: Int = defaultDimension) {
        self.init(VectorDistances(nn, dimension: dimension))
    }

    init(_ distances: VectorDistances) {
        let lineCounts = distances.lineCounts
        let vectorCount = lineCounts.isEmpty ? 0 : distances.vectorCount
        let square = Double(vectorCount) * Double(vectorCount)
        let pairs = lineCounts.enumerated().reduce(0) { $0 + $1.offset * $1.element }
        let lines = lineCounts.enumerated().filter { length, count in
            length >= Self.minLineLength && count > 0
        }
        let linePairCount = Double(lines.reduce(0) { $0 + $1.offset * $1.element })
        let lineCount = Double(lines.reduce(0) { $0 + $1.element })
        recurrencePercent =
            vectorCount > 0 ? 100 * Double(2 * pairs + vectorCount) / square : nil
        determinismPercent = ratio(100 * linePairCount, Double(pairs))
        meanLineLengthBeats = ratio(linePairCount, lineCount)
        maxLineLengthBeats = lines.last?.offset
        lineEntropy =
            lines.isEmpty
            ? nil
            : lines.reduce(0) { sum, line in
                let share = Double(line.element) / lineCount
                return sum - share * PlatformMath.log(share)
            }
    }
}
