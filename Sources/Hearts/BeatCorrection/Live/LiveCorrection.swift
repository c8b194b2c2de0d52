import PhysioDSP
public import PhysioTypes

/// Corrects a stream of beats as it comes, by ``ResonantRule`` and ``BeatRepair/timeKeeping``.
///
/// Each interval answers with a revision: the NN intervals that are decided now, mostly those of the
/// beat three beats ago, and at times a new end for those before. What is said becomes final:
/// - of a beat that two accounts dispute, after up to six beats;
/// - a repair 16 beats after its fault, once all the intervals that it leans on are decided;
/// - the first intervals after a start or a gap when there are 91 of them: until then the rhythm is
///   learned anew from all of them at 8, 16, 32, 64 and 91;
/// - where the rhythm is lost the last 32 intervals are taken back;
/// - intervals that a beat bounds which is known not to be normal wait for the next normal one, or
///   for eight of them.
/// - where the rate changes, up to 20 beats after the change; where it halves or doubles, nothing is
///   stated of the beats from there on until the former rate is back, or for 80 intervals at most.
///   From there on the rhythm is learned as after a start.
///
/// From the 91st interval of a stretch on, the result is that of ``ArtefactCorrection`` for the
/// whole: the same tracker, the same repairs.
///
/// Memory is bounded: 28 KiB for the tracker, and a few hundred intervals.
///
/// ```swift
/// var correction = LiveCorrection()
/// var metrics = SlidingMetrics(windowSeconds: 60)
/// for beat in strap {
///     metrics.revise(correction.push(intervalMs: beat.ms, endSeconds: beat.seconds))
/// }
/// ```
public struct LiveCorrection: ~Copyable {
    /// Intervals at which the beginning of a stretch is looked at anew.
    static let startCounts: Set<Int> = [
        ResonantRule.leastCount, 16, 32, 64, BeatTracker.startCount,
    ]

    private var tracker = BeatTracker()
    private var stretch: LiveStretch
    private var rawCount = 0
    private var previousEndSeconds: Double?
    private var isNextAfterGap = false
    /// What came before the last gap.
    private var known = KnownRhythm()
    /// Stands in for intervals that ectopic beats bound; nil until the stretch has its first one.
    private var substitution: EctopicSubstitution?

    /// Whether the newest beats that are decided show no rhythm that beats could be judged by.
    public var isIrregular: Bool { stretch.isIrregular }

    /// Changes of the heart rate in the current segment, as far as they are in memory; ascending.
    public var rateChanges: [RateChange] { stretch.rateChanges }

    /// Intervals in memory.
    var keptCount: Int { stretch.keptCount }

    public init() {
        stretch = LiveStretch(firstRawIndex: 0, beginSeconds: 0, opening: nil)
    }

    /// As it was saved.
    ///
    /// - Throws: ``NotAState`` for what no correction saved.
    public init(_ saved: Saved) throws(NotAState) {
        stretch = saved.stretch
        rawCount = saved.rawCount
        previousEndSeconds = saved.previousEndSeconds
        isNextAfterGap = saved.isNextAfterGap
        known = saved.known
        substitution = saved.substitution
        guard saved.isSound else { throw NotAState() }
        if let state = saved.tracker, !tracker.restore(state) { throw NotAState() }
    }

    /// All it knows: what follows is the same for one that is made of it.
    public var saved: Saved {
        Saved(
            tracker: stretch.count >= ResonantRule.leastCount ? tracker.state : nil,
            stretch: stretch, rawCount: rawCount, previousEndSeconds: previousEndSeconds,
            isNextAfterGap: isNextAfterGap, known: known, substitution: substitution)
    }

    /// Takes the next interval.
    ///
    /// - Parameter intervalMs: finite and above 0. One longer than any heart beat is a gap.
    /// - Parameter endSeconds: time of the beat that ends it; s; not before the last.
    /// - Parameter marks: `afterGap` where it does not begin at the last beat.
    /// - Complexity: O(1): below 1 us where nothing is wrong, 20 us where something is, and 1 ms at
    ///   five of the first 91 beats.
    public mutating func push(
        intervalMs: Double, endSeconds: Double, marks: RRSeries.Marks = []
    ) -> NNRevision {
        precondition(intervalMs > 0 && intervalMs.isFinite, "an interval must be above 0 ms")
        precondition(
            endSeconds.isFinite && endSeconds >= previousEndSeconds ?? -.infinity,
            "beats come in the order of their times")
        var revision = NNRevision(fromRawIndex: rawCount)
        let isTooLong = intervalMs > RRSeries.plausibleRangeMs.upperBound
        let isAfterGap = marks.contains(.afterGap)
        if isTooLong || isNextAfterGap || isAfterGap { revision = finish() }
        if stretch.count == 0 {
            // An interval behind a gap may be longer than the time since the last beat: no beat that is put into it comes
            // before that one.
            stretch = LiveStretch(
                firstRawIndex: rawCount,
                beginSeconds: previousEndSeconds ?? endSeconds - intervalMs / 1000,
                opening: isAfterGap ? .gap(rawCount) : nil)
        }
        if isTooLong {
            if isAfterGap { revision.events.append(.gap(rawCount)) }
            revision.events.append(.range(rawCount, intervalMs))
        } else {
            stretch.append(intervalMs, endSeconds, marks)
            decide(intervalMs, isEctopic: marks.isEctopic)
            revision.append(nextRevision())
        }
        isNextAfterGap = isTooLong
        previousEndSeconds = endSeconds
        rawCount += 1
        return revision
    }

