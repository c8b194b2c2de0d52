import PhysioTypes

/// Makes artefacts of the transitions of a tracker, and notices where the rhythm that the tracker
/// assumes is not the one that is measured.
///
/// The rhythm of a segment is supported by ``minSupportCount`` measured intervals in a row. Intervals
/// that lie between two supported positions are an episode: when it ends, what the rhythm on both sides
/// does not bear is left out. Where the measured intervals are steady at another rate, the tracker is
/// to start anew where that rate begins (``restart()``).
///
/// An index counts intervals from the beginning of the segment.
struct TransitionInterpreter: Codable {
    private(set) var artefacts: [BeatArtefact] = []
    private(set) var irregularSegments: [Range<Int>] = []
    private(set) var rateChanges: [RateChange] = []
    /// Intervals decided so far.
    private(set) var decidedCount = 0
    private(set) var isIrregular = false
    /// The first interval about which a decision was changed since this was last set to nil.
    var firstChangedIndex: Int?
    /// Interval at which the tracker was started last.
    private(set) var begin = 0
    /// Intervals that the tracker learns the rhythm from at its start.
    private(set) var learnCount = BeatTracker.maxStartCount

    /// The first index, since this was last set to nil, at which the tracker was started anew to
    /// learn from all it can.
    var firstRestartIndex: Int?

    private var recent = RecentIntervals()
    /// Measured intervals in a row.
    private var measuredRunCount = 0
    /// The end of the last supported intervals; `begin` where there are none.
    private var supportEnd = 0
    private var hasSupport = false
    /// The range from the first to the last interval not measured since the supported ones; empty
    /// where there is none.
    private var episode = 0..<0
    /// Evidence that the episode is noise.
    private var evidence = 0.0
    private var repeatedRepair = RepeatedArtefactRun()
    /// The end of the last ``minSteadyCount`` measured intervals in a row, and a flag that an episode
    /// follows.
    private var steadyEnd = 0
    private var isEpisodeSinceSteady = false
    /// The lasting change at the beginning of the irregular part, while a changed rate may be the
    /// cause.
    private var onset: IrregularOnset?
    /// True if an irregular part has just ended.
    private var hasIrregularEnded = false

    var verdict: BeatVerdict {
        BeatVerdict(
            artefacts: artefacts, irregularSegments: irregularSegments, rateChanges: rateChanges)
    }

    /// The first interval of which nothing can be stated yet: the rate seems to have halved or
    /// doubled, and it may come back.
    var firstWithheldIndex: Int? {
        repeatedRepair.count > RepeatedArtefactRun.maxRepairedCount ? repeatedRepair.begin : nil
    }

    /// Returns true if its parts fit together, in a segment of so many intervals.
    func isValid(count: Int) -> Bool {
        recent.isValid && recent.count <= count
            // A few intervals are decided without a tracker.
            && (decidedCount <= recent.count || count < ResonantRule.minRhythmIntervalCount)
            && (0...decidedCount).contains(begin) && (begin...decidedCount).contains(supportEnd)
            && (begin...decidedCount).contains(steadyEnd)
            && (ResonantRule.minRhythmIntervalCount...BeatTracker.maxStartCount).contains(
                learnCount)
            && measuredRunCount >= 0 && measuredRunCount <= decidedCount
    }

    /// Adds the next interval as it was observed; its transition follows.
    @inline(__always)
    mutating func observe(_ intervalMs: Double) { recent.append(intervalMs) }

    /// Drops what lies before an index.
    mutating func forget(before index: Int) {
        artefacts.removeAll { $0.intervals.lowerBound < index }
        irregularSegments.removeAll { $0.upperBound <= index }
        rateChanges.removeAll { $0.rawIndex < index }
    }

