import PhysioDSP
import PhysioTypes

/// The newest intervals of a stream since its last gap, and what has been said of them.
///
/// An index counts intervals from the beginning of the segment.
struct LiveSegment: Codable {
    /// Largest distance of an interval that a repair leans on; intervals.
    private static let repairReach = 16
    /// Space for a window to the left: no more sites lie in it than a repair can see past.
    private static let leftMargin = 40
    /// The number of intervals between the states to which the learned loss can be taken back.
    private static let snapshotStep = 8
    /// Intervals that are kept; far above all that can still change.
    private static let capacity = 320

    private let firstRawIndex: Int
    private let beginSeconds: Double
    private let openingEvent: CorrectionEvent?
    private var intervalsMs: [Double] = []
    private var endTimesSeconds: [Double] = []
    private var marks: [RRSeries.Marks] = []
    /// Substitutes of the intervals that ectopic beats bound, by their indices; ms; nil without any.
    private var substitutes: [Int: Double]?
    /// Intervals that a rule has judged or is judging.
    private var judgedCount = 0
    /// Index of the first interval in memory.
    private var firstIndex = 0

    private var interpreter = TransitionInterpreter()
    /// The index at which the tracker was started with fewer intervals than it can learn from; nil
    /// where it was not.
    private var shortHistoryStartIndex: Int? = 0
    /// Index before which the variability that the repair of an artefact gives back is known.
    private var knownLossIndex = 0
    private var loss = InterpolationLoss()
    /// States of `loss` after it had learned from the intervals before an index; ascending.
    private var lossSnapshots: [LossSnapshot] = []

    private struct LossSnapshot: Codable {
        let index: Int
        let loss: InterpolationLoss

        private enum CodingKeys: String, CodingKey {
            case index = "place"
            case loss = "lost"
        }
    }
    /// The next index that `loss` learns from.
    private var learnedIndex = 0
    /// Variability that the repair of an artefact gives back, by the index where it begins; ms^2.
    private var lossSquares: [Int: InterpolationLoss.SquaredDifferences] = [:]

    /// NN intervals that were given, as far as they can still be taken back.
    private var emittedBeats: [NNBeat] = []
    /// Index before which something was said of each interval.
    private var emittedIndex = 0
    /// The index from which on a revision may change the result.
    private var revisableIndex = 0

    /// - Parameter openingEvent: what the log says of its beginning.
    init(firstRawIndex: Int, beginSeconds: Double, openingEvent: CorrectionEvent?) {
        self.openingEvent = openingEvent
        self.firstRawIndex = firstRawIndex
        self.beginSeconds = beginSeconds
    }

    /// Intervals of the segment so far.
    var count: Int { firstIndex + intervalsMs.count }
    /// The most things of one kind in memory.
    var maxBufferedCount: Int {
        max(intervalsMs.count, emittedBeats.count, interpreter.artefacts.count)
    }
    var decidedCount: Int { interpreter.decidedCount }
    var isIrregular: Bool { interpreter.isIrregular }
    /// Changes of the heart rate, as far as they are in memory.
    var rateChanges: [RateChange] { interpreter.rateChanges.map { $0.moved(by: firstRawIndex) } }
    /// True if the tracker can still learn more from intervals that it was started with.
    var isLearning: Bool {
        shortHistoryStartIndex != nil && learnedCount <= BeatTracker.maxStartCount
    }
    /// Intervals that it learns from.
    var learnedCount: Int { shortHistoryStartIndex.map { judgedCount - $0 } ?? 0 }
    var learnsFromFirstInterval: Bool { shortHistoryStartIndex == 0 }

    /// Returns true if its parts fit together, and it ends at a time or before.
    func isValid(before end: Double) -> Bool {
        intervalsMs.count == endTimesSeconds.count && intervalsMs.count == marks.count
            && intervalsMs.count <= Self.capacity && firstIndex >= 0
            && intervalsMs.allSatisfy { $0 > 0 && $0.isFinite }
            && zip(endTimesSeconds, endTimesSeconds.dropFirst()).allSatisfy { $0 <= $1 }
            && endTimesSeconds.allSatisfy { $0.isFinite && $0 <= end }
            && (learnedIndex >= firstIndex || intervalsMs.isEmpty)
            && interpreter.decidedCount <= count && (0...count).contains(emittedIndex)
            && interpreter.isValid(count: count)
            && (shortHistoryStartIndex.map { (firstIndex...count).contains($0) } ?? true)
    }

