import PhysioDSP
import PhysioTypes

/// The effect of the slow courses of a series on the numbers that are made of it.
///
/// The series is cut into ``segmentCount`` segments of equal count. The influence of a segment is
/// half the difference of the number with the segment counted twice and with it left out; its
/// projection on sqrt 2 cos(pi c (j + 1/2) / segments), for c = 1, 2, ..., is one draw of the
/// number's deviation, from what oscillates at about c / (2 length). The root of the mean square of
/// the first B projections is the deviation, with B degrees of freedom: for a mean, the square root
/// of its long-run variance over the count.
///
/// - SeeAlso: Lazarus, Lewis, Stock and Watson 2018, J. Bus. Econ. Stat. 36:541 (equal-weighted
///   cosines and Student's t; from memory, unverified).
struct LowFrequencyInfluence {
    /// Segments; several times the cosines, and each of several beats in 2 min.
    static let segmentCount = 24
    /// Minimum number of beats of a segment, one difference.
    private static let minBeats = 2

    private let influences: [MetricKey: [Double]]
    private let count: Int

    /// - Complexity: 2 ``segmentCount`` times that of `metrics`.
    init(_ nn: NNSeries, _ metrics: (NNSeries) -> MetricValues) {
        let count = min(Self.segmentCount, nn.count / Self.minBeats)
        var found: [MetricKey: [Double]] = [:]
        for segment in 0..<count where !Cancellation.isRequested {
            let range = segment * nn.count / count..<(segment + 1) * nn.count / count
            let metricsWithoutSegment = metrics(Self.series(nn, without: range))
            for (key, valueWithRepeat) in metrics(Self.series(nn, repeated: range)) {
                if let valueWithoutSegment = metricsWithoutSegment[key] {
                    found[key, default: []].append(0.5 * (valueWithRepeat - valueWithoutSegment))
                }
            }
        }
        self.count = count
        influences = found
    }

    /// The deviation of a number; its unit; nil where a changed series has no such number.
    func deviation(of key: MetricKey, cosineCount: Int) -> Double? {
        guard let influences = influences[key], influences.count == count, count > cosineCount
        else { return nil }
        var sum = 0.0
        for cosine in 1...cosineCount {
            let step = Double.pi * Double(cosine) / Double(count)
            var projection = 0.0
            for (index, influence) in influences.enumerated() {
                projection += influence * PlatformMath.cos(step * (Double(index) + 0.5))
            }
            sum += 2 * projection * projection
        }
        return (sum / Double(cosineCount)).squareRoot()
    }

    private static func series(_ nn: NNSeries, without range: Range<Int>) -> NNSeries {
        var intervals = nn.intervalsMs
        var adjacency = nn.isAdjacentToPrevious
        intervals.removeSubrange(range)
        adjacency.removeSubrange(range)
        if range.lowerBound < adjacency.count { adjacency[range.lowerBound] = false }
        return NNSeries(
            intervalsMs: intervals,
            endTimesSeconds: Array(nn.endTimesSeconds.prefix(intervals.count)),
            isAdjacentToPrevious: adjacency, startSeconds: nn.startSeconds,
            endSeconds: nn.endSeconds)
    }

    /// The series with the segment once more at the end; the times serve for their order only.
    private static func series(_ nn: NNSeries, repeated range: Range<Int>) -> NNSeries {
        var adjacency = nn.isAdjacentToPrevious + nn.isAdjacentToPrevious[range]
        adjacency[nn.count] = false
        return NNSeries(
            intervalsMs: nn.intervalsMs + nn.intervalsMs[range],
            endTimesSeconds: nn.endTimesSeconds
                + [Double](repeating: nn.endSeconds, count: range.count),
            isAdjacentToPrevious: adjacency, startSeconds: nn.startSeconds,
            endSeconds: nn.endSeconds)
    }
}