    /// Applies the next transition.
    ///
    /// - Parameter isExpected: whether it is not decided yet: then nothing before it changes.
    mutating func apply(_ transition: BeatTracker.Transition, isExpected: Bool = false) {
        let intervals = decidedCount..<(decidedCount + transition.observedCount)
        decidedCount = intervals.upperBound
        if transition.isIrregular {
            addIrregularIntervals(intervals)
            isIrregular = true
            return
        }
        if isIrregular {
            hasIrregularEnded = !isExpected
            resetSupport()
        }
        isIrregular = false
        let isMeasured = transition.kind == .measured
        recent.setMisfit(isMeasured ? transition.misfit : nil, of: intervals)
        if !isMeasured || !episode.isEmpty {
            evidence += transition.evidence
        }
        if isMeasured {
            measuredRunCount += 1
            if repeatedRepair.count > 0 { endRun(isExpected) }
            if measuredRunCount >= Self.minSupportCount, !isExpected { registerSupport() }
            return
        }
        measuredRunCount = 0
        isEpisodeSinceSteady = true
        if let artefact = transition.artefact(intervals) { artefacts.append(artefact) }
        episode = (episode.isEmpty ? intervals.lowerBound : episode.lowerBound)..<decidedCount
        repeatedRepair.add(transition, intervals)
        if transition.actualCount > transition.observedCount, !isExpected {
            leaveOutInsertedMajority()
        }
        if firstWithheldIndex != nil, decidedCount - repeatedRepair.begin > Self.maxWithheldCount,
            !isExpected
        {
            leaveOutRun()
        }
    }

    /// Follows a segment from ``begin`` on by a tracker that was started there.
    ///
    /// - Parameter intervalsMs: the intervals of the segment from `offset` on.
    /// - Parameter offset: index of the first one.
    mutating func follow(
        _ intervalsMs: [Double], from offset: Int = 0, by tracker: inout BeatTracker
    ) {
        follow(
            intervalsMs, from: offset, next: decideOpening(intervalsMs, from: offset, by: &tracker),
            by: &tracker)
    }

    /// The same where ``restart()`` says, with a tracker that is still to be started.
    mutating func followAnew(
        _ intervalsMs: [Double], from offset: Int, by tracker: inout BeatTracker
    ) {
        let next = startAnew(intervalsMs, from: offset, by: &tracker)
        follow(intervalsMs, from: offset, next: next, by: &tracker)
    }

    private mutating func follow(
        _ intervalsMs: [Double], from offset: Int, next: Int, by tracker: inout BeatTracker
    ) {
        var next = next
        while next < offset + intervalsMs.count {
            let interval = intervalsMs[next - offset]
            observe(interval)
            tracker.push(interval) { apply($0) }
            next += 1
            if restart() != nil { next = startAnew(intervalsMs, from: offset, by: &tracker) }
        }
    }

    /// Starts the tracker where ``restart()`` says.
    ///
    /// - Returns: index of the first interval that is to be pushed.
    private mutating func startAnew(
        _ intervalsMs: [Double], from offset: Int, by tracker: inout BeatTracker
    ) -> Int {
        tracker.start(intervalsMs[(begin - offset)...].prefix(learnCount))
        return decideOpening(intervalsMs, from: offset, by: &tracker)
    }

    private mutating func decideOpening(
        _ intervalsMs: [Double], from offset: Int, by tracker: inout BeatTracker
    ) -> Int {
        let first = Array(intervalsMs[(begin - offset)...].prefix(BeatTracker.maxOpeningCount))
        var opening: [BeatTracker.Transition] = []
        let openingDecidedCount = tracker.decideOpening(first) { opening.append($0) }
        for interval in first[..<openingDecidedCount] { observe(interval) }
        for transition in opening { apply(transition) }
        return begin + openingDecidedCount
    }

    // MARK: Episodes

    /// Measured intervals in a row that support a rhythm.
    private static let minSupportCount = 5
    /// Intervals on either side that bear what lies between.
    private static let contextIntervalCount = 15
    /// The largest difference of the intervals between from the context: this share of its lengths,
    /// plus `contextRangeTolerance` of the range among them.
    private static let contextTolerance = 0.08
    private static let contextRangeTolerance = 0.3
    /// Evidence of noise above which an episode is left out whole; in squared standard deviations, as
    /// all that follow.
    private static let maxEpisodeEvidence = 50.0
    /// Measured intervals so close to an episode belong to it where their misfit is larger; in standard
    /// deviations.
    private static let maxEdgeIntervalCount = 6
    private static let minEdgeMisfit = 3.6
    /// Two episodes that are left out with no more intervals between them are one.
    private static let maxJoiningGapCount = 10

    private mutating func registerSupport() {
        if !episode.isEmpty {
            endEpisode(before: decidedCount - measuredRunCount, limit: decidedCount)
            episode = 0..<0
            evidence = 0
        }
        supportEnd = decidedCount
        hasSupport = true
        if measuredRunCount >= Self.minSteadyCount, !isEpisodeSinceSteady {
            steadyEnd = decidedCount
        }
    }

