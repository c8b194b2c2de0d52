import PhysioDSP
public import PhysioTypes

/// The metrics of the last seconds of a stream, after every beat.
///
/// The window ends just after the newest beat, at t, and holds the intervals whose end lies in
/// [t - W, t], so that the newest counts. What it gives after each beat is what the metrics of the
/// whole, such as ``TimeDomain``, give of those intervals: equal to the last bit where they are
/// made of sums of whole numbers, and within 1e-12 elsewhere. No difference crosses a gap or reaches
/// out of the window.
///
/// An interval outside ``RRSeries/plausibleRangeMs`` is not NN: it is not taken, and the next one has
/// no neighbour before it.
///
/// Memory is bounded and allocated at creation, 58 bytes for each of the W / 0.2 s + 2 intervals of
/// at least 200 ms that fit; where times contradict that, the oldest is dropped.
///
/// ```swift
/// var live = SlidingMetrics(windowSeconds: 60)
/// live.push(intervalMs: 812, endSeconds: 0.812)
/// live.push(intervalMs: 820, endSeconds: 1.632)
/// live.rmssdMs  // 8
/// ```
///
/// - SeeAlso: ``TimeDomain``, ``Poincare``, ``DetrendedFluctuation`` and ``SampleEntropy`` for the
///   definitions and their sources.
public struct SlidingMetrics: Sendable, Codable {
    /// W; s.
    public let windowSeconds: Double
    /// The number of differences of neighbours above 50 ms, and above 20 ms in `nn20Count`.
    public private(set) var nn50Count = 0
    public private(set) var nn20Count = 0

    private(set) var beats: IntervalWindow
    private var intervals = SlidingMoments()
    private var differences = SlidingMoments()
    /// x[i] + x[i - 1] of neighbours.
    private var pairSums = SlidingMoments()
    private var rates = SlidingMoments()
    private var isNextAfterGap = false
    var packedIntervals: [Double] = []
    var runEnds: [Int] = []
    var boxSums: [Double] = []

    /// All but what is made anew each time.
    private enum CodingKeys: String, CodingKey {
        case windowSeconds, nn50Count, nn20Count, beats, intervals, differences, pairSums, rates
        case isNextAfterGap = "isChainBroken"
    }

    /// - Parameter windowSeconds: W; s; finite, 0 or more; 0 holds the beats of one time.
    public init(windowSeconds: Double) {
        precondition(
            windowSeconds >= 0 && windowSeconds.isFinite, "a window is finite and not negative")
        self.windowSeconds = windowSeconds
        let minSeconds = RRSeries.plausibleRangeMs.lowerBound / 1000
        beats = IntervalWindow(capacity: Int(windowSeconds / minSeconds) + 2)
        packedIntervals.reserveCapacity(beats.capacity)
        runEnds.reserveCapacity(beats.capacity)
        boxSums.reserveCapacity(Self.shortBoxes.sizes.count)
    }

    // MARK: Beats

    /// Takes the next interval, and drops what the window has left behind.
    ///
    /// - Parameter intervalMs: its length; ms.
    /// - Parameter endSeconds: time of the beat that ends it; s.
    /// - Parameter isAdjacent: whether it begins at the beat that ended the one before it.
    /// - Returns: whether it is in the window: false outside the plausible lengths.
    /// - Precondition: `endSeconds` is finite and not before the last.
    /// - Complexity: O(n) moves of memory for n intervals in the window, O(log n) else; allocates
    ///   nothing.
    @discardableResult
    public mutating func push(
        intervalMs: Double, endSeconds: Double, isAdjacent: Bool = true
    ) -> Bool {
        precondition(
            endSeconds.isFinite && endSeconds >= beats.endTimesSeconds.last ?? -.infinity,
            "beats come in the order of their times")
        evict(endingAt: endSeconds)
        guard RRSeries.plausibleRangeMs.contains(intervalMs) else {
            isNextAfterGap = true
            return false
        }
        if beats.count == beats.capacity { removeOldest() }
        let isNeighbour = isAdjacent && !isNextAfterGap && beats.count > 0
        isNextAfterGap = false
        if isNeighbour, let last = beats.intervals.last { addPair(last, intervalMs) }
        intervals.add(intervalMs)
        rates.add(60_000 / intervalMs)
        beats.append(intervalMs, end: endSeconds, isAdjacent: isNeighbour)
        return true
    }

    /// Takes what a correction makes of the stream: intervals at its end are taken back, others
    /// follow.
    ///
    /// What the window has left behind stays behind: where more is taken back than follows, it begins
    /// later than W before its newest beat until it is full again.
    ///
    /// - Complexity: that of ``push(intervalMs:endSeconds:isAdjacent:)`` for each beat that follows,
    ///   and O(n log n) where any is taken back; allocates nothing.
    public mutating func revise(_ revision: NNRevision) {
        if revision.withdrawnCount > 0 { removeNewest(revision.withdrawnCount) }
        for beat in revision.beats {
            push(
                intervalMs: beat.intervalMs, endSeconds: beat.endSeconds,
                isAdjacent: beat.isAdjacentToPrevious)
        }
    }

