extension NNSeries {
    /// The intervals of several stretches of time as one series with gaps between them.
    ///
    /// An interval belongs to the stretch that holds its end; the last beat of all belongs to a
    /// stretch that ends there. Coverage counts the time inside the stretches alone.
    ///
    /// - Parameter stretches: s; ascending, apart from one another, none empty; not none.
    /// - Complexity: O(n).
    public func pieces(_ stretches: [ClosedRange<Double>]) -> NNSeries {
        precondition(!stretches.isEmpty, "a series stands for some stretch of time")
        var indices: [Int] = []
        var adjacency: [Bool] = []
        var covered = 0.0
        for stretch in stretches {
            let isLast = stretch.upperBound >= endSeconds
            let window = firstIndex(notBefore: stretch.lowerBound)
            let end = isLast ? count : firstIndex(notBefore: stretch.upperBound)
            for index in window..<max(window, end) {
                indices.append(index)
                adjacency.append(index > window && isAdjacentToPrevious[index])
            }
            for index in window..<min(count, max(window, end) + 1) {
                let begin = endTimesSeconds[index] - intervalsMs[index] / 1000
                covered += max(
                    0,
                    min(endTimesSeconds[index], stretch.upperBound)
                        - max(begin, stretch.lowerBound))
            }
        }
        var series = NNSeries(
            intervalsMs: indices.map { intervalsMs[$0] },
            endTimesSeconds: indices.map { endTimesSeconds[$0] }, isAdjacentToPrevious: adjacency,
            isCorrected: indices.map { isCorrected[$0] },
            startSeconds: stretches[0].lowerBound,
            endSeconds: stretches[stretches.count - 1].upperBound)
        series.parts = Parts(
            lengthSeconds: stretches.reduce(0) { $0 + $1.upperBound - $1.lowerBound },
            coveredSeconds: covered)
        return series
    }
}
