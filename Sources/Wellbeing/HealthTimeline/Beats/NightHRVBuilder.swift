import BeatCorrection
import HRVFeatures
import HealthRecords
import PhysioTypes

/// Makes heart-rate variability of the beats of a night.
///
/// The segments that start in the night are corrected as one series with gaps, so that one segment
/// knows the rhythm of the others, and no difference crosses a gap or two segments. All squared
/// differences of the night are pooled.
///
/// The watch writes times on a grid of 10 ms. An interval is the difference of two rounded times, and
/// a difference of intervals holds three of them, the middle one twice: rounding adds
/// (1 + 4 + 1) x 100 / 12 = 50 ms^2 to the mean square, which are taken away again.
///
/// - Complexity: dominated by learning the rhythm, about 0.4 ms for each segment and each part of one
///   between two gaps.
struct NightHRVBuilder: Sendable {
    /// Segments that a night must have, each with a difference of NN intervals.
    static let minimumBeatSegmentCount = 3
    /// Differences of NN intervals that a night must have.
    static let minimumDifferenceCount = 100
    /// The part of the mean square of differences that the grid adds; ms^2.
    static let quantizationNoiseMsSquared = 50.0

    private let beatSegments: [BeatSegment]
    private let ranking: SourceRanking

    /// - Parameter beatSegments: in any order.
    init(_ beatSegments: [BeatSegment], ranking: SourceRanking) {
        self.beatSegments = beatSegments.sorted {
            ($0.start.unixMs, $0.firstBeatMs, $0.sourceIndex)
                < ($1.start.unixMs, $1.firstBeatMs, $1.sourceIndex)
        }
        self.ranking = ranking
    }

    /// The segments of the best source that start in a range of time, by start.
    func beatSegments(in range: Range<Int64>) -> [BeatSegment] {
        let first = beatSegments.partitioningIndex { $0.start.unixMs >= range.lowerBound }
        let last = beatSegments.partitioningIndex { $0.start.unixMs >= range.upperBound }
        let segmentsInRange = beatSegments[first..<max(first, last)]
        guard let source = ranking.bestVitalsSource(segmentsInRange.lazy.map(\.sourceIndex)) else {
            return []
        }
        return segmentsInRange.filter { $0.sourceIndex == source }
    }

    /// Adds to vitals what the beats of a night say, or why they say nothing.
    func add(to vitals: inout VitalsEntry, in night: Range<Int64>) {
        let segmentsOfNight = beatSegments(in: night)
        guard !segmentsOfNight.isEmpty else {
            vitals.missingBeatsReason = .noBeats
            return
        }
        let found = Self.beats(of: segmentsOfNight)
        vitals.beats = found.beats
        vitals.beatSegmentCount = found.beatSegmentCount
        vitals.differenceCount = found.differenceCount
        vitals.missingBeatsReason = found.beats == nil ? .tooFewValues : nil
    }

    /// - Returns: no beats where there are fewer than 3 segments with a difference, or fewer than 100 differences; the
    ///   counts in any case.
    static func beats(
        of beatSegments: [BeatSegment]
    ) -> (beats: NightHRV?, beatSegmentCount: Int, differenceCount: Int) {
        var indices: [Int] = []
        let raw = RRSeries(beatSegments: beatSegments) { indices.append($0) }
        let correctedSeries = ArtefactCorrection().correct(raw)
        let metrics = TimeDomain(correctedSeries.nn)
        let used = Set(
            correctedSeries.nn.isAdjacentToPrevious.indices.lazy
                .filter { correctedSeries.nn.isAdjacentToPrevious[$0] }
                .map { indices[correctedSeries.rawIndices[$0]] })
        let counts = (used.count, metrics.differenceCount)
        guard used.count >= minimumBeatSegmentCount,
            metrics.differenceCount >= minimumDifferenceCount,
            let rmssd = metrics.rmssdMs, let pnn50 = metrics.pnn50Percent,
            let rate = metrics.meanHeartRateBpm
        else { return (nil, counts.0, counts.1) }
        let beats = NightHRV(
            rmssdMs: max(0, rmssd * rmssd - quantizationNoiseMsSquared).squareRoot(),
            rawRMSSDMs: rmssd,
            pNN50Percent: pnn50, meanHeartRateBpm: rate, beatSegmentCount: used.count,
            differenceCount: metrics.differenceCount)
        return (beats, counts.0, counts.1)
    }
}
