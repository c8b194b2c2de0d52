import PhysioDSP
public import PhysioTypes

/// Symbolic dynamics: which shapes three successive intervals make on a coarse scale.
///
/// Every interval becomes a symbol (``Quantisation``); every three neighbours, overlapping and none
/// across a gap, form a word. A word varies where two of its neighbours differ: 0V has no variation,
/// 1V one, 2LV two alike (up and up, or down and down), 2UV two unlike (a peak or a valley). The
/// four shares add up to 1.
///
/// Constant series have one symbol: all words are 0V. Without three successive neighbours the
/// shares are nil.
///
/// ```swift
/// let words = SymbolicDynamics(NNSeries(intervalsMs: [700, 800, 900, 700, 700]))
/// words.share2LV  // 1/3: 700 800 900; the others are a peak and one step
/// ```
///
/// - SeeAlso: Porta 2001, IEEE Trans. Biomed. Eng. 48:1282 (six levels); Porta 2007, Am. J.
///   Physiol. 293:H702 (the families); Cysarz 2013, Eur. Phys. J. Spec. Top. 222:487 (the three
///   quantisations).
public struct SymbolicDynamics: Sendable, Equatable {
    /// The way in which an interval becomes a symbol. The levels are set by all intervals of the
    /// series.
    public enum Quantisation: Sendable, Equatable {
        /// Equally wide levels from the shortest to the longest interval, both included; a value on
        /// a border belongs to the upper level. One outlier widens all levels.
        case range(levels: Int)
        /// Levels with equally many intervals: borders are quantiles, linear between neighbours; a
        /// value on a border belongs to the upper level.
        case equalProbability(levels: Int)
        /// Four levels with borders at (1 - share), 1 and (1 + share) times the mean; a value on a
        /// border belongs to the lower level. The usual share is 0.05.
        case sigma(share: Double)
    }

    /// The way in which the symbols were made.
    public let quantisation: Quantisation
    /// The number of words.
    public let wordCount: Int
    /// Share of words with no variation; 0 ... 1.
    public let share0V: Double?
    /// Share of words with one variation.
    public let share1V: Double?
    /// Share of words with two like variations.
    public let share2LV: Double?
    /// Share of words with two unlike variations.
    public let share2UV: Double?

    /// - Precondition: at least two levels; a share above 0.
    /// - Complexity: O(N levels), O(N log N) for equal probability; allocates an array of N.
    public init(_ nn: NNSeries, quantisation: Quantisation = .range(levels: 6)) {
        self.quantisation = quantisation
        let symbols = quantisation.symbols(of: nn.intervalsMs)
        var counts = WordCounts()
        for end in 2..<max(2, nn.count)
        where nn.isAdjacentToPrevious[end] && nn.isAdjacentToPrevious[end - 1] {
            counts.add(symbols[end - 2], symbols[end - 1], symbols[end])
        }
        let total =
            counts.noVariationCount + counts.oneVariationCount + counts.twoLikeVariationCount
            + counts.twoUnlikeVariationCount
        wordCount = total
        func share(_ count: Int) -> Double? { total > 0 ? Double(count) / Double(total) : nil }
        share0V = share(counts.noVariationCount)
        share1V = share(counts.oneVariationCount)
        share2LV = share(counts.twoLikeVariationCount)
        share2UV = share(counts.twoUnlikeVariationCount)
    }
}

/// The number of words in each family.
private struct WordCounts {
    var noVariationCount = 0
    var oneVariationCount = 0
    var twoLikeVariationCount = 0
    var twoUnlikeVariationCount = 0

    mutating func add(_ first: Int, _ second: Int, _ third: Int) {
        let left = (second - first).signum()
        let right = (third - second).signum()
        switch left * right {
        case 1: twoLikeVariationCount += 1
        case -1: twoUnlikeVariationCount += 1
        default: if left == right { noVariationCount += 1 } else { oneVariationCount += 1 }
        }
    }
}

extension SymbolicDynamics.Quantisation {
    /// The number of borders below each value, or at it where the upper level has them.
    fileprivate func symbols(of values: [Double]) -> [Int] {
        let borders = borders(of: values)
        if case .sigma = self {
            return values.map { value in borders.count { $0 < value } }
        }
        return values.map { value in borders.count { $0 <= value } }
    }

    private func borders(of values: [Double]) -> [Double] {
        switch self {
        case .range(let levels):
            precondition(levels >= 2, "a scale has at least two levels")
            guard let low = values.min(), let high = values.max() else { return [] }
            // One rounding only: a border that is a whole number of ms is exactly that.
            return (1..<levels).map { low + Double($0) * (high - low) / Double(levels) }
        case .equalProbability(let levels):
            precondition(levels >= 2, "a scale has at least two levels")
            let sorted = values.sorted()
            return (1..<levels).compactMap { Self.quantile($0, of: levels, sorted) }
        case .sigma(let share):
            precondition(share > 0, "the levels about the mean have a width above 0")
            guard let mean = Statistics.mean(values) else { return [] }
            return [(1 - share) * mean, mean, (1 + share) * mean]
        }
    }

    /// The part / parts quantile, linear between neighbours; its position is found in whole numbers, so
    /// that one on a value is exactly that value.
    private static func quantile(_ part: Int, of parts: Int, _ sorted: [Double]) -> Double? {
        guard !sorted.isEmpty else { return nil }
        let (below, rest) = (part * (sorted.count - 1)).quotientAndRemainder(dividingBy: parts)
        guard rest > 0 else { return sorted[below] }
        return sorted[below]
            + Double(rest) / Double(parts) * (sorted[below + 1] - sorted[below])
    }
}
