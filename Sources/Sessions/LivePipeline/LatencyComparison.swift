import SensorProtocol

/// Latency of a strap's R-R intervals, measured against the ECG that the same strap streams.
///
/// Both report the same beats. The newest ``comparedBeatCount`` intervals are laid beside those of the ECG, beat
/// by beat, and the position where they differ least shows which beats are the same: the difference of
/// their times is how much later intervals arrive than samples do. Samples themselves arrive with the
/// latency of `LatencyPrior.streamedECG`.
struct LatencyComparison: Sendable, Codable {
    private var intervals: [StrapClock.Beat] = []
    private var ecgBeats: [StrapClock.Beat] = []
    /// Differences of the newest comparisons that found a position; s.
    private var differences: [Double] = []

    static let comparedBeatCount = 12
    private static let capacity = 40
    /// Mean distance of intervals of the same beats, at most; ms. A strap and we find R peaks to some ms.
    static let maxMeanDistanceMs = 12.0
    /// Ratio by which the second best position is worse at least: a heart that hardly varies fits everywhere.
    static let minDistanceRatio = 2.0
    /// Differences that a measurement takes, and how far they lie from each other at most; s.
    static let differenceCount = 8
    static let maxSpreadSeconds = 0.5
    static let plausibleDelaySeconds = -1.0...8.0

    /// Takes an interval of the strap; one behind a gap begins anew.
    mutating func push(interval beat: StrapClock.Beat) {
        Self.append(beat, to: &intervals)
        guard let difference = difference() else { return }
        differences.append(difference)
        if differences.count > Self.differenceCount { differences.removeFirst() }
    }

    /// Takes an interval of the ECG; one behind a gap begins anew.
    mutating func push(ecg beat: StrapClock.Beat) { Self.append(beat, to: &ecgBeats) }

    /// The link was lost, or is another: what was measured holds no more.
    mutating func restart() { self = LatencyComparison() }

    /// The time by which intervals arrive later than samples of the ECG; s; nil before enough
    /// comparisons agree.
    var intervalDelaySeconds: Double? {
        guard differences.count == Self.differenceCount else { return nil }
        let sorted = differences.sorted()
        guard sorted[sorted.count - 1] - sorted[0] <= Self.maxSpreadSeconds else { return nil }
        return 0.5 * (sorted[sorted.count / 2 - 1] + sorted[sorted.count / 2])
    }

    private static func append(_ beat: StrapClock.Beat, to beats: inout [StrapClock.Beat]) {
        if beat.isAfterGap { beats.removeAll() }
        beats.append(beat)
        if beats.count > capacity { beats.removeFirst() }
    }

    /// Difference of the newest interval and its beat of the ECG; s; nil where no position is clearly best.
    private func difference() -> Double? {
        guard intervals.count >= Self.comparedBeatCount, ecgBeats.count >= Self.comparedBeatCount,
            let newest = intervals.last
        else { return nil }
        let comparedIntervals = intervals.suffix(Self.comparedBeatCount)
        var (bestDistanceMs, secondDistanceMs) = (Double.infinity, Double.infinity)
        var bestDifference: Double?
        for end in Self.comparedBeatCount...ecgBeats.count {
            let beats = ecgBeats[(end - Self.comparedBeatCount)..<end]
            let sum = zip(comparedIntervals, beats).reduce(0) {
                $0 + abs($1.0.intervalMs - $1.1.intervalMs)
            }
            let distanceMs = sum / Double(Self.comparedBeatCount)
            if distanceMs < bestDistanceMs {
                (bestDistanceMs, secondDistanceMs) = (distanceMs, bestDistanceMs)
                bestDifference = newest.endSeconds - ecgBeats[end - 1].endSeconds
            } else {
                secondDistanceMs = min(secondDistanceMs, distanceMs)
            }
        }
        guard let bestDifference, bestDistanceMs <= Self.maxMeanDistanceMs,
            secondDistanceMs >= Self.minDistanceRatio * max(bestDistanceMs, 1),
            Self.plausibleDelaySeconds.contains(bestDifference)
        else { return nil }
        return bestDifference
    }
}
