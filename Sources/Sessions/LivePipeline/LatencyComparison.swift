import SensorProtocol

/// Latency of a strap's R-R intervals, measured against the ECG that the same strap streams.
///
/// Both report the same beats. The newest ``comparedCount`` intervals are laid beside those of the ECG, beat
/// by beat, and the position where they differ least shows which beats are the same: the difference of
/// their times is how much later intervals arrive than samples do. Samples themselves arrive with the
/// latency of `LatencyPrior.streamedECG`.
struct LatencyComparison: Sendable, Codable {
    private var intervals: [StrapClock.Beat] = []
    private var ecgBeats: [StrapClock.Beat] = []
    /// Differences of the newest comparisons that found a position; s.
    private var differences: [Double] = []

    static let comparedCount = 12
    private static let capacity = 40
    /// Mean distance of intervals of the same beats, at most; ms. A strap and we find R peaks to some ms.
    static let largestDistanceMs = 12.0
    /// Ratio by which the second best position is worse at least: a heart that hardly varies fits everywhere.
    static let minContrast = 2.0
    /// Differences that a measurement takes, and how far they lie from each other at most; s.
    static let differenceCount = 8
    static let largestSpreadSeconds = 0.5
    static let plausibleSeconds = -1.0...8.0

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

    /// How much later intervals arrive than samples of the ECG; s; nil before enough comparisons agree.
    var laterSeconds: Double? {
        guard differences.count == Self.differenceCount else { return nil }
        let sorted = differences.sorted()
        guard sorted[sorted.count - 1] - sorted[0] <= Self.largestSpreadSeconds else { return nil }
        return 0.5 * (sorted[sorted.count / 2 - 1] + sorted[sorted.count / 2])
    }

    private static func append(_ beat: StrapClock.Beat, to beats: inout [StrapClock.Beat]) {
        if beat.isAfterGap { beats.removeAll() }
        beats.append(beat)
        if beats.count > capacity { beats.removeFirst() }
    }

    /// Difference of the newest interval and its beat of the ECG; s; nil where no position is clearly best.
    private func difference() -> Double? {
        guard intervals.count >= Self.comparedCount, ecgBeats.count >= Self.comparedCount,
            let newest = intervals.last
        else { return nil }
        let compared = intervals.suffix(Self.comparedCount)
        var (best, second) = (Double.infinity, Double.infinity)
        var found: Double?
        for end in Self.comparedCount...ecgBeats.count {
            let beats = ecgBeats[(end - Self.comparedCount)..<end]
            let sum = zip(compared, beats).reduce(0) { $0 + abs($1.0.intervalMs - $1.1.intervalMs) }
            let distance = sum / Double(Self.comparedCount)
            if distance < best {
                (best, second) = (distance, best)
                found = newest.endSeconds - ecgBeats[end - 1].endSeconds
            } else {
                second = min(second, distance)
            }
        }
        guard let found, best <= Self.largestDistanceMs,
            second >= Self.minContrast * max(best, 1), Self.plausibleSeconds.contains(found)
        else { return nil }
        return found
    }
}
