public import BeatCorrection
import HRVFeatures
public import PhysioTypes

/// A pipeline from a recording to its NN intervals, with the record of every change.
///
/// What ``AnalysisPipeline`` does before it computes, for those who want the intervals.
///
/// ```swift
/// // The fourth beat was not seen.
/// let rr = RRSeries(intervalsMs: [800, 812, 804, 1618, 798, 806, 815, 803])
/// let result = CorrectionPipeline().correct(Recording(format: "rr-text", rr: rr))
/// result.record.artefacts.counts  // [.missed: 1]
/// ```
public struct CorrectionPipeline: Sendable {
    public let correction: ArtefactCorrection

    public init(_ correction: ArtefactCorrection = ArtefactCorrection()) {
        self.correction = correction
    }

    /// - Complexity: that of the correction; O(n) with the rules of the toolkit.
    public func correct(_ recording: Recording) -> CorrectionResult {
        var settings = AnalysisSettings()
        settings.correction = correction
        let pipeline = AnalysisPipeline(settings: settings)
        let record = correction.record(of: recording.rr)
        var recipe = Recipe()
        pipeline.describeInput(recording, ClockStep(of: recording.rr), in: &recipe)
        correction.describe(in: &recipe)
        let notices = pipeline.notices(on: record.nn, raw: recording.rr)
        var result = CorrectionResult(
            format: recording.format, record: record, recipe: recipe,
            notices: recording.notices + notices + Self.notices(on: record))
        result.rhythms = recording.rhythms
        return result
    }

    private static func notices(on record: CorrectionRecord) -> [Notice] {
        let tally = record.artefacts
        let allRanges = [0..<record.raw.count]
        let consequence =
            tally.artefactShare > CorrectedShares.limit
            ? "hrv analyze withholds the metrics of stretches with more than 20 %; look at what was "
                + "changed (--svg)"
            : "look at what was changed (--svg) before using the intervals"
        return [
            AnalysisPipeline.artefactNotice(tally, consequence),
            AnalysisPipeline.irregularRhythmNotice(
                tally, maxSeconds: record.maxIrregularSeconds(in: allRanges)),
        ].compactMap(\.self) + AnalysisPipeline.rateChangeNotices(of: record, in: allRanges)
    }
}

extension ArtefactCorrection {
    /// Returns the record of the correction of a series, in the form that reports take.
    func record(of raw: RRSeries) -> CorrectionRecord {
        let corrected = correct(raw)
        return CorrectionRecord(
            raw: raw, nn: corrected.nn, rawIndices: corrected.rawIndices, events: corrected.events,
            irregularSegments: corrected.irregularSegments, rateChanges: corrected.rateChanges)
    }
}
