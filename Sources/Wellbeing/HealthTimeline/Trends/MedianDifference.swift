import PhysioDSP

/// Medians of two groups of nights, and how far they differ.
package struct MedianDifference: Sendable, Hashable {
    /// Nights of each group from which on a difference is given.
    package static let minimumCount = 10
    /// Resamples: with 999 the 2.5 % and 97.5 % quantiles are values of resamples, the 25th from
    /// either end.
    static let resampleCount = 999

    package let countWithBreathing: Int
    package let countWithoutBreathing: Int
    /// nil for a group of none.
    package let medianWithBreathing: Double?
    package let medianWithoutBreathing: Double?
    /// Median with less median without; nil below ``minimumCount`` nights in a group.
    package let difference: Double?
    /// Interval of the difference that holds the truth with 95 % probability; nil where the difference
    /// is. Nights are drawn with replacement within each group (percentile bootstrap), so it takes
    /// nights to be independent of each other.
    package let interval: ClosedRange<Double>?

    /// - Parameter seed: one seed, one answer.
    /// - Complexity: O(n log n) for each of 999 resamples.
    package init(with: [Double], without: [Double], seed: UInt64) {
        countWithBreathing = with.count
        countWithoutBreathing = without.count
        medianWithBreathing = median(with)
        medianWithoutBreathing = median(without)
        guard let medianWithBreathing, let medianWithoutBreathing,
            min(with.count, without.count) >= Self.minimumCount
        else {
            difference = nil
            interval = nil
            return
        }
        difference = medianWithBreathing - medianWithoutBreathing
        var generator = SeededGenerator(seed: seed)
        let resampledDifferences = (0..<Self.resampleCount).compactMap { _ -> Double? in
            let first = median(Self.resample(with, &generator))
            let second = median(Self.resample(without, &generator))
            return first.flatMap { first in second.map { first - $0 } }
        }.sorted()
        // The 25th and the 975th of 999.
        let rank = (Self.resampleCount + 1) / 40
        interval = resampledDifferences[rank - 1]...resampledDifferences[Self.resampleCount - rank]
    }

    private static func resample(
        _ values: [Double], _ generator: inout SeededGenerator
    ) -> [Double] {
        values.map { _ in values[Int.random(in: 0..<values.count, using: &generator)] }
    }
}
