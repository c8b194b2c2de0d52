/// Normal-to-normal intervals: what every heart-rate-variability metric is computed from.
///
/// An NN interval lies between two normal beats and is plausible in length. Two successive values
/// of the series are neighbours (they share a beat) only where `isAdjacentToPrevious` says so: no
/// difference, template or box may be formed across any other position.
///
/// ```swift
/// let series = NNSeries(intervalsMs: [800, 810, 795, 820, 805])
/// series.successiveDifferencesMs  // [10, -15, 25, -15]
/// ```
public struct NNSeries: Sendable, Equatable {
    /// Interval lengths; ms.
    public let intervalsMs: [Double]
    /// Time of the beat that ends each interval; s; ascending.
    public let endTimesSeconds: [Double]
    /// True if the interval begins at the beat that ended the one before it; false for the first.
    public let isAdjacentToPrevious: [Bool]
    /// True if a correction changed the interval; as many as intervals.
    public let isCorrected: [Bool]
    /// The segment of time the series stands for: a window, or from the first beat to the last; s.
    public let startSeconds: Double
    /// End of that segment; s.
    public let endSeconds: Double
    /// Time inside the segment that belongs to an NN interval ending after it; s.
    private var lastPartialIntervalSeconds = 0.0
    /// Totals of a series that stands for several segments of time; else nil.
    var segmentTotals: SegmentTotals?

    /// Totals over the segments of a series of several.
    struct SegmentTotals: Sendable, Equatable {
        let lengthSeconds: Double
        /// Time inside them that belongs to NN intervals; s.
        let coveredSeconds: Double
    }

    /// The NN intervals of a raw series: those with no mark but ``RRSeries/Marks/afterGap``.
    ///
    /// - Complexity: O(n).
    public init(_ series: RRSeries) {
        var intervals: [Double] = []
        var ends: [Double] = []
        var adjacency: [Bool] = []
        intervals.reserveCapacity(series.count)
        ends.reserveCapacity(series.count)
        adjacency.reserveCapacity(series.count)
        var previousWasNormal = false
        for index in 0..<series.count {
            let marks = series.marks[index]
            let isNormal = marks.isDisjoint(with: [.outOfRange, .notNormal])
            if isNormal {
                intervals.append(series.intervalsMs[index])
                ends.append(series.endTimesSeconds[index])
                adjacency.append(previousWasNormal && !marks.contains(.afterGap))
            }
            previousWasNormal = isNormal
        }
        self.init(
            intervalsMs: intervals, endTimesSeconds: ends, isAdjacentToPrevious: adjacency,
            startSeconds: series.startSeconds, endSeconds: series.endSeconds)
    }

    /// Intervals that follow one another without a gap, the first one beginning at `startSeconds`.
    ///
    /// - Precondition: every length is finite and above 0.
    public init(intervalsMs: [Double], startSeconds: Double = 0) {
        let series = RRSeries(intervalsMs: intervalsMs, startSeconds: startSeconds)
        self.init(
            intervalsMs: intervalsMs, endTimesSeconds: series.endTimesSeconds,
            isAdjacentToPrevious: intervalsMs.indices.map { $0 > 0 },
            startSeconds: startSeconds, endSeconds: series.endSeconds)
    }

    /// - Parameter isCorrected: none where nil.
    /// - Precondition: the arrays have one count; the times are ascending.
    public init(
        intervalsMs: [Double], endTimesSeconds: [Double], isAdjacentToPrevious: [Bool],
        isCorrected: [Bool]? = nil, startSeconds: Double, endSeconds: Double
    ) {
        precondition(
            intervalsMs.count == endTimesSeconds.count
                && intervalsMs.count == isAdjacentToPrevious.count
                && intervalsMs.count == isCorrected?.count ?? intervalsMs.count,
            "an NN series needs one time and one adjacency an interval")
        self.isCorrected = isCorrected ?? [Bool](repeating: false, count: intervalsMs.count)
        self.intervalsMs = intervalsMs
        self.endTimesSeconds = endTimesSeconds
        self.isAdjacentToPrevious = isAdjacentToPrevious
        self.startSeconds = startSeconds
        self.endSeconds = endSeconds
    }