    /// The last intervals as they are judged, oldest first; ms.
    func newestIntervals(_ number: Int) -> [Double] { Array(judgedIntervalsMs.suffix(number)) }

    /// The intervals in memory as they are judged, as far as they are.
    private var judgedIntervalsMs: [Double] {
        let judgedIntervals = Array(intervalsMs.prefix(judgedCount - firstIndex))
        guard let substitutes else { return judgedIntervals }
        return judgedIntervals.indices.map { substitutes[firstIndex + $0] ?? judgedIntervals[$0] }
    }

    /// Stores the number that is judged instead of the next interval.
    mutating func substitute(_ intervalMs: Double) {
        if isEctopic(judgedCount) {
            substitutes = substitutes ?? [:]
            substitutes?[judgedCount] = intervalMs
        }
        judgedCount += 1
    }

    /// All intervals as a rule is to judge them, while all are in memory.
    func judgedIntervals(prior priorRhythm: PriorRhythm) -> [Double] {
        EctopicSubstitution.judgedIntervals(intervalsMs, marks[...], prior: priorRhythm)
    }

    var hasEctopic: Bool { marks.contains(where: \.isEctopic) }

    /// Returns the substitutes for the intervals that come.
    ///
    /// - Parameter count: intervals at the end that it does not know yet.
    func substitution(prior priorRhythm: PriorRhythm, omittingLast count: Int = 0)
        -> EctopicSubstitution
    {
        var substitution = EctopicSubstitution(startingWith: intervalsMs, marks, prior: priorRhythm)
        for (interval, marks) in zip(intervalsMs, marks).dropLast(count) {
            _ = substitution.push(interval, isEctopic: marks.isEctopic)
        }
        return substitution
    }

    private func isEctopic(_ index: Int) -> Bool { marks[index - firstIndex].isEctopic }

    /// The artefacts found, with what the marks know of their intervals.
    private var artefacts: [BeatArtefact] { interpreter.artefacts.flatMap(applyingMarks) }

    private func applyingMarks(_ artefact: BeatArtefact) -> [BeatArtefact] {
        artefact.applyingMarks { $0 >= firstIndex ? marks[$0 - firstIndex] : [] }
    }

    mutating func append(_ intervalMs: Double, _ endSeconds: Double, _ marks: RRSeries.Marks) {
        if intervalsMs.count == Self.capacity { forget(Self.capacity / 2) }
        intervalsMs.append(intervalMs)
        endTimesSeconds.append(endSeconds)
        self.marks.append(marks)
    }

    /// - Parameter maxCount: intervals to forget; fewer where the last of them would divide an artefact.
    private mutating func forget(_ maxCount: Int) {
        let end = firstIndex + maxCount
        let dividedArtefact = interpreter.artefacts.first { $0.intervals.contains(end) }
        let number = min(maxCount, (dividedArtefact?.intervals.lowerBound ?? end) - firstIndex)
        learn(before: firstIndex + number)
        intervalsMs.removeFirst(number)
        endTimesSeconds.removeFirst(number)
        marks.removeFirst(number)
        firstIndex += number
        let first = firstIndex
        substitutes = substitutes?.filter { $0.key >= first }
        lossSnapshots.removeAll { $0.index < firstIndex }
        interpreter.forget(before: firstIndex)
        lossSquares = lossSquares.filter { $0.key >= firstIndex }
        emittedBeats.removeAll { $0.rawIndex < firstRawIndex + firstIndex }
    }

    // MARK: Decisions

