import PhysioDSP
package import PhysioTypes

/// Intervals that a series lacks, estimated for its spectrum.
///
/// The beats on both sides of a gap say how long it is. So **one lost interval is known exactly**,
/// and of several the sum is known. Several are taken from an autoregressive model of the intervals
/// about the gap, with the sum as a constraint (``AutoregressiveInterpolation``); how many there
/// are, from the evidence of that model for each count near the quotient of the gap and the mean
/// interval. The model is estimated anew from the filled series, ``iterationCount`` times.
///
/// A gap of more than ``maxGapBeats`` stays open, as does one for which no count gives intervals
/// like those about it, or whose estimate would be off by more than ``maxErrorVarianceShare`` of the
/// variance; one shorter than 0.3 of the interval behind it holds no beat. Of a series that lacks
/// more intervals than it has all gaps stay open.
///
/// Only spectra, and scores on an even grid, use such intervals: numbers of single intervals and of
/// neighbours (mean, deviations, entropies) never count them.
package struct GapFilling: Sendable {
    /// A gap that was filled.
    struct Gap: Sendable, Equatable {
        /// The index of its first interval in the filled series.
        var firstIndex: Int
        var count: Int
        /// The covariance of the errors of its intervals; ms^2; entry (i, j) at i count + j; empty
        /// for one interval.
        var errorCovariance: [Double] = []
    }

    /// The intervals, measured and estimated.
    package let series: NNSeries
    let gaps: [Gap]

    /// Greatest order of the model.
    static let maxModelOrder = 24
    /// Intervals to a coefficient, at least.
    private static let minIntervalsPerCoefficient = 4
    /// Intervals on either side that the model is estimated from: some minutes, in which a heart
    /// keeps its rhythm.
    private static let reach = 160
    private static let iterationCount = 3
    /// Longest gap that is filled: beyond, an estimate holds little but the level.
    static let maxGapBeats = 40
    /// Largest mean variance of the errors of a gap's intervals as a share of the variance of the
    /// intervals about it.
    private static let maxErrorVarianceShare = 0.5
    /// Least variance of the innovation as a share of the variance of the intervals. A steady
    /// rhythm of time is none of the number of the beat, so that its model is never exact.
    private static let minInnovationVarianceShare = 1e-4
    /// The same in ms^2: two roundings of a clock of 1 ms.
    private static let minInnovationMsSquared = 1.0 / 6
    /// A gap shorter than this share of the interval behind it holds no beat.
    private static let minGapShare = 0.3
    /// Intervals are like those about them within these shares of the least and the greatest.
    private static let plausibleIntervalRatios = 0.5...1.5
    /// Intervals on either side whose median is the first guess of those lost.
    private static let nearbyIntervalCount = 8

    /// Estimated intervals in the series.
    package var filledCount: Int { gaps.reduce(0) { $0 + $1.count } }

    /// - Complexity: O(n), and O(k^3 + ``reach`` order) for each gap of k intervals, k > 1;
    ///   allocates.
    package init(_ nn: NNSeries) {
        var openGaps = Self.openGaps(in: nn)
        if openGaps.reduce(0, { $0 + $1.values.count }) > nn.count { openGaps = [] }
        for _ in 0..<Self.iterationCount where openGaps.contains(where: \.isUncertain) {
            for index in openGaps.indices where openGaps[index].isUncertain {
                Self.estimate(&openGaps, index, in: nn)
            }
        }
        (series, gaps) = Self.filledSeries(nn, openGaps)
    }

    /// The length of the interval that a gap holds, where it is one beyond doubt; ms.
    ///
    /// - Parameter gapMs: from the beat before the gap to the first beat behind it.
    /// - Parameter before: an interval before the gap, or the least of several; ms.
    /// - Parameter after: the same behind it; ms.
    /// - Returns: the gap, from 0.7 of the shorter to 1.3 of the shorter: two intervals in it would
    ///   be below two thirds of their neighbours. Otherwise nil.
    package static func singleIntervalMs(
        gapMs: Double, before: Double, after: Double
    ) -> Double? {
        let minimum = min(before, after)
        return gapMs >= 0.7 * minimum && gapMs <= 1.3 * minimum ? gapMs : nil
    }
}

// MARK: Estimates

extension GapFilling {
    /// A gap while it is being filled.
    private struct OpenGap {
        /// The interval behind the gap.
        let index: Int
        let gapMs: Double
        /// Present estimate; none where the gap stays open.
        var values: [Double]
        var errorCovariance: [Double] = []
        /// True if the gap has more than one interval, or may have.
        var isUncertain: Bool
    }

    private static func openGaps(in nn: NNSeries) -> [OpenGap] {
        let (lengths, endTimes) = (nn.intervalsMs, nn.endTimesSeconds)
        return (1..<max(1, nn.count)).compactMap { index in
            guard !nn.isAdjacentToPrevious[index] else { return nil }
            let gapMs = (endTimes[index] - endTimes[index - 1]) * 1000 - lengths[index]
            guard gapMs >= minGapShare * lengths[index] else { return nil }
            let before = lengths[max(0, index - nearbyIntervalCount)..<index]
            let after = lengths[index..<min(nn.count, index + nearbyIntervalCount)]
            let nearbyIntervals = (before + after).sorted()
            let count = max(1, (gapMs / nearbyIntervals[nearbyIntervals.count / 2]).rounded())
            guard count <= Double(maxGapBeats) else {
                return OpenGap(index: index, gapMs: gapMs, values: [], isUncertain: false)
            }
            let isSingle =
                singleIntervalMs(
                    gapMs: gapMs, before: nearbyIntervals[0], after: nearbyIntervals[0]) != nil
                && count == 1
            return OpenGap(
                index: index, gapMs: gapMs,
                values: [Double](repeating: gapMs / count, count: Int(count)),
                isUncertain: !isSingle)
        }
    }