    public var count: Int { intervalsMs.count }

    /// Length of the segment the series stands for, gaps included; s.
    public var durationSeconds: Double { endSeconds - startSeconds }

    /// The same without the time between the segments of a series of several
    /// (``pieces(_:)``); s.
    public var analysedSeconds: Double { segmentTotals?.lengthSeconds ?? durationSeconds }

    /// Sum of the intervals; s.
    public var coveredSeconds: Double { intervalsMs.reduce(0, +) / 1000 }

    /// Share of the segment that lies inside NN intervals; 0...1; 0 for an empty segment.
    ///
    /// Only the part of an interval inside the segment counts.
    public var coverage: Double {
        guard analysedSeconds > 0 else { return 0 }
        // Sums of thousands of intervals round in the last digits: full is full.
        let share = (segmentTotals?.coveredSeconds ?? segmentCoveredSeconds) / analysedSeconds
        return share > 1 - 1e-12 ? 1 : share
    }

    private var segmentCoveredSeconds: Double {
        var totalCoveredSeconds = lastPartialIntervalSeconds
        for index in 0..<count {
            let begin = endTimesSeconds[index] - intervalsMs[index] / 1000
            totalCoveredSeconds += max(
                0, min(endTimesSeconds[index], endSeconds) - max(begin, startSeconds))
        }
        return totalCoveredSeconds
    }

    /// Differences x[i] - x[i-1] of neighbours; ms; none across a gap.
    ///
    /// - Complexity: O(n), allocates the result.
    public var successiveDifferencesMs: [Double] {
        var differences: [Double] = []
        differences.reserveCapacity(count)
        for index in 1..<max(1, count) where isAdjacentToPrevious[index] {
            differences.append(intervalsMs[index] - intervalsMs[index - 1])
        }
        return differences
    }

    /// Index ranges of the segments in which every interval follows the one before it.
    public var contiguousRanges: [Range<Int>] {
        var runs: [Range<Int>] = []
        var begin = 0
        for index in 1..<max(1, count) where !isAdjacentToPrevious[index] {
            runs.append(begin..<index)
            begin = index
        }
        if begin < count { runs.append(begin..<count) }
        return runs
    }

    /// The intervals whose end time lies in [`start`, `end`), as a series that stands for that
    /// window. An interval that ends later counts for the window's coverage only.
    ///
    /// - Complexity: O(log n + m) for m intervals in the window.
    public func window(startSeconds start: Double, endSeconds end: Double) -> NNSeries {
        let next = firstIndex(notBefore: end)
        var window = slice(
            firstIndex(notBefore: start)..<next, startSeconds: start, endSeconds: end)
        if next < count {
            let begin = endTimesSeconds[next] - intervalsMs[next] / 1000
            window.lastPartialIntervalSeconds = max(0, end - max(begin, start))
        }
        return window
    }

    /// The intervals of an index range, as a series that stands for the given segment of time.
    public func slice(
        _ range: Range<Int>, startSeconds: Double, endSeconds: Double
    ) -> NNSeries {
        var adjacency = Array(isAdjacentToPrevious[range])
        if !adjacency.isEmpty { adjacency[0] = false }
        return NNSeries(
            intervalsMs: Array(intervalsMs[range]), endTimesSeconds: Array(endTimesSeconds[range]),
            isAdjacentToPrevious: adjacency, isCorrected: Array(isCorrected[range]),
            startSeconds: startSeconds, endSeconds: endSeconds)
    }

    /// Distance that a beat may lie before the edge of a window and still count as on it: a few ulp, the
    /// rounding of a time that is a sum or a quotient; s.
    public static func edgeToleranceSeconds(atSeconds time: Double) -> Double {
        16 * max(1, abs(time)).ulp
    }

    func firstIndex(notBefore time: Double) -> Int {
        Self.firstIndex(in: endTimesSeconds, notBefore: time)
    }

    /// Index of the first of ascending times that is not before `time`, but for rounding.
    static func firstIndex(in times: [Double], notBefore time: Double) -> Int {
        let edge = time - edgeToleranceSeconds(atSeconds: time)
        return times.partitioningIndex { $0 >= edge }
    }
}