    /// Sums know only how to lose their oldest value: they are made anew.
    private mutating func removeNewest(_ number: Int) {
        if number < beats.count { beats.removeNewest(number) } else { beats.removeAll() }
        nn50Count = 0
        nn20Count = 0
        intervals = SlidingMoments()
        differences = SlidingMoments()
        pairSums = SlidingMoments()
        rates = SlidingMoments()
        for index in beats.range {
            let interval = beats.intervals[index]
            if beats.isAdjacentToPrevious[index] { addPair(beats.intervals[index - 1], interval) }
            intervals.add(interval)
            rates.add(60_000 / interval)
        }
    }

    /// Forgets every beat; the next has no neighbour.
    public mutating func reset() {
        while beats.count > 0 { removeOldest() }
        beats.removeAll()
        isNextAfterGap = false
    }

    private mutating func evict(endingAt time: Double) {
        let start = time - windowSeconds
        let edge = start - NNSeries.edgeToleranceSeconds(atSeconds: start)
        while beats.count > 0, beats.endTimesSeconds[beats.begin] < edge { removeOldest() }
    }

    private mutating func removeOldest() {
        let first = beats.intervals[beats.begin]
        let next = beats.begin + 1
        if beats.count > 1, beats.isAdjacentToPrevious[next] {
            removePair(first, beats.intervals[next])
        }
        intervals.removeOldest(first)
        rates.removeOldest(60_000 / first)
        beats.removeOldest()
    }

    private mutating func addPair(_ first: Double, _ second: Double) {
        differences.add(second - first)
        pairSums.add(second + first)
        count(second - first, by: 1)
    }

    private mutating func removePair(_ first: Double, _ second: Double) {
        differences.removeOldest(second - first)
        pairSums.removeOldest(second + first)
        count(second - first, by: -1)
    }

    private mutating func count(_ difference: Double, by step: Int) {
        if abs(difference) > TimeDomain.nn50ThresholdMs { nn50Count += step }
        if abs(difference) > TimeDomain.nn20ThresholdMs { nn20Count += step }
    }

    // MARK: Metrics

    /// The number of intervals in the window.
    public var count: Int { beats.count }
    /// The number of differences of neighbours in the window.
    public var differenceCount: Int { differences.count }
    /// Mean of the intervals; ms.
    public var meanNNMs: Double? { intervals.mean }
    /// Standard deviation of the intervals over their count - 1; ms.
    public var sdnnMs: Double? { intervals.standardDeviation }
    /// Root of the mean of the squared differences; ms.
    public var rmssdMs: Double? { differences.meanSquare.map { $0.squareRoot() } }
    /// Standard deviation of the differences over their count - 1; ms.
    public var sdsdMs: Double? { differences.standardDeviation }
    /// Share of differences above 50 ms; %.
    public var pnn50Percent: Double? { percent(nn50Count) }
    /// Share of differences above 20 ms; %.
    public var pnn20Percent: Double? { percent(nn20Count) }
    /// Shortest and longest interval; ms.
    public var minNNMs: Double? { beats.sortedIntervals.first }
    public var maxNNMs: Double? { beats.sortedIntervals.last }
    /// Mean of 60000 / interval; beats/min.
    public var meanHeartRateBpm: Double? { rates.mean }
    /// Standard deviation of 60000 / interval over their count - 1; beats/min.
    public var sdHeartRateBpm: Double? { rates.standardDeviation }
    /// 60000 over the longest and the shortest interval; beats/min.
    public var minHeartRateBpm: Double? { maxNNMs.map { 60_000 / $0 } }
    public var maxHeartRateBpm: Double? { minNNMs.map { 60_000 / $0 } }
    /// The quantile of the intervals below which that share lies; ms.
    public func quantileMs(_ share: Double) -> Double? {
        Statistics.quantile(share, ofSorted: beats.sortedIntervals)
    }
    /// Median of the intervals; ms.
    public var medianNNMs: Double? { quantileMs(0.5) }
    /// 1.4826 times the median distance from the median; ms.
    ///
    /// - Complexity: O(n), half of the window is walked.
    public var madNNMs: Double? {
        medianNNMs.flatMap { beats.medianDistance(from: $0) }.map { TimeDomain.madScale * $0 }
    }
    /// Upper less lower quartile; ms.
    public var iqrNNMs: Double? {
        guard let upper = quantileMs(0.75), let lower = quantileMs(0.25) else { return nil }
        return upper - lower
    }

    /// Width of the Poincare cloud; ms.
    public var sd1Ms: Double? { sdsdMs.map { $0 / 2.0.squareRoot() } }
    /// Length of the Poincare cloud; ms.
    public var sd2Ms: Double? { pairSums.standardDeviation.map { $0 / 2.0.squareRoot() } }
    /// SD1 over SD2.
    public var sd1sd2: Double? { ratio(sd1Ms, sd2Ms) }
    /// Cardiac sympathetic index, SD2 / SD1.
    public var csi: Double? { ratio(sd2Ms, sd1Ms) }
    /// Cardiac vagal index, log10(16 SD1 SD2); nil where the product is 0.
    public var cvi: Double? {
        guard let sd1Ms, let sd2Ms, sd1Ms * sd2Ms > 0 else { return nil }
        return PlatformMath.log10(16 * (sd1Ms * sd2Ms))
    }

    private func percent(_ count: Int) -> Double? {
        differenceCount > 0 ? 100 * Double(count) / Double(differenceCount) : nil
    }
}
