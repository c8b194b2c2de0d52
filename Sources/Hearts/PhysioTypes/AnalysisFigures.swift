/// The data from which the figures of a report are drawn.
public struct AnalysisFigures: Sendable, Equatable {
    /// The intervals the metrics were computed from.
    public let nn: NNSeries
    /// The way from the raw intervals to these; nil where no correction was run.
    public let correction: CorrectionRecord?
    /// Power spectral density over the whole recording; nil where it could not be estimated.
    public let spectrum: Spectrum?

    /// Density over time and frequency; only of long recordings, where it was asked for.
    public let spectrogram: Spectrogram?
    /// Examples of the rhythms and classes of an ECG; empty without one.
    package var ecgStrips: [ECGStrip] = []

    public init(
        nn: NNSeries, spectrum: Spectrum?, spectrogram: Spectrogram? = nil,
        correction: CorrectionRecord? = nil
    ) {
        self.nn = nn
        self.correction = correction
        self.spectrum = spectrum
        self.spectrogram = spectrogram
    }

    /// A density on an even grid of frequencies.
    public struct Spectrum: Sendable, Equatable {
        /// First frequency; Hz.
        public let firstHz: Double
        /// Distance of two frequencies; Hz.
        public let stepHz: Double
        /// One-sided density; ms^2/Hz.
        public let densityMsSquaredPerHz: [Double]
        /// The bands that are integrated, by name.
        public let bands: [Recipe.Value.NamedBand]
        /// The certainty of each value.
        public let certainty: Certainty
        /// Length of the part of the recording it stands for; s: for some estimators the longest
        /// without a gap; nil where not stated.
        public let analysedSeconds: Double?

        public init(
            firstHz: Double, stepHz: Double, densityMsSquaredPerHz: [Double],
            bands: [Recipe.Value.NamedBand], certainty: Certainty = .unknown,
            analysedSeconds: Double? = nil
        ) {
            self.firstHz = firstHz
            self.stepHz = stepHz
            self.densityMsSquaredPerHz = densityMsSquaredPerHz
            self.bands = bands
            self.certainty = certainty
            self.analysedSeconds = analysedSeconds
        }
    }

    /// The densities of windows that move along a recording.
    public struct Spectrogram: Sendable, Equatable {
        /// Start of the first window; s.
        public let startSeconds: Double
        /// Length of a window; s.
        public let windowSeconds: Double
        /// The time from one window to the next; s.
        public let stepSeconds: Double
        /// Width of a row; Hz; the first begins at 0 Hz.
        public let rowWidthHz: Double
        /// A column for each window: the mean density in each row; ms^2/Hz. It ends where the beats
        /// show no more, and is empty for a window without a spectrum.
        public let columns: [[Double]]

        public init(
            startSeconds: Double, windowSeconds: Double, stepSeconds: Double, rowWidthHz: Double,
            columns: [[Double]]
        ) {
            self.startSeconds = startSeconds
            self.windowSeconds = windowSeconds
            self.stepSeconds = stepSeconds
            self.rowWidthHz = rowWidthHz
            self.columns = columns
        }
    }

    /// The certainty of the values of a density: each is the true density times a chi-square over
    /// its degrees of freedom.
    public enum Certainty: Sendable, Equatable {
        /// The estimator's values are no chi-squares.
        case unknown
        /// The same degrees of freedom at every frequency.
        ///
        /// - Parameter independentHz: the mean of neighbouring values over a width W has at least
        ///   W / `independentHz` times as many; infinite where nothing is gained.
        case uniform(degreesOfFreedom: Double, independentHz: Double)
        /// One number for each frequency.
        case perFrequency(degreesOfFreedom: [Double], independentHz: Double)

        /// Degrees of freedom of the value at a position of the grid; nil where they are unknown.
        public func degreesOfFreedom(at index: Int) -> Double? {
            switch self {
            case .unknown: nil
            case .uniform(let freedom, _): freedom
            case .perFrequency(let freedom, _): freedom[index]
            }
        }

        /// Width over which a mean gains nothing; Hz; infinite where none is known.
        public var independentWidthHz: Double {
            switch self {
            case .unknown: .infinity
            case .uniform(_, let width), .perFrequency(_, let width): width
            }
        }
    }
}