    /// Leaves an episode out that is noise, or holds what the intervals on both sides do not bear.
    ///
    /// - Parameter end: index of the first interval behind it that supports a rhythm.
    /// - Parameter limit: index of the first interval behind it that is not decided.
    private mutating func endEpisode(before end: Int, limit: Int) {
        guard !episode.isEmpty else { return }
        var range = episode
        let edges = [
            max(begin, range.lowerBound - Self.maxEdgeIntervalCount)..<range.lowerBound,
            range
                .upperBound..<max(
                    range.upperBound, min(limit, range.upperBound + Self.maxEdgeIntervalCount)),
        ]
        for index in edges.joined() {
            guard let misfit = recent.misfit(index),
                abs(misfit) > Self.minEdgeMisfit
            else { continue }
            evidence += min(misfit * misfit, BeatTracker.Transition.maxMeasuredEvidence)
            range = min(range.lowerBound, index)..<max(range.upperBound, index + 1)
        }
        guard range.count > 1,
            evidence >= Self.maxEpisodeEvidence
                || !fitsContext(
                    from: max(begin, supportEnd - Self.contextIntervalCount)..<supportEnd,
                    to: end..<min(recent.count, end + Self.contextIntervalCount))
        else { return }
        let nearbyArtefacts = artefacts[
            firstArtefactIndex(endingBehind: range.lowerBound - Self.maxJoiningGapCount - 1)...]
        if let burst = nearbyArtefacts.first(where: \.isBurst),
            burst.intervals.lowerBound >= max(begin, decidedCount - Self.reach)
        {
            range = min(range.lowerBound, burst.intervals.lowerBound)..<range.upperBound
        }
        range = range.clamped(to: (decidedCount - Self.reach)..<decidedCount)
        guard !range.isEmpty else { return }
        leaveOut(range, kind: .long)
    }

    /// Returns true if all intervals of an episode, measured or made, are as long as those around
    /// it.
    private func fitsContext(from before: Range<Int>, to after: Range<Int>) -> Bool {
        var minMs = Double.infinity
        var maxMs = 0.0
        for index in [before, after].joined() {
            minMs = min(minMs, recent[index])
            maxMs = max(maxMs, recent[index])
        }
        let rangeToleranceMs = Self.contextRangeTolerance * (maxMs - minMs)
        let lowerLimitMs = minMs * (1 - Self.contextTolerance) - rangeToleranceMs
        let upperLimitMs = maxMs * (1 + Self.contextTolerance) + rangeToleranceMs
        func fitsContext(_ intervalMs: Double) -> Bool {
            intervalMs >= lowerLimitMs && intervalMs <= upperLimitMs
        }
        var next = episode.lowerBound
        let first = firstArtefactIndex(endingBehind: next)
        for artefact in artefacts[first...] {
            let intermediateRange = next..<max(next, artefact.intervals.lowerBound)
            guard intermediateRange.allSatisfy({ fitsContext(recent[$0]) }) else { return false }
            next = artefact.intervals.upperBound
            guard artefact.newCount > 0, artefact.keepsTime else { continue }
            let sum = artefact.intervals.reduce(0) { $0 + recent[$1] }
            guard fitsContext(sum / Double(artefact.newCount)) else { return false }
        }
        return (next..<max(next, episode.upperBound)).allSatisfy { fitsContext(recent[$0]) }
    }

    /// Makes one artefact of all intervals of a range, with nothing to replace it.
    private mutating func leaveOut(_ fullRange: Range<Int>, kind: CorrectionEvent.Kind) {
        let range = fullRange.clamped(to: (irregularSegments.last?.upperBound ?? 0)..<Int.max)
        guard !range.isEmpty else { return }
        let first = firstArtefactIndex(endingBehind: range.lowerBound)
        let followingArtefacts = artefacts[first...].drop {
            $0.intervals.lowerBound < range.upperBound
        }
        artefacts.replaceSubrange(
            first..<followingArtefacts.startIndex,
            with: [
                BeatArtefact(
                    kind: kind, beatIndex: range.lowerBound, intervals: range, newCount: 0,
                    keepsTime: false)
            ])
        markChanged(range.lowerBound)
    }

    /// Position of the first artefact that ends behind an interval; a search from the newest one.
    private func firstArtefactIndex(endingBehind index: Int) -> Int {
        var position = artefacts.count
        while position > 0, artefacts[position - 1].intervals.upperBound > index { position -= 1 }
        return position
    }

    private mutating func markChanged(_ index: Int) {
        firstChangedIndex = min(firstChangedIndex ?? index, index)
    }

    // MARK: Inserted beats