    /// Takes back everything since the tracker was started with fewer intervals than it can learn from.
    ///
    /// - Parameter priorRhythm: the rhythm before the segment.
    /// - Returns: all intervals as they are to be judged; not more than the tracker can start with.
    mutating func startAnew(prior priorRhythm: PriorRhythm) -> [Double] {
        interpreter = TransitionInterpreter()
        loss = InterpolationLoss()
        lossSnapshots = []
        learnedIndex = 0
        lossSquares = [:]
        revisableIndex = 0
        knownLossIndex = 0
        (substitutes, judgedCount) = (nil, 0)
        let judgedIntervals = judgedIntervals(prior: priorRhythm)
        for interval in judgedIntervals { substitute(interval) }
        return judgedIntervals
    }

    /// Takes back everything since a change of rate.
    ///
    /// - Returns: the intervals since then as they are judged; not more than the tracker can start with.
    mutating func restart() -> [Double] {
        guard let from = shortHistoryStartIndex else { return [] }
        interpreter.rewind(to: from)
        interpreter.firstRestartIndex = nil
        return Array(judgedIntervalsMs[(from - firstIndex)...].prefix(BeatTracker.maxStartCount))
    }

    /// Follows the intervals that the tracker was started with.
    mutating func follow(by tracker: inout BeatTracker) {
        interpreter.follow(judgedIntervalsMs, from: firstIndex, by: &tracker)
        if learnedCount >= BeatTracker.maxStartCount {
            shortHistoryStartIndex = interpreter.firstRestartIndex
        }
    }

    /// Takes the newest interval, and starts the tracker anew where the rate has changed.
    mutating func push(_ intervalMs: Double, by tracker: inout BeatTracker) {
        interpreter.firstRestartIndex = nil
        interpreter.observe(intervalMs)
        tracker.push(intervalMs) { apply($0) }
        guard interpreter.restart() != nil else { return }
        interpreter.followAnew(judgedIntervalsMs, from: firstIndex, by: &tracker)
        if !isLearning { shortHistoryStartIndex = interpreter.firstRestartIndex }
    }

    /// Takes the next decision.
    mutating func apply(_ transition: BeatTracker.Transition) { interpreter.apply(transition) }

    /// Decides what is left.
    mutating func finish(_ tracker: inout BeatTracker) { interpreter.finish(&tracker) }

    /// Looks at what the last decisions have changed.
    mutating func processChanges() {
        if let index = interpreter.firstChangedIndex {
            revisableIndex = min(revisableIndex, index)
            // A repair before it may lean on what has changed.
            if let dependentArtefact = interpreter.artefacts.first(where: {
                $0.intervals.upperBound + Self.repairReach > index
            }) {
                revisableIndex = min(revisableIndex, dependentArtefact.intervals.lowerBound)
            }
            knownLossIndex = min(knownLossIndex, index)
            forgetLoss(from: index)
            interpreter.firstChangedIndex = nil
        }
        if let index = interpreter.firstWithheldIndex {
            revisableIndex = min(revisableIndex, index)
        }
        guard let last = interpreter.artefacts.last, last.intervals.lowerBound >= knownLossIndex
        else {
            return
        }
        for artefact in artefacts where artefact.intervals.lowerBound >= knownLossIndex {
            revisableIndex = min(revisableIndex, artefact.intervals.lowerBound)
            // At the beginning all artefacts are known before anything is learned.
            if learnedIndex > 0 { storeLoss(artefact) }
        }
        knownLossIndex = last.intervals.upperBound
    }

    /// Forgets what was learned from intervals that are judged otherwise now, and what artefacts
    /// behind them are not to have learned.
    private mutating func forgetLoss(from changed: Int) {
        let index = changed - InterpolationLoss.learningLag
        guard learnedIndex > index else { return }
        while let last = lossSnapshots.last, last.index > index { lossSnapshots.removeLast() }
        if let last = lossSnapshots.last {
            loss = last.loss
            learnedIndex = last.index
        } else if learnedIndex > 0, firstIndex == 0 {
            learnFirstIntervals()
        }
    }

    /// Learns from the first intervals together, and settles the artefacts among and behind them.
    mutating func learnFirstIntervals() {
        var start = InterpolationLoss()
        start.start(intervalsMs.prefix(interpreter.decidedCount)) { isMeasured($0) }
        loss = start
        learnedIndex = InterpolationLoss.initialIntervalCount
        lossSnapshots = []
        for artefact in artefacts { storeLoss(artefact) }
        knownLossIndex = interpreter.artefacts.last?.intervals.upperBound ?? knownLossIndex
    }