    /// Decides what is left, as at the end of a recording. The next interval begins a new stretch.
    public mutating func finish() -> NNRevision {
        guard stretch.count > 0 else { return NNRevision(fromRawIndex: rawCount) }
        let isFirst = stretch.isFirstStart
        if !isFirst { judge(substitution?.flush() ?? []) }
        let isShort = stretch.isLearning && stretch.learnedCount < BeatTracker.startCount
        if isShort, !startAnew() {
            while stretch.decidedCount < stretch.count { stretch.take(.asMeasured) }
            known.add(stretch.newest(BeatTracker.startCount), rhythm: nil)
        } else {
            stretch.finish(&tracker)
            if isShort, isFirst { stretch.learnStart() }
            known.add(stretch.newest(BeatTracker.startCount), rhythm: tracker.rhythm)
        }
        stretch.settle()
        let revision = stretch.revision(expecting: [])
        stretch = LiveStretch(firstRawIndex: rawCount, beginSeconds: 0, opening: nil)
        substitution = nil
        return revision
    }

    /// What is decided, and what is three beats old and looks as if it will be.
    private mutating func nextRevision() -> NNRevision {
        var expected: [BeatTracker.Transition] = []
        if stretch.count >= ResonantRule.leastCount { tracker.peek { expected.append($0) } }
        return stretch.revision(expecting: expected)
    }

    private mutating func decide(_ intervalMs: Double, isEctopic: Bool) {
        if stretch.isFirstStart, Self.startCounts.contains(stretch.count) {
            startAnew()
            stretch.learnStart()
        } else if stretch.count > ResonantRule.leastCount {
            judge(substituted(intervalMs, isEctopic: isEctopic))
        } else if stretch.count > 3 {
            stretch.take(.asMeasured)
        }
        stretch.settle()
    }

    /// What is to be judged now: at the beginning of a stretch one interval, later none while an
    /// ectopic beat's run may go on.
    private mutating func substituted(_ intervalMs: Double, isEctopic: Bool) -> [Double] {
        if stretch.count <= BeatTracker.startCount {
            return isEctopic ? stretch.judged(knowing: known).suffix(1) : [intervalMs]
        }
        if isEctopic, substitution == nil {
            substitution = stretch.substitution(knowing: known, omittingLast: 1)
        }
        return substitution?.push(intervalMs, isEctopic: isEctopic) ?? [intervalMs]
    }

    /// Judges the next intervals, and looks at those since a change of rate anew when they are enough to
    /// learn more from.
    private mutating func judge(_ intervals: [Double]) {
        for interval in intervals {
            stretch.substitute(interval)
            if !stretch.isFirstStart, Self.startCounts.contains(stretch.learnedCount) {
                startAnew()
            } else {
                stretch.push(interval, by: &tracker)
            }
        }
    }

    /// Looks at all intervals anew since the tracker was started with fewer than it can learn from.
    ///
    /// - Returns: false where neither they nor what came before show a rhythm.
    @discardableResult
    private mutating func startAnew() -> Bool {
        if stretch.isFirstStart {
            let intervals = stretch.startAnew(knowing: known)
            guard ResonantRule.start(&tracker, intervals, knowing: known) else { return false }
            substitution = stretch.hasEctopic ? stretch.substitution(knowing: known) : nil
        } else {
            tracker.start(stretch.restart())
        }
        stretch.follow(by: &tracker)
        return true
    }
}

extension LiveCorrection {
    /// The state of a correction, to be kept and taken up again.
    public struct Saved: Sendable, Codable {
        /// nil before there is a rhythm.
        let tracker: [Double]?
        let stretch: LiveStretch
        let rawCount: Int
        let previousEndSeconds: Double?
        let isNextAfterGap: Bool
        let known: KnownRhythm
        let substitution: EctopicSubstitution?

        /// Whether what follows could go on from it.
        var isSound: Bool {
            let hasRhythm = stretch.count >= ResonantRule.leastCount
            let end = previousEndSeconds ?? -.infinity
            return stretch.isSound(before: end) && hasRhythm == (tracker != nil)
                && known.isSound && !end.isNaN
        }
    }

    /// What was given is no state that a correction saved.
    public struct NotAState: Error, Sendable {
        public init() {}
    }
}

extension NNRevision {
    /// What comes of this one and the next.
    mutating func append(_ next: NNRevision) {
        let taken = min(beats.count, next.withdrawnCount)
        withdrawnCount += next.withdrawnCount - taken
        beats.removeLast(taken)
        beats += next.beats
        events.removeAll { $0.beatIndex >= next.fromRawIndex }
        events += next.events
        fromRawIndex = min(fromRawIndex, next.fromRawIndex)
    }
}