    /// Duration in which no more beats may be inserted than were observed, in ms.
    private static let insertionWindowMs = 30_000.0

    /// Leaves the last 30 s out where more than half of their beats are inserted.
    private mutating func leaveOutInsertedMajority() {
        let earliest = max(begin, decidedCount - Self.reach)
        var from = decidedCount
        var sum = 0.0
        while from > earliest, sum < Self.insertionWindowMs {
            from -= 1
            sum += recent[from]
        }
        guard sum >= Self.insertionWindowMs else { return }
        let first = firstArtefactIndex(endingBehind: from)
        let insertedCount = artefacts[first...].reduce(0) {
            $0 + max(0, $1.newCount - $1.intervals.count)
        }
        guard insertedCount > decidedCount - from else { return }
        leaveOut(
            min(from, artefacts[first].intervals.lowerBound)..<decidedCount, kind: .missed)
    }

    // MARK: Runs of one repair

    /// Measured intervals end a run: the assumed rhythm was right. At a changed rate an extra beat may
    /// look like two of it.
    private mutating func endRun(_ isExpected: Bool) {
        guard repeatedRepair.count > RepeatedArtefactRun.maxRepairedCount else {
            repeatedRepair = RepeatedArtefactRun()
            return
        }
        if measuredRunCount >= Self.minReturnIntervalCount, !isExpected { leaveOutRun() }
    }

    /// Ends the segment: whether the former rate would have come back cannot be known.
    mutating func finish(_ tracker: inout BeatTracker) {
        tracker.finish { apply($0) }
        if firstWithheldIndex != nil { leaveOutRun() }
    }

    private mutating func leaveOutRun() {
        let run = repeatedRepair
        repeatedRepair = RepeatedArtefactRun()
        leaveOut(run.begin..<run.end, kind: run.actualCount > run.observedCount ? .missed : .extra)
        guard hasSupport, let before = medianBefore(run.begin) else { return }
        rateChanges.append(
            RateChange(
                rawIndex: run.begin, beforeMs: before, afterMs: recent.median(run.begin..<run.end),
                isLeftOut: true))
    }

    /// Median of the last intervals before an index; nil where they are too few.
    private func medianBefore(_ index: Int) -> Double? {
        let from = max(begin, index - 15)
        return index - from >= 3 ? recent.median(from..<index) : nil
    }

    // MARK: Changes of rate

    /// Steady intervals in a row at another rate that show it.
    private static let minSteadyCount = 8
    private static let minUnsupportedCount = 10
    /// The longest of steady intervals by the shortest.
    private static let maxSteadyFactor = 1.3
    /// Two rates differ by more than this factor.
    private static let minRateFactor = 1.12
    /// Intervals of a rate differ from its median by less than this share, and so do neighbours where the
    /// rate changes gradually.
    private static let maxRateDeviationShare = 0.14
    /// Largest distance of the ratio of two rates from 2, as a share, for which beats may have been missed or doubled; and
    /// for so many intervals.
    private static let doublingTolerance = 0.03
    private static let maxReturnIntervalCount = 60
    /// Measured intervals in a row that show that the former rate is back.
    private static let minReturnIntervalCount = 3
    /// Nothing is withheld for more intervals.
    private static let maxWithheldCount = 80
    /// A restart lies at most so many intervals back.
    private static let reach = 100

    /// Returns the index at which the tracker is to start anew: what was decided from there on is
    /// taken back. nil where it continues.
    ///
    /// - Parameter isFinished: whether no interval follows.
    @inline(__always)
    mutating func restart() -> Int? {
        // Decisions come three intervals late.
        guard decidedCount - steadyEnd >= Self.minSteadyCount || hasIrregularEnded else {
            return nil
        }
        return findRestart()
    }

    private mutating func findRestart() -> Int? {
        let newest = decidedCount
        if hasIrregularEnded {
            hasIrregularEnded = false
            return restartAfterIrregularPart()
        }
        guard !isIrregular || onset != nil else { return nil }
        if measuredRunCount >= Self.minSteadyCount {
            return restartAtNewRate(newest - measuredRunCount)
        }
        let last = newest - Self.minUnsupportedCount
        guard last >= supportEnd, last >= begin, recent.measuredCount(in: last..<newest) <= 3,
            recent.isSteady(last..<newest, within: Self.maxSteadyFactor)
        else { return nil }
        let after = recent.median(last..<newest)
        if hasSupport, mayRateReturn(at: newest) { return nil }
        return restart(
            at: rateStartIndex(after, from: last, notBefore: supportEnd),
            from: hasSupport ? medianBefore(supportEnd) : nil, to: after)
    }

