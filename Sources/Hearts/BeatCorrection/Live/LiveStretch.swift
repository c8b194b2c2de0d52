import PhysioDSP
import PhysioTypes

/// The newest intervals of a stream since its last gap, and what has been said of them.
///
/// A place is the number of an interval in the stretch.
struct LiveStretch: Codable {
    /// A repair leans on intervals up to so many places away.
    private static let leaning = 16
    /// Room for a window to the left: no more sites lie in it than a repair can see past.
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
    /// What stands for the intervals that ectopic beats bound, by their places; ms; nil without any.
    private var substitutes: [Int: Double]?
    /// Intervals that a rule has judged or is judging.
    private var judgedCount = 0
    /// Place of the first interval in memory.
    private var firstPlace = 0

    private var reading = TrackReading()
    /// Where the tracker was started with fewer intervals than it can learn from; nil where it was not.
    private var learnedFrom: Int? = 0
    /// Of faults before this place the variability that a repair gives back is known.
    private var settledPlace = 0
    private var lost = LostVariability()
    /// What `lost` was when it had learned from the intervals before a place; ascending.
    private var lostBefore: [LostAt] = []

    private struct LostAt: Codable {
        let place: Int
        let lost: LostVariability
    }
    /// The next place that `lost` learns from.
    private var learnedPlace = 0
    /// What the repair of a fault gives back, by the place where it begins; ms^2.
    private var lostSquares: [Int: LostVariability.Squares] = [:]

    /// NN intervals that were given, as far as they can still be taken back.
    private var given: [NNBeat] = []
    /// Places of which something was said.
    private var givenPlace = 0
    /// From here on it may have to be said anew.
    private var openPlace = 0

    /// - Parameter opening: what the log says of its beginning.
    init(firstRawIndex: Int, beginSeconds: Double, opening: CorrectionEvent?) {
        self.opening = opening
        self.firstRawIndex = firstRawIndex
        self.beginSeconds = beginSeconds
    }

    /// Intervals of the stretch so far.
    var count: Int { firstPlace + intervalsMs.count }
    /// The most things of one kind in memory.
    var keptCount: Int { max(intervalsMs.count, given.count, reading.faults.count) }
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
    func isSound(before end: Double) -> Bool {
        intervalsMs.count == endTimesSeconds.count && intervalsMs.count == marks.count
            && intervalsMs.count <= Self.memory && firstPlace >= 0
            && intervalsMs.allSatisfy { $0 > 0 && $0.isFinite }
            && zip(endTimesSeconds, endTimesSeconds.dropFirst()).allSatisfy { $0 <= $1 }
            && endTimesSeconds.allSatisfy { $0.isFinite && $0 <= end }
            && (learnedPlace >= firstPlace || intervalsMs.isEmpty)
            && reading.decidedCount <= count && (0...count).contains(givenPlace)
            && reading.isSound(count: count)
            && (learnedFrom.map { (firstPlace...count).contains($0) } ?? true)
    }

    /// The last intervals as they are judged, oldest first; ms.
    func newest(_ number: Int) -> [Double] { Array(judgedMs.suffix(number)) }

    /// The intervals in memory as they are judged, as far as they are.
    private var judgedMs: [Double] {
        let judged = Array(intervalsMs.prefix(judgedCount - firstPlace))
        guard let substitutes else { return judged }
        return judged.indices.map { substitutes[firstPlace + $0] ?? judged[$0] }
    }

    /// Stores the number that is judged in the place of the next interval.
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

    private func isEctopic(_ place: Int) -> Bool { marks[place - firstPlace].isEctopic }

    /// The faults found, with what the marks know of their intervals.
    private var faults: [BeatFault] { reading.faults.flatMap(known) }

    private func known(_ fault: BeatFault) -> [BeatFault] {
        fault.knowing { $0 >= firstPlace ? marks[$0 - firstPlace] : [] }
    }

    mutating func append(_ intervalMs: Double, _ endSeconds: Double, _ marks: RRSeries.Marks) {
        if intervalsMs.count == Self.memory { forget(Self.memory / 2) }
        intervalsMs.append(intervalMs)
        endTimesSeconds.append(endSeconds)
        self.marks.append(marks)
    }

    /// - Parameter most: intervals to forget; fewer where the last of them would divide a fault.
    private mutating func forget(_ most: Int) {
        let end = firstPlace + most
        let divided = reading.faults.first { $0.intervals.contains(end) }
        let number = min(most, (divided?.intervals.lowerBound ?? end) - firstPlace)
        learn(upTo: firstPlace + number)
        intervalsMs.removeFirst(number)
        endTimesSeconds.removeFirst(number)
        marks.removeFirst(number)
        firstPlace += number
        let first = firstPlace
        substitutes = substitutes?.filter { $0.key >= first }
        lostBefore.removeAll { $0.place < firstPlace }
        reading.forget(before: firstPlace)
        lostSquares = lostSquares.filter { $0.key >= firstPlace }
        given.removeAll { $0.rawIndex < firstRawIndex + firstPlace }
    }

