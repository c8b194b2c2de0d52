import PhysioDSP
public import PhysioTypes

/// Lempel-Ziv complexity of NN intervals: how many words it takes to write them, long or short.
///
/// An interval is 1 above the median, 0 otherwise. The row of symbols is cut into words from the
/// left, each the shortest that has not occurred before (an earlier occurrence may overlap it, and
/// ends at least one symbol before it does); a last, unfinished word counts. With c words of n
/// symbols the complexity is c log2(n) / n: about 1 for fair coins, towards 0 for what repeats.
///
/// Taken over the longest segment without a gap (the first of several), as no word may cross one.
///
/// ```swift
/// LempelZivComplexity.wordCount([false, true, false, true, false, true])  // 3: 0, 1, 0101
/// ```
///
/// - SeeAlso: Lempel and Ziv 1976, IEEE Trans. Inf. Theory 22:75; normalisation of Kaspar and
///   Schuster 1987, Phys. Rev. A 36:842. They search what came before for every word, O(n^2); here
///   an automaton of all that came before grows with the row.
public struct LempelZivComplexity: Sendable, Equatable {
    /// Words.
    public let wordCount: Int
    /// Symbols, n: intervals of the longest segment.
    public let symbolCount: Int

    /// c log2(n) / n; nil below two symbols.
    public var normalised: Double? {
        guard symbolCount >= 2 else { return nil }
        let bits = PlatformMath.log(Double(symbolCount)) / PlatformMath.log(2)
        return Double(wordCount) * bits / Double(symbolCount)
    }

    /// - Complexity: O(N log N) for the median, O(N) for the words; 33 bytes an interval.
    public init(_ nn: NNSeries) {
        let values = Array(nn.contiguousRanges.maxByCount.map { nn.intervalsMs[$0] } ?? [])
        let median = Statistics.quantile(0.5, ofSorted: values.sorted()) ?? 0
        wordCount = Self.wordCount(values.map { $0 > median })
        symbolCount = values.count
    }

    /// Words of a row of symbols; 0 for no symbols.
    ///
    /// - Complexity: O(n).
    public static func wordCount(_ symbols: [Bool]) -> Int {
        var automaton = SuffixAutomaton(capacity: symbols.count)
        var words = 0
        for symbol in symbols {
            if !automaton.extendWord(by: symbol) { words += 1 }
            automaton.append(symbol)
        }
        return automaton.wordLength > 0 ? words + 1 : words
    }
}
