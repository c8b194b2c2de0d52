import PhysioDSP
import PhysioTypes

/// The newest intervals of a stream since its last gap, and what has been said of them.
///
/// An index counts intervals from the beginning of the segment.
struct LiveSegment: Codable {
    /// Largest distance of an interval that a repair leans on; intervals.
    private static let leaning = 16
    /// Space for a window to the left: no more sites lie in it than a repair can see past.
    private static let leftReach = 40
    /// What was learned can be taken back to a multiple of so many intervals.
    private static let lostStep = 8
    /// Intervals that are kept; far above all that can still change.
    private static let memory = 320

    private let firstRawIndex: Int
    private let beginSeconds: Double
    private let opening: CorrectionEvent?
    private var intervalsMs: [Double] = []
    private var endTimesSeconds: [Double] = []
    private var marks: [RRSeries.Marks] = []
    /// Substitutes of the intervals that ectopic beats bound, by their indices; ms; nil without any.
    private var substitutes: [Int: Double]?
    /// Intervals that a rule has judged or is judging.
    private var judgedCount = 0
    /// Index of the first interval in memory.
    private var firstIndex = 0

    private var reading = TrackReading()
    /// Where the tracker was started with fewer intervals than it can learn from; nil where it was not.
    private var learnedFrom: Int? = 0
    /// Index before which the variability that the repair of an artefact gives back is known.
    private var settledIndex = 0
    private var lost = InterpolationLoss()
    /// States of `lost` after it had learned from the intervals before an index; ascending.
    private var lostBefore: [LostAt] = []

    private struct LostAt: Codable {
        let index: Int
        let lost: InterpolationLoss

        private enum CodingKeys: String, CodingKey {
            case index = "place"
            case lost
        }
    }
    /// The next index that `lost` learns from.
    private var learnedIndex = 0
    /// Variability that the repair of an artefact gives back, by the index where it begins; ms^2.
    private var lostSquares: [Int: InterpolationLoss.Squares] = [:]

    /// NN intervals that were given, as far as they can still be taken back.
    private var given: [NNBeat] = []
    /// Index before which something was said of each interval.
    private var emittedIndex = 0
    /// From here on it may have to be said anew.
    private var openIndex = 0

    /// - Parameter opening: what the log says of its beginning.
    init(firstRawIndex: Int, beginSeconds: Double, opening: CorrectionEvent?) {
        self.opening = opening
        self.firstRawIndex = firstRawIndex
        self.beginSeconds = beginSeconds
    }

    /// Intervals of the segment so far.
    var count: Int { firstIndex + intervalsMs.count }
    /// The most things of one kind in memory.
    var bufferedCount: Int { max(intervalsMs.count, given.count, reading.artefacts.count) }
    var decidedCount: Int { reading.decidedCount }
    var isIrregular: Bool { reading.isIrregular }
    /// Changes of the heart rate, as far as they are in memory.
    var rateChanges: [RateChange] { reading.rateChanges.map { $0.moved(by: firstRawIndex) } }
    /// Whether the tracker can still learn more from intervals that it was started with.
    var isLearning: Bool { learnedFrom != nil && learnedCount <= BeatTracker.startCount }
    /// Intervals that it learns from.
    var learnedCount: Int { learnedFrom.map { judgedCount - $0 } ?? 0 }
    var isFirstStart: Bool { learnedFrom == 0 }

    /// Whether its parts fit together, and it ends at a time or before.
    func isValid(before end: Double) -> Bool {
        intervalsMs.count == endTimesSeconds.count && intervalsMs.count == marks.count
            && intervalsMs.count <= Self.memory && firstIndex >= 0
            && intervalsMs.allSatisfy { $0 > 0 && $0.isFinite }
            && zip(endTimesSeconds, endTimesSeconds.dropFirst()).allSatisfy { $0 <= $1 }
            && endTimesSeconds.allSatisfy { $0.isFinite && $0 <= end }
            && (learnedIndex >= firstIndex || intervalsMs.isEmpty)
            && reading.decidedCount <= count && (0...count).contains(emittedIndex)
            && reading.isValid(count: count)
            && (learnedFrom.map { (firstIndex...count).contains($0) } ?? true)
    }

    /// The last intervals as they are judged, oldest first; ms.
    func newest(_ number: Int) -> [Double] { Array(judgedMs.suffix(number)) }

