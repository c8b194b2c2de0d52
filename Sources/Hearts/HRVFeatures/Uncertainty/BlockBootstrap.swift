import PhysioDSP
public import PhysioTypes

/// Confidence intervals of numbers made of NN intervals, by drawing the series anew.
///
/// A resample is made of blocks of successive intervals, each beginning anywhere (the series closed
/// to a circle), until it has as many as the series. Inside a block neighbours stay neighbours; where
/// two blocks join they are none, so no difference or template crosses a join.
///
/// The resamples give the shape of the interval, the slowest courses of the series its width:
/// - biasCorrectedInterval: two quantiles of the number over the resamples, corrected for bias: with z0 the normal
///   quantile of the share of resamples below the number itself, those of probability Phi(2 z0 - z)
///   and Phi(2 z0 + z);
/// - width: both distances from the number are stretched to what ``LowFrequencyInfluence`` says of its
///   deviation, times Student's t (``ConfidenceCalibration``). Blocks cut what varies more slowly than they
///   last, and series of a heart have most of their power there. Where the number and all resamples
///   are above 0, distances are ratios.
///
/// Seeded: one seed, one answer. A constant series has intervals of width 0.
///
/// It holds for smooth functions of means over intervals or neighbours: means, deviations, shares,
/// quantiles. Not for extremes, which no resample exceeds, nor for numbers that look at order over
/// more beats than a block has. What varies more slowly than 1 / length is not seen: the interval
/// is that of a process whose density is flat below.
///
/// - SeeAlso: Politis and Romano 1992, in LePage and Billard, Exploring the Limits of Bootstrap,
///   page 263 (circular blocks); Efron and Tibshirani 1993, An Introduction to the Bootstrap, chapter
///   14 (bias correction).
public struct BlockBootstrap: Sendable {
    /// Beats of a block.
    public let blockLength: Int
    /// The number of resamples.
    public let resampleCount: Int
    /// Probability of an interval.
    public let level: Double
    public let seed: UInt64

    private let nn: NNSeries

    /// Resamples of a series up to ``minLongSeriesBeats``: with 999 the 2.5 and 97.5 % quantiles are values
    /// of resamples, the 25th from either end (Davison and Hinkley 1997, Bootstrap Methods and their
    /// Application, section 2.5.2).
    public static let resampleCount = 999
    /// Resamples of a longer one, whose intervals are narrow: seconds for a day. The 2.5 % quantile
    /// is the 4th.
    public static let longSeriesResampleCount = 159
    public static let minLongSeriesBeats = 4000
    /// Whole blocks that a series has to hold: fewer say nothing of how blocks differ.
    public static let minimumBlockCount = 6

    /// - Parameter level: above 0 and below 1.
    /// - Parameter resampleCount: how many resamples; by the length of the series where nil.
    /// - Returns: nil where the series holds fewer than ``minimumBlockCount`` blocks of the length it
    ///   asks for.
    /// - Complexity: O(N sqrt N).
    public init?(_ nn: NNSeries, level: Double = 0.95, resampleCount: Int? = nil, seed: UInt64) {
        precondition(level > 0 && level < 1, "a confidence level lies between 0 and 1")
        precondition(resampleCount ?? 1 >= 1, "an interval needs resamples")
        guard Self.blockCount(nn) >= Self.minimumBlockCount else { return nil }
        self.nn = nn
        self.level = level
        self.seed = seed
        blockLength = BlockLength(nn.intervalsMs).valueCount
        self.resampleCount =
            resampleCount
            ?? (nn.count > Self.minLongSeriesBeats
                ? Self.longSeriesResampleCount : Self.resampleCount)
    }

    /// Returns the number of whole blocks in a series, of the length that it requires.
    public static func blockCount(_ nn: NNSeries) -> Int {
        nn.count < 2 ? 0 : nn.count / BlockLength(nn.intervalsMs).valueCount
    }

