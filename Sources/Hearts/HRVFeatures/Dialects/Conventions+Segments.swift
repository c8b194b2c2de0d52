import PhysioDSP
import PhysioTypes

/// SDANN and the SDNN index under other rules of cutting a recording into segments.
extension Conventions.SegmentRule {
    func figures(
        _ nn: NNSeries, minutes: Int
    ) -> (sdannMs: Double?, sdnnIndexMs: Double?) {
        switch self {
        case .halfFilled:
            let toolkitResult = SegmentStatistics(nn, segmentMinutes: minutes)
            return (toolkitResult.sdannMs, toolkitResult.sdnnIndexMs)
        case .rounded, .roundedWithoutLast:
            return Self.figures(clockSegments(nn.intervalsMs, Double(minutes) * 60_000))
        case .filledInTurn:
            return Self.figures(Self.filledSegments(nn.intervalsMs, Double(minutes) * 60_000))
        }
    }

    private static func figures(
        _ segments: [ArraySlice<Double>]
    ) -> (sdannMs: Double?, sdnnIndexMs: Double?) {
        let means = segments.compactMap { Statistics.mean(Array($0)) }
        let deviations = segments.compactMap { Statistics.standardDeviation(Array($0)) }
        guard deviations.count == segments.count else { return (nil, nil) }
        return (Statistics.standardDeviation(means), Statistics.mean(deviations))
    }

    /// Returns as many segments as the length holds, to the nearest, half to even; an interval
    /// belongs to the segment in which it ends. None below three.
    private func clockSegments(_ intervals: [Double], _ lengthMs: Double) -> [ArraySlice<Double>] {
        var ends: [Double] = []
        var elapsed = 0.0
        for interval in intervals {
            elapsed += interval
            ends.append(elapsed)
        }
        let count = Int((elapsed / lengthMs).rounded(.toNearestOrEven))
        guard count >= 3 else { return [] }
        return (0..<count).map { index in
            let first = ends.firstIndex(notBelow: Double(index) * lengthMs)
            let end = ends.firstIndex(notBelow: Double(index + 1) * lengthMs)
            let last = self == .roundedWithoutLast ? end - 1 : end
            return intervals[first..<max(first, last)]
        }
    }

    /// Intervals are dealt to segments as long as these stay within the length; the last segment is
    /// what is left once as many have been dealt as the recording's length asks for.
    private static func filledSegments(
        _ intervals: [Double], _ lengthMs: Double
    ) -> [ArraySlice<Double>] {
        let total = intervals.reduce(0, +)
        guard total > lengthMs else { return [] }
        var segments: [ArraySlice<Double>] = []
        var begin = 0
        for _ in 0..<Int((total / lengthMs).rounded(.up)) {
            var end = begin
            var sum = 0.0
            while end < intervals.count, sum + intervals[end] <= lengthMs {
                sum += intervals[end]
                end += 1
            }
            segments.append(intervals[begin..<end])
            begin = end
        }
        return segments
    }
}
