/// The newest intervals of a segment as they were observed, and which of them were measured.
///
/// An index counts intervals from the beginning of the segment.
struct RecentIntervals: Codable {
    /// Intervals in memory; a power of two.
    static let capacity = 256

    private var intervalsMs = [Double](repeating: 0, count: capacity)
    /// Misfits of the measured ones, in standard deviations; ``unmeasuredMark`` of all others.
    private var misfits = [Double](repeating: unmeasuredMark, count: capacity)
    private static let unmeasuredMark = 1e9
    /// Intervals so far.
    private(set) var count = 0

    /// True if its parts have values within their ranges.
    var isValid: Bool {
        intervalsMs.count == Self.capacity && misfits.count == Self.capacity && count >= 0
    }

    subscript(index: Int) -> Double { intervalsMs[index & (Self.capacity - 1)] }

    mutating func append(_ intervalMs: Double) {
        intervalsMs[count & (Self.capacity - 1)] = intervalMs
        count += 1
    }

    /// Takes back those from `index` on.
    mutating func rewind(to index: Int) { count = index }

    mutating func setMisfit(_ misfit: Double?, of range: Range<Int>) {
        for index in range { misfits[index & (Self.capacity - 1)] = misfit ?? Self.unmeasuredMark }
    }

    /// nil where the interval was not measured.
    func misfit(_ index: Int) -> Double? {
        let misfit = misfits[index & (Self.capacity - 1)]
        return misfit == Self.unmeasuredMark ? nil : misfit
    }

    func measuredCount(in range: Range<Int>) -> Int {
        range.count { misfits[$0 & (Self.capacity - 1)] != Self.unmeasuredMark }
    }

    /// Returns true if no interval is longer than another by more than this factor.
    func isSteady(_ range: Range<Int>, within factor: Double) -> Bool {
        guard let first = range.first else { return false }
        var minimum = self[first]
        var maximum = minimum
        for index in range {
            minimum = min(minimum, self[index])
            maximum = max(maximum, self[index])
            if maximum > factor * minimum { return false }
        }
        return true
    }

    /// Median, in ms.
    ///
    /// - Precondition: the range is not empty and in memory.
    func median(_ range: Range<Int>) -> Double {
        let sorted = range.map { self[$0] }.sorted()
        return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }

    /// Median, and the squared standard error of it as a share of it, from the quartiles.
    ///
    /// - Precondition: the range is not empty and in memory.
    func medianAndError(_ range: Range<Int>) -> (medianMs: Double, squaredError: Double) {
        let sorted = range.map { self[$0] }.sorted()
        let median = (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
        let interquartileRange = sorted[sorted.count * 3 / 4] - sorted[sorted.count / 4]
        // Of normal values: 1.349 standard deviations between quartiles, 1.253 of the mean's error.
        let error = 1.253 * interquartileRange / 1.349 / median
        return (median, error * error / Double(sorted.count))
    }
}
