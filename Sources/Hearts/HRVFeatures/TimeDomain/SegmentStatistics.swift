import PhysioDSP
public import PhysioTypes

/// SDANN and the SDNN index: variability between and within segments of a long recording.
///
/// Segment k holds the NN intervals that end in [k s, (k + 1) s) from the start of the recording,
/// s being 60, 120 or 300 s. A segment counts when its NN intervals add up to at least half of its
/// length and there are at least two of them.
///
/// - SeeAlso: Task Force 1996, Circulation 93:1043, table 1 (5-minute segments).
public struct SegmentStatistics: Sendable, Equatable {
    /// The lengths of segments that reports state.
    package enum Length: Int, Sendable, CaseIterable {
        case oneMinute = 1
        case twoMinutes = 2
        case fiveMinutes = 5

        package var minutes: Int { rawValue }

        /// The metrics of these segments.
        package var keys: (sdann: MetricKey, sdnnIndex: MetricKey) {
            switch self {
            case .oneMinute: (.sdann1, .sdnni1)
            case .twoMinutes: (.sdann2, .sdnni2)
            case .fiveMinutes: (.sdann5, .sdnni5)
            }
        }
    }

    /// Share of a segment that NN intervals must fill.
    public static let minFillShare = 0.5

    /// Standard deviation (over count - 1) of the segments' mean NN; ms; two segments.
    public let sdannMs: Double?
    /// Mean of the segments' SDNN; ms; one segment.
    public let sdnnIndexMs: Double?
    /// The number of segments that counted.
    public let segmentCount: Int

    /// - Complexity: O(N).
    public init(_ nn: NNSeries, segmentMinutes: Int) {
        let length = Double(segmentMinutes) * 60
        var means: [Double] = []
        var deviations: [Double] = []
        var begin = 0
        while begin < nn.count {
            let offset = nn.endTimesSeconds[begin] - nn.startSeconds
            // A beat on an edge belongs to the later segment, also where its time was rounded.
            let tolerance = NNSeries.edgeToleranceSeconds(atSeconds: nn.endTimesSeconds[begin])
            let segment = ((offset + tolerance) / length).rounded(.down)
            let segmentEnd = nn.startSeconds + (segment + 1) * length
            let edge = segmentEnd - NNSeries.edgeToleranceSeconds(atSeconds: segmentEnd)
            var end = begin + 1
            while end < nn.count, nn.endTimesSeconds[end] < edge { end += 1 }
            let intervals = Array(nn.intervalsMs[begin..<end])
            let filledSeconds = intervals.reduce(0, +) / 1000
            if filledSeconds >= Self.minFillShare * length,
                let mean = Statistics.mean(intervals),
                let deviation = Statistics.standardDeviation(intervals)
            {
                means.append(mean)
                deviations.append(deviation)
            }
            begin = end
        }
        segmentCount = means.count
        sdannMs = Statistics.standardDeviation(means)
        sdnnIndexMs = Statistics.mean(deviations)
    }
}