    /// Indicates whether the rate has halved or doubled, as far as the intervals show, and not long ago.
    private func mayRateReturn(at newest: Int) -> Bool {
        let before = max(begin, supportEnd - 30)..<supportEnd
        guard newest - supportEnd < Self.maxReturnIntervalCount, before.count >= 3 else {
            return false
        }
        let (a, b) = (recent.medianAndError(before), recent.medianAndError(supportEnd..<newest))
        let ratio = max(b.medianMs / a.medianMs, a.medianMs / b.medianMs)
        let error = (a.squaredError + b.squaredError).squareRoot()
        return abs(ratio / 2 - 1) < Self.doublingTolerance + 2 * error
    }

    /// Indicates whether all intervals of one range are longer than all of the other: a deep oscillation of
    /// the rhythm is no change of rate.
    private func isDisjoint(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
        let (a, b) = (one.map { recent[$0] }, other.map { recent[$0] })
        guard let aMin = a.min(), let aMax = a.max(), let bMin = b.min(), let bMax = b.max() else {
            return false
        }
        return aMin > bMax || bMin > aMax
    }

    private mutating func restartAtNewRate(_ from: Int) -> Int? {
        let end = steadyEnd
        let isAfterEpisode = isEpisodeSinceSteady
        steadyEnd = decidedCount
        isEpisodeSinceSteady = false
        guard isAfterEpisode, end - begin >= Self.minSteadyCount,
            recent.isSteady((end - Self.minSteadyCount)..<end, within: Self.maxSteadyFactor),
            recent.isSteady(from..<(from + Self.minSteadyCount), within: Self.maxSteadyFactor),
            let before = medianBefore(end)
        else { return nil }
        let after = recent.median(from..<(from + Self.minSteadyCount))
        guard max(after / before, before / after) > Self.minRateFactor,
            isDisjoint(max(begin, end - 2 * Self.minSteadyCount)..<end, from..<decidedCount)
        else { return nil }
        return restart(
            at: rateStartIndex(after, from: from, notBefore: end), from: before, to: after)
    }

    /// The rhythm starts anew where the irregular part ends.
    private mutating func restartAfterIrregularPart() -> Int? {
        let from = decidedCount - Self.minSteadyCount
        guard from > begin, recent.isSteady(from..<decidedCount, within: Self.maxSteadyFactor)
        else {
            return nil
        }
        return restart(
            at: rateStartIndex(
                recent.median(from..<decidedCount), from: from,
                notBefore: decidedCount - BeatTracker.irregularDetectionLag),
            from: nil, to: 1)
    }

    /// Returns the beginning of the steady intervals of a rate: back to the last supported
    /// interval, where every step between two intervals is small, or else to the first one of that
    /// rate.
    private func rateStartIndex(_ rateMs: Double, from index: Int, notBefore end: Int) -> Int {
        let first = max(begin, end, decidedCount - Self.reach)
        var begin = index
        var position = index
        while position > first {
            if hasRate(rateMs, position - 1) {
                position -= 1
                begin = position
                continue
            }
            // Up to three intervals of artefacts.
            let skippedCount = (2...4).first { count in
                position - count - 1 >= first && hasRate(rateMs, position - count)
                    && hasRate(rateMs, position - count - 1)
            }
            guard let skippedCount else { break }
            position -= skippedCount - 1
        }
        var step = begin
        while step > first, abs(recent[step - 1] / recent[step] - 1) < Self.maxRateDeviationShare {
            step -= 1
        }
        return step == first ? first : begin
    }

    private func hasRate(_ rateMs: Double, _ index: Int) -> Bool {
        abs(recent[index] / rateMs - 1) < Self.maxRateDeviationShare
    }

    private mutating func restart(at index: Int, from before: Double?, to after: Double) -> Int? {
        let learningCount =
            hasSupport
            ? BeatTracker.maxStartCount
            : max(ResonantRule.minRhythmIntervalCount, decidedCount - index)
        guard index > begin || learningCount < learnCount else { return nil }
        rewind(to: index, learning: learningCount)
        if firstRestartIndex == nil, learningCount == BeatTracker.maxStartCount {
            firstRestartIndex = index
        }
        if let before, max(after / before, before / after) > Self.minRateFactor,
            rateChanges.last?.rawIndex != index
        {
            rateChanges.append(
                RateChange(rawIndex: index, beforeMs: before, afterMs: after, isLeftOut: false))
        }
        return index
    }

