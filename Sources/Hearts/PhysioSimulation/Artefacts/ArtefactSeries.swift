public import PhysioTypes

/// A simulated recording with artefacts, and what is true of it.
public struct ArtefactSeries: Sendable, Equatable {
    /// The intervals as recorded; ms; multiples of `resolutionMs`.
    public let intervalsMs: [Double]
    /// Time lost before each recorded interval: it does not begin at the beat before; ms; 0 for most.
    package let gapBeforeMs: [Double]
    /// The intervals without the artefacts, on the same clock; ms; none of what a gap hides.
    public let trueIntervalsMs: [Double]
    /// True for each true interval that follows the one before it.
    package let isTrueIntervalAdjacent: [Bool]
    /// The artefacts in the order of their beats.
    public let artefacts: [SimulatedArtefact]
    /// Indicates for each recorded interval whether an artefact, or a gap, made it what it is.
    public let isArtefact: [Bool]
    /// Step of the recorder's clock; ms.
    public let resolutionMs: Double

    /// A recording without a gap.
    ///
    /// - Parameter ticks: times of the recorded beats; of the clock.
    init(ticks: [Int], trueTicks: [Int], artefacts: [SimulatedArtefact], resolutionMs: Double) {
        self.init(
            segments: [Segment(ticks: ticks, trueTicks: trueTicks)], artefacts: artefacts,
            recordsGaps: false, resolutionMs: resolutionMs)
    }

    /// The intervals recorded between two gaps.
    struct Segment {
        /// Times of the recorded beats; of the clock; two or more.
        var ticks: [Int]
        var trueTicks: [Int]
    }

    /// A recording with gaps between segments.
    ///
    /// - Parameter artefacts: with the intervals that they have in `intervalsMs`.
    /// - Parameter recordsGaps: whether the time of a gap is recorded as one interval; otherwise it is
    ///   lost.
    init(
        segments: [Segment], artefacts: [SimulatedArtefact], recordsGaps: Bool, resolutionMs: Double
    ) {
        var recorded: [Double] = []
        var lost: [Double] = []
        var isArtefact: [Bool] = []
        var truth: [Double] = []
        var isTrueIntervalAdjacent: [Bool] = []
        var end: Int?
        for segment in segments {
            var gapMs = 0.0
            if let end, let begin = segment.ticks.first {
                gapMs = Double(begin - end) * resolutionMs
                if recordsGaps {
                    recorded.append(gapMs)
                    lost.append(0)
                    isArtefact.append(true)
                    gapMs = 0
                }
            }
            for (later, earlier) in zip(segment.ticks.dropFirst(), segment.ticks) {
                recorded.append(Double(later - earlier) * resolutionMs)
                lost.append(gapMs)
                isArtefact.append(false)
                gapMs = 0
            }
            for (position, pair) in zip(segment.trueTicks.dropFirst(), segment.trueTicks)
                .enumerated()
            {
                truth.append(Double(pair.0 - pair.1) * resolutionMs)
                isTrueIntervalAdjacent.append(position > 0)
            }
            end = segment.ticks.last
        }
        for index in artefacts.lazy.flatMap(\.intervals) { isArtefact[index] = true }
        intervalsMs = recorded
        gapBeforeMs = lost
        trueIntervalsMs = truth
        self.isTrueIntervalAdjacent = isTrueIntervalAdjacent
        self.artefacts = artefacts
        self.isArtefact = isArtefact
        self.resolutionMs = resolutionMs
    }

    /// Times of the recorded beats; ms from the first; one more than intervals. Of a recording whose
    /// gaps are no intervals, as if they were not.
    public var beatTimesMs: [Double] {
        intervalsMs.reduce(into: [0]) { times, interval in
            times.append((times.last ?? 0) + interval)
        }
    }

    /// The recording as a program is given it.
    public var recording: RRSeries {
        var series = RRSeries(startSeconds: 0)
        series.reserveCapacity(intervalsMs.count)
        var ms = 0.0
        for (interval, lost) in zip(intervalsMs, gapBeforeMs) {
            ms += lost + interval
            series.append(
                intervalMs: interval, endSeconds: ms / 1000, marks: lost > 0 ? .afterGap : [])
        }
        return series
    }
}