    private mutating func storeLoss(_ artefact: BeatArtefact) {
        learn(before: artefact.intervals.lowerBound - InterpolationLoss.learningLag)
        lossSquares[artefact.intervals.lowerBound] = loss.squaredDifferencesMs2
    }

    private mutating func learn(before index: Int) {
        while learnedIndex < index {
            if learnedIndex.isMultiple(of: Self.snapshotStep) {
                lossSnapshots.append(LossSnapshot(index: learnedIndex, loss: loss))
            }
            loss.learn(intervalsMs[learnedIndex - firstIndex], isMeasured: isMeasured(learnedIndex))
            learnedIndex += 1
        }
    }

    private func isMeasured(_ index: Int) -> Bool {
        !isEctopic(index)
            && !interpreter.artefacts.contains {
                $0.intervals.contains(index) && !applyingMarks($0).isEmpty
            }
            && !interpreter.irregularSegments.contains { $0.contains(index) }
    }

    // MARK: What is said

    /// Returns the revision that is due now.
    ///
    /// - Parameter expected: what will probably be decided next.
    mutating func revision(expecting expected: [BeatTracker.Transition]) -> NNRevision {
        let decidedInterpreter = interpreter
        defer { interpreter = decidedInterpreter }
        for transition in expected { interpreter.apply(transition, isExpected: true) }
        let firstWithheldIndex = decidedInterpreter.firstWithheldIndex ?? .max
        let from = max(firstIndex, min(revisableIndex, emittedIndex))
        let decidedEndIndex = max(from, min(interpreter.decidedCount, firstWithheldIndex))
        guard decidedEndIndex > from || emittedIndex > from else {
            return NNRevision(firstRawIndex: firstRawIndex + emittedIndex)
        }
        let (beats, events) = corrected(from..<decidedEndIndex)
        let firstRevisableBeatIndex =
            emittedBeats.firstIndex { $0.rawIndex >= firstRawIndex + from } ?? emittedBeats.count
        // What is said again in the same words need not be.
        let unchangedCount = zip(emittedBeats[firstRevisableBeatIndex...], beats).prefix {
            $0 == $1
        }
        .count
        var start = firstRawIndex + emittedIndex
        if firstRevisableBeatIndex + unchangedCount < emittedBeats.count {
            start = min(start, emittedBeats[firstRevisableBeatIndex + unchangedCount].rawIndex)
        }
        if unchangedCount < beats.count { start = min(start, beats[unchangedCount].rawIndex) }
        start = artefactBegin(start)
        let retainedCount = emittedBeats.firstIndex { $0.rawIndex >= start } ?? emittedBeats.count
        let newBeats = beats.filter { $0.rawIndex >= start }
        let revision = NNRevision(
            withdrawnCount: emittedBeats.count - retainedCount, beats: newBeats,
            events: events.filter { $0.beatIndex >= start }, firstRawIndex: start)
        emittedBeats.removeLast(emittedBeats.count - retainedCount)
        emittedBeats += newBeats
        emittedIndex = decidedEndIndex
        revisableIndex = min(nextRevisableIndex, decidedInterpreter.decidedCount)
        return revision
    }

    /// The raw interval where the site begins that `rawIndex` lies in.
    private func artefactBegin(_ rawIndex: Int) -> Int {
        let index = rawIndex - firstRawIndex
        let artefact = artefacts.last { $0.intervals.contains(index) }
        return artefact.map { firstRawIndex + $0.intervals.lowerBound } ?? rawIndex
    }

    /// Index of the first artefact whose repair leans on what is not decided.
    private var nextRevisableIndex: Int {
        let open = artefacts.first {
            $0.intervals.upperBound + Self.repairReach > interpreter.decidedCount
        }
        return open?.intervals.lowerBound ?? interpreter.decidedCount
    }

