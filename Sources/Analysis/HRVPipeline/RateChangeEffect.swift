import HRVFeatures
import PhysioTypes

/// Effect of changes of the heart rate on the spread of a row's intervals.
///
/// A step from one rate to another is no variability: SDNN, every spectrum and every template of a
/// short row would be of the step. Those of a long one say how the rate itself changes, steps
/// included, which healthy hearts make too, as on turning round in sleep.
struct RateChangeEffect {
    /// The largest change of the row.
    let reason: MissingReason

    /// Duration from which steps are a part of what the numbers describe, in s.
    private static let minLongRecordingSeconds = 3600.0
    /// Factor from which a change counts: a sinus rhythm that quickens or slows within some beats, as on
    /// standing up, stays below, and is variability.
    private static let minChangeRatio = 1.25
    /// Standard deviation of all intervals over that inside the parts, above which the step counts.
    private static let maxDeviationRatio = 1.1

    /// Metrics that say where the intervals lie, not how they vary.
    private static let locationMetrics: Set<MetricKey> = [
        .meanNN, .medianNN, .prc20NN, .prc80NN, .minNN, .maxNN, .rangeNN, .meanHR, .minHR, .maxHR,
    ]

    /// Metrics of pairs of neighbours that say how the pairs lie, not how neighbours differ.
    private static let pairMetrics: Set<MetricKey> = [
        .sdRMSSD, .sd2, .sd1sd2, .ellipseArea, .csi, .cvi, .csiModified, .c2d, .c2a, .sd2d, .sd2a,
        .cd, .ca, .sdnnd, .sdnna,
    ]

    /// - Returns: nil where no rate changes, the changes hardly widen the intervals, or the row is long.
    /// - Complexity: O(n + k) for n intervals and k changes.
    init?(_ beats: RowBeats, _ record: CorrectionRecord?) {
        guard let record, beats.nn.analysedSeconds < Self.minLongRecordingSeconds else {
            return nil
        }
        func changeRatio(_ change: RateChange) -> Double {
            max(change.rateFactor, 1 / change.rateFactor)
        }
        let changes = record.rateChanges.filter { change in
            !change.isLeftOut && changeRatio(change) >= Self.minChangeRatio
                && beats.rawRanges.contains { $0.contains(change.rawIndex) }
        }
        guard let largestChange = changes.max(by: { changeRatio($0) < changeRatio($1) }) else {
            return nil
        }
        let nn = beats.nn
        var (wholeSpread, withinSpread, segmentSpread) = (
            SquaredDeviations(), SquaredDeviations(), SquaredDeviations()
        )
        var next = changes[...]
        for index in 0..<nn.count {
            while let change = next.first,
                nn.endTimesSeconds[index]
                    >= record.raw.endTimesSeconds[change.rawIndex] - Self.toleranceSeconds
            {
                withinSpread.add(segmentSpread)
                segmentSpread = SquaredDeviations()
                next.removeFirst()
            }
            wholeSpread.add(nn.intervalsMs[index])
            segmentSpread.add(nn.intervalsMs[index])
        }
        withinSpread.add(segmentSpread)
        guard
            wholeSpread.variance > Self.maxDeviationRatio * Self.maxDeviationRatio
                * withinSpread.variance
        else {
            return nil
        }
        reason = .rateChange(
            factor: largestChange.rateFactor, seconds: record.seconds(of: largestChange))
    }

    /// Times of the corrected beats are those of the raw ones, but for rounding.
    private static let toleranceSeconds = 1e-6

    /// Returns the reason that withholds a metric; nil for one that a step does not falsify.
    func obstacle(to definition: MetricDefinition) -> MissingReason? {
        let isAffected =
            definition.correctionBasis == .intervals
            ? !Self.locationMetrics.contains(definition.key)
            : Self.pairMetrics.contains(definition.key)
        return isAffected && definition.family != .turbulence ? reason : nil
    }

    /// Squared deviations from a mean, or from the means of several parts.
    private struct SquaredDeviations {
        private var count = 0.0
        private var mean = 0.0
        private var squaredDeviationSum = 0.0

        /// Squared deviations per interval; 0 of none.
        var variance: Double { count > 0 ? squaredDeviationSum / count : 0 }

        mutating func add(_ value: Double) {
            count += 1
            let deviation = value - mean
            mean += deviation / count
            squaredDeviationSum += deviation * (value - mean)
        }

        /// Adds another one's deviations from its own mean.
        mutating func add(_ other: Self) {
            count += other.count
            squaredDeviationSum += other.squaredDeviationSum
        }
    }
}
