import PhysioDSP
public import PhysioTypes

/// Corrects a stream of beats as it comes, by ``ResonantRule`` and ``BeatRepair/timeKeeping``.
///
/// Each interval answers with a revision: the NN intervals that are decided now, mostly those of the
/// beat three beats ago, and at times a new end for those before. What is said becomes final:
/// - of a beat that two accounts dispute, after up to six beats;
/// - a repair 16 beats after its artefact, once all the intervals that it leans on are decided;
/// - the first intervals after a start or a gap when there are 91 of them: until then the rhythm is
///   learned anew from all of them at 8, 16, 32, 64 and 91;
/// - where the rhythm is lost the last 32 intervals are taken back;
/// - intervals that a beat bounds which is known not to be normal wait for the next normal one, or
///   for eight of them.
/// - where the rate changes, up to 20 beats after the change; where it halves or doubles, nothing is
///   stated of the beats from there on until the former rate is back, or for 80 intervals at most.
///   From there on the rhythm is learned as after a start.
///
/// From the 91st interval of a segment on, the result is that of ``ArtefactCorrection`` for the
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
    /// Intervals at which the beginning of a segment is looked at anew.
    static let reexaminationCounts: Set<Int> = [
        ResonantRule.minRhythmIntervalCount, 16, 32, 64, BeatTracker.maxStartCount,
    ]

    private var tracker = BeatTracker()
    private var segment: LiveSegment
    private var rawCount = 0
    private var previousEndSeconds: Double?
    private var isNextAfterGap = false
    /// The rhythm before the last gap.
    private var priorRhythm = PriorRhythm()
    /// Stands in for intervals that ectopic beats bound; nil until the segment has its first one.
    private var substitution: EctopicSubstitution?

    /// True if the newest decided beats show no rhythm by which beats could be judged.
    public var isIrregular: Bool { segment.isIrregular }

    /// Changes of the heart rate in the current segment, as far as they are in memory; ascending.
    public var rateChanges: [RateChange] { segment.rateChanges }

    /// Intervals in memory.
    var maxBufferedCount: Int { segment.maxBufferedCount }

    public init() {
        segment = LiveSegment(firstRawIndex: 0, beginSeconds: 0, openingEvent: nil)
    }

    /// Creates the correction from a saved state.
    ///
    /// - Throws: ``InvalidStateError`` for what no correction saved.
    public init(_ saved: SavedState) throws(InvalidStateError) {
        segment = saved.segment
        rawCount = saved.rawCount
        previousEndSeconds = saved.previousEndSeconds
        isNextAfterGap = saved.isNextAfterGap
        priorRhythm = saved.priorRhythm
        substitution = saved.substitution
        guard saved.isValid else { throw InvalidStateError() }
        if let state = saved.tracker, !tracker.restore(state) { throw InvalidStateError() }
    }

    /// All it knows: what follows is the same for one that is made of it.
    public var savedState: SavedState {
        SavedState(
            tracker: segment.count >= ResonantRule.minRhythmIntervalCount ? tracker.state : nil,
            segment: segment, rawCount: rawCount, previousEndSeconds: previousEndSeconds,
            isNextAfterGap: isNextAfterGap, priorRhythm: priorRhythm, substitution: substitution)
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
        var revision = NNRevision(firstRawIndex: rawCount)
        let isTooLong = intervalMs > RRSeries.plausibleRangeMs.upperBound
        let isAfterGap = marks.contains(.afterGap)
        if isTooLong || isNextAfterGap || isAfterGap { revision = finish() }
        if segment.count == 0 {
            // An interval behind a gap may be longer than the time since the last beat: no beat that is put into it comes
            // before that one.
            segment = LiveSegment(
                firstRawIndex: rawCount,
                beginSeconds: previousEndSeconds ?? endSeconds - intervalMs / 1000,
                openingEvent: isAfterGap ? .gap(rawCount) : nil)
        }
        if isTooLong {
            if isAfterGap { revision.events.append(.gap(rawCount)) }
            revision.events.append(.outOfRange(rawCount, intervalMs))
        } else {
            segment.append(intervalMs, endSeconds, marks)
            decide(intervalMs, isEctopic: marks.isEctopic)
            revision.append(nextRevision())
        }
        isNextAfterGap = isTooLong
        previousEndSeconds = endSeconds
        rawCount += 1
        return revision
    }

    /// Decides what is left, as at the end of a recording. The next interval begins a new segment.
    public mutating func finish() -> NNRevision {
        guard segment.count > 0 else { return NNRevision(firstRawIndex: rawCount) }
        let isFirst = segment.learnsFromFirstInterval
        if !isFirst { judge(substitution?.flush() ?? []) }
        let isShort = segment.isLearning && segment.learnedCount < BeatTracker.maxStartCount
        if isShort, !startAnew() {
            while segment.decidedCount < segment.count { segment.apply(.measuredInterval) }
            priorRhythm.add(segment.newestIntervals(BeatTracker.maxStartCount), rhythm: nil)
        } else {
            segment.finish(&tracker)
            if isShort, isFirst { segment.learnFirstIntervals() }
            priorRhythm.add(
                segment.newestIntervals(BeatTracker.maxStartCount), rhythm: tracker.rhythm)
        }
        segment.processChanges()
        let revision = segment.revision(expecting: [])
        segment = LiveSegment(firstRawIndex: rawCount, beginSeconds: 0, openingEvent: nil)
        substitution = nil
        return revision
    }

    /// Returns what is decided, and what is three beats old and likely to stay as it is.
    private mutating func nextRevision() -> NNRevision {
        var expected: [BeatTracker.Transition] = []
        if segment.count >= ResonantRule.minRhythmIntervalCount {
            tracker.peek { expected.append($0) }
        }
        return segment.revision(expecting: expected)
    }

    private mutating func decide(_ intervalMs: Double, isEctopic: Bool) {
        if segment.learnsFromFirstInterval, Self.reexaminationCounts.contains(segment.count) {
            startAnew()
            segment.learnFirstIntervals()
        } else if segment.count > ResonantRule.minRhythmIntervalCount {
            judge(intervalsToJudge(intervalMs, isEctopic: isEctopic))
        } else if segment.count > 3 {
            segment.apply(.measuredInterval)
        }
        segment.processChanges()
    }

    /// Intervals to be judged now: at the beginning of a segment one, later none while an
    /// ectopic beat's run may continue.
    private mutating func intervalsToJudge(_ intervalMs: Double, isEctopic: Bool) -> [Double] {
        if segment.count <= BeatTracker.maxStartCount {
            return isEctopic ? segment.judgedIntervals(prior: priorRhythm).suffix(1) : [intervalMs]
        }
        if isEctopic, substitution == nil {
            substitution = segment.substitution(prior: priorRhythm, omittingLast: 1)
        }
        return substitution?.push(intervalMs, isEctopic: isEctopic) ?? [intervalMs]
    }

    /// Judges the next intervals, and looks at those since a change of rate anew when they are enough to
    /// learn more from.
    private mutating func judge(_ intervals: [Double]) {
        for interval in intervals {
            segment.substitute(interval)
            if !segment.learnsFromFirstInterval,
                Self.reexaminationCounts.contains(segment.learnedCount)
            {
                startAnew()
            } else {
                segment.push(interval, by: &tracker)
            }
        }
    }

    /// Looks at all intervals anew since the tracker was started with fewer than it can learn from.
    ///
    /// - Returns: false where neither they nor what came before show a rhythm.
    @discardableResult
    private mutating func startAnew() -> Bool {
        if segment.learnsFromFirstInterval {
            let intervals = segment.startAnew(prior: priorRhythm)
            guard ResonantRule.startTracker(&tracker, intervals, prior: priorRhythm) else {
                return false
            }
            substitution = segment.hasEctopic ? segment.substitution(prior: priorRhythm) : nil
        } else {
            tracker.start(segment.restart())
        }
        segment.follow(by: &tracker)
        return true
    }
}

