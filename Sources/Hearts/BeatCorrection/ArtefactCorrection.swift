import PhysioDSP
public import PhysioTypes

/// Finds beats that are extra, missing or displaced, and makes NN intervals of the rest.
///
/// A series is cut at its gaps and at intervals longer than any heart beat; each segment is
/// corrected on its own, and none is bridged. A rule looks at a segment, what it finds is repaired,
/// and it looks again, as often as it wants to and finds less than before. With ``BeatRepair/removal``
/// and ``BeatRepair/marking`` it looks once, at the beats as they were recorded.
///
/// Then intervals of a length no heart beat has, and those that the recording says are not normal,
/// are left out, unless a repair replaced them. A rule that tracks the rhythm knows the latter before
/// it judges: they count for nothing and are not replaced.
///
/// ```swift
/// // The fourth beat was not seen.
/// let rr = RRSeries(intervalsMs: [800, 812, 804, 1618, 798, 806, 815, 803])
/// let corrected = ArtefactCorrection().correct(rr)
/// corrected.events.map(\.kind)  // [.missed]
/// corrected.nn.count            // 9
/// ```
public struct ArtefactCorrection: Sendable {
    public let rule: any BeatRule
    public let repair: BeatRepair

    public init(rule: any BeatRule = ResonantRule(), repair: BeatRepair = .timeKeeping) {
        self.rule = rule
        self.repair = repair
    }

    /// - Parameter raw: any series, also an empty one; not changed.
    /// - Complexity: O(n) a pass with the rules of this module; allocates some arrays of n numbers.
    public func correct(_ raw: RRSeries) -> CorrectedSeries {
        var builder = CorrectedSeriesBuilder(raw)
        let segments = Self.segments(of: raw, &builder)
        var priorRhythm = PriorRhythm()
        for segment in segments {
            let beats = SegmentBeats(raw, segment)
            if let rule = rule as? any TrackingRule {
                var verdict = Self.verdict(on: segment, of: raw, by: rule, prior: &priorRhythm)
                verdict.artefacts = verdict.artefacts.flatMap { artefact in
                    artefact.applyingMarks { raw.marks[segment.lowerBound + $0] }
                }
                builder.append(applyVerdict(beats, verdict, &builder))
            } else {
                builder.append(applyPasses(beats, &builder))
            }
        }
        return builder.result(keepingRaw: repair == .marking)
    }

    /// - Parameter priorRhythm: the rhythm before; where that is too little, the intervals behind the segment are
    ///   used instead.
    private static func verdict(
        on segment: Range<Int>, of raw: RRSeries, by rule: any TrackingRule,
        prior priorRhythm: inout PriorRhythm
    ) -> BeatVerdict {
        let intervals = EctopicSubstitution.judgedIntervals(
            Array(raw.intervalsMs[segment]), raw.marks[segment], prior: priorRhythm)
        if priorRhythm.hasEnoughIntervals {
            return rule.verdict(on: intervals, prior: &priorRhythm)
        }
        let followingIntervalsMs = (segment.upperBound..<raw.count).prefix(
            2 * BeatTracker.maxStartCount
        ).filter {
            raw.intervalsMs[$0] <= RRSeries.plausibleRangeMs.upperBound && !raw.marks[$0].isEctopic
        }.map { raw.intervalsMs[$0] }
        var followingRhythm = PriorRhythm(
            intervalsMs: followingIntervalsMs.prefix(BeatTracker.maxStartCount))
        let verdict = rule.verdict(on: intervals, prior: &followingRhythm)
        priorRhythm.add(intervals, rhythm: followingRhythm.learnedState)
        return verdict
    }

    /// The ranges in which every interval follows the one before it, none of them empty; what parts
    /// them is logged.
    private static func segments(
        of raw: RRSeries, _ builder: inout CorrectedSeriesBuilder
    ) -> [Range<Int>] {
        var segments: [Range<Int>] = []
        var begin = 0
        for index in 0..<raw.count {
            let isTooLong = raw.intervalsMs[index] > RRSeries.plausibleRangeMs.upperBound
            let isAfterGap = raw.marks[index].contains(.afterGap)
            guard isTooLong || isAfterGap else { continue }
            segments.append(begin..<index)
            if isAfterGap { builder.events.append(.gap(index)) }
            if isTooLong { builder.events.append(.outOfRange(index, raw.intervalsMs[index])) }
            begin = isTooLong ? index + 1 : index
        }
        segments.append(begin..<raw.count)
        return segments.filter { !$0.isEmpty }
    }

    /// Applies the verdict of a rule that looks once to a segment.
    private func applyVerdict(
        _ segment: SegmentBeats, _ verdict: BeatVerdict, _ builder: inout CorrectedSeriesBuilder
    ) -> SegmentBeats {
        var beats = segment
        builder.leaveOutEctopic(of: &beats)
        for irregular in verdict.irregularSegments {
            beats.leaveOut(irregular)
            let first = beats.rawIndices[irregular.lowerBound]
            builder.irregularSegments.append(first..<(first + irregular.count))
        }
        if let first = beats.rawIndices.first {
            builder.rateChanges += verdict.rateChanges.map { $0.moved(by: first) }
        }
        var repaired = beats
        var lossTable = InterpolationLossTable()
        let plan = RepairPlan(verdict.artefacts, count: beats.count)
        guard !plan.sites.isEmpty else { return beats }
        _ = apply(plan, to: beats, giving: &repaired, 1, &lossTable, &builder)
        return repaired
    }

    /// Applies a rule that flags intervals to a segment, in as many passes as it takes.
    private func applyPasses(
        _ segment: SegmentBeats, _ builder: inout CorrectedSeriesBuilder
    ) -> SegmentBeats {
        var beats = segment
        var repaired = segment
        var lossTable = InterpolationLossTable()
        var minSiteCount = Int.max
        var changed: ChangedRegions?
        for pass in 1...(repair.replacesIntervals ? rule.passLimit : 1) {
            let artefactKinds =
                changed?.artefacts(in: beats.intervalsMs, by: rule)
                ?? rule.artefacts(in: beats.intervalsMs)
            precondition(artefactKinds.count == beats.count, "a rule judges every interval")
            let plan = RepairPlan(artefactKinds, repair: repair)
            guard !plan.sites.isEmpty, plan.sites.count < minSiteCount else { break }
            minSiteCount = plan.sites.count
            let starts = apply(plan, to: beats, giving: &repaired, pass, &lossTable, &builder)
            changed = rule.reach.map { reach in
                ChangedRegions(
                    zip(plan.sites, starts).map { $1..<($1 + $0.newCount) }, reach: reach,
                    count: repaired.count)
            }
            swap(&beats, &repaired)
        }
        return beats
    }

    /// Repairs and logs.
    ///
    /// - Returns: where each site begins afterwards.
    private func apply(
        _ plan: RepairPlan, to beats: SegmentBeats, giving repaired: inout SegmentBeats,
        _ pass: Int, _ lossTable: inout InterpolationLossTable,
        _ builder: inout CorrectedSeriesBuilder
    ) -> [Int] {
        var plan = plan
        if repair.keepsTime { plan.lossSquares = lossTable.squares(at: plan.sites, of: beats) }
        let starts = repaired.repair(beats, plan, by: repair)
        for (site, start) in zip(plan.sites, starts) {
            let event = site.event(
                rule: rule.name, pass: pass, beats, repaired, start,
                isMarked: repair == .marking)
            if let event { builder.events.append(event) }
        }
        return starts
    }
}