    /// Takes back all decisions from an index on, where the tracker starts anew.
    mutating func rewind(to index: Int, learning count: Int = BeatTracker.maxStartCount) {
        if let onset, onset.index >= index { undoOnset() }
        onset = nil
        while let last = artefacts.last, last.intervals.lowerBound >= index {
            artefacts.removeLast()
        }
        if let last = artefacts.last, last.intervals.upperBound > index {
            artefacts.removeLast()
            artefacts.append(
                BeatArtefact(
                    kind: last.kind, beatIndex: last.intervals.lowerBound,
                    intervals: last.intervals.lowerBound..<index, newCount: 0, keepsTime: false))
        }
        while let last = irregularSegments.last, last.lowerBound >= index {
            irregularSegments.removeLast()
        }
        if let last = irregularSegments.last, last.upperBound > index {
            irregularSegments[irregularSegments.count - 1] = last.lowerBound..<index
        }
        // The change where the tracker starts anew is reported by nothing else.
        while let last = rateChanges.last,
            last.rawIndex > index || last.rawIndex == index && last.isLeftOut
        {
            rateChanges.removeLast()
        }
        if !episode.isEmpty, episode.lowerBound < index {
            episode = episode.lowerBound..<index
            endEpisode(before: index, limit: index)
        }
        markChanged(index)
        recent.rewind(to: index)
        decidedCount = index
        isIrregular = false
        hasIrregularEnded = false
        begin = index
        learnCount = count
        measuredRunCount = 0
        supportEnd = index
        steadyEnd = index
        isEpisodeSinceSteady = false
        hasSupport = false
        episode = 0..<0
        evidence = 0
        repeatedRepair = RepeatedArtefactRun()
    }

    // MARK: Irregular parts

    /// - Parameter intervals: the next ones of an irregular segment.
    private mutating func addIrregularIntervals(_ intervals: Range<Int>) {
        recent.setMisfit(nil, of: intervals)
        measuredRunCount = 0
        repeatedRepair = RepeatedArtefactRun()
        if isIrregular, let last = irregularSegments.popLast() {
            irregularSegments.append(last.lowerBound..<intervals.upperBound)
            if let onset, decidedCount - onset.index > Self.maxReturnIntervalCount {
                resetSupport()
            }
            return
        }
        var begin = max(self.begin, intervals.lowerBound - BeatTracker.irregularDetectionLag)
        var removedArtefacts: [BeatArtefact] = []
        while let last = artefacts.last, last.intervals.upperBound > begin {
            begin = min(begin, last.intervals.lowerBound)
            removedArtefacts.append(artefacts.removeLast())
        }
        var joinedSegment: Range<Int>?
        if let last = irregularSegments.last, last.upperBound >= begin {
            begin = last.lowerBound
            joinedSegment = irregularSegments.removeLast()
        }
        irregularSegments.append(begin..<intervals.upperBound)
        onset = IrregularOnset(
            index: intervals.lowerBound, artefacts: removedArtefacts.reversed(),
            previousIrregular: joinedSegment,
            episode: episode, evidence: evidence)
        episode = 0..<0
        evidence = 0
        markChanged(begin)
        if !hasSupport { resetSupport() }
    }

    private mutating func resetSupport() {
        onset = nil
        supportEnd = decidedCount
        steadyEnd = decidedCount
        isEpisodeSinceSteady = false
        hasSupport = false
        episode = 0..<0
    }

    /// Takes back that a rhythm was lost, where it began.
    private mutating func undoOnset() {
        guard let onset, let last = irregularSegments.popLast() else { return }
        markChanged(last.lowerBound)
        if let joinedSegment = onset.previousIrregular { irregularSegments.append(joinedSegment) }
        artefacts += onset.artefacts
        episode = onset.episode
        evidence = onset.evidence
        self.onset = nil
    }

    private enum CodingKeys: String, CodingKey {
        case artefacts = "faults"
        case irregularSegments = "irregularStretches"
        case rateChanges, decidedCount, isIrregular, firstChangedIndex = "changedFrom", begin,
            learnCount, firstRestartIndex = "firstRestart",
            recent, measuredRunCount = "measuredRun", supportEnd, hasSupport, episode, evidence,
            repeatedRepair = "runOfOneRepair",
            steadyEnd, isEpisodeSinceSteady, onset, hasIrregularEnded = "isIrregularPast"
    }
}
