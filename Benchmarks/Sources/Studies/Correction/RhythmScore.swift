public import BeatCorrection
import PhysioDSP
import PhysioSimulation
import PhysioTypes

/// The score of a correction on one annotated recording.
///
/// Beats in atrial fibrillation or flutter are counted separately, and so are those in segments that
/// the correction itself calls irregular. A beat is touched if an interval it bounds does not stand
/// in the result as measured.
public struct RhythmScore: Sendable {
    public let database: String
    public let record: String
    public let beatCount: Int
    /// Ectopic beats outside fibrillation, and those of them that were touched.
    private(set) var ectopicCount = 0
    private(set) var foundCount = 0
    /// Normal beats next to none that is not, outside fibrillation and irregular segments, and
    /// those of them that were touched.
    private(set) var normalCount = 0
    private(set) var touchedCount = 0
    /// Beats in fibrillation, and those of them in irregular segments.
    private(set) var fibrillatingCount = 0
    private(set) var fibrillatingIrregularCount = 0
    /// The rest.
    private(set) var otherCount = 0
    private(set) var otherIrregularCount = 0
    /// Variation of all recorded intervals, of those between two normal beats, and of the result; the
    /// latter two outside fibrillation and irregular segments; ms; nil where there are none.
    let rawMs: Variation
    let trueMs: Variation
    let resultMs: Variation

    struct Variation: Sendable {
        var rmssd: Double?
        var sdnn: Double?

        /// - Parameter isUsed: which intervals count.
        /// - Parameter isAdjacent: which follow the one before.
        init(_ intervalsMs: [Double], isUsed: [Bool], isAdjacent: [Bool]) {
            sdnn = Statistics.standardDeviation(
                zip(intervalsMs, isUsed).filter(\.1).map(\.0))
            var squares: [Double] = []
            for index in 1..<max(1, intervalsMs.count)
            where isUsed[index] && isUsed[index - 1] && isAdjacent[index] {
                let difference = intervalsMs[index] - intervalsMs[index - 1]
                squares.append(difference * difference)
            }
            rmssd = Statistics.mean(squares)?.squareRoot()
        }
    }

    /// Creates the score of a correction by one of our rules.
    public init(_ record: RhythmRecord, by rule: any BeatRule) {
        let corrected = ArtefactCorrection(rule: rule).correct(
            RRSeries(intervalsMs: record.intervalsMs))
        var isIrregular = [Bool](repeating: false, count: record.intervalsMs.count)
        for segment in corrected.irregularSegments {
            for index in segment { isIrregular[index] = true }
        }
        self.init(
            record, CorrectionOutcome(corrected, of: record.intervalsMs),
            endTimesMs: corrected.nn.endTimesSeconds.map { 1000 * $0 }, isIrregular: isIrregular)
    }

    /// Creates the score of another program's result; nil if it did not finish.
    public init?(_ record: RhythmRecord, peer: PeerOutcome) {
        if peer == .unfinished { return nil }
        let outcome = peer.outcome(
            recordedMs: record.intervalsMs, resolutionMs: record.resolutionMs)
        var time = 0.0
        var ends = outcome.intervalsMs.map { interval in
            time += interval
            return time
        }
        if case .beatTimes(let times) = peer { ends = Array(times.dropFirst()) }
        self.init(
            record, outcome, endTimesMs: ends,
            isIrregular: record.intervalsMs.map { _ in false })
    }

    private init(
        _ record: RhythmRecord, _ outcome: CorrectionOutcome, endTimesMs: [Double],
        isIrregular: [Bool]
    ) {
        database = record.database
        self.record = record.name
        beatCount = record.classes.count
        let intervals = record.intervalsMs
        let everywhere = intervals.map { _ in true }
        rawMs = Variation(intervals, isUsed: everywhere, isAdjacent: everywhere)
        trueMs = Variation(
            intervals,
            isUsed: intervals.indices.map { index in
                record.classes[index] == .normal && record.classes[index + 1] == .normal
                    && !record.isFibrillation[index + 1] && !isIrregular[index]
                    && RRSeries.plausibleRangeMs.contains(intervals[index])
            }, isAdjacent: everywhere)
        resultMs = Variation(
            outcome.intervalsMs, isUsed: record.isOutsideFibrillation(atMs: endTimesMs),
            isAdjacent: outcome.isAdjacentToPrevious)
        count(record, outcome.isRetained, isIrregular)
    }

    private mutating func count(_ record: RhythmRecord, _ isRetained: [Bool], _ isIrregular: [Bool])
    {
        // The first and the last beat have one interval only.
        for beat in 1..<max(1, record.classes.count - 1) {
            let isTouched = !isRetained[beat - 1] || !isRetained[beat]
            let isFlagged = isIrregular[beat - 1]
            if record.isFibrillation[beat] {
                fibrillatingCount += 1
                if isFlagged { fibrillatingIrregularCount += 1 }
                continue
            }
            otherCount += 1
            if isFlagged { otherIrregularCount += 1 }
            if record.classes[beat] == .ectopic {
                ectopicCount += 1
                if isTouched { foundCount += 1 }
            }
            let isAmongNormal = record.classes[(beat - 1)...(beat + 1)].allSatisfy { $0 == .normal }
            if isAmongNormal, !isFlagged, !isIrregular[beat] {
                normalCount += 1
                if isTouched { touchedCount += 1 }
            }
        }
    }
}

extension RhythmRecord {
    /// Returns, for ascending times, whether each lies outside fibrillation: it does if the beat at
    /// or before it does.
    func isOutsideFibrillation(atMs times: [Double]) -> [Bool] {
        var beat = 0
        return times.map { time in
            while beat + 1 < timesMs.count, timesMs[beat + 1] <= time + resolutionMs { beat += 1 }
            return !isFibrillation[beat]
        }
    }
}