    // MARK: Decisions

    /// Takes back everything since the tracker was started with fewer intervals than it can learn from.
    ///
    /// - Parameter known: the rhythm before the stretch.
    /// - Returns: all intervals as they are to be judged; not more than the tracker can start with.
    mutating func startAnew(knowing known: KnownRhythm) -> [Double] {
        reading = TrackReading()
        lost = LostVariability()
        lostBefore = []
        learnedPlace = 0
        lostSquares = [:]
        openPlace = 0
        settledPlace = 0
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
        return Array(judgedMs[(from - firstPlace)...].prefix(BeatTracker.startCount))
    }

    /// Follows the intervals that the tracker was started with.
    mutating func follow(by tracker: inout BeatTracker) {
        reading.follow(judgedMs, from: firstPlace, by: &tracker)
        if learnedCount >= BeatTracker.startCount { learnedFrom = reading.firstRestart }
    }

    /// Takes the newest interval, and starts the tracker anew where the rate has changed.
    mutating func push(_ intervalMs: Double, by tracker: inout BeatTracker) {
        reading.firstRestart = nil
        reading.observe(intervalMs)
        tracker.push(intervalMs) { take($0) }
        guard reading.restart() != nil else { return }
        reading.followAnew(judgedMs, from: firstPlace, by: &tracker)
        if !isLearning { learnedFrom = reading.firstRestart }
    }

    /// Takes the next decision.
    mutating func take(_ transition: BeatTracker.Transition) { reading.take(transition) }

    /// Decides what is left.
    mutating func finish(_ tracker: inout BeatTracker) { reading.finish(&tracker) }

    /// Looks at what the last decisions have changed.
    mutating func settle() {
        if let place = reading.changedFrom {
            openPlace = min(openPlace, place)
            // A repair before it may lean on what has changed.
            if let leaning = reading.faults.first(where: {
                $0.intervals.upperBound + Self.leaning > place
            }) {
                openPlace = min(openPlace, leaning.intervals.lowerBound)
            }
            settledPlace = min(settledPlace, place)
            forgetLost(from: place)
            reading.changedFrom = nil
        }
        if let place = reading.withheldFrom { openPlace = min(openPlace, place) }
        guard let last = reading.faults.last, last.intervals.lowerBound >= settledPlace else {
            return
        }
        for fault in faults where fault.intervals.lowerBound >= settledPlace {
            openPlace = min(openPlace, fault.intervals.lowerBound)
            // At the beginning all faults are known before anything is learned.
            if learnedPlace > 0 { settle(fault) }
        }
        settledPlace = last.intervals.upperBound
    }

    /// What was learned from intervals that are judged otherwise now is forgotten, and what faults
    /// behind them are not to have learned.
    private mutating func forgetLost(from changed: Int) {
        let place = changed - LostVariability.distance
        guard learnedPlace > place else { return }
        while let last = lostBefore.last, last.place > place { lostBefore.removeLast() }
        if let last = lostBefore.last {
            lost = last.lost
            learnedPlace = last.place
        } else if learnedPlace > 0, firstPlace == 0 {
            learnStart()
        }
    }

    /// Learns from the first intervals together, and settles the faults among and behind them.
    mutating func learnStart() {
        var start = LostVariability()
        start.start(intervalsMs.prefix(reading.decidedCount)) { isMeasured($0) }
        lost = start
        learnedPlace = LostVariability.startCount
        lostBefore = []
        for fault in faults { settle(fault) }
        settledPlace = reading.faults.last?.intervals.upperBound ?? settledPlace
    }

    private mutating func settle(_ fault: BeatFault) {
        learn(upTo: fault.intervals.lowerBound - LostVariability.distance)
        lostSquares[fault.intervals.lowerBound] = lost.squaresMs
    }

    private mutating func learn(upTo place: Int) {
        while learnedPlace < place {
            if learnedPlace.isMultiple(of: Self.lostStep) {
                lostBefore.append(LostAt(place: learnedPlace, lost: lost))
            }
            lost.learn(intervalsMs[learnedPlace - firstPlace], isMeasured: isMeasured(learnedPlace))
            learnedPlace += 1
        }
    }

    private func isMeasured(_ place: Int) -> Bool {
        !isEctopic(place)
            && !reading.faults.contains { $0.intervals.contains(place) && !known($0).isEmpty }
            && !reading.irregularStretches.contains { $0.contains(place) }
    }

    // MARK: What is said

