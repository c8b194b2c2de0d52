import PhysioDSP

/// Score of a correction on one series of known artefacts.
public struct ArtefactScore: Sendable, Equatable {
    /// Artefacts none of whose intervals stands in the result as measured.
    public let foundArtefactCount: Int
    public let artefactCount: Int
    /// Sound intervals that stand in the result as measured.
    public let retainedIntervalCount: Int
    public let validIntervalCount: Int
    /// Distance of the result's RMSSD from that of the true intervals, as a share of the latter.
    /// A result that has none counts as 0.
    public let rmssdError: Double
    /// The same of SDNN (over n - 1).
    public let sdnnError: Double

    /// - Precondition: the outcome is one of this series.
    /// - Complexity: O(n).
    public init(_ outcome: CorrectionOutcome, of series: ArtefactSeries) {
        precondition(
            outcome.isRetained.count == series.intervalsMs.count, "an outcome judges every interval"
        )
        foundArtefactCount = series.artefacts.count {
            !$0.intervals.contains { outcome.isRetained[$0] }
        }
        artefactCount = series.artefacts.count
        validIntervalCount = series.isArtefact.count { !$0 }
        retainedIntervalCount = zip(outcome.isRetained, series.isArtefact).count { $0 && !$1 }
        let truth = series.trueIntervalsMs
        rmssdError = Self.relativeError(
            Self.rmssd(outcome.intervalsMs, outcome.isAdjacentToPrevious),
            of: Self.rmssd(truth, series.isTrueIntervalAdjacent))
        sdnnError = Self.relativeError(
            Statistics.standardDeviation(outcome.intervalsMs),
            of: Statistics.standardDeviation(truth))
    }

    /// True if a valid interval was changed or left out.
    public var altersValidBeats: Bool { retainedIntervalCount < validIntervalCount }

    private static func rmssd(_ intervalsMs: [Double], _ isAdjacent: [Bool]) -> Double? {
        var sum = 0.0
        var count = 0
        for index in 1..<max(1, intervalsMs.count) where isAdjacent[index] {
            let difference = intervalsMs[index] - intervalsMs[index - 1]
            sum += difference * difference
            count += 1
        }
        return count > 0 ? (sum / Double(count)).squareRoot() : nil
    }

    private static func relativeError(_ value: Double?, of truth: Double?) -> Double {
        guard let truth, truth > 0 else { return 0 }
        return abs((value ?? 0) - truth) / truth
    }
}
