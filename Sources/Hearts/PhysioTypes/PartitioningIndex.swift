extension RandomAccessCollection where Index == Int {
    /// The first index whose element satisfies `isAfter`; `endIndex` where none does.
    ///
    /// The collection is partitioned: no element that satisfies `isAfter` stands before one that does not.
    ///
    /// - Complexity: O(log n).
    package func partitioningIndex(where isAfter: (Element) -> Bool) -> Int {
        var low = startIndex
        var high = endIndex
        while low < high {
            let middle = low + (high - low) / 2
            if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