extension LiveCorrection {
    /// The state of a correction, to be kept and taken up again.
    public struct SavedState: Sendable, Codable {
        /// nil before there is a rhythm.
        let tracker: [Double]?
        let segment: LiveSegment
        let rawCount: Int
        let previousEndSeconds: Double?
        let isNextAfterGap: Bool
        let priorRhythm: PriorRhythm
        let substitution: EctopicSubstitution?

        /// True if a correction can continue from it.
        var isValid: Bool {
            let hasRhythm = segment.count >= ResonantRule.minRhythmIntervalCount
            let end = previousEndSeconds ?? -.infinity
            return segment.isValid(before: end) && hasRhythm == (tracker != nil)
                && priorRhythm.isValid && !end.isNaN
        }

        private enum CodingKeys: String, CodingKey {
            case tracker
            case segment = "stretch"
            case rawCount, previousEndSeconds, isNextAfterGap, priorRhythm = "known", substitution
        }
    }

    /// An error for a value that is no state saved by a correction.
    public struct InvalidStateError: Error, Sendable {
        public init() {}
    }
}

extension NNRevision {
    /// Appends the next revision to this one.
    mutating func append(_ next: NNRevision) {
        let removedCount = min(beats.count, next.withdrawnCount)
        withdrawnCount += next.withdrawnCount - removedCount
        beats.removeLast(removedCount)
        beats += next.beats
        events.removeAll { $0.beatIndex >= next.firstRawIndex }
        events += next.events
        firstRawIndex = min(firstRawIndex, next.firstRawIndex)
    }
}
