/// The newest intervals of a stream, side by side in memory and sorted by length.
///
/// Nothing is allocated after creation: each buffer holds twice what the window may.
struct IntervalWindow: Sendable, Codable {
    /// Intervals it holds at most.
    let capacity: Int
    private(set) var intervals: [Double] = []
    private(set) var endTimesSeconds: [Double] = []
    private(set) var isAdjacentToPrevious: [Bool] = []
    /// Ascending.
    private(set) var sortedIntervals: [Double] = []
    /// Index of the oldest interval in the three buffers.
    private(set) var begin = 0

    init(capacity: Int) {
        self.capacity = capacity
        intervals.reserveCapacity(2 * capacity)
        endTimesSeconds.reserveCapacity(2 * capacity)
        isAdjacentToPrevious.reserveCapacity(2 * capacity)
        sortedIntervals.reserveCapacity(capacity)
    }

    var range: Range<Int> { begin..<intervals.count }
    var count: Int { intervals.count - begin }

    /// - Precondition: fewer than ``capacity`` intervals are there.
    mutating func append(_ interval: Double, end: Double, isAdjacent: Bool) {
        if intervals.count == 2 * capacity { compact() }
        intervals.append(interval)
        endTimesSeconds.append(end)
        isAdjacentToPrevious.append(isAdjacent)
        sortedIntervals.insert(interval, at: index(of: interval))
    }

    mutating func removeOldest() {
        sortedIntervals.remove(at: index(of: intervals[begin]))
        begin += 1
        if begin < intervals.count { isAdjacentToPrevious[begin] = false }
    }

    /// - Precondition: it holds so many.
    mutating func removeNewest(_ count: Int) {
        for interval in intervals.suffix(count) { sortedIntervals.remove(at: index(of: interval)) }
        intervals.removeLast(count)
        endTimesSeconds.removeLast(count)
        isAdjacentToPrevious.removeLast(count)
    }

    mutating func removeAll() {
        begin = 0
        intervals.removeAll(keepingCapacity: true)
        endTimesSeconds.removeAll(keepingCapacity: true)
        isAdjacentToPrevious.removeAll(keepingCapacity: true)
        sortedIntervals.removeAll(keepingCapacity: true)
    }

    private mutating func compact() {
        intervals.removeFirst(begin)
        endTimesSeconds.removeFirst(begin)
        isAdjacentToPrevious.removeFirst(begin)
        begin = 0
    }

    /// Index of the first of the sorted intervals that is not below `value`.
    private func index(of value: Double) -> Int {
        var low = 0
        var high = sortedIntervals.count
        while low < high {
            let middle = (low + high) / 2
            if sortedIntervals[middle] < value { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The median of the distances from `centre`, as a quantile of their sorted list is.
    func medianDistance(from centre: Double) -> Double? {
        guard count > 0 else { return nil }
        // Outwards from the centre: the next distance is on the one side or on the other.
        var right = index(of: centre)
        var left = right - 1
        func next() -> Double {
            let below = left >= 0 ? centre - sortedIntervals[left] : .infinity
            let above = right < sortedIntervals.count ? sortedIntervals[right] - centre : .infinity
            if below <= above { left -= 1 } else { right += 1 }
            return min(below, above)
        }
        var lower = 0.0
        for _ in 0...(count - 1) / 2 { lower = next() }
        return count.isMultiple(of: 2) ? lower + 0.5 * (next() - lower) : lower
    }

    private enum CodingKeys: String, CodingKey {
        case capacity, intervals, endTimesSeconds = "ends"
        case isAdjacentToPrevious = "adjacency"
        case sortedIntervals = "sorted", begin
    }
}
