/// Order statistics without sorting.
package enum OrderStatistics {
    /// The median; the mean of the two middle values of an even count.
    ///
    /// - Parameter values: at least one, all finite; their order is changed.
    /// - Complexity: O(n) on average; allocates nothing.
    package static func median(_ values: UnsafeMutableBufferPointer<Double>) -> Double {
        precondition(!values.isEmpty, "no values have no median")
        let middle = values.count / 2
        select(middle, values)
        guard values.count.isMultiple(of: 2) else { return values[middle] }
        var lowerMiddle = values[0]
        for index in 1..<max(1, middle) { lowerMiddle = max(lowerMiddle, values[index]) }
        return lowerMiddle + 0.5 * (values[middle] - lowerMiddle)
    }

    /// The value at a rank of the sorted values; 0 is the least.
    ///
    /// - Parameter values: more than the rank.
    /// - Complexity: O(n) on average where all are finite, else O(n log n).
    package static func value(atRank rank: Int, of values: [Double]) -> Double {
        precondition(values.indices.contains(rank), "the rank is one of the values")
        guard values.allSatisfy(\.isFinite) else { return values.sorted()[rank] }
        var values = values
        return values.withUnsafeMutableBufferPointer { values in
            select(rank, values)
            return values[rank]
        }
    }

    /// Rounds of a selection; a million values take some thirty.
    private static let maxRoundCount = 64

    /// Moves values so that the one of the given rank is at its index, none above it before it and
    /// none below it after it.
    ///
    /// Every value is moved in the same way, whichever part it belongs to: a processor that guesses
    /// where a comparison leads is wrong half of the time, which costs more than the moves.
    ///
    /// - Complexity: O(n) on average. What is left after ``maxRoundCount`` rounds is sorted, so that no order of the
    ///   values takes O(n²).
    /// - SeeAlso: Hoare 1961, Commun. ACM 4:321 (algorithm 65).
    private static func select(_ rank: Int, _ values: UnsafeMutableBufferPointer<Double>) {
        var (low, high) = (0, values.count - 1)
        var roundCount = 0
        while low < high {
            roundCount += 1
            guard roundCount <= maxRoundCount else {
                var rest = UnsafeMutableBufferPointer(rebasing: values[low...high])
                rest.sort()
                return
            }
            let pivot = medianOfThree(values[low], values[(low + high) / 2], values[high])
            let first = partition(values, low, high) { signBit($0 - pivot) }
            if rank < first {
                high = first - 1
            } else if first > low {
                low = first
            } else {
                // The pivot is the least value: those equal to it are out of the way at once.
                let above = partition(values, low, high) { 1 - signBit(pivot - $0) }
                if rank < above { return }
                low = above
            }
        }
    }

    /// Moves those values between two indices first that belong first.
    ///
    /// - Parameter belongsFirst: 1 for those that do, else 0.
    /// - Returns: the index after them.
    @inline(__always) private static func partition(
        _ values: UnsafeMutableBufferPointer<Double>, _ low: Int, _ high: Int,
        belongsFirst: (Double) -> Int
    ) -> Int {
        var position = low
        for index in low...high {
            let value = values[index]
            values[index] = values[position]
            values[position] = value
            position &+= belongsFirst(value)
        }
        return position
    }

    /// 1 below 0, else 0: the sign of a difference of finite numbers, without a comparison.
    @inline(__always) private static func signBit(_ difference: Double) -> Int {
        Int(truncatingIfNeeded: difference.bitPattern &>> 63)
    }

    /// The median of three.
    private static func medianOfThree(_ a: Double, _ b: Double, _ c: Double) -> Double {
        max(min(a, b), min(max(a, b), c))
    }
}
