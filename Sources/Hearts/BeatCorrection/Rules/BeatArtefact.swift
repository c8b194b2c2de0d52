public import PhysioTypes

/// Intervals of a segment that are replaced together.
public struct BeatArtefact: Sendable, Equatable, Codable {
    public let kind: CorrectionEvent.Kind
    /// The interval that the beat in question ends.
    public let beatIndex: Int
    /// The intervals in question; at least one.
    public let intervals: Range<Int>
    /// Number of intervals that replace them. 0 where the old ones have the right sum: the beat between the two is
    /// none. 0 where they have not: they are left out, and what lies on either side are no neighbours.
    public let newCount: Int
    /// True if the old intervals have the right sum.
    public let keepsTime: Bool

    public init(
        kind: CorrectionEvent.Kind, beatIndex: Int, intervals: Range<Int>, newCount: Int,
        keepsTime: Bool = true
    ) {
        precondition(!intervals.isEmpty && newCount >= 0, "a fault has an interval")
        self.kind = kind
        self.beatIndex = beatIndex
        self.intervals = intervals
        self.newCount = newCount
        self.keepsTime = keepsTime
    }

    private enum CodingKeys: String, CodingKey {
        case kind
        case beatIndex = "beat"
        case intervals, newCount, keepsTime
    }
}

/// Verdict of a rule on a segment.
public struct BeatVerdict: Sendable, Equatable {
    /// The artefacts in the order of the series; no interval in two.
    public var artefacts: [BeatArtefact]
    /// Ranges of intervals without a rhythm that beats could be judged by; ascending, overlapping
    /// neither one another nor an artefact.
    public var irregularSegments: [Range<Int>]
    /// Changes of the heart rate, in the order of the series; their indices count from the beginning of
    /// the segment.
    public var rateChanges: [RateChange]

    public init(
        artefacts: [BeatArtefact] = [], irregularSegments: [Range<Int>] = [],
        rateChanges: [RateChange] = []
    ) {
        self.artefacts = artefacts
        self.irregularSegments = irregularSegments
        self.rateChanges = rateChanges
    }
}

extension BeatArtefact {
    /// Indicates whether several intervals are left out together, with nothing to replace them.
    var isBurst: Bool { newCount == 0 && !keepsTime && intervals.count > 1 }

    /// The same in a series that begins elsewhere.
    func moved(by offset: Int) -> Self {
        BeatArtefact(
            kind: kind, beatIndex: beatIndex + offset,
            intervals: (intervals.lowerBound + offset)..<(intervals.upperBound + offset),
            newCount: newCount, keepsTime: keepsTime)
    }

    /// Entry of the log on it; nil where its intervals are left out already: what is left out stays in
    /// the series, and a later pass may find it again.
    ///
    /// - Parameter beats: before the repair.
    /// - Parameter start: where its intervals begin in `repaired`.
    func event(
        rule: String, pass: Int = 1, _ beats: SegmentBeats, _ repaired: SegmentBeats, _ start: Int,
        isMarked: Bool = false
    ) -> CorrectionEvent? {
        guard !intervals.contains(where: { beats.origins[$0] == .leftOut }) else { return nil }
        let oldLengthsMs = Array(beats.intervalsMs[intervals])
        let isLeftOut = newCount == 0 || repaired.origins[start] == .leftOut
        let newLengthsMs = repaired.intervalsMs[start..<(start + (isLeftOut ? 0 : newCount))]
        return CorrectionEvent(
            kind: kind, beatIndex: beats.rawIndices[beatIndex], rule: rule, pass: pass,
            oldIntervalsMs: oldLengthsMs,
            newIntervalsMs: isMarked ? oldLengthsMs : Array(newLengthsMs))
    }
}

extension RateChange {
    /// The same in a series that begins elsewhere.
    func moved(by count: Int) -> Self {
        RateChange(
            rawIndex: rawIndex + count, beforeMs: beforeMs, afterMs: afterMs, isLeftOut: isLeftOut)
    }
}
