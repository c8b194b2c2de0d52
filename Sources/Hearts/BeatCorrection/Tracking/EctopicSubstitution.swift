import PhysioTypes

/// Puts intervals of the rhythm instead of those that a known ectopic beat bounds, so that a
/// rule judges the rhythm by the intervals between normal beats.
///
/// The normal beats on both sides of a run of such intervals say how much time it takes. It is
/// divided into the whole number of beats that comes nearest to the median of the eight normal
/// intervals before, and what that gives stands for each interval of the run, within 15 % of the
/// median: so the rhythm continues through a compensatory pause, an interpolated beat and a run alike,
/// and keeps its phase in an oscillation. Where a segment begins with a run, the normal intervals behind it
/// stand there in reverse order. A run is divided every eight intervals, and where the first 91
/// intervals of a segment end.
///
/// ```swift
/// var substitution = EctopicSubstitution(startingWith: intervals, marks)
/// substitution.push(520, isEctopic: true)  // []
/// substitution.push(1080, isEctopic: true)  // []
/// substitution.push(805, isEctopic: false)  // [800, 800, 805]
/// ```
struct EctopicSubstitution: Sendable, Codable {
    /// Normal intervals that the rhythm is the median of.
    static let normalCount = 8
    /// Intervals of a run that wait for its end at most.
    static let maxPendingCount = 8
    /// Largest deviation of a substitute from the rhythm, relative.
    static let maxDeviation = 0.15

    /// The newest normal intervals; ms.
    private var recentNormalMs: [Double]
    /// Sum of the intervals that wait; ms.
    private var pendingMs: [Double] = []
    /// Intervals of the segment so far.
    private var count = 0
    /// Substitutes of a run that the segment begins with: the normal intervals behind it, mirrored.
    private var openingSubstitutes: [Double] = []

    /// - Parameter intervalsMs: the beginning of a segment, of which the first 91 are looked at.
    /// - Parameter marks: as many.
    /// - Parameter priorRhythm: the intervals before the segment, for one that begins without a normal one.
    init(
        startingWith intervalsMs: some Collection<Double>,
        _ marks: some Collection<RRSeries.Marks>, prior priorRhythm: PriorRhythm = PriorRhythm()
    ) {
        let start = zip(intervalsMs, marks).prefix(BeatTracker.maxStartCount)
        let normal = start.filter { !$0.1.isEctopic }.map(\.0)
        recentNormalMs = Array(normal.prefix(Self.normalCount))
        if let last = normal.last {
            let length = start.prefix { $0.1.isEctopic }.count
            openingSubstitutes = (0..<length).reversed().map {
                $0 < normal.count ? normal[$0] : last
            }
        }
        if recentNormalMs.isEmpty {
            recentNormalMs = Array(priorRhythm.intervalsMs.suffix(Self.normalCount))
        }
    }

    /// Takes the next interval.
    ///
    /// - Returns: what a rule is to judge, as far as it is known: in all one number an interval.
    mutating func push(_ intervalMs: Double, isEctopic: Bool) -> [Double] {
        count += 1
        guard isEctopic else {
            let flushedIntervals = flush()
            recentNormalMs.append(intervalMs)
            if recentNormalMs.count > Self.normalCount { recentNormalMs.removeFirst() }
            return flushedIntervals + [intervalMs]
        }
        pendingMs.append(intervalMs)
        let isFull = pendingMs.count == Self.maxPendingCount || count == BeatTracker.maxStartCount
        return isFull ? flush() : []
    }

    /// Divides what waits, as at the end of a segment.
    mutating func flush() -> [Double] {
        guard !pendingMs.isEmpty else { return [] }
        defer { pendingMs = [] }
        guard !recentNormalMs.isEmpty else { return pendingMs }
        if openingSubstitutes.count >= pendingMs.count {
            defer { openingSubstitutes.removeFirst(pendingMs.count) }
            return Array(openingSubstitutes.prefix(pendingMs.count))
        }
        let sorted = recentNormalMs.sorted()
        let rhythm = (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
        let total = pendingMs.reduce(0, +)
        let beatCount = max(1, (total / rhythm).rounded())
        let minSubstitute = rhythm * (1 - Self.maxDeviation)
        let maxSubstitute = rhythm * (1 + Self.maxDeviation)
        let substitute = min(max(total / beatCount, minSubstitute), maxSubstitute)
        return pendingMs.map { _ in substitute }
    }

    /// The whole of a segment.
    ///
    /// - Returns: one number an interval; the intervals themselves where none is ectopic.
    static func judgedIntervals(
        _ intervalsMs: [Double], _ marks: ArraySlice<RRSeries.Marks>, prior priorRhythm: PriorRhythm
    ) -> [Double] {
        guard marks.contains(where: \.isEctopic) else { return intervalsMs }
        var substitution = Self(startingWith: intervalsMs, marks, prior: priorRhythm)
        var judgedIntervals: [Double] = []
        judgedIntervals.reserveCapacity(intervalsMs.count)
        for (interval, marks) in zip(intervalsMs, marks) {
            judgedIntervals += substitution.push(interval, isEctopic: marks.isEctopic)
        }
        return judgedIntervals + substitution.flush()
    }

    private enum CodingKeys: String, CodingKey {
        case recentNormalMs = "newest"
        case pendingMs = "waitingMs"
        case count
        case openingSubstitutes = "opening"
    }
}

extension RRSeries.Marks {
    /// True if a beat that bounds the interval is known not to be a normal one.
    var isEctopic: Bool { contains(.notNormal) }
}

extension BeatArtefact {
    /// The same with what the recording knows of its intervals.
    ///
    /// Labels are surer than a rule: no artefact is found where a beat that is known not to be normal
    /// bounds an interval, and of noise that is left out whole the other intervals remain. Where the
    /// signal is good no beat is missed: too long an interval is a pause, and left out.
    ///
    /// - Parameter marks: of an interval, by its index.
    func applyingMarks(_ marks: (Int) -> RRSeries.Marks) -> [BeatArtefact] {
        guard !intervals.contains(where: { marks($0).isEctopic }) else {
            guard isBurst else { return [] }
            return intervals.split { marks($0).isEctopic }.compactMap { part in
                guard let first = part.first, let last = part.last else { return nil }
                return BeatArtefact(
                    kind: kind, beatIndex: first, intervals: first..<(last + 1), newCount: 0,
                    keepsTime: false)
            }
        }
        guard newCount > intervals.count,
            intervals.allSatisfy({ marks($0).contains(.goodSignal) })
        else { return [self] }
        return [
            BeatArtefact(
                kind: .long, beatIndex: beatIndex, intervals: intervals, newCount: 0,
                keepsTime: false)
        ]
    }
}