    /// The intervals in memory as they are judged, as far as they are.
    private var judgedMs: [Double] {
        let judged = Array(intervalsMs.prefix(judgedCount - firstIndex))
        guard let substitutes else { return judged }
        return judged.indices.map { substitutes[firstIndex + $0] ?? judged[$0] }
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
    func judged(knowing known: KnownRhythm) -> [Double] {
        EctopicSubstitution.judged(intervalsMs, marks[...], knowing: known)
    }

    var hasEctopic: Bool { marks.contains(where: \.isEctopic) }

    /// What stands in for the intervals that come.
    ///
    /// - Parameter count: intervals at the end that it does not know yet.
    func substitution(knowing known: KnownRhythm, omittingLast count: Int = 0)
        -> EctopicSubstitution
    {
        var made = EctopicSubstitution(startingWith: intervalsMs, marks, knowing: known)
        for (interval, marks) in zip(intervalsMs, marks).dropLast(count) {
            _ = made.push(interval, isEctopic: marks.isEctopic)
        }
        return made
    }

    private func isEctopic(_ index: Int) -> Bool { marks[index - firstIndex].isEctopic }

    /// The artefacts found, with what the marks know of their intervals.
    private var artefacts: [BeatArtefact] { reading.artefacts.flatMap(known) }

    private func known(_ artefact: BeatArtefact) -> [BeatArtefact] {
        artefact.knowing { $0 >= firstIndex ? marks[$0 - firstIndex] : [] }
    }

    mutating func append(_ intervalMs: Double, _ endSeconds: Double, _ marks: RRSeries.Marks) {
        if intervalsMs.count == Self.memory { forget(Self.memory / 2) }
        intervalsMs.append(intervalMs)
        endTimesSeconds.append(endSeconds)
        self.marks.append(marks)
    }

    /// - Parameter maxCount: intervals to forget; fewer where the last of them would divide an artefact.
    private mutating func forget(_ maxCount: Int) {
        let end = firstIndex + maxCount
        let divided = reading.artefacts.first { $0.intervals.contains(end) }
        let number = min(maxCount, (divided?.intervals.lowerBound ?? end) - firstIndex)
        learn(upTo: firstIndex + number)
        intervalsMs.removeFirst(number)
        endTimesSeconds.removeFirst(number)
        marks.removeFirst(number)
        firstIndex += number
        let first = firstIndex
        substitutes = substitutes?.filter { $0.key >= first }
        lostBefore.removeAll { $0.index < firstIndex }
        reading.forget(before: firstIndex)
        lostSquares = lostSquares.filter { $0.key >= firstIndex }
        given.removeAll { $0.rawIndex < firstRawIndex + firstIndex }
    }

    // MARK: Decisions

    /// Takes back everything since the tracker was started with fewer intervals than it can learn from.
    ///
    /// - Parameter known: the rhythm before the segment.
    /// - Returns: all intervals as they are to be judged; not more than the tracker can start with.
    mutating func startAnew(knowing known: KnownRhythm) -> [Double] {
        reading = TrackReading()
        lost = InterpolationLoss()
        lostBefore = []
        learnedIndex = 0
        lostSquares = [:]
        openIndex = 0
        settledIndex = 0
        (substitutes, judgedCount) = (nil, 0)
        let judged = judged(knowing: known)
        for interval in judged { substitute(interval) }
        return judged
    }

    /// Takes back everything since a change of rate.
    ///
    /// - Returns: the intervals since then as they are judged; not more than the tracker can start with.
    mutating func restart() -> [Double] {
        guard let from = learnedFrom else { return [] }
        reading.cut(to: from)
        reading.firstRestart = nil
        return Array(judgedMs[(from - firstIndex)...].prefix(BeatTracker.startCount))
    }

    /// Follows the intervals that the tracker was started with.
    mutating func follow(by tracker: inout BeatTracker) {
        reading.follow(judgedMs, from: firstIndex, by: &tracker)
        if learnedCount >= BeatTracker.startCount { learnedFrom = reading.firstRestart }
    }

    /// Takes the newest interval, and starts the tracker anew where the rate has changed.
    mutating func push(_ intervalMs: Double, by tracker: inout BeatTracker) {
        reading.firstRestart = nil
        reading.observe(intervalMs)
        tracker.push(intervalMs) { apply($0) }
        guard reading.restart() != nil else { return }
        reading.followAnew(judgedMs, from: firstIndex, by: &tracker)
        if !isLearning { learnedFrom = reading.firstRestart }
    }

    /// Takes the next decision.
    mutating func apply(_ transition: BeatTracker.Transition) { reading.apply(transition) }

    /// Decides what is left.
    mutating func finish(_ tracker: inout BeatTracker) { reading.finish(&tracker) }

    /// Looks at what the last decisions have changed.
    mutating func settle() {
        if let index = reading.changedFrom {
            openIndex = min(openIndex, index)
            // A repair before it may lean on what has changed.
            if let leaning = reading.artefacts.first(where: {
                $0.intervals.upperBound + Self.leaning > index
            }) {
                openIndex = min(openIndex, leaning.intervals.lowerBound)
            }
            settledIndex = min(settledIndex, index)
            forgetLost(from: index)
            reading.changedFrom = nil
        }
        if let index = reading.withheldFrom { openIndex = min(openIndex, index) }
        guard let last = reading.artefacts.last, last.intervals.lowerBound >= settledIndex else {
            return
        }
        for artefact in artefacts where artefact.intervals.lowerBound >= settledIndex {
            openIndex = min(openIndex, artefact.intervals.lowerBound)
            // At the beginning all artefacts are known before anything is learned.
            if learnedIndex > 0 { settle(artefact) }
        }
        settledIndex = last.intervals.upperBound
    }

    /// Forgets what was learned from intervals that are judged otherwise now, and what artefacts
    /// behind them are not to have learned.
    private mutating func forgetLost(from changed: Int) {
        let index = changed - InterpolationLoss.distance
        guard learnedIndex > index else { return }
        while let last = lostBefore.last, last.index > index { lostBefore.removeLast() }
        if let last = lostBefore.last {
            lost = last.lost
            learnedIndex = last.index
        } else if learnedIndex > 0, firstIndex == 0 {
            learnStart()
        }
    }

    /// Learns from the first intervals together, and settles the artefacts among and behind them.
    mutating func learnStart() {
        var start = InterpolationLoss()
        start.start(intervalsMs.prefix(reading.decidedCount)) { isMeasured($0) }
        lost = start
        learnedIndex = InterpolationLoss.startCount
        lostBefore = []
        for artefact in artefacts { settle(artefact) }
        settledIndex = reading.artefacts.last?.intervals.upperBound ?? settledIndex
    }

    private mutating func settle(_ artefact: BeatArtefact) {
        learn(upTo: artefact.intervals.lowerBound - InterpolationLoss.distance)
        lostSquares[artefact.intervals.lowerBound] = lost.squaresMs
    }

    private mutating func learn(upTo index: Int) {
        while learnedIndex < index {
            if learnedIndex.isMultiple(of: Self.lostStep) {
                lostBefore.append(LostAt(index: learnedIndex, lost: lost))
            }
            lost.learn(intervalsMs[learnedIndex - firstIndex], isMeasured: isMeasured(learnedIndex))
            learnedIndex += 1
        }
    }

    private func isMeasured(_ index: Int) -> Bool {
        !isEctopic(index)
            && !reading.artefacts.contains { $0.intervals.contains(index) && !known($0).isEmpty }
            && !reading.irregularSegments.contains { $0.contains(index) }
    }

    // MARK: What is said

    /// What is to be said now.
    ///
    /// - Parameter expected: what will probably be decided next.
    mutating func revision(expecting expected: [BeatTracker.Transition]) -> NNRevision {
        let decidedReading = reading
        defer { reading = decidedReading }
        for transition in expected { reading.apply(transition, isExpected: true) }
        let withheldFrom = decidedReading.withheldFrom ?? .max
        let from = max(firstIndex, min(openIndex, emittedIndex))
        let decided = max(from, min(reading.decidedCount, withheldFrom))
        guard decided > from || emittedIndex > from else {
            return NNRevision(fromRawIndex: firstRawIndex + emittedIndex)
        }
        let (beats, events) = corrected(from..<decided)
        let firstOpen = given.firstIndex { $0.rawIndex >= firstRawIndex + from } ?? given.count
        // What is said again in the same words need not be.
        let same = zip(given[firstOpen...], beats).prefix { $0 == $1 }.count
        var start = firstRawIndex + emittedIndex
        if firstOpen + same < given.count { start = min(start, given[firstOpen + same].rawIndex) }
        if same < beats.count { start = min(start, beats[same].rawIndex) }
        start = siteBegin(start)
        let retained = given.firstIndex { $0.rawIndex >= start } ?? given.count
        let new = beats.filter { $0.rawIndex >= start }
        let revision = NNRevision(
            withdrawnCount: given.count - retained, beats: new,
            events: events.filter { $0.beatIndex >= start }, fromRawIndex: start)
        given.removeLast(given.count - retained)
        given += new
        emittedIndex = decided
        openIndex = min(nextOpenIndex, decidedReading.decidedCount)
        return revision
    }

    /// The raw interval where the site begins that `rawIndex` lies in.
    private func siteBegin(_ rawIndex: Int) -> Int {
        let index = rawIndex - firstRawIndex
        let site = artefacts.last { $0.intervals.contains(index) }
        return site.map { firstRawIndex + $0.intervals.lowerBound } ?? rawIndex
    }

    /// Index of the first artefact whose repair leans on what is not decided.
    private var nextOpenIndex: Int {
        let open = artefacts.first {
            $0.intervals.upperBound + Self.leaning > reading.decidedCount
        }
        return open?.intervals.lowerBound ?? reading.decidedCount
    }

    /// NN intervals and log of some indices that are decided.
    private func corrected(_ indices: Range<Int>) -> ([NNBeat], [CorrectionEvent]) {
        var begin = max(firstIndex, indices.lowerBound - Self.leftReach)
        if let cut = artefacts.first(where: { $0.intervals.contains(begin) }) {
            begin = max(firstIndex, cut.intervals.lowerBound)
        }
        let slice = (begin - firstIndex)...
        var beats = SegmentBeats(
            intervalsMs: intervalsMs[slice], endTimesSeconds: endTimesSeconds[slice],
            firstRawIndex: firstRawIndex + begin,
            beginSeconds: begin > firstIndex
                ? endTimesSeconds[begin - firstIndex - 1] : beginSeconds)
        for index in begin..<count where isEctopic(index) {
            beats.leaveOut(index - begin..<index - begin + 1)
        }
        for irregular in reading.irregularSegments where irregular.upperBound > begin {
            beats.leaveOut(
                (max(irregular.lowerBound, begin) - begin)..<(irregular.upperBound - begin))
        }
        let artefacts = artefacts.filter { $0.intervals.lowerBound >= begin }
        var plan = RepairPlan(artefacts.map { $0.moved(by: -begin) }, count: beats.count)
        plan.lostSquares = artefacts.map { lostSquares[$0.intervals.lowerBound] ?? lost.squaresMs }
        var repaired = beats
        let starts = repaired.repair(beats, plan, by: .timeKeeping)
        var events = zip(plan.sites, starts).compactMap { site, start in
            site.event(rule: ResonantRule().name, beats, repaired, start)
        }
        let raw = (firstRawIndex + indices.lowerBound)..<(firstRawIndex + indices.upperBound)
        events.removeAll { !raw.contains($0.beatIndex) }
        if let opening, raw.contains(opening.beatIndex) { events.append(opening) }
        return (nn(of: repaired, raw, &events), events)
    }

    private func nn(
        of beats: SegmentBeats, _ raw: Range<Int>, _ events: inout [CorrectionEvent]
    ) -> [NNBeat] {
        var result: [NNBeat] = []
        var isAdjacent = false
        var changes = reading.rateChanges.map { firstRawIndex + $0.rawIndex }
            .filter { $0 >= beats.rawIndices.first ?? 0 }[...]
        for index in 0..<beats.count {
            let rawIndex = beats.rawIndices[index]
            guard rawIndex < raw.upperBound else { break }
            let obstacle = beats.obstacle(
                at: index, marks: marks[rawIndex - firstRawIndex - firstIndex])
            defer { isAdjacent = obstacle == nil }
            if obstacle == nil {
                while let change = changes.first, change <= rawIndex {
                    isAdjacent = false
                    changes.removeFirst()
                }
            }
            guard rawIndex >= raw.lowerBound else { continue }
            switch obstacle {
            case nil:
                result.append(
                    NNBeat(
                        intervalMs: beats.intervalsMs[index],
                        endSeconds: beats.endTimesSeconds[index],
                        isAdjacentToPrevious: isAdjacent,
                        isCorrected: beats.origins[index] == .made, rawIndex: rawIndex))
            case .leftOut where marks[rawIndex - firstRawIndex - firstIndex].isEctopic:
                let position = rawIndex - firstRawIndex - firstIndex
                events.append(.annotated(rawIndex, intervalsMs[position]))
            case .leftOut: break
            case .notNormal: events.append(.annotated(rawIndex, beats.intervalsMs[index]))
            case .implausible: events.append(.range(rawIndex, beats.intervalsMs[index]))
            }
        }
        return result
    }

    private enum CodingKeys: String, CodingKey {
        case firstRawIndex, beginSeconds, opening, intervalsMs, endTimesSeconds, marks, substitutes,
            judgedCount
        case firstIndex = "firstPlace"
        case reading, learnedFrom
        case settledIndex = "settledPlace"
        case lost, lostBefore
        case learnedIndex = "learnedPlace"
        case lostSquares, given
        case emittedIndex = "givenPlace"
        case openIndex = "openPlace"
    }
}
