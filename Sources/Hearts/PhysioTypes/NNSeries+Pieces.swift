extension NNSeries {
    /// The intervals of several segments of time as one series with gaps between them.
    ///
    /// An interval belongs to the segment that holds its end; the last beat of all belongs to a
    /// segment that ends there. Coverage counts the time inside the segments alone.
    ///
    /// - Parameter segments: s; ascending, none overlapping another, none empty; at least one.
    /// - Complexity: O(n).
    public func joinedSegments(_ segments: [ClosedRange<Double>]) -> NNSeries {
        precondition(!segments.isEmpty, "a series stands for some stretch of time")
        var indices: [Int] = []
        var adjacency: [Bool] = []
        var totalCoveredSeconds = 0.0
        for segment in segments {
            let isLast = segment.upperBound >= endSeconds
            let window = firstIndex(notBefore: segment.lowerBound)
            let end = isLast ? count : firstIndex(notBefore: segment.upperBound)
            for index in window..<max(window, end) {
                indices.append(index)
                adjacency.append(index > window && isAdjacentToPrevious[index])
            }
            for index in window..<min(count, max(window, end) + 1) {
                let begin = endTimesSeconds[index] - intervalsMs[index] / 1000
                totalCoveredSeconds += max(
                    0,
                    min(endTimesSeconds[index], segment.upperBound)
                        - max(begin, segment.lowerBound))
            }
        }
        var series = NNSeries(
            intervalsMs: indices.map { intervalsMs[$0] },
            endTimesSeconds: indices.map { endTimesSeconds[$0] }, isAdjacentToPrevious: adjacency,
            isCorrected: indices.map { isCorrected[$0] },
            startSeconds: segments[0].lowerBound,
            endSeconds: segments[segments.count - 1].upperBound)
        series.segmentTotals = SegmentTotals(
            lengthSeconds: segments.reduce(0) { $0 + $1.upperBound - $1.lowerBound },
            coveredSeconds: totalCoveredSeconds)
        return series
    }
}
