/// The way from the raw beats of a recording to its NN intervals.
///
/// Whatever corrected them, a report needs no more than this to count what was changed and to draw
/// it.
public struct CorrectionRecord: Sendable, Equatable {
    public let raw: RRSeries
    public let nn: NNSeries
    /// The raw interval, for each NN interval, in which the beat that ends it lies; ascending.
    public let rawIndices: [Int]
    /// Everything found; ascending in ``CorrectionEvent/beatIndex``.
    public let events: [CorrectionEvent]
    /// Raw intervals, in ascending ranges that do not overlap, that follow no rhythm by which a
    /// beat could be judged; all are left out of ``nn``.
    public let irregularSegments: [Range<Int>]
    /// Positions where the heart rate changes at once; ascending.
    public let rateChanges: [RateChange]

    /// - Precondition: one raw index an NN interval; the orders stated above.
    public init(
        raw: RRSeries, nn: NNSeries, rawIndices: [Int], events: [CorrectionEvent],
        irregularSegments: [Range<Int>] = [], rateChanges: [RateChange] = []
    ) {
        precondition(rawIndices.count == nn.count, "every NN interval ends in one raw interval")
        precondition(
            zip(events, events.dropFirst()).allSatisfy { $0.beatIndex <= $1.beatIndex },
            "events come in the order of the beats")
        self.raw = raw
        self.nn = nn
        self.rawIndices = rawIndices
        self.events = events
        self.irregularSegments = irregularSegments
        self.rateChanges = rateChanges
    }

    /// Time from the start of the recording to the first beat at the changed rate, in s.
    public func seconds(of change: RateChange) -> Double {
        raw.endTimesSeconds[change.rawIndex] - raw.intervalsMs[change.rawIndex] / 1000
            - raw.startSeconds
    }

    /// Duration of the longest irregular part inside some ranges of raw beats, in s; 0 where there is
    /// none.
    public func maxIrregularSeconds(in ranges: [Range<Int>]) -> Double {
        var maxSeconds = 0.0
        for range in ranges {
            for part in irregularSegments.map({ $0.clamped(to: range) }) {
                guard let first = part.first, let last = part.last else { continue }
                let begin = raw.endTimesSeconds[first] - raw.intervalsMs[first] / 1000
                maxSeconds = max(maxSeconds, raw.endTimesSeconds[last] - begin)
            }
        }
        return maxSeconds
    }

    /// The artefacts among all raw beats.
    public var artefacts: ArtefactTally { artefacts(in: [0..<raw.count]) }

    /// The artefacts among the raw beats of some ranges, which do not overlap.
    ///
    /// So the counts of segments that share no beat add up.
    ///
    /// - Complexity: O(log e + k) for a range with k of e events.
    public func artefacts(in ranges: [Range<Int>]) -> ArtefactTally {
        var counts: [CorrectionEvent.Kind: Int] = [:]
        var artefactCount = 0
        var irregularCount = 0
        var ectopicCount = 0
        for range in ranges {
            ectopicCount += raw.marks[range].count { $0.contains(.endBeatNotNormal) }
            var last: Int?
            for event in events[events(in: range)] where event.beatCount > 0 {
                counts[event.kind, default: 0] += 1
                if event.beatIndex != last { artefactCount += event.beatCount }
                last = event.beatIndex
            }
            // A beat that is known not to be normal counts as that, also where the rhythm is lost.
            for segment in irregularSegments {
                irregularCount += raw.marks[segment.clamped(to: range)].count {
                    !$0.contains(.endBeatNotNormal)
                }
            }
        }
        return ArtefactTally(
            rawCount: ranges.reduce(0) { $0 + $1.count }, artefactCount: artefactCount,
            counts: counts,
            irregularCount: irregularCount, ectopicCount: ectopicCount)
    }

    private func events(in beats: Range<Int>) -> Range<Int> {
        let first = events.partitioningIndex { $0.beatIndex >= beats.lowerBound }
        return first..<max(first, events.partitioningIndex { $0.beatIndex >= beats.upperBound })
    }
}

/// The result of correcting a recording.
public struct CorrectionResult: Sendable, Equatable {
    /// Name of the format the recording was read from.
    public let format: String
    public let record: CorrectionRecord
    /// Every setting that shaped the intervals.
    public let recipe: Recipe
    /// The notices about the recording that the person should read.
    public let notices: [Notice]
    /// The rhythms of the ECG that the beats were found in; nil without classes of beats.
    package var rhythms: RhythmSummary?

    public init(format: String, record: CorrectionRecord, recipe: Recipe, notices: [Notice]) {
        self.format = format
        self.record = record
        self.recipe = recipe
        self.notices = notices
    }
}