    /// Estimates the gap at `index` anew, from the intervals about it as they are filled now.
    private static func estimate(_ openGaps: inout [OpenGap], _ index: Int, in nn: NNSeries) {
        let gap = openGaps[index]
        let begin = max(0, gap.index - reach)
        let end = min(nn.count, gap.index + reach)
        let before = filledIntervals(begin..<gap.index, nn, openGaps[..<index].reversed())
        let after = filledIntervals(gap.index..<end, nn, openGaps[(index + 1)...])
        let allIntervals = before + gap.values + after
        let level = allIntervals.reduce(0, +) / Double(allIntervals.count)
        let order = min(maxModelOrder, allIntervals.count / minIntervalsPerCoefficient)
        let deviations = allIntervals.map { $0 - level }
        guard let model = AutoregressiveModel.burg(deviations, order: .fixed(order)) else { return }
        let power = deviations.reduce(0) { $0 + $1 * $1 } / Double(allIntervals.count)
        let variance = max(
            model.innovationVariance * Double(allIntervals.count)
                / Double(max(1, allIntervals.count - model.order)),
            minInnovationVarianceShare * power, minInnovationMsSquared)

        let countGuess = max(1, Int((gap.gapMs / level).rounded()))
        let range =
            max(1, countGuess - max(1, countGuess / 4))...(countGuess + max(1, countGuess / 4))
        let nearestExtremes = [before.min(), after.min(), before.max(), after.max()].compactMap(
            \.self)
        guard let minimum = nearestExtremes.min(), let greatest = nearestExtremes.max() else {
            return
        }
        let plausibleRangeMs =
            plausibleIntervalRatios.lowerBound * minimum...plausibleIntervalRatios.upperBound
            * greatest
        var bestEstimate: AutoregressiveInterpolation?
        for count in Set(range).union([gap.values.count]).sorted() where count > 0 {
            guard
                let estimate = AutoregressiveInterpolation(
                    model: model, before: before.map { $0 - level },
                    after: after.map { $0 - level }, count: count,
                    sum: gap.gapMs - Double(count) * level, variance: variance),
                estimate.values.allSatisfy({ plausibleRangeMs.contains($0 + level) }),
                estimate.meanErrorVariance * variance <= maxErrorVarianceShare * power,
                estimate.logEvidence > bestEstimate?.logEvidence ?? -.infinity
            else { continue }
            bestEstimate = estimate
        }
        openGaps[index].values = bestEstimate?.values.map { $0 + level } ?? []
        openGaps[index].errorCovariance =
            bestEstimate.map { $0.values.count > 1 ? $0.errorCovariance.map { $0 * variance } : [] }
            ?? []
    }

    /// The intervals of a range with the present estimates of the gaps inside it.
    ///
    /// - Parameter gaps: from the nearest on: none behind the first outside the range is looked at.
    private static func filledIntervals(
        _ range: Range<Int>, _ nn: NNSeries, _ gaps: some Sequence<OpenGap>
    ) -> [Double] {
        let innerGaps = gaps.prefix { $0.index > range.lowerBound && $0.index < range.upperBound }
            .sorted { $0.index < $1.index }
        var result: [Double] = []
        var index = range.lowerBound
        for gap in innerGaps {
            result += nn.intervalsMs[index..<gap.index]
            result += gap.values
            index = gap.index
        }
        return result + nn.intervalsMs[index..<range.upperBound]
    }

    private static func filledSeries(_ nn: NNSeries, _ openGaps: [OpenGap]) -> (NNSeries, [Gap]) {
        let estimatedGaps = openGaps.filter { !$0.values.isEmpty }
        guard !estimatedGaps.isEmpty else { return (nn, []) }
        var intervals: [Double] = []
        var endTimes: [Double] = []
        var adjacency: [Bool] = []
        var corrected: [Bool] = []
        var gaps: [Gap] = []
        var index = 0
        func append(until end: Int) {
            intervals += nn.intervalsMs[index..<end]
            endTimes += nn.endTimesSeconds[index..<end]
            adjacency += nn.isAdjacentToPrevious[index..<end]
            corrected += nn.isCorrected[index..<end]
            index = end
        }
        for gap in estimatedGaps {
            append(until: gap.index)
            gaps.append(
                Gap(
                    firstIndex: intervals.count, count: gap.values.count,
                    errorCovariance: gap.errorCovariance))
            var time = nn.endTimesSeconds[gap.index - 1]
            for value in gap.values {
                time += value / 1000
                intervals.append(value)
                endTimes.append(time)
                adjacency.append(true)
                corrected.append(true)
            }
            append(until: gap.index + 1)
            adjacency[adjacency.count - 1] = true
        }
        append(until: nn.count)
        let series = NNSeries(
            intervalsMs: intervals, endTimesSeconds: endTimes, isAdjacentToPrevious: adjacency,
            isCorrected: corrected, startSeconds: nn.startSeconds, endSeconds: nn.endSeconds)
        return (series, gaps)
    }
}
