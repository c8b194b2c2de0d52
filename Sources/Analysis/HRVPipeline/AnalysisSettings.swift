public import BeatCorrection
public import HRVFeatures

/// Every choice of an analysis. The defaults are the toolkit's own conventions.
public struct AnalysisSettings: Sendable {
    /// Length of a window and distance of two starts; both s, above 0.
    public struct WindowSettings: Sendable, Equatable {
        public let lengthSeconds: Double
        public let stepSeconds: Double

        /// - Returns: nil unless both are finite and above 0.
        public init?(lengthSeconds: Double, stepSeconds: Double) {
            guard lengthSeconds > 0, lengthSeconds.isFinite, stepSeconds > 0, stepSeconds.isFinite
            else { return nil }
            self.lengthSeconds = lengthSeconds
            self.stepSeconds = stepSeconds
        }
    }

    /// A program whose conventions the metrics follow, instead of ours.
    public struct SelectedDialect: Sendable, Equatable {
        public var dialect: Dialect
        /// True if the known defects of the dialect are reproduced too.
        public var includesDefects: Bool

        public init(_ dialect: Dialect, includesDefects: Bool = false) {
            self.dialect = dialect
            self.includesDefects = includesDefects
        }

        func conventions(_ recordingSeconds: Double) -> Conventions {
            dialect.conventions(
                recordingSeconds: recordingSeconds, includingDefects: includesDefects)
        }
    }

    /// The correction that makes NN of raw beats; nil takes them as they are. If it was never set,
    /// the toolkit's default; none under a ``selectedDialect``, which has numbers of another
    /// program to repeat.
    public var correction: ArtefactCorrection? {
        get {
            if let chosenCorrection { return chosenCorrection }
            return selectedDialect == nil ? ArtefactCorrection() : nil
        }
        set { chosenCorrection = .some(newValue) }
    }
    /// nil: nothing was chosen; an inner nil: none was.
    private var chosenCorrection: ArtefactCorrection??

    /// Ours where nil; otherwise ``spectrum`` shapes no metric.
    public var selectedDialect: SelectedDialect?
    /// One row for the whole recording where nil.
    public var windows: WindowSettings?
    public var spectrum = SpectrumSettings()
    /// True if numbers are given although the data are against them, each with a flag.
    public var isForced = false
    /// The settings for separate rows of day and night; nil for no such rows; only without
    /// ``windows``.
    public var dayNight: DayNightSettings?
    /// The settings for the metrics' intervals; no intervals if nil.
    public var uncertainty: UncertaintySettings?
    /// True if the result stores the data that a report draws.
    public var keepsFigures = false
    /// True if the figures of a recording of at least ``minSpectrogramSeconds`` have a
    /// spectrogram.
    public var includesSpectrogram = false

    /// Length from which a recording holds enough windows to see changes; s; 20 min are four
    /// windows that share no beat.
    public static let minSpectrogramSeconds = 1200.0

    /// Least share of a segment that NN intervals must cover; below it a segment has no numbers.
    /// Time-domain figures of a gapped segment describe the parts that happened to be readable.
    public static let minimumCoverage = 0.9

    /// Least share that NN intervals must cover for a spectrum that is forced: below it memory and time
    /// would be those of the gaps.
    static let minimumCoverageWhenForced = 0.05

    public init() {}
}
