/// What the figures of a report are drawn from.
public struct AnalysisFigures: Sendable, Equatable {
    /// The intervals the metrics were computed from.
    public let nn: NNSeries
    /// Power spectral density over the whole recording; nil where it could not be estimated.
    public let spectrum: Spectrum?

    public init(nn: NNSeries, spectrum: Spectrum?) {
        self.nn = nn
        self.spectrum = spectrum
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
        public let bands: [Recipe.Value.Entry]
        /// How sure each value is.
        public let certainty: Certainty

        public init(
            firstHz: Double, stepHz: Double, densityMsSquaredPerHz: [Double],
            bands: [Recipe.Value.Entry], certainty: Certainty = .unknown
        ) {
            self.firstHz = firstHz
            self.stepHz = stepHz
            self.densityMsSquaredPerHz = densityMsSquaredPerHz
            self.bands = bands
            self.certainty = certainty
        }
    }

    /// How sure the values of a density are: each is the true density times a chi-square over its
    /// degrees of freedom.
    public enum Certainty: Sendable, Equatable {
        /// The estimator's values are no chi-squares.
        case unknown
        /// The same degrees of freedom at every frequency.
        ///
        /// - Parameter independentHz: the mean of neighbouring values over a width W has at least
        ///   W / `independentHz` times as many; infinite where nothing is gained.
        case even(degreesOfFreedom: Double, independentHz: Double)
        /// One number for each frequency.
        case each(degreesOfFreedom: [Double], independentHz: Double)

        /// Degrees of freedom of the value at a position of the grid; nil where they are unknown.
        public func degreesOfFreedom(at index: Int) -> Double? {
            switch self {
            case .unknown: nil
            case .even(let freedom, _): freedom
            case .each(let freedom, _): freedom[index]
            }
        }

        /// Width over which a mean gains nothing; Hz; infinite where none is known.
        public var independentHz: Double {
            switch self {
            case .unknown: .infinity
            case .even(_, let width), .each(_, let width): width
            }
        }
    }
}
