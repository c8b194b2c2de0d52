/// Order statistics without sorting.
enum Selection {
    /// The median; the mean of the two middle values of an even count.
    ///
    /// - Parameter values: at least one, none NaN; their order is changed.
    /// - Complexity: O(n) on average; allocates nothing.
    static func median(_ values: UnsafeMutableBufferPointer<Double>) -> Double {
        precondition(!values.isEmpty, "no values have no median")
        let middle = values.count / 2
        select(middle, values)
        guard values.count.isMultiple(of: 2) else { return values[middle] }
        var below = values[0]
        for index in 1..<max(1, middle) { below = max(below, values[index]) }
        return below + 0.5 * (values[middle] - below)
    }

    /// Moves values so that the one of the given rank is in its place, none above it before it and
    /// none below it after it.
    ///
    /// - SeeAlso: Hoare 1961, Commun. ACM 4:321 (algorithm 65).
    private static func select(_ rank: Int, _ values: UnsafeMutableBufferPointer<Double>) {
        var low = 0
        var high = values.count - 1
        while low < high {
            let pivot = values[(low + high) / 2]
            var left = low
            var right = high
            while left <= right {
                while values[left] < pivot { left += 1 }
                while values[right] > pivot { right -= 1 }
                guard left <= right else { break }
                values.swapAt(left, right)
                left += 1
                right -= 1
            }
            if rank <= right {
                high = right
            } else if rank >= left {
                low = left
            } else {
                return
            }
        }
    }
}
