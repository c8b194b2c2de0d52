import PhysioTypes

/// Joins corrected segments to one series, and collects the log.
struct CorrectedSeriesBuilder {
    private let raw: RRSeries
    var events: [CorrectionEvent] = []
    var irregularSegments: [Range<Int>] = []
    /// The changes of rate in the order of the raw series.
    var rateChanges: [RateChange] = []
    /// The first of them that no interval has been added behind.
    private var nextChangeIndex = 0
    private var intervalsMs: [Double] = []
    private var endTimesSeconds: [Double] = []
    private var isAdjacent: [Bool] = []
    private var isCorrected: [Bool] = []
    private var rawIndices: [Int] = []

    init(_ raw: RRSeries) {
        self.raw = raw
        intervalsMs.reserveCapacity(raw.count)
        endTimesSeconds.reserveCapacity(raw.count)
        isAdjacent.reserveCapacity(raw.count)
        isCorrected.reserveCapacity(raw.count)
        rawIndices.reserveCapacity(raw.count)
    }

    /// Takes out what the recording says is not normal.
    func leaveOutEctopic(of beats: inout SegmentBeats) {
        for index in 0..<beats.count where raw.marks[beats.rawIndices[index]].isEctopic {
            beats.leaveOut(index..<index + 1)
        }
    }

    /// Adds a segment; its first interval follows no other.
    mutating func append(_ beats: SegmentBeats) {
        var isAdjacent = false
        for index in 0..<beats.count {
            guard isNN(beats, index) else {
                isAdjacent = false
                continue
            }
            intervalsMs.append(beats.intervalsMs[index])
            endTimesSeconds.append(beats.endTimesSeconds[index])
            isCorrected.append(beats.origins[index] == .repaired)
            rawIndices.append(beats.rawIndices[index])
            let isAtChange = advancePastChanges(beats.rawIndices[index])
            self.isAdjacent.append(isAdjacent && !isAtChange)
            isAdjacent = true
        }
    }

    /// Returns true if the rate changes between the interval before and this one.
    private mutating func advancePastChanges(_ rawIndex: Int) -> Bool {
        let first = nextChangeIndex
        while nextChangeIndex < rateChanges.count, rateChanges[nextChangeIndex].rawIndex <= rawIndex
        {
            nextChangeIndex += 1
        }
        return nextChangeIndex > first
    }

    /// Returns true if the interval can stand as NN; the reasons against it are logged.
    private mutating func isNN(_ beats: SegmentBeats, _ index: Int) -> Bool {
        let rawIndex = beats.rawIndices[index]
        switch beats.exclusionReason(at: index, marks: raw.marks[rawIndex]) {
        case nil: return true
        case .leftOut where raw.marks[rawIndex].isEctopic:
            events.append(.annotatedEctopicBeat(rawIndex, raw.intervalsMs[rawIndex]))
        case .leftOut:
            // Among what is irregular, too, a length that no beat has is named.
            let interval = raw.intervalsMs[rawIndex]
            if isIrregular(rawIndex), !RRSeries.plausibleRangeMs.contains(interval) {
                events.append(.outOfRange(rawIndex, interval))
            }
        case .notNormal: events.append(.annotatedEctopicBeat(rawIndex, beats.intervalsMs[index]))
        case .implausible: events.append(.outOfRange(rawIndex, beats.intervalsMs[index]))
        }
        return false
    }

    private func isIrregular(_ rawIndex: Int) -> Bool {
        irregularSegments.last?.contains(rawIndex) == true
            || irregularSegments.contains { $0.contains(rawIndex) }
    }

    /// - Parameter keepingRaw: whether the intervals stay what they were, found faulty or not.
    func result(keepingRaw: Bool) -> CorrectedSeries {
        let ordered = events.sorted {
            ($0.beatIndex, $0.pass, $0.kind == .gap ? 0 : 1)
                < ($1.beatIndex, $1.pass, $1.kind == .gap ? 0 : 1)
        }
        guard !keepingRaw else {
            let normal = raw.marks.indices.filter {
                raw.marks[$0].isDisjoint(with: [.outOfRange, .notNormal])
            }
            return CorrectedSeries(
                nn: NNSeries(raw), rawIndices: normal, events: ordered,
                irregularSegments: irregularSegments, rateChanges: rateChanges,
                rawCount: raw.count)
        }
        let nn = NNSeries(
            intervalsMs: intervalsMs, endTimesSeconds: endTimesSeconds,
            isAdjacentToPrevious: isAdjacent, isCorrected: isCorrected,
            startSeconds: raw.startSeconds, endSeconds: raw.endSeconds)
        return CorrectedSeries(
            nn: nn, rawIndices: rawIndices, events: ordered,
            irregularSegments: irregularSegments, rateChanges: rateChanges, rawCount: raw.count)
    }
}

/// The events that the recording itself states.
extension CorrectionEvent {
    static func gap(_ index: Int) -> Self {
        CorrectionEvent(
            kind: .gap, beatIndex: index, rule: "recording", oldIntervalsMs: [], newIntervalsMs: [])
    }

    static func outOfRange(_ index: Int, _ intervalMs: Double) -> Self {
        CorrectionEvent(
            kind: .range, beatIndex: index, rule: "recording", oldIntervalsMs: [intervalMs],
            newIntervalsMs: [])
    }

    static func annotatedEctopicBeat(_ index: Int, _ intervalMs: Double) -> Self {
        CorrectionEvent(
            kind: .ectopic, beatIndex: index, rule: "annotation", oldIntervalsMs: [intervalMs],
            newIntervalsMs: [])
    }
}