    /// What is to be said now.
    ///
    /// - Parameter expected: what will probably be decided next.
    mutating func revision(expecting expected: [BeatTracker.Transition]) -> NNRevision {
        let decidedReading = reading
        defer { reading = decidedReading }
        for transition in expected { reading.take(transition, isExpected: true) }
        let withheldFrom = decidedReading.withheldFrom ?? .max
        let from = max(firstPlace, min(openPlace, givenPlace))
        let decided = max(from, min(reading.decidedCount, withheldFrom))
        guard decided > from || givenPlace > from else {
            return NNRevision(fromRawIndex: firstRawIndex + givenPlace)
        }
        let (beats, events) = corrected(from..<decided)
        let firstOpen = given.firstIndex { $0.rawIndex >= firstRawIndex + from } ?? given.count
        // What is said again in the same words need not be.
        let same = zip(given[firstOpen...], beats).prefix { $0 == $1 }.count
        var start = firstRawIndex + givenPlace
        if firstOpen + same < given.count { start = min(start, given[firstOpen + same].rawIndex) }
        if same < beats.count { start = min(start, beats[same].rawIndex) }
        start = siteBegin(start)
        let kept = given.firstIndex { $0.rawIndex >= start } ?? given.count
        let new = beats.filter { $0.rawIndex >= start }
        let revision = NNRevision(
            withdrawnCount: given.count - kept, beats: new,
            events: events.filter { $0.beatIndex >= start }, fromRawIndex: start)
        given.removeLast(given.count - kept)
        given += new
        givenPlace = decided
        openPlace = min(nextOpenPlace, decidedReading.decidedCount)
        return revision
    }

    /// The raw interval where the site begins that `rawIndex` lies in.
    private func siteBegin(_ rawIndex: Int) -> Int {
        let place = rawIndex - firstRawIndex
        let site = faults.last { $0.intervals.contains(place) }
        return site.map { firstRawIndex + $0.intervals.lowerBound } ?? rawIndex
    }

    /// The first fault whose repair leans on what is not decided.
    private var nextOpenPlace: Int {
        let open = faults.first {
            $0.intervals.upperBound + Self.leaning > reading.decidedCount
        }
        return open?.intervals.lowerBound ?? reading.decidedCount
    }

    /// NN intervals and log of some places that are decided.
    private func corrected(_ places: Range<Int>) -> ([NNBeat], [CorrectionEvent]) {
        var begin = max(firstPlace, places.lowerBound - Self.leftReach)
        if let cut = faults.first(where: { $0.intervals.contains(begin) }) {
            begin = max(firstPlace, cut.intervals.lowerBound)
        }
        let slice = (begin - firstPlace)...
        var beats = StretchBeats(
            intervalsMs: intervalsMs[slice], endTimesSeconds: endTimesSeconds[slice],
            firstRawIndex: firstRawIndex + begin,
            beginSeconds: begin > firstPlace
                ? endTimesSeconds[begin - firstPlace - 1] : beginSeconds)
        for place in begin..<count where isEctopic(place) {
            beats.leaveOut(place - begin..<place - begin + 1)
        }
        for irregular in reading.irregularStretches where irregular.upperBound > begin {
            beats.leaveOut(
                (max(irregular.lowerBound, begin) - begin)..<(irregular.upperBound - begin))
        }
        let faults = faults.filter { $0.intervals.lowerBound >= begin }
        var plan = RepairPlan(faults.map { $0.moved(by: -begin) }, count: beats.count)
        plan.lostSquares = faults.map { lostSquares[$0.intervals.lowerBound] ?? lost.squaresMs }
        var repaired = beats
        let starts = repaired.repair(beats, plan, by: .timeKeeping)
        var events = zip(plan.sites, starts).compactMap { site, start in
            site.event(rule: ResonantRule().name, beats, repaired, start)
        }
        let raw = (firstRawIndex + places.lowerBound)..<(firstRawIndex + places.upperBound)
        events.removeAll { !raw.contains($0.beatIndex) }
        if let opening, raw.contains(opening.beatIndex) { events.append(opening) }
        return (nn(of: repaired, raw, &events), events)
    }

    private func nn(
        of beats: StretchBeats, _ raw: Range<Int>, _ events: inout [CorrectionEvent]
    ) -> [NNBeat] {
        var result: [NNBeat] = []
        var isAdjacent = false
        var changes = reading.rateChanges.map { firstRawIndex + $0.rawIndex }
            .filter { $0 >= beats.rawIndices.first ?? 0 }[...]
        for index in 0..<beats.count {
            let rawIndex = beats.rawIndices[index]
            guard rawIndex < raw.upperBound else { break }
            let obstacle = beats.obstacle(
                at: index, marks: marks[rawIndex - firstRawIndex - firstPlace])
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
            case .leftOut where marks[rawIndex - firstRawIndex - firstPlace].isEctopic:
                let place = rawIndex - firstRawIndex - firstPlace
                events.append(.annotated(rawIndex, intervalsMs[place]))
            case .leftOut: break
            case .notNormal: events.append(.annotated(rawIndex, beats.intervalsMs[index]))
            case .implausible: events.append(.range(rawIndex, beats.intervalsMs[index]))
            }
        }
        return result
    }
}