    /// NN intervals and log of some indices that are decided.
    private func corrected(_ indices: Range<Int>) -> ([NNBeat], [CorrectionEvent]) {
        var begin = max(firstIndex, indices.lowerBound - Self.leftMargin)
        if let artefactAtBegin = artefacts.first(where: { $0.intervals.contains(begin) }) {
            begin = max(firstIndex, artefactAtBegin.intervals.lowerBound)
        }
        let sliceRange = (begin - firstIndex)...
        var beats = SegmentBeats(
            intervalsMs: intervalsMs[sliceRange], endTimesSeconds: endTimesSeconds[sliceRange],
            firstRawIndex: firstRawIndex + begin,
            beginSeconds: begin > firstIndex
                ? endTimesSeconds[begin - firstIndex - 1] : beginSeconds)
        for index in begin..<count where isEctopic(index) {
            beats.leaveOut(index - begin..<index - begin + 1)
        }
        for irregular in interpreter.irregularSegments where irregular.upperBound > begin {
            beats.leaveOut(
                (max(irregular.lowerBound, begin) - begin)..<(irregular.upperBound - begin))
        }
        let artefacts = artefacts.filter { $0.intervals.lowerBound >= begin }
        var plan = RepairPlan(artefacts.map { $0.moved(by: -begin) }, count: beats.count)
        plan.lossSquares = artefacts.map {
            lossSquares[$0.intervals.lowerBound] ?? loss.squaredDifferencesMs2
        }
        var repaired = beats
        let starts = repaired.repair(beats, plan, by: .timeKeeping)
        var events = zip(plan.sites, starts).compactMap { site, start in
            site.event(rule: ResonantRule().name, beats, repaired, start)
        }
        let raw = (firstRawIndex + indices.lowerBound)..<(firstRawIndex + indices.upperBound)
        events.removeAll { !raw.contains($0.beatIndex) }
        if let openingEvent, raw.contains(openingEvent.beatIndex) { events.append(openingEvent) }
        return (nn(of: repaired, raw, &events), events)
    }

    private func nn(
        of beats: SegmentBeats, _ raw: Range<Int>, _ events: inout [CorrectionEvent]
    ) -> [NNBeat] {
        var result: [NNBeat] = []
        var isAdjacent = false
        var changes = interpreter.rateChanges.map { firstRawIndex + $0.rawIndex }
            .filter { $0 >= beats.rawIndices.first ?? 0 }[...]
        for index in 0..<beats.count {
            let rawIndex = beats.rawIndices[index]
            guard rawIndex < raw.upperBound else { break }
            let exclusionReason = beats.exclusionReason(
                at: index, marks: marks[rawIndex - firstRawIndex - firstIndex])
            defer { isAdjacent = exclusionReason == nil }
            if exclusionReason == nil {
                while let change = changes.first, change <= rawIndex {
                    isAdjacent = false
                    changes.removeFirst()
                }
            }
            guard rawIndex >= raw.lowerBound else { continue }
            switch exclusionReason {
            case nil:
                result.append(
                    NNBeat(
                        intervalMs: beats.intervalsMs[index],
                        endSeconds: beats.endTimesSeconds[index],
                        isAdjacentToPrevious: isAdjacent,
                        isCorrected: beats.origins[index] == .repaired, rawIndex: rawIndex))
            case .leftOut where marks[rawIndex - firstRawIndex - firstIndex].isEctopic:
                let position = rawIndex - firstRawIndex - firstIndex
                events.append(.annotatedEctopicBeat(rawIndex, intervalsMs[position]))
            case .leftOut: break
            case .notNormal:
                events.append(.annotatedEctopicBeat(rawIndex, beats.intervalsMs[index]))
            case .implausible: events.append(.outOfRange(rawIndex, beats.intervalsMs[index]))
            }
        }
        return result
    }

    private enum CodingKeys: String, CodingKey {
        case firstRawIndex, beginSeconds, openingEvent = "opening", intervalsMs, endTimesSeconds,
            marks, substitutes,
            judgedCount
        case firstIndex = "firstPlace"
        case interpreter = "reading", shortHistoryStartIndex = "learnedFrom"
        case knownLossIndex = "settledPlace"
        case loss = "lost", lossSnapshots = "lostBefore"
        case learnedIndex = "learnedPlace"
        case lossSquares = "lostSquares", emittedBeats = "given"
        case emittedIndex = "givenPlace"
        case revisableIndex = "openPlace"
    }
}