    /// The intervals of the numbers that `metrics` makes of the series.
    ///
    /// - Parameter estimates: the numbers of the series itself.
    /// - Parameter metrics: the same numbers of any series; a key it leaves out of one resample has
    ///   no interval, and neither has one whose interval does not hold the estimate.
    /// - Complexity: ``resampleCount`` times that of `metrics`.
    public func intervals(
        of estimates: MetricValues, _ metrics: (NNSeries) -> MetricValues
    ) -> [MetricKey: ClosedRange<Double>] {
        var generator = SeededGenerator(seed: seed)
        var resampledValues: [MetricKey: [Double]] = [:]
        for key in estimates.keys { resampledValues[key] = [] }
        for _ in 0..<resampleCount where !Cancellation.isRequested {
            let values = metrics(resample(&generator))
            for (key, value) in values { resampledValues[key]?.append(value) }
        }
        let influence = LowFrequencyInfluence(nn, metrics)
        var intervals: [MetricKey: ClosedRange<Double>] = [:]
        for (key, estimate) in estimates {
            guard let values = resampledValues[key], values.count == resampleCount else { continue }
            let calibration = ConfidenceCalibration(key)
            guard let deviation = influence.deviation(of: key, cosineCount: calibration.cosineCount)
            else { continue }
            let biasCorrectedInterval = biasCorrectedInterval(values.sorted(), about: estimate)
            // Otherwise the resamples are biased beyond what can be shifted back.
            guard biasCorrectedInterval.contains(estimate) else { continue }
            let ratio = calibration.ratio(
                deviation, toResampled: Statistics.standardDeviation(values) ?? 0, level: level)
            let isPositive = estimate > 0 && values.allSatisfy { $0 > 0 }
            let lowerEnd = Self.scaledEnd(
                biasCorrectedInterval.lowerBound, from: estimate,
                by: ratio * calibration.lowerFactor, isPositive)
            let upperEnd = Self.scaledEnd(
                biasCorrectedInterval.upperBound, from: estimate,
                by: ratio * calibration.upperFactor, isPositive)
            // Resamples that hardly differ beside a large deviation may extend beyond all numbers.
            guard lowerEnd.isFinite, upperEnd.isFinite, lowerEnd <= upperEnd else { continue }
            intervals[key] = lowerEnd...upperEnd
        }
        return intervals
    }

    /// Blocks drawn with replacement; the times are those of the series, for their order only.
    func resample(_ generator: inout SeededGenerator) -> NNSeries {
        let count = nn.count
        var intervals: [Double] = []
        var adjacency: [Bool] = []
        intervals.reserveCapacity(count)
        adjacency.reserveCapacity(count)
        while intervals.count < count {
            let start = Int.random(in: 0..<count, using: &generator)
            for offset in 0..<min(blockLength, count - intervals.count) {
                let index = (start + offset) % count
                intervals.append(nn.intervalsMs[index])
                // The first of the series has none before it, so the circle is open there.
                adjacency.append(offset > 0 && nn.isAdjacentToPrevious[index])
            }
        }
        return NNSeries(
            intervalsMs: intervals, endTimesSeconds: nn.endTimesSeconds,
            isAdjacentToPrevious: adjacency, startSeconds: nn.startSeconds,
            endSeconds: nn.endSeconds)
    }

    /// The bias-corrected quantiles, before they are stretched.
    ///
    /// - Parameter sorted: the number over the resamples, ascending.
    private func biasCorrectedInterval(_ sorted: [Double], about estimate: Double) -> ClosedRange<
        Double
    > {
        let normalQuantile = NormalDistribution.quantile(0.5 * (1 + level))
        let belowCount = Double(sorted.count { $0 < estimate })
        let equalCount = Double(sorted.count { $0 == estimate })
        let total = Double(sorted.count + 1)
        let share = (belowCount + 0.5 * equalCount + 0.5) / total
        let shift = 2 * NormalDistribution.quantile(share)
        func value(_ z: Double) -> Double {
            let position = total * NormalDistribution.cumulativeProbability(shift + z) - 1
            return Statistics.quantile(
                min(max(0, position / Double(sorted.count - 1)), 1), ofSorted: sorted) ?? estimate
        }
        return value(-normalQuantile)...value(normalQuantile)
    }

    /// An end moved to `factor` times its distance, or that power of its ratio.
    private static func scaledEnd(
        _ end: Double, from estimate: Double, by factor: Double, _ isPositive: Bool
    ) -> Double {
        guard isPositive else { return estimate + factor * (end - estimate) }
        return estimate * PlatformMath.exp(factor * PlatformMath.log(end / estimate))
    }
}
