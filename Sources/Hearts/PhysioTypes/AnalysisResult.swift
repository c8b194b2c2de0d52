/// The metrics of one recording: one row, or one a window.
public struct AnalysisResult: Sendable, Equatable {
    /// Name of the format the recording was read from.
    public let format: String
    public let rows: [AnalysisRow]
    /// Every setting that shaped the numbers.
    public let recipe: Recipe
    /// The notices about the recording as a whole that the person should read.
    public let notices: [Notice]
    /// The data that a report draws; only where it was asked for.
    public let figures: AnalysisFigures?

    public init(
        format: String, rows: [AnalysisRow], recipe: Recipe, notices: [Notice],
        figures: AnalysisFigures? = nil
    ) {
        self.format = format
        self.rows = rows
        self.recipe = recipe
        self.notices = notices
        self.figures = figures
    }
}

/// The metrics of one segment of time.
public struct AnalysisRow: Sendable, Equatable {
    /// Start of the segment; s from the start of the recording.
    public let startSeconds: Double
    /// Length of the segment; s.
    public let durationSeconds: Double
    /// The number of NN intervals in the segment.
    public let beatCount: Int
    /// Share of the segment inside NN intervals; 0...1.
    public let coverage: Double
    /// Degrees of freedom of one value of the spectral density; nil without a spectrum, and for an
    /// estimator whose values are no chi-squares.
    public let spectrumDegreesOfFreedom: Double?
    /// Width below which the spectrum cannot separate two frequencies; Hz; nil without a spectrum.
    public let spectrumResolutionHz: Double?
    private let spectrumMissingReason: MissingReason?
    /// One entry a metric, in the order of the catalogue.
    public let metrics: [MetricResult]
    /// Notices to the person about this segment.
    public let notices: [Notice]
    /// The uncertainty of the metrics; nil where it was not asked for.
    public var uncertainty: RowUncertainty?
    /// `all`, `day` or `night` where the recording is split by the clock; nil elsewhere.
    public var segment: String?
    /// The artefacts among the raw beats of the segment; nil where no correction looked for them.
    public var artefacts: ArtefactTally?
    /// The share of each metric's data that comes from corrected beats; %; empty where no beat was
    /// corrected.
    public var correctedPercentByMetric: [String: Double] = [:]

    /// - Parameter spectrumMissingReason: why the spectrum is not described, where it has no degrees of
    ///   freedom for another reason than its estimator or too few beats.
    public init(
        startSeconds: Double, durationSeconds: Double, beatCount: Int, coverage: Double,
        spectrumDegreesOfFreedom: Double? = nil, spectrumResolutionHz: Double? = nil,
        spectrumMissingReason: MissingReason? = nil, metrics: [MetricResult], notices: [Notice]
    ) {
        self.startSeconds = startSeconds
        self.durationSeconds = durationSeconds
        self.beatCount = beatCount
        self.coverage = coverage
        self.spectrumDegreesOfFreedom = spectrumDegreesOfFreedom
        self.spectrumResolutionHz = spectrumResolutionHz
        self.spectrumMissingReason = spectrumMissingReason
        self.metrics = metrics
        self.notices = notices
    }

    /// The reason that there are no degrees of freedom; nil where there are.
    public var freedomMissingReason: MissingReason? {
        guard spectrumDegreesOfFreedom == nil else { return nil }
        if let spectrumMissingReason { return spectrumMissingReason }
        return .notMeasured(
            spectrumResolutionHz == nil
                ? "no spectrum could be estimated"
                : "the values of an autoregressive density are no chi-squares")
    }

    /// The metric of that key, such as `HRV_RMSSD`.
    public subscript(key: String) -> MetricResult? { metrics.first { $0.key == key } }
}

/// One metric: a number, or the reason why there is none.
public struct MetricResult: Sendable, Equatable {
    /// Name of the metric, such as `HRV_RMSSD`.
    public let key: String
    /// The number, in the unit the catalogue states; nil where it is missing. Always finite.
    public let value: Double?
    /// The reason that there is no number, or, next to a number, the one that would have withheld
    /// it had the analysis not been forced.
    public let reason: MissingReason?

    public init(key: String, value: Double) {
        self.init(key: key, value: value, reason: nil)
    }

    public init(key: String, missing reason: MissingReason) {
        self.init(key: key, value: nil, reason: reason)
    }

    /// A number that was asked for although `reason` speaks against it.
    public init(key: String, forced value: Double, against reason: MissingReason) {
        self.init(key: key, value: value, reason: reason)
    }

    private init(key: String, value: Double?, reason: MissingReason?) {
        self.key = key
        self.value = value
        self.reason = reason
    }

    /// True if the number is given although something speaks against it.
    public var isForced: Bool { value != nil && reason != nil }
}
