import PhysioDSP

/// Scores of many series together.
public struct ArtefactScoreSummary: Sendable, Equatable {
    /// The statistics of errors.
    public struct ErrorSummary: Sendable, Equatable {
        public let mean: Double
        /// The 95th percentile, linear between neighbours.
        public let percentile95: Double
        public let largest: Double
    }

    public private(set) var seriesCount = 0
    /// Series of which a sound interval was changed or left out.
    public private(set) var alteredSeriesCount = 0
    public private(set) var foundArtefactCount = 0
    public private(set) var artefactCount = 0
    public private(set) var retainedIntervalCount = 0
    public private(set) var validIntervalCount = 0
    private var rmssdErrors: [Double] = []
    private var sdnnErrors: [Double] = []

    public init() {}

    public init(_ scores: some Sequence<ArtefactScore>) {
        for score in scores { add(score) }
    }

    public mutating func add(_ score: ArtefactScore) {
        seriesCount += 1
        if score.altersValidBeats { alteredSeriesCount += 1 }
        foundArtefactCount += score.foundArtefactCount
        artefactCount += score.artefactCount
        retainedIntervalCount += score.retainedIntervalCount
        validIntervalCount += score.validIntervalCount
        rmssdErrors.append(score.rmssdError)
        sdnnErrors.append(score.sdnnError)
    }

    /// Share of the artefacts that were found; 0 ... 1; nil without artefacts.
    public var sensitivity: Double? {
        artefactCount > 0 ? Double(foundArtefactCount) / Double(artefactCount) : nil
    }

    /// Share of the sound intervals that stand as measured; 0 ... 1; nil without any.
    public var specificity: Double? {
        validIntervalCount > 0 ? Double(retainedIntervalCount) / Double(validIntervalCount) : nil
    }

    /// nil without series.
    public var rmssdErrorSummary: ErrorSummary? { Self.errors(rmssdErrors) }
    /// nil without series.
    public var sdnnErrorSummary: ErrorSummary? { Self.errors(sdnnErrors) }

    private static func errors(_ errors: [Double]) -> ErrorSummary? {
        let sorted = errors.sorted()
        guard let mean = Statistics.mean(sorted), let largest = sorted.last,
            let percentile95 = Statistics.quantile(0.95, ofSorted: sorted)
        else { return nil }
        return ErrorSummary(mean: mean, percentile95: percentile95, largest: largest)
    }
}
